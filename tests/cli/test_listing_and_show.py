"""Test `parados list`, `show`, `check` and help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from parados import catalog
from parados.text.numbers import angle, number

ROBOTS = Path(__file__).parents[1] / "robots"


def test_list_names_every_robot(parados):
    result = parados("list")
    assert result.exit_code == 0
    assert all(name in result.output for name in catalog())


def test_show_prints_the_structure(parados):
    result = parados("show", "orthoglide")
    assert result.exit_code == 0, result.output
    for text in ("q21 - 0.34", "-π/2", "rad, m", "fixed", "px, py, pz", "7.82", "Working modes: 8", "3 degrees of freedom"):
        assert text in result.output


@pytest.mark.parametrize("robot", ["3-rrr-parallelogram", "gough-stewart-fried", "c5", "dualv"])
def test_show_works_with_loops_composite_joints_and_varying_inertia(parados, robot):
    assert parados("show", robot).exit_code == 0


@pytest.mark.parametrize("robot", ["five-bar", "delta-d3-1200", "c5"])
def test_show_writes_a_drawing(parados, robot, tmp_path):
    picture = tmp_path / "robot.png"
    assert parados("show", robot, "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_show_lists_springs_and_draws_them(parados, tmp_path):
    picture = tmp_path / "robot.png"
    result = parados("show", ROBOTS / "five-bar-sprung.yaml", "--plot", picture)
    assert result.exit_code == 0, result.output
    for text in ("Springs", "balance", "220", "in the joint", "(-0.2, 0.28, 0.03)"):
        assert text in " ".join(result.output.split())
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_show_with_an_unknown_name_lists_the_known_names(parados):
    result = parados("show", "delta-robot")
    assert result.exit_code == 2
    assert "delta-d3-1200" in result.stderr and "Traceback" not in result.stderr


def test_check_of_a_valid_robot_prints_its_mobility(parados):
    result = parados("check", "dualv")
    assert result.exit_code == 0
    assert "3 degrees of freedom" in result.output and "1 redundant actuator" in result.output


def test_check_prints_one_line_for_each_problem(parados, tmp_path):
    robot = {
        "name": "broken",
        "platform": {"coordinates": ["px", "py"], "colour": 3},
        "legs": [{"name": "a", "joints": [{"name": "q", "kind": "Q"}]}],
    }
    file = tmp_path / "broken.yaml"
    file.write_text(yaml.safe_dump(robot))
    result = parados("check", file)
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert {line.split(":")[0] for line in lines} == {"platform.colour", "legs[0].joints[0].kind"}


def test_check_of_a_missing_file_fails(parados, tmp_path):
    result = parados("check", tmp_path / "nothing.yaml")
    assert result.exit_code == 2
    assert "is not a file" in result.stderr


def test_help_does_not_import_heavy_packages():
    heavy = "matplotlib", "scipy.interpolate", "casadi"
    code = f"import sys, parados.cli.main; print([m for m in {heavy!r} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "matplotlib" not in found and "scipy.interpolate" not in found


def test_numbers_are_printed_in_short_form():
    assert [angle(v) for v in (0.0, 3.141592653589793, -1.5707963267948966, 0.3)] == ["0", "π", "-π/2", "0.3"]
    assert number(0.1 + 0.2) == "0.3"


def test_show_does_not_cut_cells_on_a_narrow_terminal(parados, every_robot, monkeypatch):
    shown = {}
    for width in (60, 80, 400):
        monkeypatch.setenv("COLUMNS", str(width))
        result = parados("show", every_robot)
        assert result.exit_code == 0, result.output
        assert "…" not in result.output
        assert max(map(len, result.output.splitlines())) <= width
        shown[width] = _numbers(result.output)
    assert shown[400] <= shown[80] & shown[60], "a number is split between two lines"


def _numbers(text):
    """Return the set of numbers in the cells of a table."""
    return {word.strip("(),;") for word in text.split() if any(c.isdigit() for c in word)}
