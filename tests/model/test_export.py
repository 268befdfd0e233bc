"""Exported C compiles without warnings, allocates no memory and gives the numbers of the graph; all files are written or none."""

import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.model.c_builds import C99, CPP, SANITIZED, build_and_run

import parados

HERE = Path(__file__).parents[1] / "robots"
NUMERIC = str(HERE / "four-bar.yaml")
"""Robot with numeric geometry: its export contains the Newton iteration."""

ROBOTS = [*parados.catalog(), NUMERIC, str(HERE / "6-ups-quaternion.yaml")]
QUICK = ["five-bar", NUMERIC]


def with_slow(robots: list[str]) -> list:
    return [r if r in QUICK else pytest.param(r, marks=pytest.mark.slow) for r in robots]


@pytest.mark.parametrize("robot", ROBOTS)
def test_driver_compiles_without_warnings_and_passes(robot: str, exported) -> None:
    files = exported(robot)
    assert {f.suffix for f in files} == {".h", ".c"} and len(files) == 3
    assert int(build_and_run(files, C99).split()[0]) >= 70


@pytest.mark.parametrize("robot", with_slow(ROBOTS))
def test_exported_files_compile_as_cpp_without_warnings(robot: str, exported) -> None:
    build_and_run(exported(robot), CPP)


def test_cpp_links_with_c(exported, tmp_path: Path) -> None:
    header, source, driver = exported("five-bar")
    subprocess.run(["gcc", "-std=c99", "-c", source, "-o", "robot.o"], cwd=tmp_path, check=True)
    command = ["g++", "-x", "c++", driver, "-x", "none", "robot.o", f"-I{header.parent}", "-o", "program"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run(["./program"], cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("robot", with_slow(ROBOTS))
def test_sanitizers_find_nothing(robot: str, exported) -> None:
    build_and_run(exported(robot), SANITIZED)


@pytest.mark.slow
@pytest.mark.parametrize("robot", ROBOTS)
def test_valgrind_finds_nothing(robot: str, exported) -> None:
    assert shutil.which("valgrind"), "this test needs valgrind: install the package of that name"
    watched = ("valgrind", "-q", "--error-exitcode=9", "--leak-check=full")
    build_and_run(exported(robot), ["gcc", "-std=c99", "-O1", "-g"], watched)


def test_source_does_not_compile_with_fast_math(exported) -> None:
    _, source, _ = exported("five-bar")
    run = subprocess.run(["gcc", "-ffast-math", "-fsyntax-only", source], capture_output=True, text=True, check=False)
    assert run.returncode != 0 and "compile without -ffast-math" in run.stderr


def test_source_needs_only_libm_and_allocates_no_memory(exported) -> None:
    _, source, _ = exported("delta-d3-1200")
    text = source.read_text()
    included = [line for line in text.splitlines() if line.startswith("#include")]
    assert included == ['#include "delta_d3_1200.h"', "#include <math.h>"]
    assert "alloc" not in text and not re.search(r"static double \w+\s*[\[;=,]", text)


def test_status_checks_add_no_operations_to_the_graphs(exported, model) -> None:
    """The exported functions have as many statements as the graphs that Python evaluates."""
    _, source, _ = exported("five-bar")
    m, text = model("five-bar", "vm"), source.read_text()
    for quantity in ("inverse_dynamics", "jacobian", "forward_dynamics"):
        body = text.partition(f"five_bar_{quantity}_graph(")[2].partition("\n}\n")[0]
        assert body.count("const double a") == m.kernel(quantity).operations["total"]


# -- names that mean something in C ---------------------------------------------------------------------------------------

EVIL = "x */ int injected(void){return 1;} /* ??/ \\"


def renamed(tmp_path: Path, changes: dict[str, str], joint: str = "q11") -> parados.Robot:
    """Return the five-bar with another name, title and name of its first motor."""
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    held = {**yaml.safe_load(text), **changes}
    held["legs"][0]["joints"][0]["name"] = joint
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(held, allow_unicode=True), encoding="utf-8")
    return parados.load(path)


def test_titles_and_names_never_become_code(tmp_path: Path) -> None:
    robot = renamed(tmp_path, {"title": f"Größe {EVIL}\n#define OK 3\n", "name": f"int {EVIL}"}, joint=EVIL)
    files = robot.compile(backend="vm").export_c(tmp_path / "out")
    for file in files:
        text = file.read_bytes()
        assert text.isascii() and b"??" not in text and b"\\\n" not in text
        command = ["gcc", "-std=c99", "-fpreprocessed", "-dD", "-E", file]
        left = subprocess.run(command, capture_output=True, text=True, check=True)
        code = "".join(line for line in left.stdout.splitlines(True) if not line.startswith("#"))
        assert "(void){" not in code and "define OK" not in code
    build_and_run(files, C99)


# -- folder of the export -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def five_bar(model):
    return model("five-bar", "vm")


@pytest.mark.parametrize("folder", [None, 3, b"bytes", "", "a\0b", ["list"]])
def test_invalid_folder_is_rejected(folder, five_bar) -> None:
    with pytest.raises(parados.InputError, match=r"^folder: "):
        five_bar.export_c(folder)


def test_a_file_in_place_of_the_folder_is_rejected_and_not_changed(tmp_path: Path, five_bar) -> None:
    target = tmp_path / "taken"
    target.write_text("mine")
    with pytest.raises(parados.InputError, match="is a file; give a folder"):
        five_bar.export_c(target)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("place", ["/proc/parados/sub", "taken/sub", "new/" + "n" * 300])
def test_a_folder_that_cannot_be_written_is_rejected(place: str, tmp_path: Path, five_bar) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(parados.InputError, match="cannot be written"):
        five_bar.export_c(tmp_path / place)
    assert os.listdir(tmp_path) == ["taken"]


def test_a_full_disk_leaves_no_incomplete_files(tmp_path: Path, five_bar, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit on the size of files acts like a full disk. Python would keep compiled modules that it cuts off."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "five_bar.h").write_text("old")
    five_bar.export_c(tmp_path / "first")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limits[1]))
        with pytest.raises(parados.InputError, match="cannot be written"):
            five_bar.export_c(tmp_path)
        with pytest.raises(parados.InputError, match="cannot be written"):
            five_bar.export_c(tmp_path / "new" / "sub")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(os.listdir(tmp_path)) == ["first", "five_bar.h"]
    assert (tmp_path / "five_bar.h").read_text() == "old"


def test_if_one_file_cannot_be_replaced_none_is(tmp_path: Path, five_bar) -> None:
    (tmp_path / "five_bar.h").write_text("old")
    (tmp_path / "test_five_bar.c").mkdir()
    with pytest.raises(parados.InputError, match=r"test_five_bar\.c is a folder"):
        five_bar.export_c(tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["five_bar.h", "test_five_bar.c"]
    assert (tmp_path / "five_bar.h").read_text() == "old"


def test_a_name_too_long_for_a_file_is_rejected(tmp_path: Path) -> None:
    model = renamed(tmp_path, {"name": "n" * 300}).compile(backend="vm")
    with pytest.raises(parados.InputError, match="has 300 letters"):
        model.export_c(tmp_path / "out")
    assert not (tmp_path / "out").exists()
