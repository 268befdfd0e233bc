"""The book's DualV: factored forms, torques of least norm, and errors of the printed formulas."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from briot_cases import ROUND_OFF, call, motion, off, reference_cases

from parados.sources.briot_khalil.dualv_model import DualV, DualVParameters

CASES = reference_cases("dualv")


def functions(case):
    return _functions(tuple(case["mode"]))


@cache
def _functions(mode):
    return DualV(mode=mode).functions()


def worst(error):
    return max(error(case, call(functions(case)["matrices"], case["x"])) for case in CASES)


def test_platform_force_equals_the_printed_product():
    """(8.205) with the matrix J_r equals `force`, which uses the factors of J_r."""
    for case in CASES:
        f = functions(case)
        m, tree = call(f["matrices"], case["x"]), call(f["tree"], *motion(case))
        force = tree["w_r"] + m["J_inv"].T @ tree["tau_ta"] + m["J_r"].T @ tree["tau_td"]
        assert off(force, case["platform_force"]) < 1e-11


def test_torques_have_least_norm():
    """`tau` is orthogonal to torques without effect on the motion; the norm of (8.148) with eta = 0 is up to 0.8 % larger."""
    longer = []
    for case in CASES:
        f = functions(case)
        null = call(f["overconstraint"], case["x"], [1.0, 2.0, 3.0, 4.0])["tau"]
        assert np.abs(np.array(case["inverse_jacobian"]).T @ null).max() < 1e-12
        tau, book = (call(f[name], *motion(case))["tau"] for name in ("inverse_dynamics", "inverse_dynamics_book"))
        assert abs(tau @ null) < 1e-11 * np.linalg.norm(tau) * np.linalg.norm(null)
        assert off(call(f["overconstraint"], case["x"], book)["tau"], book - tau) < 1e-9
        longer.append(np.linalg.norm(book) / np.linalg.norm(tau) - 1)
    assert min(longer) >= 0
    assert 0.005 < max(longer) < 0.01


def test_inertia_is_symmetric_positive_definite():
    for case in CASES:
        M = call(functions(case)["mass_matrix"], case["x"])["M_r"]
        assert off(M, M.T) < ROUND_OFF
        assert np.linalg.eigvalsh(M).min() > 0


def test_forward_geometry_gives_the_pose():
    for case in CASES:
        f = functions(case)["forward_geometry"]
        assert min(off(call(f, case["q"], [a, b])["x"], case["x"]) for a in (1, -1) for b in (1, -1)) < 1e-11


def fgm_of_the_book(q, sign):
    """Return C_1 by (8.186), (8.187), with k_1 as printed (sign = 1) or corrected (sign = -1), on the nearer branch."""
    p = DualVParameters()
    g = np.radians(p.gamma[:2])
    (x_1, y_1), (x_2, y_2) = (p.l_OA * np.array([np.cos(g), np.sin(g)]) + p.leg.d_2 * np.array([np.cos(q[:2]), np.sin(q[:2])])).T
    f_1 = -(y_2 - y_1) / (x_2 - x_1)
    k_1 = sign * (x_1**2 + y_1**2 - x_2**2 - y_2**2) / (2 * (x_2 - x_1))
    p_1, r_1 = 2 * f_1 * (k_1 - x_1) - 2 * y_1, x_1**2 + y_1**2 - p.leg.d_3**2 + k_1**2 - 2 * k_1 * x_1
    y = np.roots([f_1**2 + 1, p_1, r_1])
    return np.array([f_1 * y + k_1, y]).T


def test_printed_forward_geometry_has_a_wrong_sign():
    """k_j of (8.187) has the wrong sign: the error of C_1 is up to 0.32 m."""
    right, printed = [], []
    for case in CASES:
        x, y, phi = case["x"]
        C_1 = np.array([x, y]) + DualVParameters().r_p * np.array([-np.sin(phi), np.cos(phi)])
        for errors, sign in ((printed, 1), (right, -1)):
            errors.append(np.abs(fgm_of_the_book(np.array(case["q"]), sign) - C_1).max(axis=1).min())
    assert max(right) < 1e-12
    assert 0.3 < max(printed) < 0.35


def test_printed_A_lacks_the_platform_radius():
    """(8.189) lacks r_p: the error is up to 400 % of the joint rates."""

    def error(case, m):
        m["A_r"][:, 2] /= DualVParameters().r_p
        return off(-np.linalg.solve(m["B"], m["A_r"]) @ case["xd"], case["qd"])

    assert 3.5 < worst(error) < 5.2


def test_printed_B_has_the_wrong_sign():
    """(8.190) reverses all rates."""
    assert worst(lambda case, m: off(-np.linalg.solve(-m["B"], m["A_r"]), case["inverse_jacobian"])) == pytest.approx(2)


def test_printed_J_ta_gives_wrong_passive_rates():
    """(8.195) is printed as -[d_2 cos q_2; 1]: the error is 130 % of the passive rates."""

    def error(case, m):
        printed = -m["J_ta"]
        printed[[0, 2, 4, 6], [0, 1, 2, 3]] += DualVParameters().leg.d_3
        return off(np.linalg.solve(m["J_td"], m["J_t"] @ case["xd"] - printed @ case["qd"]), case["passive_d"])

    assert 1.2 < worst(error) < 1.4
