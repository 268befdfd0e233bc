"""Compare rates and accelerations of all joints to differences along a path."""

from __future__ import annotations

import numpy as np

DIFFERENCES = 1e-8
"""Relative to the largest entry; extrapolated differences have about ten correct digits."""

STEP = 4e-3

ROUND_OFF = 1e-13
"""Relative; two graphs of the same quantity may add terms in another order."""


def _positions(m, x, before):
    """Positions of all joints; angles are shifted by whole turns to be near `before`."""
    q = m.joints(x)
    turning = [j.is_periodic for j in m.mechanism.joints]
    return q - 2 * np.pi * np.where(turning, np.round((q - before) / (2 * np.pi)), 0.0)


def test_rates_equal_differences_of_positions(every_robot, model, some_states, along, slope, off):
    m = model(every_robot)
    for state in some_states(every_robot, 6):
        before = m.joints(state.x)
        expected = slope(lambda h, s=state, b=before: _positions(m, along(m, s, h)[0], b), STEP)
        assert off(m.joint_rates(state.x, state.xd, joints="all"), expected) < DIFFERENCES


def test_accelerations_equal_differences_of_rates(every_robot, model, some_states, along, slope, off):
    m = model(every_robot)
    for state in some_states(every_robot, 6):
        expected = slope(lambda h, s=state: m.joint_rates(*along(m, s, h), joints="all"), STEP)
        assert off(m.joint_accelerations(*state, joints="all"), expected) < DIFFERENCES


def test_values_of_actuated_joints_equal_those_among_all_joints(every_robot, model, some_states, off):
    m = model(every_robot)
    places = [m.joint_names.index(name) for name in m.actuated_names]
    for x, xd, xdd in some_states(every_robot, 2):
        assert off(m.joint_rates(x, xd), m.joint_rates(x, xd, joints="all")[places]) < ROUND_OFF
        every = m.joint_accelerations(x, xd, xdd, joints="all")
        assert off(m.joint_accelerations(x, xd, xdd), every[places]) < ROUND_OFF


def test_derivative_of_inverse_kinematics_is_the_inverse_jacobian(every_robot, model, some_states, off):
    m = model(every_robot, "vm")
    assert not m.mechanism.platform.is_quaternion, "the inverse Jacobian is over twists, the derivative over quaternions"
    derivative = m.derivatives("inverse_kinematics", wrt="x")
    for state in some_states(every_robot, 4):
        assert off(derivative(state.x), m.inverse_jacobian(state.x)) < DIFFERENCES
