"""The C sources inside FMUs compile without warnings, pass sanitizers and valgrind, and can be built as FMPy builds them."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest
from fmpy import simulate_fmu
from fmpy.build import build_platform_binary

DRIVER = Path(__file__).parent / "fmu_driver.c"
STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wno-sign-conversion", "-Werror", "-O1", "-fPIC"]
SANITIZED = ["-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

KINDS = ("plant", "inverse_dynamics", "controller")
CASES = [(robot, kind) for robot in ("five-bar", "3-prs", "gough-stewart-lopes") for kind in KINDS]
LIVE = {"five-bar": ("payload", "d12"), "3-prs": ("l",), "gough-stewart-lopes": ()}


def unpacked(path, folder):
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return folder / "sources"


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize(
    ("robot", "kind"), [c if c == ("five-bar", "plant") else pytest.param(*c, marks=pytest.mark.slow) for c in CASES]
)
def test_sources_compile_without_warnings(robot, kind, version, fmu, tmp_path):
    sources = unpacked(fmu(robot, kind=kind, version=version, live=LIVE[robot])[1], tmp_path)
    for unit in sorted(sources.glob("*.c")):
        subprocess.run(["gcc", *STRICT, "-c", unit.name, "-o", f"{unit.stem}.o"], cwd=sources, check=True)
    sizes = subprocess.run(["size", *[f"{u.stem}.o" for u in sources.glob("*.c")]], cwd=sources, capture_output=True, text=True)
    columns = [line.split() for line in sizes.stdout.splitlines()[1:]]
    assert all(row[2] == "0" for row in columns), "no static state: nothing is in .bss"


@pytest.mark.slow
@pytest.mark.parametrize("watch", ["sanitizers", "valgrind"])
@pytest.mark.parametrize(("robot", "kind"), CASES)
def test_nothing_is_found_in_a_run_of_the_sources(robot, kind, watch, fmu, tmp_path):
    sources = unpacked(fmu(robot, kind=kind, version=2, live=LIVE[robot])[1], tmp_path)
    flags, before = (SANITIZED, []) if watch == "sanitizers" else (["-std=c99", "-g", "-O1"], [])
    if watch == "valgrind":
        assert shutil.which("valgrind"), "this test needs valgrind: install the package of that name"
        before = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full"]
    units = [unit.name for unit in sources.glob("*.c")]
    subprocess.run(["gcc", *flags, DRIVER, *units, "-I.", "-o", "driver", "-lm"], cwd=sources, check=True)
    run = subprocess.run([*before, "./driver"], cwd=sources, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and run.stdout == "1 passed, 0 failed\n" and run.stderr == "", run.stdout + run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_fmpy_builds_the_library_from_the_sources(version, fmu, tmp_path):
    assert shutil.which("cmake"), "this test needs cmake, which FMPy installs"
    _, path = fmu("five-bar", version=version, live=("payload", "d12"))
    unpacked(path, tmp_path)
    (library,) = (tmp_path / "binaries").glob("*/*.so")
    library.unlink()
    build_platform_binary(tmp_path, cmake_options={"CMAKE_SHARED_LINKER_FLAGS": "-lm"})
    assert library.exists()
    start = {"xd.px": 0.3, "tau.q11": 0.5}
    runs = [simulate_fmu(str(place), fmi_type="CoSimulation", stop_time=0.02, start_values=start) for place in (tmp_path, path)]
    for name in runs[0].dtype.names:
        assert np.allclose(runs[0][name], runs[1][name], rtol=1e-9, atol=1e-12), name
