"""Synchronised motions from pose to pose: straight lines of the actuators, exact laws, and platforms that follow."""

from __future__ import annotations

import numpy as np
import pytest
from tests.trajectory.central_differences import worst_difference

from parados.errors import InputError
from parados.plan import ActuatorLimits, synchronised

START, END = [0.0, -0.15, -0.8], [0.1, 0.15, -0.75]


@pytest.mark.parametrize("more", [{}, {"jerk": 3000.0}, {"effort": 40.0}], ids=["trapezoid", "jerk", "effort"])
def test_actuators_move_on_a_straight_line_and_reach_the_end_together(model, more):
    delta = model("delta-d3-1200")
    motion = synchronised(delta, START, END, ActuatorLimits(speed=5.0, acceleration=100.0, **more))
    t = np.linspace(0.0, motion.duration, 41)
    q = delta.inverse_kinematics(motion(t).x)
    assert np.linalg.svd(q - q[0])[1][1] < 1e-9, "one direction"
    assert motion(motion.trajectory.times).x == pytest.approx(np.array([START, END]), abs=1e-9)
    assert motion.excess < 1e-6
    assert max(float(use.max()) for use in motion.use.values()) > 1 - 1e-6, "a limit is used"


def test_law_is_the_fastest_one_of_the_slowest_actuator(model):
    delta = model("delta-d3-1200")
    ways = np.abs(np.diff(delta.inverse_kinematics(np.array([START, END])), axis=0)[0])
    speed, acceleration = np.array([5.0, 2.0, 6.0]), np.array([100.0, 80.0, 40.0])
    motion = synchronised(delta, START, END, ActuatorLimits(speed=speed, acceleration=acceleration))
    v, a = (speed / ways).min(), (acceleration / ways).min()
    assert motion.duration == pytest.approx(1 / v + v / a if a > v * v else 2 / np.sqrt(a), rel=1e-12)


def test_velocities_and_accelerations_are_derivatives(model):
    motion = synchronised(model("delta-d3-1200"), START, END, ActuatorLimits(speed=5.0, acceleration=100.0))
    assert worst_difference(motion.trajectory) < 1e-5


def test_requests_that_cannot_be_met(model):
    delta = model("delta-d3-1200")
    limits = ActuatorLimits(speed=5.0, acceleration=100.0)
    with pytest.raises(InputError, match="end: it is the same pose as start"):
        synchronised(delta, START, START, limits)
    with pytest.raises(InputError, match="dualv has 4 actuators for 3 degrees of freedom, so they cannot all move"):
        synchronised(model("dualv"), model("dualv").survey.home, [0.02, 0.0, 0.0], limits)
    with pytest.raises(InputError, match="an effort or an acceleration is needed"):
        synchronised(delta, START, END, ActuatorLimits(speed=5.0))
