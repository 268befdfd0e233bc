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
from parados.robot.file_parameters import unused_lists

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


FIVE_BAR = Path(parados.__file__).parent / "robots" / "five-bar.yaml"
GEARED = Path(__file__).parents[1] / "robots" / "five-bar-geared.yaml"
TURN = 2 * np.pi


def limited(folder, file, joint, low, high):
    """Write a robot file with limits of one joint."""
    return written(folder, file.read_text().replace(f"name: {joint},", f"name: {joint}, limits: [{low!r}, {high!r}],"))


@pytest.mark.parametrize(
    ("file", "joint", "limits", "position"),
    [
        (FIVE_BAR, "q11", (1.8, 3.0), "1.763 rad"),
        (FIVE_BAR, "q12", (0.0, 1.0), "-1.489 rad"),
        (FIVE_BAR, "q12", (TURN, TURN + 1), "4.795 rad"),  # the turn that is nearest to the limits
        (GEARED, "m1", (-1.0, 97.0), "97.83 rad"),
        (GEARED, "m1", (97.0 - TURN, 98.5 - TURN), "97.83 rad"),  # whole turns of a geared motor count
    ],
)
def test_limits_that_exclude_home_give_a_remark(tmp_path, file, joint, limits, position):
    with pytest.warns(parados.RobotWarning, match="limits: "):
        (remark,) = parados.load(limited(tmp_path, file, joint, *limits)).remarks
    low, high = limits
    assert remark.startswith(f"limits: {joint} is at {position} at home, outside its limits [{low:.4g}, {high:.4g}] rad; give")


def test_the_remark_on_a_slide_beyond_its_limits_at_home_has_metres(tmp_path):
    path = written(tmp_path, readme_robot().replace(STRUT, STRUT + "limits: [0, 0.1], "))
    with pytest.warns(parados.RobotWarning):
        remarks = parados.load(path).remarks
    assert [remark.split()[1] for remark in remarks] == ["q12", "q22", "q32"]
    assert all(" m at home, outside its limits [0, 0.1] m; " in remark for remark in remarks)


@pytest.mark.parametrize(
    ("file", "joint", "limits"),
    [
        (FIVE_BAR, "q11", (1.5, 2.0)),
        (FIVE_BAR, "q11", (1.5 + TURN, 2.0 + TURN)),
        (FIVE_BAR, "q12", (-1.6 - 3 * TURN, -1.4 - 3 * TURN)),
        (GEARED, "m1", (97.0, 98.5)),
    ],
)
def test_limits_that_contain_home_up_to_whole_turns_give_no_remark(tmp_path, file, joint, limits):
    assert parados.load(limited(tmp_path, file, joint, *limits)).remarks == ()


def test_a_joint_at_its_limit_at_home_gives_no_remark(tmp_path):
    q = float(parados.load("five-bar").survey.home_joints[0])
    assert parados.load(limited(tmp_path, FIVE_BAR, "q11", q, q + 1)).remarks == ()
    assert parados.load(limited(tmp_path, FIVE_BAR, "q11", q - 1, q)).remarks == ()


STRUT = "kind: P, active: true, "


@pytest.mark.parametrize(
    ("old", "new", "begin"),
    [
        (STRUT, STRUT + "friction: {fs: 1, vs: 0.1}, ", "friction: vs of q12, q22, q32: no effect, since fb"),
        (
            STRUT,
            STRUT + "friction: {fv: 1, exponent: 1, vs: 0.1}, ",
            "friction: vs, exponent of q12, q22, q32: no effect, since fb",
        ),
        (STRUT, STRUT + "friction: {fv: 1, width: 0.1}, ", "friction: width of q12, q22, q32: no effect on the efforts, since"),
        (STRUT, STRUT + "friction: {ramp: 0.1}, ", "friction: ramp of q12, q22, q32: no effect on the efforts, since"),
        ("home:", "damping: {ratio: 0.01}\nhome:", "damping: this has no effect, since no part of the robot is elastic"),
        ("home:", "parameters: {l1: 0.3, l2: 2*l1, l3: 4}\nhome:", "parameters: no expression of the file uses l2, l3;"),
        ("repeat: {", "repeat: {angles: [0, 1, 2], ", "legs[0].repeat: no expression of this leg uses angles; use or remove"),
        ("repeat: {", "repeat: {around: null, angles: [0, 1, 2], ", "legs[0].repeat: no expression of this leg uses angles;"),
        ("repeat: {", "repeat: {1: [0, 1, 2], ", "legs[0].repeat: no expression of this leg uses 1;"),
        ("repeat: {", "repeat: {on: [0, 1, 2], ", "legs[0].repeat: no expression of this leg uses True;"),
        ("home:", "parameters: {A: 0.3}\nhome:", "parameters: no expression of the file uses A;"),
        (
            "{joint: R, frame",
            "{joint: R, axes: leg, frame",
            "closure of leg1, closure of leg2, closure of leg3: axes has no effect",
        ),
    ],
)
def test_a_key_without_effect_gives_a_remark(tmp_path, old, new, begin):
    text = readme_robot().replace(old, new)
    assert text != readme_robot()
    with pytest.warns(parados.RobotWarning, match="no effect|no expression"):
        (remark,) = parados.load(written(tmp_path, text)).remarks
    assert remark.startswith(begin) and len(remark) < 300


def test_names_in_braces_are_used(tmp_path):
    text = readme_robot().replace("repeat: {", "repeat: {letter: [1, 2, 3], ").replace("name: leg{i}", 'name: "leg{letter}of{n}"')
    text = text.replace("home:", "parameters: {n: 3}\nhome:")
    robot = parados.load(written(tmp_path, text))
    assert robot.remarks == () and robot.spec.legs[1].name == "leg2of3"


def test_a_list_of_repeat_hides_the_parameter_that_its_braces_seem_to_use(tmp_path):
    text = readme_robot().replace("repeat: {", "repeat: {n: [1, 2, 3], ").replace("name: leg{i}", 'name: "leg{n}"')
    with pytest.warns(parados.RobotWarning, match="no expression of the file uses n;"):
        parados.load(written(tmp_path, text.replace("home:", "parameters: {n: 3}\nhome:")))


def test_a_list_that_gives_the_number_of_legs_is_used():
    leg = {"name": "leg{i}", "base": {"turn": {"z": "i"}}}
    assert unused_lists({**leg, "repeat": {"g": [0, 1, 2]}}) == []
    assert unused_lists({**leg, "repeat": {"count": 3, "g": [0, 1, 2]}}) == ["g"]
    assert unused_lists({**leg, "repeat": {"g": [0, 1, 2], "h": [0, 1, 2]}}) == ["h"]


def test_width_without_dry_friction_still_enters_the_regressor(tmp_path):
    """This is why the remark speaks of the efforts."""
    text = readme_robot().replace(STRUT, f"{STRUT}friction: {{width: 0.1}}, ")
    with pytest.warns(parados.RobotWarning, match=r"no effect on the efforts.* an identification of fs use"):
        model = parados.load(written(tmp_path, text)).compile(backend="vm")
    Y = model.regressor(model.survey.home, [0.01, 0.02, 0.03], [0, 0, 0])
    assert 0 < abs(Y[0, model.parameter_names.index("fs_q12")]) < 0.9


@pytest.mark.parametrize(
    "law",
    [
        "{fs: 1, fb: 0.2, vs: 0.1, exponent: 1}",
        "{fs: 1, width: 0.1}",
        "{fb: 1, ramp: 0.1}",
        "{fn: 1, width: 0.01}",
        "{fs: 0, width: 0}",
    ],
)
def test_keys_of_friction_with_their_partners_give_no_remark(tmp_path, law):
    text = readme_robot().replace(STRUT, f"{STRUT}friction: {law}, ")
    assert parados.load(written(tmp_path, text)).remarks == ()


def test_check_prints_remarks_after_its_verdict(tmp_path):
    found = CliRunner().invoke(app, ["check", str(at_home(tmp_path, [0.5, 0.35, 0]))])
    assert found.exit_code == 0
    assert "my-3-rpr is sound, with 1 remark: 3 degrees of freedom" in found.stdout
    assert found.stdout.index("home: [0.5, 0.35, 0.0] is singular") > found.stdout.index("is sound")
    plain = CliRunner().invoke(app, ["check", "3-rpr"])
    assert "3-rpr is sound: 3 degrees of freedom" in plain.stdout and "remark" not in plain.stdout
