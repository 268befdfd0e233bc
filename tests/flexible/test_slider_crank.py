"""Slider-crank with a flexible rod, from the IVP test set: fields of the user, and a published final state.

The rod bends in two sine modes. It stretches in two quadratic functions, of its middle and of its tip. The reference
multiplies the mass of these two stretch coordinates by 15, and gives the rod the moment of inertia J2.

References
----------
B. Simeon, in: Mazzia & Magherini, Test Set for Initial Value Problem Solvers, "Slider crank".
"""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from casadi import SX
from scipy.integrate import solve_ivp

from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.elastic_wrench import ElasticMotion, elastic_forces, elastic_wrench
from parados.flexible.shape_functions import bernoulli, tip
from parados.spatial.sections import Section
from parados.spatial.vectors import tangent
from scaled_mass import with_mass_scaled

CRANK, ROD, SIDE, RHO, YOUNG = 0.15, 0.3, 0.008, 7870.0, 2e11
SLIDER_MASS, J2, OMEGA, END = 0.075552, 0.0045339259, 150.0, 0.1
START = [0, 0, 1.03339863e-05, 1.69327969e-05, 0.444896105, 0.00463434311, -1.78591076e-06, -2.68938672e-06]
PUBLISHED_Q = [0.0001893192899613509, 2.375751249879174e-05, -5.323896770569702e-06, -8.363313279112129e-06]
PUBLISHED_PHI2, PUBLISHED_X3 = -0.331173498825626, 0.169737332842786
AGREEMENT = 1e-6
"""Relative; the published state was integrated with an error of about 1e-7."""


def fields(x):
    s = x / ROD
    return [{"v": ca.sin(ca.pi * s)}, {"v": ca.sin(2 * ca.pi * s)}, {"u": 4 * s * (1 - s)}, {"u": s * (2 * s - 1)}]


ROD_BEAM = Beam(bernoulli(ROD, fields), Section.rectangle(SIDE, SIDE), YOUNG, YOUNG / 2.6, RHO, rotary_inertia=False)


def reference_rod():
    body = with_mass_scaled(beam_integrals(ROD_BEAM), [2, 3], 15.0)
    return replace(body, P0=np.diag([J2, 0.0, 0.0]))


def test_constants_of_the_rod_equal_those_of_the_problem():
    """Compare to c1, c2, c12, c21, M_q, B_q and K_q of the problem, with the consistent mass in stretch."""
    body, m = beam_integrals(ROD_BEAM), RHO * SIDE**2 * ROD
    pi, exact = np.pi, {"rtol": 1e-13, "atol": 0}
    np.testing.assert_allclose(body.S, m * np.array([[0, 0, 2 / 3, 1 / 6], [2 / pi, 0, 0, 0], [0, 0, 0, 0]]), **exact)
    np.testing.assert_allclose(body.N0[:, 0, 0], m * ROD * np.array([0, 0, 1 / 3, 1 / 6]), **exact)
    np.testing.assert_allclose(body.N0[:, 1, 0], m * ROD * np.array([1 / pi, -1 / (2 * pi), 0, 0]), **exact)
    stretch = np.array([[8, 1], [1, 2]]) / 15
    np.testing.assert_allclose(body.Mee, m * np.block([[np.eye(2) / 2, np.zeros((2, 2))], [np.zeros((2, 2)), stretch]]), **exact)
    mixed = m * np.array([[16 / pi**3, 1 / pi - 8 / pi**3], [0, -1 / (2 * pi)]])
    np.testing.assert_allclose(body.C[:2, 2:, 1, 0], mixed, **exact)
    bend, size = pi**4 * (SIDE / ROD) ** 2, YOUNG * SIDE**2 / ROD
    K = size * np.array([[bend / 24, 0, 0, 0], [0, bend * 2 / 3, 0, 0], [0, 0, 16 / 3, -8 / 3], [0, 0, -8 / 3, 7 / 3]])
    np.testing.assert_allclose(body.Kee, K, **exact)
    np.testing.assert_array_equal(tip(ROD_BEAM.shapes)[0], [[0, 0, 0, 1], [0] * 4, [0] * 4])


def equations():
    """Return state_rate(t, [q, qd]) and place(t, q) = phi2, x3; the elastic coordinates q are the independent ones."""
    t, q, qd, qdd = SX.sym("t"), *(SX.sym(name, 4) for name in ("q", "qd", "qdd"))
    angle = -ca.asin(CRANK * ca.sin(OMEGA * t) / (ROD + q[3]))
    slider = CRANK * ca.cos(OMEGA * t) + (ROD + q[3]) * ca.cos(angle)

    def rate(expression):
        return ca.jacobian(expression, t) + ca.jtimes(expression, q, qd) + ca.jtimes(expression, qd, qdd)

    omega = ca.vertcat(0, 0, rate(angle))
    turn = OMEGA * t - angle  # of the crank, seen from the rod
    v_dot = -(OMEGA**2) * CRANK * ca.vertcat(ca.cos(turn), ca.sin(turn), 0)
    body = reference_rod()
    w = elastic_wrench(body, ElasticMotion(q, qd, qdd), v_dot, omega, tangent(omega, rate(omega)))
    balance = w.e + elastic_forces(body, q) + ca.gradient(angle, q) * w.rigid.c[2]
    balance += ca.gradient(slider, q) * SLIDER_MASS * rate(rate(slider))
    M = ca.jacobian(balance, qdd)
    acceleration = -ca.solve(M, ca.substitute(balance, qdd, ca.DM.zeros(4)))
    state_rate = ca.Function("state_rate", [t, ca.vertcat(q, qd)], [ca.vertcat(qd, acceleration)])
    return state_rate, ca.Function("place", [t, q], [angle, slider])


def test_final_state_equals_the_published_state():
    state_rate, place = equations()
    run = solve_ivp(
        lambda t, y: state_rate(t, y).full().ravel(), (0, END), np.array(START), method="DOP853", rtol=1e-9, atol=1e-13
    )
    q = run.y[:4, -1]
    np.testing.assert_allclose(q, PUBLISHED_Q, rtol=AGREEMENT)
    phi2, x3 = (float(value) for value in place(END, q))
    assert phi2 == pytest.approx(PUBLISHED_PHI2, rel=AGREEMENT)
    assert x3 == pytest.approx(PUBLISHED_X3, rel=AGREEMENT)
