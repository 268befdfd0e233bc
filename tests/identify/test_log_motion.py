"""Test states along logs against exact motions of closed, redundant and serial robots; assembly and working modes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tests.identify.made_logs import AXIS, MOTIONS, exact_motion, five_bar_joints, written

import parados
from parados.errors import InputError
from parados.identify import Log, log_motion, read_log

SERIAL = Path(__file__).parents[1] / "serial_robots"

SPLINE = 1e-3
"""Largest error of accelerations by a spline through exact positions, as a part of the largest acceleration."""

ROUND_OFF = 1e-7
"""Largest error of accelerations by a Fourier series through positions with 12 digits, as a part of the largest acceleration."""


def compiled(name):
    return parados.load(name).compile("vm")


def as_log(exact, **more):
    joints = dict(zip(exact.names, exact.q.T, strict=True)) | more.get("joints", {})
    efforts = dict(zip(exact.names, exact.tau.T, strict=True))
    count = len(exact.time)
    return Log("made", exact.time, joints, efforts, more.get("platform", {}), np.zeros(count, dtype=bool))


def check_states(motion, exact, allowed=SPLINE):
    use = motion.valid
    assert use.mean() > 0.8
    for found, true in ((motion.x, exact.x), (motion.xd, exact.xd), (motion.xdd, exact.xdd)):
        assert (np.abs(found - true)[use].max(axis=0) < allowed * np.abs(true).max(axis=0)).all()
    assert np.array_equal(motion.tau, exact.tau)


ROBOTS = {
    "delta-d3-1200": 0.1,
    "gough-stewart-lopes": [0.03, 0.03, 0.03, 0.05, 0.05, 0.05],
    "dualv": [0.05, 0.05, 0.1],
    "3-rps": [0.02, 0.05, 0.05],
    SERIAL / "arm-6r-tool.yaml": 0.4,
}


@pytest.mark.parametrize("robot", ROBOTS, ids=str)
def test_states_along_a_log_are_those_of_the_motion(robot):
    model = compiled(robot)
    exact = exact_motion(model, ROBOTS[robot], duration=3.0)
    motion = log_motion(model, as_log(exact))
    check_states(motion, exact)
    assert motion.mode == model.working_mode() and any("continuous way from home" in one for one in motion.remarks)


def test_periodic_log_has_exact_accelerations():
    model = compiled("five-bar-feasible")
    t, q, qd, qdd = five_bar_joints("train", periods=2)
    x = model.forward_kinematics(q, guess=MOTIONS["train"]["x_start"], motion=True)
    J = model.jacobian(x)
    xd = np.einsum("nij,nj->ni", J, qd)
    log = Log("made", t, {"q11": q[:, 0], "q21": q[:, 1]}, {"q11": t, "q21": t}, {}, np.zeros(len(t), dtype=bool))
    motion = log_motion(model, log)
    assert motion.method == "fourier" and motion.valid.all()
    assert np.abs(motion.x - x).max() < 1e-12 and np.abs(motion.xd - xd).max() < 1e-9
    rates = model.joint_accelerations(motion.x, motion.xd, motion.xdd)
    assert np.abs(rates - qdd).max() < ROUND_OFF * np.abs(qdd).max()


def test_single_axis_has_its_position_as_coordinate(tmp_path):
    (tmp_path / "axis.yaml").write_text(AXIS)
    model = compiled(tmp_path / "axis.yaml")
    exact = exact_motion(model, 0.08, rate=1000.0, duration=3.0)
    log = read_log(written(tmp_path / "log.csv", {"t": exact.time, "q": exact.q[:, 0], "tau_q": exact.tau[:, 0]}), model)
    motion = log_motion(model, log)
    assert np.abs(motion.xdd - exact.xdd)[motion.valid].max() < SPLINE * np.abs(exact.xdd).max()


def test_redundant_actuation_fits_all_noisy_joints():
    """The least squares pose has less error than the pose of three of the four joints."""
    model = compiled("dualv")
    exact = exact_motion(model, ROBOTS["dualv"], duration=3.0)
    rng = np.random.default_rng(2)
    noisy = exact.q + 1e-5 * rng.standard_normal(exact.q.shape)
    motion = log_motion(model, as_log(exact, joints=dict(zip(exact.names, noisy.T, strict=True))))
    assert np.abs(motion.x - exact.x)[motion.valid].max() < 3e-5
    assert "Redundant actuation" in motion.remarks[-1]


def test_angles_that_jump_by_whole_turns_are_continued():
    model = compiled(SERIAL / "arm-6r-tool.yaml")
    exact = exact_motion(model, 3.5, duration=3.0)
    assert (np.abs(exact.q) > np.pi).any()
    log = as_log(exact)
    wrapped = {name: (values + np.pi) % (2 * np.pi) - np.pi for name, values in log.joints.items()}
    motion = log_motion(model, Log("made", log.time, wrapped, log.efforts, {}, log.doubtful))
    turns = (motion.x - exact.x) / (2 * np.pi)
    assert np.abs(turns - turns.round())[motion.valid].max() < 1e-3 and np.ptp(turns[motion.valid].round(), axis=0).max() == 0


@pytest.mark.parametrize("given", ["start", "platform", "passive", "mode"])
def test_other_working_mode_is_found_by_what_is_known(given):
    """In the mode (-1, -1) both elbows of the five-bar are on the left."""
    model, mode = compiled("five-bar"), (-1, -1)
    exact = exact_motion(model, 0.03, mode=mode, duration=3.0)
    passive = model.joints(exact.x, mode=mode, motion=True)[:, model.joint_names.index("q12")]
    options = {"start": {"start": exact.x[0] + 0.003}, "mode": {"mode": mode}}.get(given, {})
    columns = {
        "platform": {"platform": dict(zip(("px", "py"), exact.x.T, strict=True))},
        "passive": {"joints": {"q12": passive + 0.01}},
    }.get(given, {})
    motion = log_motion(model, as_log(exact, **columns), **options)
    assert motion.mode == mode
    check_states(motion, exact)
    word = {"start": "the given start", "platform": "coordinates of the platform", "passive": "measured q12", "mode": "from home"}
    assert any(word[given] in one for one in motion.remarks)


def test_log_that_no_assembly_reaches_is_refused():
    model = compiled("five-bar")
    exact = exact_motion(model, 0.03, duration=3.0)
    degrees = {name: np.degrees(values) for name, values in as_log(exact).joints.items()}
    with pytest.raises(InputError, match=r"check (the )?units") as caught:
        log_motion(model, Log("made", exact.time, degrees, as_log(exact).efforts, {}, np.zeros(600, dtype=bool)))
    assert "\n" not in str(caught.value)


def test_measured_passive_joint_that_fits_no_assembly_is_refused():
    model = compiled("five-bar")
    exact = exact_motion(model, 0.03, duration=3.0)
    with pytest.raises(InputError, match=r"measured q12 of the first row fit none of . assembly modes; the nearest is off by"):
        log_motion(model, as_log(exact, joints={"q12": 0.8 + 0 * exact.time}))


def test_log_of_another_robot_is_refused():
    exact = exact_motion(compiled("five-bar"), 0.03, duration=3.0)
    with pytest.raises(InputError, match="no positions or efforts of theta1, theta2, theta3; it is a log of another robot"):
        log_motion(compiled("delta-d3-1200"), as_log(exact))


def test_motion_through_a_singularity_is_refused_with_its_instant():
    """The joints of the five-bar turn towards each other until the loop cannot close."""
    model = compiled("five-bar")
    q0 = model.inverse_kinematics(model.survey.home)
    t = np.arange(600) / 200
    q = q0 + np.outer(t, [1.0, -1.0])
    log = Log("made", t, dict(zip(("q11", "q21"), q.T, strict=True)), {"q11": t, "q21": t}, {}, np.zeros(600, dtype=bool))
    with pytest.raises(InputError, match=r"cannot be followed beyond row \d+ of 600 rows, t = .* s, from the first pose"):
        log_motion(model, log)


@pytest.mark.parametrize("rate", [50, 80, 300])
def test_motion_across_a_singularity_is_refused_at_every_rate(rate):
    """The same joint positions lead the platform across the Type 2 singularity, or back from it."""
    model = compiled("3-prs")
    t = np.arange(1.5 * rate) / rate
    x = model.survey.home + (1 - np.cos(2 * t))[:, None] / 2 * ([0.372, -0.839, -0.817] - model.survey.home)
    joints = dict(zip(model.actuated_names, model.inverse_kinematics(x, motion=True).T, strict=True))
    log = Log("made", t, joints, dict.fromkeys(joints, t), {}, np.zeros(len(t), dtype=bool))
    crossed = np.flatnonzero(np.diff(np.sign(np.linalg.det(model.inverse_jacobian(x)))))[0]
    with pytest.raises(InputError, match="Type 2 singularity") as told:
        log_motion(model, log, start=x[0])
    assert abs(int(re.search(r"beyond row (\d+)", str(told.value))[1]) - crossed) <= 3


def test_decimated_motion_has_every_third_row():
    model = compiled("five-bar")
    exact = exact_motion(model, 0.03, duration=3.0)
    full, third = log_motion(model, as_log(exact)), log_motion(model, as_log(exact), decimate=3)
    assert np.array_equal(third.xdd, full.xdd[::3]) and third.step == pytest.approx(3 * full.step)
