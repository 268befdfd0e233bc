"""Exported C compiles without a warning, allocates nothing and gives the numbers of the graph."""

import subprocess
from pathlib import Path

import pytest

import parados

ROBOTS = [*parados.catalog(), str(Path(__file__).parents[1] / "robots" / "3-prs.yaml")]
"""The last one has a numeric geometry: its export contains the Newton iteration."""

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"]


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_driver_compiles_strictly_and_passes(robot: str, tmp_path: Path) -> None:
    files = parados.load(robot).compile(backend="vm").export_c(tmp_path)
    assert {f.suffix for f in files} == {".h", ".c"} and len(files) == 3
    sources = [f.name for f in files if f.suffix == ".c"]
    subprocess.run(["gcc", *STRICT, *sources, "-o", "driver", "-lm"], cwd=tmp_path, check=True)
    run = subprocess.run(["./driver"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert run.stdout.strip().endswith(" passed, 0 failed")
    assert int(run.stdout.split()[0]) >= 30


def test_the_source_needs_only_libm_and_allocates_nothing(tmp_path: Path) -> None:
    _, source, _ = parados.load("delta-d3-1200").compile(backend="vm").export_c(tmp_path)
    text = source.read_text()
    included = [line for line in text.splitlines() if line.startswith("#include")]
    assert included == ['#include "delta_d3_1200.h"', "#include <math.h>"]
    assert "alloc" not in text and "static double" not in text


def test_a_folder_that_is_a_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    target.write_text("mine")
    with pytest.raises(parados.InputError, match="is a file; give a folder"):
        parados.load("five-bar").compile(backend="vm").export_c(target)
    assert target.read_text() == "mine"
