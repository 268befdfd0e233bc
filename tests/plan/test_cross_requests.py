"""Options of `plan.cross`: degree, poses to go through, several crossings, demands."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from crossing_checks import CRITERION, ONE_VALUE, worst_step

import parados
from parados.plan import Demands, cross
from parados.singularity.classification import classify
from parados.singularity.nearest import nearest_singularity
from parados.trajectory import Condition, concatenate, polynomials_from_conditions, reversed_in_time

HOME_TO = [0.0, 0.338], [0.1, 0.1], 1.5
"""Motion of the five-bar in section 9.4: start, end, duration [s]."""

TWICE = {"five-bar": ([0.004, 0.232], [-0.244, 0.063], 2.0), "3-rpr": ([0.59, 0.171, -0.202], [0.204, 0.598, 0.545], 2.0)}
"""Motions that meet two singularities: start, end, duration [s]."""


@pytest.mark.parametrize("degree", [9, 12, 20])
def test_higher_degree_reduces_the_jerk(degree, five_bar):
    start, end, seconds = HOME_TO
    freer = cross(five_bar, start, end, seconds, degree=degree)
    assert freer.trajectory.power_coefficients().shape[1] == degree + 1
    assert worst_step(freer) < ONE_VALUE
    passage, none = freer.passages[0], np.zeros(2)
    ends = [Condition(t, k, x if k == 0 else none) for t, x in ((0.0, start), (seconds, end)) for k in range(3)]
    there = [Condition(passage.time, k, value) for k, value in enumerate((passage.x, passage.xd, passage.xdd))]
    least = polynomials_from_conditions([*ends, *there], seconds)
    t = np.linspace(0.0, seconds, 3001)
    jerks = [np.mean(trajectory.derivative(t, 3) ** 2) for trajectory in (least, freer.trajectory)]
    assert least.degree == 8 and jerks[1] < jerks[0]


def test_giving_the_singular_pose_of_the_straight_way_gives_the_same_motion(five_bar):
    start, end, seconds = HOME_TO
    found = cross(five_bar, start, end, seconds)
    given = cross(five_bar, start, end, seconds, through=found.passages[0].x)
    assert given.passages[0].time == pytest.approx(found.passages[0].time, rel=1e-12)
    assert given.passages[0].xdd == pytest.approx(found.passages[0].xdd, rel=1e-9)


def test_given_pose_is_moved_onto_the_singular_curve(five_bar):
    """The pose is given to four digits and is not on the straight way."""
    start, end, seconds = HOME_TO
    beside = np.array([0.07, 0.2])
    near = nearest_singularity(five_bar, beside)
    motion = cross(five_bar, start, end, seconds, through=near.x.round(4))
    assert "Type 2" in classify(five_bar, motion.passages[0].x).kinds
    assert np.linalg.norm(motion.passages[0].x - near.x) < 1e-3
    assert np.linalg.norm(motion.passages[0].x - cross(five_bar, start, end, seconds).passages[0].x) > 5e-3
    assert worst_step(motion) < ONE_VALUE and motion.passages[0].residual < CRITERION


@pytest.mark.parametrize("name", TWICE)
def test_motion_crosses_two_singularities(name, model):
    start, end, seconds = TWICE[name]
    motion = cross(model(name), start, end, seconds)
    assert len(motion.passages) == len(motion.naive_crossings) == 2
    assert motion.passages[0].time < motion.passages[1].time
    assert max(p.residual for p in motion.passages) < CRITERION
    assert worst_step(motion) < ONE_VALUE
    assert np.isfinite(motion.peak).all() and (motion.naive_peak > 100 * motion.peak).any()


def test_dry_friction_of_passive_joints_is_part_of_the_criterion(crossing):
    """If passive joints have friction, the planned motion violates the criterion without friction."""
    passage = crossing("five-bar-feasible").passages[0]
    assert abs(passage.criterion.relative(passage.xd, passage.xdd, friction=False)[0]) > 1e-4
    passage = crossing("five-bar").passages[0]  # friction in the actuated joints only, which does no work on t_s
    assert abs(passage.criterion.relative(passage.xd, passage.xdd, friction=False)[0]) < CRITERION


def test_planned_motion_can_be_concatenated_and_reversed(crossing):
    """Without friction, the reversed motion has the same efforts."""
    motion = crossing("delta-d3-1200")
    both = concatenate(motion.trajectory, reversed_in_time(motion.trajectory))
    t = motion.passages[0].time - 0.05
    there, back = (both(u) for u in (t, both.duration - t))
    tau = [motion.model.inverse_dynamics(*at, mode=motion.mode, friction=False) for at in (there, back)]
    assert tau[0] == pytest.approx(tau[1], rel=1e-9)


# -- demands -------------------------------------------------------------------------------------------------------------


def test_demands_are_met_at_every_sample(five_bar):
    start, end, seconds = HOME_TO
    free = cross(five_bar, start, end, seconds)
    bound = 0.98 * free.peak.max()
    bounds = Demands(speed=[0.95, 0.95], effort=[bound, bound])
    motion = cross(five_bar, start, end, seconds, demands=bounds)
    at = motion.trajectory(np.linspace(0.0, seconds, 5001))
    assert np.abs(five_bar.inverse_dynamics(*at)).max() <= bound * (1 + 1e-5)  # between the planner's 1001 samples
    assert np.abs(five_bar.joint_rates(at.x, at.xd)).max() <= 0.95 * (1 + 1e-5)
    assert (motion.peak <= bound).all()


def test_joint_limits_of_the_robot_file_are_kept(tmp_path, five_bar):
    start, end, seconds = HOME_TO
    q = five_bar.inverse_kinematics(cross(five_bar, start, end, seconds).trajectory(np.linspace(0, seconds, 301)).x)[:, 0]
    text = (files("parados.robots") / "five-bar.yaml").read_text()
    limits = f"name: q11, limits: [{q.min() - 0.01}, {q.max() + 0.01}],"
    (tmp_path / "limited.yaml").write_text(text.replace("name: q11,", limits).replace("name: five-bar", "name: limited"))
    model = parados.load(tmp_path / "limited.yaml").compile("vm")
    motion = cross(model, start, end, seconds)
    assert model.within_limits(motion.trajectory.derivative(motion.times, 0)).all()
    with pytest.raises(parados.InputError, match=r"q11 exceeds its limits \[.*\] in the robot file by [0-9.]+ rad or m"):
        cross(model, *TWICE["five-bar"])
    assert len(cross(model, *TWICE["five-bar"], demands=Demands(joints=False)).passages) == 2
