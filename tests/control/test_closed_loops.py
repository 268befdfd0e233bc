"""Laws in simulated loops: where the robot comes to rest, how fast estimates converge, and that Python and C run the same law."""

from __future__ import annotations

import numpy as np
import pytest
from control_loops import END, START, five_bar, motion, run, weighed
from scipy.linalg import expm
from scipy.optimize import fsolve

import parados
from parados import control
from parados.control import Sampling
from parados.errors import InputError

SAME = 1e-10
"""Difference of two runs of the same equations, through round-off alone."""


def test_error_under_computed_torque_decays_as_the_linear_equation_says():
    """At 10 kHz the held efforts differ little from continuous ones: the error differs by the order of the period."""
    model, kp, kd = five_bar(), 100.0, 20.0
    law = control.ComputedTorque(model, START, kp, kd, friction=False)
    first = np.array([0.004, -0.003])
    found = run(model, law, 0.3, x=np.array(START) - first, step=1e-4, rate=1e4)
    A = np.array([[0.0, 1.0], [-kp, -kd]])
    wanted = np.array([first * expm(A * t)[0, 0] for t in found.t[::300]])
    assert found.stop is None
    assert np.abs(np.array(START) - found.rows["x"][::300] - wanted).max() < 1e-3 * np.abs(first).max()


def test_the_same_law_in_c_and_as_a_function_in_python_moves_the_robot_alike():
    model = five_bar()
    law = control.ComputedTorque(model, motion(), 400.0, 40.0, friction=False)
    in_c = run(model, law, 0.1, x=[0.002, 0.249])
    in_python = run(model, lambda t, q, qd, x, xd: law(t, q, qd, x, xd), 0.1, x=[0.002, 0.249])
    for name in ("x", "xd", "efforts"):
        assert np.abs(in_c.rows[name] - in_python.rows[name]).max() < SAME * max(1.0, np.abs(in_c.rows[name]).max())


def test_user_law_in_c_text_equals_the_same_function_in_python():
    source = """
    int law(double t, double period, const double *reference, const double *x, const double *xd,
            const double *q, const double *qd, const double *wrench, double *state, double *efforts)
    {
      int k;
      (void)t; (void)x; (void)xd; (void)wrench;
      for (k = 0; k < 2; ++k) {
        state[k] += period * (reference[6 + k] - q[k]);
        efforts[k] = 20.0 * (reference[6 + k] - q[k]) + 2.0 * (reference[8 + k] - qd[k]) + 5.0 * state[k];
      }
      return 0;
    }
    """
    model, total = five_bar(), np.zeros(2)
    wanted = control.FeedForwardPD(model, motion(), 0.0, 0.0).reference

    def law(t, q, qd, x, xd):
        row = wanted.table(np.array([t]), ("q_r", "qd_r"))
        error = row["q_r"][0] - q
        total[:] += 1e-3 * error
        return 20.0 * error + 2.0 * (row["qd_r"][0] - qd) + 5.0 * total

    in_c = run(model, control.CLaw(model, motion(), source, start=[0.0, 0.0]), 0.1)
    assert np.abs(in_c.rows["x"] - run(model, law, 0.1).rows["x"]).max() < SAME
    assert np.abs(in_c.rows["law"][-1]).max() > 0


def test_adaptive_law_finds_the_payload_and_follows_better_than_without_adaptation():
    plant = weighed().with_parameters({"m4": 1.272})
    way = parados.trajectory.FourierSeries([[0.0, 0.27], [0.03, 0.0], [0.0, 0.03]], 0.5, 2)
    errors = {}
    for gamma in (0.0, 30.0):
        law = control.SlotineLi(weighed(), way, 20.0, 30.0, gamma, adapted=["m_p"], friction=False)
        found = run(plant, law, 1.0, x=way(0.0).x, xd=way(0.0).xd)
        errors[gamma] = np.abs(found.rows["x"] - law.reference.states(found.t)[0])[500:].max()
        mass = found.rows["estimates"][-1, 0]
    assert errors[30.0] < 0.2 * errors[0.0]
    assert abs(mass - 1.272) < 0.05


def test_observer_finds_the_applied_wrench_with_its_time_constant():
    model, K, force = five_bar(), 40.0, np.array([2.0, -1.0])
    law = control.ObservedComputedTorque(model, START, 400.0, 40.0, K, reject=False, friction=False)
    found = run(model, law, 0.3, step=5e-4, rate=2e3, wrench=[*force, 0, 0, 0, 0])
    wanted = force * (1 - np.exp(-K * found.t))[:, None]
    assert np.abs(found.rows["force"] - wanted).max() < 0.03 * np.abs(force).max()  # the order of K times the period
    assert np.abs(found.rows["force"][-1] - force).max() < 1e-4 * np.abs(force).max()


def test_rejected_disturbance_leaves_no_error_and_the_plain_law_the_static_one():
    model, force = five_bar(), np.array([2.0, -1.0])
    errors = []
    for reject in (True, False):
        law = control.ObservedComputedTorque(model, START, 400.0, 40.0, 40.0, reject=reject, friction=False)
        found = run(model, law, 1.0, wrench=[*force, 0, 0, 0, 0], keep=1000)
        errors.append(START - found.rows["x"][-1])
    assert np.abs(errors[0]).max() < 1e-6
    x = START - errors[1]
    assert np.allclose(model.mass_matrix(x) @ (400.0 * errors[1]), -force, atol=1e-6)  # M Kp e = -F at rest


def test_impedance_and_admittance_yield_as_their_springs_say():
    model, force, K = five_bar(), np.array([2.0, -1.0]), np.array([[300.0, 50.0], [50.0, 200.0]])
    impedance = control.Impedance(model, START, K, 20.0, friction=False)
    admittance = control.Admittance(model, START, 1.0, 20.0, K, 900.0, 60.0, friction=False)
    for law in (impedance, admittance):
        x = run(model, law, 1.5, wrench=[*force, 0, 0, 0, 0], keep=1500).rows["x"][-1]
        assert np.allclose(K @ (x - START), force, atol=1e-4)


@pytest.mark.slow
def test_pd_with_gravity_compensation_rests_where_statics_says():
    """The controller does not know the payload: Kp e equals the efforts that hold it, minus the compensated ones."""
    model = parados.load("delta-d3-1200").compile(live=["m0"])
    plant, home = model.with_parameters({"m0": 1.94}), np.array(model.survey.home)
    law = control.PDGravity(model, home, 500.0, 40.0)
    found = run(plant, law, 3.0, x=home, xd=np.zeros(3), step=1e-3, keep=3000)

    def balance(x):
        q = model.inverse_kinematics(x)
        held = plant.inverse_dynamics(x, np.zeros(3), np.zeros(3))
        return held - 500.0 * (model.inverse_kinematics(home) - q) - model.inverse_dynamics(x, np.zeros(3), np.zeros(3))

    x = fsolve(balance, home, xtol=1e-10)
    assert np.abs(x - home).max() > 1e-3
    assert np.abs(found.rows["x"][-1] - x).max() < 1e-8


def test_measured_joints_give_the_controller_the_same_pose_as_an_exact_sensor():
    model = five_bar()
    law = control.ComputedTorque(model, motion(), 400.0, 40.0, friction=False)
    exact = run(model, law, 0.2, x=[0.002, 0.249])
    encoders = run(model, law, 0.2, x=[0.002, 0.249], sampling=Sampling(rate=1e3, measured="joints"))
    assert np.abs(exact.rows["x"] - encoders.rows["x"]).max() < SAME


def test_end_of_the_reference_is_held():
    model = five_bar()
    law = control.ComputedTorque(model, motion(0.1), 900.0, 60.0, friction=False)
    found = run(model, law, 0.6, keep=600)
    assert np.abs(found.rows["x"][-1] - END).max() < 1e-6


def test_observer_rejects_friction_along_the_reference():
    """The observer would see friction that the law overcomes already, and overcome it twice."""
    with pytest.raises(InputError, match="friction: True or False is expected"):
        control.ObservedComputedTorque(five_bar(), START, 400.0, 40.0, 40.0, friction="reference")
