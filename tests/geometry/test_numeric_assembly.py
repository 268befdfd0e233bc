"""Numeric geometry obeys branch, guess and mode: it agrees with closed forms and finds the assembly that the file describes."""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot, describe
from parados.errors import RobotFileError, UnreachableError
from parados.robot.reading import parse_robot

ROBOTS = Path(__file__).parents[1] / "robots"
SHIPPED = Path(parados.__file__).parent / "robots"
TRICEPT = (SHIPPED / "tricept.yaml").read_text(encoding="utf-8").replace("guess: {sway: 0, nod: 0, slide: 0.8}\n", "")
SAME = 1e-12
"""Largest difference between two results for one configuration: round-off."""

POSE, RATE, ACCELERATION = [0.5, 0.35, 0.25], [0.3, -0.2, 0.4], [1.0, 2.0, 3.0]


@cache
def both(name):
    """Return the models of a robot with its closed form and with `numeric: true`."""
    spec = describe(name)
    return Robot(spec).compile("vm"), Robot(spec.model_copy(update={"numeric": True})).compile("vm")


def poses(model, count=12):
    rng = np.random.default_rng(3)
    lower, upper = model.survey.lower, model.survey.upper
    return lower + rng.uniform(0.1, 0.9, (count, len(lower))) * (upper - lower)


def turned(model, joints, reference):
    """Return the joints moved by whole turns to the turn nearest to a reference."""
    turning = np.array([joint.is_periodic for joint in model.mechanism.joints])
    return np.where(turning, joints - 2 * np.pi * np.round((joints - reference) / (2 * np.pi)), joints)


@pytest.mark.parametrize("name", ["3-rpr", "five-bar", "delta-d3-1200", "gough-stewart-lopes", "dualemps", "3-rrr-parallelogram"])
def test_numeric_geometry_equals_the_closed_form(name):
    closed, numeric = both(name)
    x = poses(closed)
    expected = closed.joints(x)
    assert numeric.survey.mode == closed.survey.mode
    assert np.abs(turned(closed, numeric.joints(x), expected) - expected).max() < SAME


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "dualemps"])
def test_working_modes_of_numeric_geometry_equal_those_of_the_closed_form(name):
    closed, numeric = both(name)
    assert numeric.working_modes() == closed.working_modes()
    x = closed.survey.home
    for mode in closed.working_modes():
        expected = closed.joints(x, mode=mode)
        assert np.abs(turned(closed, numeric.joints(x, mode=mode), expected) - expected).max() < SAME


def test_numeric_3_rpr_keeps_its_struts_positive():
    _, numeric = both("3-rpr")
    assert (numeric.inverse_kinematics(POSE) > 0).all()
    efforts = numeric.inverse_dynamics(POSE, RATE, ACCELERATION)
    assert np.abs(efforts - [23.98297049, 18.73337964, -21.88620027]).max() < 1e-7


def test_tricept_has_positive_struts_and_a_platform_that_is_not_turned_over():
    robot = Robot(parse_robot(TRICEPT + "numeric: true\n")).checked()
    assert any(remark.startswith("guess: the loops also close at home") for remark in robot.remarks)
    model = robot.compile("vm")
    x = poses(model)
    assert (model.inverse_kinematics(x) > 0).all()
    assert np.abs(model.pose(x)[:, 3:]).max() < 0.5


def test_guess_chooses_the_roots_of_the_inner_loops():
    reference = json.loads((Path(__file__).parent / "data" / "andrews.json").read_text())
    model = parados.load("andrews-squeezer").compile("vm")
    for state in ("t0", "t0.03"):
        at = {key: dict(zip(reference["angles"], reference[state][key], strict=True)) for key in "qv"}
        expected = np.array([at["q"][name] for name in model.joint_names])
        assert np.abs(turned(model, model.joints([at["q"]["beta"]]), expected) - expected).max() < 1e-10
        rates = model.joint_rates([at["q"]["beta"]], [at["v"]["beta"]], joints="all")
        assert np.abs(rates - [at["v"][name] for name in model.joint_names]).max() < 1e-7  # the published digits at 1e3 rad/s


def test_a_mirrored_guess_chooses_the_mirrored_assembly():
    text = (SHIPPED / "andrews-squeezer.yaml").read_text()
    other = text.replace("Phi: 0.223, delta: 0.487", "Phi: 2.9, delta: -0.9")
    models = [Robot(parse_robot(t)).compile("vm") for t in (text, other)]
    delta = [m.joints(m.survey.home)[m.joint_names.index("delta")] for m in models]
    assert abs(delta[0] - delta[1]) > 0.1


def test_changing_the_mode_of_one_leg_moves_only_this_leg():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", parados.RobotWarning)
        model = parados.load("tricept").compile("vm")
    x, own = model.survey.home, model.survey.mode
    other = (-own[0], *own[1:])
    before, after = model.joints(x), model.joints(x, mode=other)
    assert after[2] == pytest.approx(-before[2], abs=SAME)
    assert np.abs(after[3:] - before[3:]).max() < SAME


def test_mode_of_the_file_is_obeyed_even_far_from_the_guess():
    spec = parse_robot(TRICEPT.replace("home: [0.05, -0.04, 0.8]", "mode: [1, 1, 1, [1, 1]]\nhome: [0.05, -0.04, 0.8]"))
    model = Robot(spec).compile("vm")
    joints = model.joints(model.survey.home)
    assert abs(joints[model.joint_names.index("sway")]) > 2  # an unusual assembly, but the one of this mode


def test_remark_on_a_crossed_parallelogram_unless_guess_names_one_of_its_joints():
    text = (ROBOTS / "orthoglide-parallelograms.yaml").read_text()
    assert Robot(parse_robot(text)).survey.remarks == ()
    (remark,) = Robot(parse_robot(text.replace(", bar1: 0, bar2: 0, bar3: 0", ""))).survey.remarks
    assert remark.startswith("guess: the loops of") and "crossed twin" in remark


def test_branch_on_a_joint_without_a_choice_is_rejected():
    text = (ROBOTS.parent / "singularity" / "robots" / "two-wrists.yaml").read_text()
    broken = text.replace("{name: p1, kind: R, alpha: pi/2}", "{name: p1, kind: R, alpha: pi/2, branch: 1}")
    with pytest.raises(RobotFileError, match=r"legs\[0\]\.joints\[1\]\.branch \(p1\): this joint has no choice"):
        Robot(parse_robot(broken)).checked()


def test_pose_far_out_of_reach_is_rejected_when_followed_from_home():
    _, model = both("3-prs")
    with pytest.raises(UnreachableError, match="no closed configuration was found"):
        model.joints([1e9, 0.0, 0.0])


def test_pose_that_closes_only_in_another_mode_is_rejected():
    _, numeric = both("five-bar")
    with pytest.raises(UnreachableError, match="no closed configuration was found"):
        numeric.joints([0.6, 0.3])


GEARED = (Path(__file__).parent / "data" / "five-bar-offsets.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", ["[1, 1, 1, 1]", "[1, -1, 1, 1]", "[-1, 1, 1, 1]"])
def test_whole_turns_of_geared_joints_are_counted_from_home_in_every_mode(mode):
    closed, numeric = (Robot(parse_robot(f"{GEARED}mode: {mode}\n{more}")).compile("vm") for more in ("", "numeric: true\n"))
    x = np.vstack([poses(closed, 20), [[-0.05, 0.285], [-0.08, 0.28], [0.08, 0.28]]])
    for own in closed.working_modes():
        expected = closed.joints(x, mode=own)
        assert numeric.joints(x, mode=own) == pytest.approx(expected, abs=1e-10)
        assert numeric.joints(x[-3], mode=own) == pytest.approx(expected[-3], abs=1e-10)
    motion = np.linspace(closed.survey.home, [-0.05, 0.285], 15)
    expected = closed.inverse_kinematics(motion, motion=True)
    assert numeric.inverse_kinematics(motion, motion=True) == pytest.approx(expected, abs=1e-10)
    assert numeric.inverse_kinematics(motion[::-1], motion=True) == pytest.approx(expected[::-1], abs=1e-10)
