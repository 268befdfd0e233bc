"""Test remarks: warnings about unusual properties of a valid robot when it is loaded."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import parados
from parados.cli.main import app

README = Path(__file__).parents[2] / "README.md"


def readme_robot():
    """Return the robot file in the README."""
    (text,) = re.findall(r"```yaml\n(name: my-3-rpr\n.*?)```", README.read_text(), re.DOTALL)
    return text


def written(folder, text):
    path = folder / "robot.yaml"
    path.write_text(text)
    return path


def test_no_robot_of_the_catalog_has_a_remark(every_robot):
    with warnings.catch_warnings():
        warnings.simplefilter("error", parados.RobotWarning)
        assert parados.load(every_robot).remarks == ()


def test_the_robot_of_the_readme_has_no_remark(tmp_path):
    assert parados.load(written(tmp_path, readme_robot())).remarks == ()


def at_home(folder, home):
    return written(folder, re.sub(r"home: \[.*\].*", f"home: {home}", readme_robot()))


def test_singular_home_gives_a_remark(tmp_path):
    with pytest.warns(parados.RobotWarning, match="my-3-rpr: home: .* is singular") as caught:
        robot = parados.load(at_home(tmp_path, [0.5, 0.35, 0]))
    (remark,) = robot.remarks
    assert remark.startswith("home: [0.5, 0.35, 0.0] is singular (Type 2, distance ")
    assert "with all actuators locked the platform turns about the axis along z through (0.500, 0.383, 0.000) m" in remark
    assert len(caught) == 1 and len(remark) < 1500


@pytest.mark.parametrize(("side", "leg"), [(-1, "leg1"), (1, "leg2")])
def test_home_with_a_stretched_leg_gives_a_remark(tmp_path, side, leg):
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    reach = (0.213 + 0.1878) * (1 - 1e-14)
    x, y = side * (0.14 - reach * np.cos(np.pi / 3)), reach * np.sin(np.pi / 3)
    with pytest.warns(parados.RobotWarning, match=rf"is singular \(Type 1, .*{leg} bears a force"):
        parados.load(written(tmp_path, re.sub(r"home: \[.*\]", f"home: [{float(x)!r}, {float(y)!r}]", text)))


@pytest.mark.parametrize(
    ("given", "odd"), [("[-20, 20]", True), ("[-20 deg, 20 deg]", False), ("[-3, 3]", False), ("[0, 360]", True)]
)
def test_range_of_angles_in_degrees_gives_a_remark(tmp_path, given, odd):
    path = written(tmp_path, readme_robot() + f"workspace: {{a3: {given}}}\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = parados.load(path)
    assert len(caught) == odd == len(robot.remarks)
    if odd:
        assert robot.remarks[0].startswith("workspace.a3: [") and "angles are in rad" in robot.remarks[0]


def test_check_prints_remarks_after_its_verdict(tmp_path):
    found = CliRunner().invoke(app, ["check", str(at_home(tmp_path, [0.5, 0.35, 0]))])
    assert found.exit_code == 0
    assert "my-3-rpr is sound, with 1 remark: 3 degrees of freedom" in found.stdout
    assert found.stdout.index("home: [0.5, 0.35, 0.0] is singular") > found.stdout.index("is sound")
    plain = CliRunner().invoke(app, ["check", "3-rpr"])
    assert "3-rpr is sound: 3 degrees of freedom" in plain.stdout and "remark" not in plain.stdout
