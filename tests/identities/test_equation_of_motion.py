"""Equation of motion M xdd + c = J_inv^T tau and its parts, in platform space and in actuator space."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

SAME = 1e-10
"""Relative to the largest term; two computations of the same quantity differ by round-off. Efforts and quantities in actuator
space multiply it by the condition number of J_inv (at most 200)."""

REDUNDANTLY_ACTUATED = ["dualv", "navaro"]
"""Robots without an actuator space; see test_redundant_actuation."""


def test_only_redundantly_actuated_robots_are_exempt(mechanisms):
    exempt = [name for name, mechanism in mechanisms.items() if len(mechanism.actuated) != mechanism.n_dof]
    assert exempt == REDUNDANTLY_ACTUATED


@given(data=st.data())
def test_mass_matrix_is_symmetric_positive_definite(data, every_robot, model, draw, off):
    m = model(every_robot)
    M = m.mass_matrix(draw(data, m).x)
    assert off(M, M.T, scale=0.0) < SAME
    assert np.linalg.eigvalsh((M + M.T) / 2)[0] > 0


@given(data=st.data())
def test_mass_matrix_gives_the_kinetic_energy(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, _ = draw(data, m)
    assert off(m.energy(x, xd).kinetic, xd @ m.mass_matrix(x) @ xd / 2) < SAME


@given(data=st.data())
def test_the_equation_of_motion_holds_in_platform_space(data, every_robot, model, draw, off, kinds_of_friction):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    for friction in kinds_of_friction(m, x, xd):
        force = m.inverse_jacobian(x).T @ m.inverse_dynamics(x, xd, xdd, friction=friction)
        assert off(m.mass_matrix(x) @ xdd + m.bias(x, xd, friction=friction), force) < SAME


@pytest.mark.robots_but(*REDUNDANTLY_ACTUATED)
@given(data=st.data())
def test_the_equation_of_motion_holds_in_actuator_space(data, every_robot, model, draw, off, kinds_of_friction):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    qdd = m.joint_accelerations(x, xd, xdd)
    for friction in kinds_of_friction(m, x, xd):
        tau = m.mass_matrix(x, space="actuators") @ qdd + m.bias(x, xd, space="actuators", friction=friction)
        assert off(tau, m.inverse_dynamics(x, xd, xdd, friction=friction)) < SAME


@given(data=st.data())
def test_joint_rates_equal_inverse_jacobian_times_xd(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, _ = draw(data, m)
    assert off(m.joint_rates(x, xd), m.inverse_jacobian(x) @ xd) < SAME


@given(data=st.data())
def test_efforts_are_linear_in_the_parameters(data, every_robot, model, draw, off, kinds_of_friction):
    m = model(every_robot, "vm")  # the largest graph, and the slowest to compile
    x, xd, xdd = draw(data, m)
    for friction in kinds_of_friction(m, x, xd):
        tau = m.regressor(x, xd, xdd, friction=friction) @ m.parameters
        assert off(tau, m.inverse_dynamics(x, xd, xdd, friction=friction)) < SAME
