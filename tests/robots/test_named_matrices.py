"""Test the matrices of the book by name: passive rates, rates of x, and the terms of the second order."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from parados.errors import InputError
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.spatial.rotations import rate_matrix

from .body_balance import platform_motion
from .test_generality import compiled, states

EXACT = 1e-9
"""Relative: round-off times the condition of the robots here."""

QUICK = ["five-bar", "3-rps-tilt-torsion", "planar-2-rrr-redundant", "planar-3-rrr-on-rail", "6-ups-quaternion"]
SLOW = ["3-prs", "dualv", "gough-stewart-lopes", "delta-d3-1200", "tripteron", "c5", "6-ups-tilt-torsion", "3-rhr"]
SLOW += ["schoenflies-4-ruu"]


def close(a, b, size) -> bool:
    return np.allclose(a, b, rtol=0, atol=EXACT * max(1.0, np.abs(size).max()))


@pytest.mark.parametrize("of", [*QUICK, *[pytest.param(name, marks=pytest.mark.slow) for name in SLOW]])
def test_matrices_and_terms_relate_rates_and_accelerations_as_in_the_book(of: str) -> None:
    model = compiled(of)
    q_a, q_d = list(model.mechanism.actuated), list(model.mechanism.passive)
    for x, xd, xdd in states(of):
        m = model.matrices(x, xd)
        n = m.Psi_t.shape[1]
        qd, qdd = model.joint_rates(x, xd, joints="all"), model.joint_accelerations(x, xd, xdd, joints="all")
        t_r = m.D_r @ xd[:n]  # (7.71)
        assert close(m.A_d @ xd[:n] + m.B_d @ qd[q_a], 0, qd)  # (7.72)
        if not model.mechanism.joints_in_x:
            assert close(m.J_r @ t_r, qd[q_d], qd)  # (8.147)
        if len(q_a) == n:
            assert close(m.J_d @ qd[q_a], qd[q_d], qd)  # (8.73)
        six, omega_dot = model.pose_accelerations(x, xd, xdd), platform_motion(model, x, xd, xdd)[3]
        if not model.mechanism.platform.is_quaternion:
            assert close(m.D @ six[3:] + m.e, omega_dot, omega_dot)  # (7.168)
        t_r_dot = m.D_r @ xdd[:n] + m.second.t_r_dot
        assert close(m.A_r @ t_r_dot + m.B @ qdd[q_a], m.b_p, qdd)  # (7.161)
        assert close(m.J_t @ t_r_dot - m.J_ta @ qdd[q_a] + m.d_c, m.J_td @ qdd[q_d], qdd)  # (7.181)
        assert close(m.J @ qdd[q_a] + m.a_t, t_r_dot, qdd)  # (7.163), (7.165)
        if len(q_a) >= n and not model.mechanism.joints_in_x:
            assert close(m.J_inv @ t_r_dot + m.a_q, qdd[q_a], qdd)  # (7.164)


def test_terms_of_the_five_bar_are_those_of_the_book() -> None:
    model = compiled("five-bar")
    book = FiveBar(None, tuple(model.working_mode()))
    own = ca.Function("own", [book.x, book.xd], [book.J_d, book.a_t])
    for x, xd, _ in states("five-bar"):
        m = model.matrices(x, xd)
        J_d, a_t = (np.array(value) for value in own(x, xd))
        assert close(m.J_d, J_d, J_d) and close(m.a_t, a_t.ravel(), a_t)


def test_rates_of_zyz_angles_are_those_of_the_book() -> None:
    phi, theta, psi = 0.3, 0.7, -1.1
    c, s = np.cos, np.sin
    printed = [[0, -s(phi), s(theta) * c(phi)], [0, c(phi), s(theta) * s(phi)], [1, 0, c(theta)]]  # (7.69)
    assert rate_matrix("ZYZ", [phi, theta, psi]) == pytest.approx(np.array(printed), abs=1e-15)


def test_terms_need_velocities_and_singular_legs_are_named() -> None:
    m = compiled("five-bar").matrices([0.0, 0.25])
    with pytest.raises(InputError, match="give xd"):
        print(m.b_p)
    assert "J_r (3 x 2)" in m.summary() and "b_p" not in m.summary()
    assert "b_p (2 x 1)" in compiled("five-bar").matrices([0.0, 0.25], [0.1, 0.2]).summary()
