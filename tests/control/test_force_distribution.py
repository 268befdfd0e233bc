"""Efforts of redundant actuators: least norm, nearest to wanted efforts, preload against backlash."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados import control
from parados.errors import InputError, SingularConfigurationError

FORCE = np.array([3.0, -2.0, 0.4])
ROUND_OFF = 1e-9


@pytest.fixture(scope="module")
def dualv():
    return parados.load("dualv").compile("vm")


def _pose(model):
    return np.array(model.survey.home) + np.array([0.02, -0.01, 0.05])


def test_efforts_are_those_of_least_norm(dualv):
    x = _pose(dualv)
    tau = control.distribute(dualv, x, FORCE)
    by_numpy = np.linalg.lstsq(dualv.inverse_jacobian(x).T, FORCE, rcond=None)[0]
    assert np.allclose(tau, by_numpy, rtol=0, atol=ROUND_OFF)


def test_efforts_near_wanted_ones_give_the_force_and_no_other_such_efforts_are_nearer(dualv):
    x, wanted = _pose(dualv), np.array([1.0, -2.0, 3.0, 0.5])
    tau = control.distribute(dualv, x, FORCE, near=wanted)
    J_inv = dualv.inverse_jacobian(x)
    assert np.allclose(J_inv.T @ tau, FORCE, rtol=0, atol=ROUND_OFF)
    null = np.linalg.svd(J_inv.T)[2][3:]
    assert np.abs(null @ (tau - wanted)).max() < ROUND_OFF  # the way to the wanted efforts has no part that moves nothing


def test_preload_keeps_every_actuator_pushing_and_does_not_move_the_robot(dualv):
    x = _pose(dualv)
    null = np.linalg.svd(dualv.inverse_jacobian(x).T)[2][3]
    pattern = np.sign(null)
    plain = control.ComputedTorque(dualv, x, 100.0, 20.0)
    loaded = control.ComputedTorque(dualv, x, 100.0, 20.0, preload=control.Preload(pattern, 0.7))
    at = x + np.array([0.01, 0.02, -0.03]), np.array([0.1, -0.2, 0.3])
    without, tau = (law.update(0.0, law.measure(*at)).efforts for law in (plain, loaded))
    assert (without * pattern).min() < 0.7
    assert abs((tau * pattern).min() - 0.7) < ROUND_OFF  # no more than needed
    assert np.allclose(dualv.inverse_jacobian(at[0]).T @ (tau - without), 0.0, atol=1e-8)


def test_a_pattern_that_the_robot_cannot_hold_has_no_efforts(dualv):
    null = np.linalg.svd(dualv.inverse_jacobian(_pose(dualv)).T)[2][3]
    pattern = np.sign(null) * [1, 1, 1, -1]
    law = control.ComputedTorque(dualv, _pose(dualv), 100.0, 20.0, preload=control.Preload(pattern, 0.7))
    with pytest.raises(SingularConfigurationError, match="has no efforts"):
        law.update(0.0, law.measure(_pose(dualv), np.zeros(3)))


def test_robots_without_redundant_actuators_have_no_preload():
    model = parados.load("five-bar").compile("vm")
    with pytest.raises(InputError, match="not redundantly actuated"):
        control.ComputedTorque(model, [0.0, 0.25], 1.0, 1.0, preload=control.Preload([1, -1], 1.0))
    with pytest.raises(InputError, match="1 or -1"):
        control.Preload([1, 0.5], 1.0)
