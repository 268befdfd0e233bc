"""Laws against identities of mechanics, at random states: no simulation is needed."""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from control_loops import START, five_bar, motion
from scipy.spatial.transform import Rotation

import parados
from parados import control
from parados.control.adaptive_law import sliding_regressor
from parados.control.law_signals import Signals

EXACT = 1e-8
"""Relative tolerance of identities that hold to round-off; solutions of linear systems lose some digits."""


def _states(model, seed=0):
    """A pose near home, and rates."""
    rng = np.random.default_rng(seed)
    n, n_x = len(model.labels["xd"]), len(model.labels["x"])
    home = np.array(model.survey.home)
    small = 0.01 * model.characteristic_length
    x = home + small * rng.normal(size=n_x)
    if n_x > n:
        x[3:7] /= np.linalg.norm(x[3:7])
    return x, 0.1 * rng.normal(size=n)


def _close(a, b):
    assert np.abs(a - b).max() <= EXACT * max(1.0, np.abs(b).max())


def _model(name):
    return five_bar() if name == "five-bar" else parados.load(name).compile("vm")


ROBOTS = ["five-bar", "dualv", pytest.param("delta-d3-1200", marks=pytest.mark.slow)]
ROBOTS += [pytest.param(name, marks=pytest.mark.slow) for name in ("gough-stewart-lopes", "exechon", "navaro", "3-rps-wrist")]


@pytest.mark.parametrize("name", ROBOTS)
def test_computed_torque_gives_the_linear_error_equation(name):
    model = _model(name)
    x, xd = _states(model)
    wanted, _ = _states(model, 1)
    kp, kd = 50.0, 12.0
    law = control.ComputedTorque(model, wanted, kp, kd)
    tau = law.update(0.0, law.measure(x, xd)).efforts
    _close(model.forward_dynamics(x, xd, tau), kp * (wanted - x) - kd * xd)


@pytest.mark.parametrize("name", ["five-bar", pytest.param("delta-d3-1200", marks=pytest.mark.slow)])
def test_computed_torque_in_joints_gives_the_linear_error_equation_of_the_joints(name):
    model = _model(name)
    x, xd = _states(model)
    wanted, _ = _states(model, 1)
    kp, kd = 50.0, 12.0
    law = control.ComputedTorque(model, wanted, kp, kd, space="joints")
    seen = law.measure(x, xd)
    xdd = model.forward_dynamics(x, xd, law.update(0.0, seen).efforts)
    error = model.inverse_kinematics(wanted) - seen.q
    _close(model.joint_accelerations(x, xd, xdd), kp * error - kd * seen.qd)


@pytest.mark.slow
def test_computed_torque_of_a_quaternion_platform_turns_towards_its_reference():
    """A platform that is turned by a small rotation vector r from its reference gets the angular acceleration -kp r."""
    model = parados.load(Path(__file__).parents[1] / "robots" / "6-ups-quaternion.yaml").compile("vm")
    home, r = np.array(model.survey.home), np.array([3e-4, -2e-4, 1e-4])
    turned = np.roll((Rotation.from_rotvec(r) * Rotation.from_quat(np.roll(home[3:7], -1))).as_quat(), 1)
    x = np.concatenate([home[:3], turned])
    law = control.ComputedTorque(model, home, 50.0, 12.0)
    tau = law.update(0.0, law.measure(x, np.zeros(6))).efforts
    xdd = model.forward_dynamics(x, np.zeros(6), tau)
    assert np.abs(xdd[3:] + 50.0 * r).max() < 1e-6 * 50.0 * np.abs(r).max()


def test_feed_forward_equals_inverse_dynamics_on_the_reference():
    model, wanted = five_bar(), motion()
    law = control.FeedForwardPD(model, wanted, 100.0, 5.0)
    x, xd, xdd = wanted(0.2)
    _close(law(0.2, model.inverse_kinematics(x), model.joint_rates(x, xd), x, xd), model.inverse_dynamics(x, xd, xdd))


def test_pid_adds_gain_times_error_times_period_to_its_integral():
    model = five_bar()
    law = control.PIDGravity(model, START, 0.0, 0.0, [3.0, 4.0], limit=0.02)
    x = np.array([0.02, 0.27])
    error = model.inverse_kinematics(START) - model.inverse_kinematics(x)
    one = law.update(0.0, law.measure(x, [0.0, 0.0]), [0.001, -0.002], period=0.01)
    _close(one.state, np.array([0.001, -0.002]) + np.array([3.0, 4.0]) * error * 0.01)
    many = law.update(0.0, law.measure(x, [0.0, 0.0]), [1.0, -1.0], period=0.01)
    assert np.abs(many.state).max() == 0.02
    _close(many.efforts - one.efforts, many.state - one.state)


def test_impedance_with_a_chosen_inertia_obeys_its_equation():
    """M_d edd + D ed + K e = -F, with the force F of the wrench dual to xd."""
    model = five_bar()
    x, xd = np.array([0.02, 0.27]), np.array([0.1, -0.2])
    M, D, K = np.array([[2.0, 0.3], [0.3, 1.5]]), np.diag([4.0, 5.0]), np.array([[30.0, 5.0], [5.0, 40.0]])
    wrench = [1.5, -0.7, 0.0, 0.0, 0.0, 0.0]
    law = control.Impedance(model, START, K, D, inertia=M)
    tau = law.update(0.0, law.measure(x, xd, wrench=wrench)).efforts
    xdd = model.forward_dynamics(x, xd, tau, wrench=wrench)
    _close(M @ -xdd + D @ -xd + K @ (START - x), -np.array(wrench[:2]))


def test_impedance_without_inertia_keeps_that_of_the_robot():
    model = five_bar()
    x, xd = np.array([0.02, 0.27]), np.array([0.1, -0.2])
    wrench = [1.5, -0.7, 0.0, 0.0, 0.0, 0.0]
    law = control.Impedance(model, START, 30.0, 4.0)
    xdd = model.forward_dynamics(x, xd, law.update(0.0, law.measure(x, xd)).efforts, wrench=wrench)
    _close(model.mass_matrix(x) @ -xdd - 4.0 * xd + 30.0 * (START - x), -np.array(wrench[:2]))


def test_sliding_regressor_gives_the_force_of_the_model_where_the_velocities_are_equal():
    """With v = xd and vd = xdd, Y p = M xdd + C xd + g + friction."""
    model = five_bar()
    names = list(model.parameter_names)
    x, xd = np.array([0.02, 0.27]), np.array([0.3, -0.2])
    law = control.SlotineLi(model, x, 0.0, 0.0, 1.0, adapted=names)  # without Lambda, v = xd_r = 0 and vd = 0
    still = law.update(0.0, law.measure(x, xd)).efforts
    friction = model.inverse_dynamics(x, xd, [0.0, 0.0]) - model.inverse_dynamics(x, xd, [0.0, 0.0], friction=False)
    _close(still, friction + model.inverse_dynamics(x, [0.0, 0.0], [0.0, 0.0], friction=False))


def test_coriolis_matrix_of_the_adaptive_law_is_that_of_christoffel():
    """s^T (M' - 2 C) s = 0 for every s, where C v is the velocity part of the sliding regressor."""
    model = five_bar()
    x, xd, s = np.array([0.02, 0.27]), np.array([0.3, -0.2]), np.array([0.4, 0.7])

    signals = Signals(model, ca.DM(model.signs()), 0, 0)
    v = ca.SX.sym("v", 2)
    Y = sliding_regressor(signals, v, ca.SX(2, 1))
    f = ca.Function("C", [signals.x, signals.xd, v], [Y @ ca.DM(model.parameters)])
    C = np.column_stack([f(x, xd, e).full()[:, 0] - f(x, xd, [0, 0]).full()[:, 0] for e in np.eye(2)])
    h = 1e-5
    M_dot = (model.mass_matrix(x + h * xd) - model.mass_matrix(x - h * xd)) / (2 * h)
    assert abs(s @ (M_dot - 2 * C) @ s) < 1e-7 * np.abs(M_dot).max()
    _close(C @ xd, model.bias(x, xd, friction=False) - model.bias(x, [0.0, 0.0], friction=False))
