"""One flexible body by itself: M_j and c_j of (10.61) against Lagrange's equations of particles, and appendix F by hand."""

import casadi as ca
import numpy as np
import pytest
from deformed import elastic
from free_body import GRAVITY, RHO, FreeBody, L, made, rotation
from test_beam_integrals import BEAM as PRINTED_BEAM
from test_beam_integrals import numbers, printed_tables

from parados.errors import InputError
from parados.flexible.beam_integrals import beam_integrals
from parados.flexible.clamped_elements import spatial_element
from parados.flexible.free_body import FreeBody as PublicBody
from parados.flexible.free_body import beam_body

ROUND_OFF = 1e-11


def test_matrices_equal_lagrange_over_particles():
    """The rows of Lagrange's equations are the transposed Jacobian of the twist times [f, m, s]."""
    own, beam = FreeBody(made(spatial_element)), beam_body(length=L, section={"rectangle": (0.03, 0.05)}, E=74e9, G=28e9, rho=RHO)
    rng = np.random.default_rng(3)
    z, zd, zdd = (rng.uniform(-1, 1, 12) for _ in range(3))
    R = rotation(own.z[3:6])
    spin = R.T @ ca.reshape(ca.jtimes(ca.vec(R), own.z, own.zd), 3, 3)
    omega = ca.vertcat(spin[2, 1], spin[0, 2], spin[1, 0])
    parts = [own.lagrange(), R, omega, own.rate(omega), ca.jacobian(ca.vertcat(R.T @ own.zd[:3], omega, own.zd[6:]), own.zd)]
    expected, R, omega, omega_dot, J = (v.full() for v in ca.Function("all", [own.z, own.zd, own.zdd], parts)(z, zd, zdd))
    moving = np.concatenate([R.T @ zdd[:3], omega_dot.ravel(), zdd[6:]])
    gravity = R.T @ GRAVITY
    forces = beam.mass_matrix(z[6:]) @ moving + beam.bias(z[6:], zd[6:], omega.ravel(), gravity=gravity)
    forces[6:] -= beam.integrals.Kee @ z[6:]  # the particles have no stiffness
    np.testing.assert_allclose(J.T @ forces, expected.ravel(), rtol=0, atol=ROUND_OFF * np.abs(expected).max())


def test_matrices_of_appendix_f():
    """(F.9)-(F.14) with the corrections of the errata, by hand formulas."""
    S, beta, Mee, Irr = (numbers(table) for table in printed_tables())
    body = PublicBody(beam_integrals(PRINTED_BEAM))
    M = body.mass_matrix()
    for got, expected in ((M[:3, 6:], S), (M[3:6, 6:], beta), (M[6:, 6:], Mee), (M[3:6, 3:6], Irr)):
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15)
    E, G, length, s = PRINTED_BEAM.E, PRINTED_BEAM.G, PRINTED_BEAM.shapes.length, PRINTED_BEAM.section
    K = np.diag([E * s.A / length, 12 * E * s.Iz / length**3, 12 * E * s.Iy / length**3, G * s.I0 / length,
                 4 * E * s.Iy / length, 4 * E * s.Iz / length])  # fmt: skip
    K[1, 5] = K[5, 1] = -6 * E * s.Iz / length**2
    K[2, 4] = K[4, 2] = 6 * E * s.Iy / length**2
    np.testing.assert_allclose(body.integrals.Kee, K, rtol=1e-12, atol=1e-6)


def test_a_body_of_a_robot_and_one_of_its_own_agree():
    own = elastic("dualemps").body("b13.e1")
    alone = beam_body(length=0.4505, section={"A": 2e-4, "Iz": 0.05 * 0.004**3 / 12}, E=74e9, rho=2800, planar=True)
    q, qd = np.array([1e-4, 2e-3, -1e-3]), np.array([0.1, -0.2, 0.3])
    assert own.names == alone.names == ("dx", "dy", "rz")
    np.testing.assert_allclose(own.mass_matrix(q), alone.mass_matrix(q), rtol=1e-12, atol=1e-18)
    np.testing.assert_allclose(own.bias(q, qd, [0, 0, 2.0]), alone.bias(q, qd, [0, 0, 2.0]), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(own.bias(gravity=[0, -9.81, 0])[:3], [0, 9.81 * own.integrals.m, 0], rtol=1e-12)
    assert own.bias()[6:] == pytest.approx(0)
    assert "K_kk" in own.summary()


def test_odd_bodies_are_refused():
    with pytest.raises(InputError, match=r"beam: length"):
        beam_body(length=-1, section={"circle": 0.01}, E=74e9, nu=0.3, rho=2800)
    for length in (1e-120, 1e-200, 1e-320):
        with pytest.raises(InputError, match=f"strains are too large to compute with; its length is {length:g} m"):
            beam_body(length=length, section={"circle": 0.01}, E=74e9, nu=0.3, rho=2800)
    with pytest.raises(InputError, match=r"beam: .*shapes\[0\]"):
        beam_body(length=1, section={"circle": 0.01}, E=74e9, nu=0.3, rho=2800, shapes=[{"u": [1]}])
    with pytest.raises(InputError, match="wide"):
        beam_body(length=1, section={"circle": 0.01}, E=74e9, nu=0.3, rho=2800, wide=3)
    with pytest.raises(InputError, match=r"name: 'b99' is not known; use b13\.e1"):
        elastic("dualemps").body("b99")
    with pytest.raises(InputError, match=r"q: .*3"):
        elastic("dualemps").body("b13.e1").mass_matrix([0.0, 0.0])
    with pytest.raises(InputError, match="integrals"):
        PublicBody(3)
