"""Forward and inverse models are inverse functions of each other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

UNDONE = 1e-9
"""Relative; round-off of 1e-14 in each model times the condition number of the solved system (at most 200, see the shared
fixtures), and a factor of 100 for sums that cancel."""


@given(data=st.data())
def test_forward_kinematics_inverts_inverse_kinematics(data, every_robot, model, draw, along, off):
    m = model(every_robot)
    state = draw(data, m)
    near = along(m, state._replace(xd=state.xd * 1e-3 * (m.survey.upper - m.survey.lower), xdd=0 * state.xdd), 1.0)[0]
    q = m.inverse_kinematics(state.x)
    assert off(m.forward_kinematics(q, guess=near), state.x) < UNDONE


@given(data=st.data())
def test_jacobian_inverts_inverse_jacobian(data, every_robot, model, draw, off):
    m = model(every_robot)
    x = draw(data, m).x
    assert off(m.jacobian(x) @ m.inverse_jacobian(x), np.eye(m.mechanism.n_dof)) < UNDONE


@given(data=st.data())
def test_forward_dynamics_inverts_inverse_dynamics(data, every_robot, model, draw, draw_vector, kinds_of_friction, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    wrench = draw_vector(data, 6, 20.0)
    for friction in kinds_of_friction(m, x, xd):
        tau = m.inverse_dynamics(x, xd, xdd, wrench=wrench, friction=friction)
        assert off(m.forward_dynamics(x, xd, tau, wrench=wrench, friction=friction), xdd) < UNDONE


@given(data=st.data())
def test_inverse_dynamics_inverts_forward_dynamics(data, every_robot, model, draw, draw_vector, kinds_of_friction, off):
    m = model(every_robot)
    x, xd, _ = draw(data, m)
    tau = draw_vector(data, len(m.actuated_names), 20.0)
    Ji = m.inverse_jacobian(x)  # redundant actuators: only the part of tau that moves the platform is recovered
    for friction in kinds_of_friction(m, x, xd):
        again = m.inverse_dynamics(x, xd, m.forward_dynamics(x, xd, tau, friction=friction), friction=friction)
        assert off(Ji.T @ again, Ji.T @ tau) < UNDONE
