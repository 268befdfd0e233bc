"""Generalised Newton-Euler equations of one flexible body (Briot & Khalil 10.2).

With U = omega_dot^ + omega^ omega^ a particle at r = r0 + Phi q has the acceleration v_dot + U r + 2 omega x Phi qd +
Phi qdd (10.12). The virtual power of all particles, for virtual velocities of the frame and of the coordinates, gives
(10.15):

    f   = m v_dot + U s + 2 omega x (S qd) + S qdd                                            (10.37)
    c   = s x v_dot + vee(U P + sum_k (2 qd_k omega^ + qdd_k 1) N_k)                          (10.38)
    e_k = S_k . v_dot + U : N_k + 2 omega . sum_l vee(C_kl) qd_l + sum_l Mee_kl qdd_l         (10.39)

where s, P, N_k are the integrals of r, r r^T, Phi_k r^T, and vee computes the integral of r x y from that of y r^T.
Gravity is modelled as an upward acceleration of the base. The elastic forces Kee q are not included.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from parados.dynamics.newton_euler import Wrench
from parados.flexible.body_integrals import BodyIntegrals, skew_part
from parados.spatial.vectors import SX, Vector, cross, dot, exact_matrix

__all__ = ["ElasticMotion", "ElasticWrench", "elastic_forces", "elastic_wrench"]


@dataclass(frozen=True)
class ElasticMotion:
    """Elastic coordinates of a body, their rates and accelerations, (n, 1) each."""

    q: SX
    qd: SX
    qdd: SX


@dataclass(frozen=True)
class ElasticWrench:
    """Wrench and generalised forces that give a flexible body its motion.

    Attributes
    ----------
    rigid : force and moment at the origin of the body's frame
    e : (n, 1) generalised forces on the elastic coordinates, from inertia only
    """

    rigid: Wrench
    e: SX


def elastic_wrench(body: BodyIntegrals, elastic: ElasticMotion, v_dot: Vector, omega: Vector, U: SX) -> ElasticWrench:
    """Compute the inertial wrench and the generalised forces on the elastic coordinates, in the axes of the body's frame.

    Parameters
    ----------
    body : constants of the body
    elastic : motion of its n coordinates
    v_dot : (3, 1) acceleration of the frame's origin minus gravity [m/s^2]
    omega : (3, 1) angular velocity of the frame [rad/s]
    U : (3, 3) omega_dot^ + omega^ omega^ [rad/s^2]
    """
    q, qd, qdd = elastic.q, elastic.qd, elastic.qdd
    S = exact_matrix(body.S)
    s = exact_matrix(body.s0) + S @ q  # (10.40)
    N = _field_moments(body, q)
    P = _second_moments(body, q, N)
    flow, gain = _combination(qd, N), _combination(qdd, N)  # integrals of rd r^T and rdd r^T
    f = body.m * v_dot + U @ s + 2 * cross(omega, S @ qd) + S @ qdd
    c = cross(s, v_dot) + _vee(U @ P + 2 * ca.skew(omega) @ flow + gain)
    e = S.T @ v_dot + exact_matrix(body.Mee) @ qdd
    if body.n:
        e += ca.vertcat(*[ca.dot(U, N_k) for N_k in N]) + 2 * _gyroscopic(body, qd, omega)
    return ElasticWrench(Wrench(f, c), e)


def elastic_forces(body: BodyIntegrals, q: SX) -> SX:
    """(n, 1) elastic forces Kee q, to be added to the generalised forces of inertia (10.36)."""
    return exact_matrix(body.Kee) @ q


def _field_moments(body: BodyIntegrals, q: SX) -> list[SX]:
    """List of n matrices (3, 3) N_k = integral Phi_k r^T dm."""
    parts = zip(body.N0, body.C, strict=True)
    return [exact_matrix(N0_k) + _combination(q, [exact_matrix(C_kl) for C_kl in C_k]) for N0_k, C_k in parts]


def _second_moments(body: BodyIntegrals, q: SX, N: list[SX]) -> SX:
    """(3, 3) P = integral r r^T dm; it is symmetric, so only one half is computed."""
    P = exact_matrix(body.P0) + _combination(q, [exact_matrix(N0_k.T) for N0_k in body.N0]) + _combination(q, N)
    return ca.triu2symm(ca.triu(P))


def _gyroscopic(body: BodyIntegrals, qd: SX, omega: Vector) -> SX:
    """(n, 1) omega . sum_l lambda_lk qd_l, with lambda_lk = vee(C_kl) (10.45)."""
    return ca.vertcat(*[dot(omega, exact_matrix(lambda_k.T) @ qd) for lambda_k in skew_part(body.C)])


def _combination(factors: SX, terms: list[SX]) -> SX:
    """(3, 3) sum of factors[k] terms[k]."""
    total = SX(3, 3)
    for k, term in enumerate(terms):
        total += factors[k] * term
    return total


def _vee(X: SX) -> Vector:
    return ca.vertcat(X[2, 1] - X[1, 2], X[0, 2] - X[2, 0], X[1, 0] - X[0, 1])
