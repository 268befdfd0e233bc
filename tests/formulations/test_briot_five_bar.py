"""The book's five-bar mechanism: factored forms, errors of the printed formulas, and poses where they are 0/0."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import casadi as ca
import numpy as np
import pytest
from briot_cases import ROUND_OFF, call, motion, off, reference_cases

from parados.sources.briot_khalil.five_bar_model import FiveBar, FiveBarParameters

CASES = reference_cases("five-bar")


@cache
def model(mode, parameters=None):
    return FiveBar(parameters, mode)


@cache
def _functions(mode, parameters):
    return model(mode, parameters).functions()


def functions(case, parameters=None):
    return _functions(tuple(case["mode"]), parameters)


def worst(error):
    return max(error(case, functions(case)) for case in CASES)


def test_torques_equal_the_printed_product():
    """(8.125) with the matrix J_d equals `tau`, which uses the factors of J_d."""
    for case in CASES:
        f = functions(case)
        m, tree = call(f["matrices"], case["x"]), call(f["tree"], *motion(case))
        tau = tree["tau_ta"] + m["J"].T @ tree["w_r"] + m["J_d"].T @ tree["tau_td"]
        assert off(tau, case["tau"]) < ROUND_OFF


def test_forward_dynamics_inverts_the_inverse_dynamics():
    for case in CASES:
        f = functions(case)
        d = call(f["direct_model"], case["x"], case["xd"])
        assert off(d["M"] @ case["qdd"] + d["c"], case["tau"]) < ROUND_OFF
        assert off(call(f["forward_dynamics"], case["x"], case["xd"], case["tau"])["qdd_a"], case["qdd"]) < 1e-11


def test_psi_gives_the_turning_rate():
    for case in CASES:
        f = functions(case)
        Psi_t, first = call(f["matrices"], case["x"])["Psi_t"], call(f["first_order"], case["x"], case["xd"])
        phid = first["qd_a"][1] + first["qd_d"][2]
        assert off(Psi_t @ case["xd"], np.array([*case["xd"], 0, 0, 0, phid])) < ROUND_OFF


def test_forward_geometry_gives_the_pose():
    for case in CASES:
        f = functions(case)["forward_geometry"]
        assert min(off(call(f, case["q"], side)["x"], case["x"]) for side in (1, -1)) < 1e-11


def test_forward_geometry_works_where_the_printed_formula_is_undefined():
    """(7.39) divides by b_2 - b_1, which is zero if both elbows have the same height."""
    x = [0.0, 0.26]
    q_a = call(FiveBar().functions()["inverse_geometry"], x)["q_a"]
    assert np.diff(np.sin(q_a)) == pytest.approx(0, abs=1e-15)
    assert call(FiveBar().functions()["forward_geometry"], q_a, 1)["x"] == pytest.approx(x, abs=1e-12)


def test_inverse_geometry_works_at_half_a_turn():
    """The half-angle formula (7.15) is 0/0 at q_11 = pi; our algebraic form is not."""
    p, angle = FiveBarParameters(), np.pi / 4
    d_2, d_3 = p.leg_1.d_2, p.leg_1.d_3
    x = np.array([p.d_11 - d_2 + d_3 * np.cos(angle), d_3 * np.sin(angle)])
    X, Y = x[0] - p.d_11, x[1]
    assert abs(X * X + Y * Y + d_2**2 - d_3**2 + 2 * d_2 * X) < 1e-15  # c - a, the denominator of (7.15)
    q = [call(FiveBar(mode=(m, -1)).functions()["inverse_geometry"], x)["q_a"][0] for m in (1, -1)]
    assert min(np.pi - abs(value) for value in q) == pytest.approx(0, abs=1e-12)


def test_printed_sign_of_my_is_wrong():
    """(8.116)-(8.121) have the wrong sign of my: the error is 2.7 % of the torque for my = 4 mm kg."""
    p, robots = FiveBarParameters(), {}
    for s in (1, -1):
        one, two = replace(p.leg_1, my_2=s * 0.004), replace(p.leg_2, my_2=-s * 0.003)
        robots[s] = replace(p, leg_1=one, leg_2=two)
    errors = []
    for case in CASES:
        right, printed = (call(functions(case, robots[s])["inverse_dynamics"], *motion(case))["tau"] for s in (1, -1))
        errors.append(off(printed, right))
    assert 0.02 < max(errors) < 0.04


def test_printed_bias_of_the_accelerations_has_a_wrong_sign():
    """(7.164) has the wrong sign of b_p: the error is 300 % of the joint accelerations."""

    def error(case, f):
        m = call(f["matrices"], case["x"])
        A_t = m["A_r"] @ case["xdd"]
        b_p = A_t + m["B"] @ case["qdd"]
        return off(-np.linalg.solve(m["B"], A_t + b_p), case["qdd"])

    assert 2.4 < worst(error) < 3.1


def test_printed_row_of_A_is_wrong():
    """(7.103) has s_121 in the row of leg 2: the error is 106 % of the inverse Jacobian."""

    def error(case, f):
        m = call(f["matrices"], case["x"])
        m["A_r"][1, 1] = m["A_r"][0, 1]
        return off(-np.linalg.solve(m["B"], m["A_r"]), case["inverse_jacobian"])

    assert 1.0 < worst(error) < 1.1


def test_printed_sorting_matrix_is_transposed():
    """(8.137) is E_tau transposed: the error is 400 % of the inertia matrix."""
    E = ca.DM(ca.evalf(FiveBar().E_tau)).full()

    def error(case, f):
        m, d = call(f["matrices"], case["x"]), call(f["direct_model"], case["x"], case["xd"])
        G = E.T @ np.vstack([np.eye(2), m["J_d"]])
        return off(G.T @ d["M_t"] @ G + FiveBarParameters().m_4 * m["J"].T @ m["J"], d["M"])

    assert 3.5 < worst(error) < 4.5


def test_printed_bias_of_the_end_effector_is_not_zero():
    """The line after (8.141) sets M_p a_t' = 0, but it is m_4 a_t: the error is 9 % of the torque, > 100 % without friction."""
    with_friction, without = [], []
    for case in CASES:
        robot = model(tuple(case["mode"]))
        m = call(functions(case)["matrices"], case["x"])
        a_t = ca.Function("a_t", [robot.x, robot.xd], [robot.a_t])(case["x"], case["xd"]).full().ravel()
        missing = m["J"].T @ a_t * FiveBarParameters().m_4
        with_friction.append(np.abs(missing).max() / np.abs(case["tau"]).max())
        without.append(np.abs(missing).max() / np.abs(case["tau_frictionless"]).max())
    assert 0.08 < max(with_friction) < 0.1
    assert max(without) > 1.0
