"""Crossing motions of redundantly actuated robots, and of platforms with quaternions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import parados
from parados import trajectory
from parados.charts.angle_description import clearest_sequence
from parados.errors import InputError, SingularConfigurationError
from parados.plan import Demands, cross
from parados.plan.quaternion_crossing import InAngles, QuaternionTrajectory

HERE = Path(__file__).parent

SAME = 1e-9
"""Relative difference between efforts of two descriptions of one robot."""


@pytest.fixture(scope="module")
def four_legs():
    """A planar platform on four legs: at a3 = 0 all legs meet in one point, and four actuators do not hold three motions."""
    return parados.load(HERE / "4-rpr.yaml").compile()


@pytest.fixture(scope="module")
def crossed(four_legs):
    return cross(four_legs, [0.05, 0.02, 0.4], [-0.03, 0.01, -0.4], 1.0)


def test_redundantly_actuated_robot_crosses_the_singularity_that_is_left(four_legs, crossed):
    (passage,) = crossed.passages
    assert abs(passage.x[2]) < 1e-12 and passage.residual < 1e-12
    before, after = crossed.approach(0)
    assert np.abs(before[2] - after[2]).max() < 1e-6 * np.abs(before).max(), "one limit on both sides"
    assert crossed.efforts(passage.time) == pytest.approx(before[2], rel=1e-5)
    assert crossed.peak.max() < 50 and crossed.naive_peak.min() > 1e4
    states = crossed(np.linspace(0.05, 0.95, 30))
    balance = np.einsum("nai,na->ni", four_legs.inverse_jacobian(states.x), four_legs.inverse_dynamics(*states))
    assert balance == pytest.approx(four_legs.platform_force(*states), rel=1e-8, abs=1e-8)


def test_efforts_near_the_singularity_are_the_smallest_ones(four_legs, crossed):
    """The efforts have no part in the null space of J_inv^T, also 1 ns beside the singularity."""
    for step in (1e-2, 1e-9):
        t = crossed.passages[0].time + step
        J = four_legs.inverse_jacobian(crossed(t).x)
        idle = np.linalg.svd(J.T)[2][-1]
        assert abs(idle @ crossed.efforts(t)) < 1e-6 * crossed.peak.max()


def test_pose_near_the_singularity_is_moved_onto_it(four_legs):
    motion = cross(four_legs, [0.05, 0.02, 0.4], [-0.03, 0.01, -0.4], 1.0, through=[0.0003, -0.0002, 0.0004])
    assert abs(motion.passages[0].x[2]) < 1e-12 and motion.passages[0].x[:2] == pytest.approx([3e-4, -2e-4], abs=1e-6)


def test_redundant_robot_away_from_the_criterion_has_no_efforts(four_legs):
    with pytest.raises(SingularConfigurationError, match="violates the criterion"):
        four_legs.inverse_dynamics([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 5.0])


def test_requests_of_redundant_robots_that_cannot_be_met(four_legs, model):
    with pytest.raises(InputError, match=r"no singularity .* \(redundant actuators hold the platform in most"):
        cross(model("dualv"), model("dualv").survey.home, [0.05, 0.05, 0.1], 1.0)
    with pytest.raises(InputError, match="minimise: 4-rpr has 4 actuators for 3 degrees of freedom"):
        cross(four_legs, [0.05, 0.02, 0.4], [-0.03, 0.01, -0.4], 1.0, minimise="peak")
    with pytest.raises(InputError, match="no crossing motion was found: the effort of"):
        cross(four_legs, [0.05, 0.02, 0.4], [-0.03, 0.01, -0.4], 1.0, demands=Demands(effort=5.0))


def test_robot_in_angles_is_the_robot_with_a_quaternion():
    """Twists, accelerations and efforts of a motion agree in both descriptions."""
    own = parados.load(HERE.parent / "robots" / "6-ups-quaternion.yaml").compile("vm")
    home = own.survey.home
    turn = Rotation.from_euler("y", 0.4).as_quat(scalar_first=True)
    other = InAngles(own, home, [0.03, 0.02, 0.72, *turn], None)
    motion = trajectory.point_to_point(other.start, other.end, 1.0)
    states = QuaternionTrajectory(other.model, motion, None)(0.4)
    assert own.inverse_dynamics(*states) == pytest.approx(other.model.inverse_dynamics(*motion(0.4)), rel=SAME)
    assert clearest_sequence(np.array([[1.0, 0, 0, 0], [np.sqrt(0.5), 0, np.sqrt(0.5), 0]])) != "XYZ", "a2 would be 90 degrees"


@pytest.mark.slow
def test_platform_with_a_quaternion_crosses_as_the_same_platform_in_angles():
    own = parados.load(HERE.parent / "robots" / "6-ups-quaternion.yaml").compile()
    home = own.survey.home
    turn = Rotation.from_euler("z", 2.0) * Rotation.from_euler("x", 0.15)
    end = np.concatenate([[0.05, 0.02, 0.72], turn.as_quat(scalar_first=True)])
    motion = cross(own, home, end, 2.0)
    ends = motion(np.array([0.0, 2.0]))
    assert np.abs(ends.x[0] - home).max() < SAME
    assert abs(abs(ends.x[1, 3:] @ end[3:]) - 1) < SAME and ends.x[1, :3] == pytest.approx(end[:3])
    t = np.linspace(0.1, 1.9, 25)
    states = motion(t)
    assert np.linalg.norm(states.x[:, 3:], axis=1) == pytest.approx(np.ones(25), abs=1e-12)
    assert (np.sum(states.x[1:, 3:] * states.x[:-1, 3:], axis=1) > 0).all(), "the sign of the quaternion does not jump"
    efforts = own.inverse_dynamics(*states)
    assert efforts == pytest.approx(motion.efforts(t), rel=SAME, abs=SAME * np.abs(efforts).max())
    h = 1e-6
    later, earlier = motion(t + h), motion(t - h)
    assert (later.xd - earlier.xd) / (2 * h) == pytest.approx(states.xdd, rel=1e-5, abs=1e-5)
    assert (later.x - earlier.x) / (2 * h) == pytest.approx(motion.platform.slope(t, 0), rel=1e-5, abs=1e-6)
    assert motion.why_not_finite() is None and motion.naive_peak.max() > 1e5
