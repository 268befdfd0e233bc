"""Compare the generalised Newton-Euler equations to Lagrange's, with the kinetic energy summed over particles."""

import casadi as ca
import numpy as np
import pytest
from casadi import SX
from free_body import FreeBody, L, made

from parados.dynamics.dynamic_parameters import Body
from parados.dynamics.newton_euler import inertial_wrench
from parados.flexible.beam_integrals import beam_integrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.elastic_wrench import ElasticMotion, elastic_forces, elastic_wrench
from parados.flexible.shape_functions import bernoulli
from parados.spatial.vectors import tangent

ROUND_OFF = 1e-12
"""Both sides are sums of some thousand positive and negative terms."""


def sines(length):
    """Fields in all directions at once that are not clamped at either end."""

    def fields(x):
        s = x / length
        return [
            {"v": ca.sin(ca.pi * s), "twist": s * s},
            {"w": ca.sin(2 * ca.pi * s), "u": 4 * s * (1 - s)},
            {"v": 1 - ca.cos(s)},
        ]

    return bernoulli(length, fields)


@pytest.mark.parametrize("rotary", [True, False])
@pytest.mark.parametrize("make", [spatial_element, planar_element, sines])
def test_newton_euler_equals_lagrange(make, rotary, off):
    body = FreeBody(made(make, rotary))
    both = ca.Function("both", [body.z, body.zd, body.zdd], [body.newton_euler(), body.lagrange()])
    rng = np.random.default_rng(3)
    for _ in range(5):
        got, expected = (v.full() for v in both(*(rng.uniform(-1, 1, body.z.shape) for _ in range(3))))
        for part in (slice(0, 3), slice(3, 6), slice(6, None)):
            assert off(got[part], expected[part], scale=1e-3) < ROUND_OFF


def rigid_motion():
    v_dot, omega, omega_dot = (SX.sym(name, 3) for name in ("v_dot", "omega", "omega_dot"))
    return [v_dot, omega, omega_dot], (v_dot, omega, tangent(omega, omega_dot))


@pytest.mark.parametrize("make", [spatial_element, lambda length: bernoulli(length, lambda x: [])])
def test_an_undeformed_body_has_the_wrench_of_a_rigid_body(make):
    """This holds for a body at rest in its frame, and for a body without elastic coordinates."""
    body = beam_integrals(made(make))
    symbols, (v_dot, omega, U) = rigid_motion()
    still = SX(body.n, 1)
    flexible = elastic_wrench(body, ElasticMotion(still, still, still), v_dot, omega, U)
    rigid = inertial_wrench(Body(SX(body.P0), SX(body.s0), SX(body.m)), v_dot, U)
    difference = ca.Function("d", symbols, [flexible.rigid.f - rigid.f, flexible.rigid.c - rigid.c])
    rng = np.random.default_rng(5)
    for value in difference(*rng.uniform(-3, 3, (3, 3))):
        assert np.abs(value.full()).max() < 1e-14
    assert flexible.e.shape == (body.n, 1)


def test_elastic_forces_are_stiffness_times_coordinates():
    body, q = beam_integrals(made(spatial_element)), np.linspace(-1, 2, 6)
    np.testing.assert_allclose(ca.DM(elastic_forces(body, SX(q))).full().ravel(), body.Kee @ q, rtol=1e-14)


def operations(make, planar_motion):
    body, n = beam_integrals(made(make)), make(L).n
    motion = ElasticMotion(*(SX.sym(name, n) for name in ("q", "qd", "qdd")))
    _, (v_dot, omega, _) = rigid_motion()
    omega_dot = SX.sym("a", 3)
    if planar_motion:
        v_dot, omega, omega_dot = ca.vertcat(v_dot[:2], 0), ca.vertcat(0, 0, omega[2]), ca.vertcat(0, 0, omega_dot[2])
    w = elastic_wrench(body, motion, v_dot, omega, tangent(omega, omega_dot))
    return ca.cse(ca.vertcat(w.rigid.f, w.rigid.c, w.e))


def test_zero_constants_add_no_operations():
    """In planar motion the entries of the other axes stay empty, and the graphs are short."""
    flat = ca.sparsify(operations(planar_element, planar_motion=True))
    assert flat.sparsity().row() == [0, 1, 5, 6, 7, 8]
    assert ca.n_nodes(flat) < 200
    assert ca.n_nodes(operations(spatial_element, planar_motion=False)) < 600
