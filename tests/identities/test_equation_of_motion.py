"""M xdd + c = J_inv^T tau and its parts, in both spaces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

SAME = 1e-10
"""Relative to the largest term: two routes through the same mechanics differ by round-off, magnified by the condition number
of J_inv where efforts or actuator-space quantities are compared (at most 200)."""

REDUNDANTLY_ACTUATED = ["dualv", "navaro"]
"""They have no actuator space; see test_redundant_actuation."""


def test_only_redundant_actuation_is_exempt(mechanisms):
    exempt = [name for name, mechanism in mechanisms.items() if len(mechanism.actuated) != mechanism.n_dof]
    assert exempt == REDUNDANTLY_ACTUATED


@given(data=st.data())
def test_mass_matrix_is_symmetric_and_positive(data, every_robot, model, draw, off):
    m = model(every_robot)
    M = m.mass_matrix(draw(data, m).x)
    assert off(M, M.T, scale=0.0) < SAME
    assert np.linalg.eigvalsh((M + M.T) / 2)[0] > 0


@given(data=st.data())
def test_mass_matrix_is_that_of_the_kinetic_energy(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, _ = draw(data, m)
    assert off(m.energy(x, xd).kinetic, xd @ m.mass_matrix(x) @ xd / 2) < SAME


@given(data=st.data())
def test_platform_space(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    for friction in (True, False):
        force = m.inverse_jacobian(x).T @ m.inverse_dynamics(x, xd, xdd, friction=friction)
        assert off(m.mass_matrix(x) @ xdd + m.bias(x, xd, friction=friction), force) < SAME


@pytest.mark.robots_but(*REDUNDANTLY_ACTUATED)
@given(data=st.data())
def test_actuator_space(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    qdd = m.joint_accelerations(x, xd, xdd)
    tau = m.mass_matrix(x, space="actuators") @ qdd + m.bias(x, xd, space="actuators")
    assert off(tau, m.inverse_dynamics(x, xd, xdd)) < SAME


@given(data=st.data())
def test_joint_rates_are_inverse_jacobian_times_xd(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, _ = draw(data, m)
    assert off(m.joint_rates(x, xd), m.inverse_jacobian(x) @ xd) < SAME


@given(data=st.data())
def test_efforts_are_linear_in_the_parameters(data, every_robot, model, draw, off):
    m = model(every_robot, "vm")  # the largest graph, and the slowest to compile
    x, xd, xdd = draw(data, m)
    for friction in (True, False):
        tau = m.regressor(x, xd, xdd, friction=friction) @ m.parameters
        assert off(tau, m.inverse_dynamics(x, xd, xdd, friction=friction)) < SAME
