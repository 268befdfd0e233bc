"""Coriolis matrices by Lagrange's equation, with which Lopes compares his own (Table 1).

From the mass matrix M = T^T J^T N J T of a body for the Euler coordinates, with U = (1 (x) xd^T) dM/dx, that is
U_ij = sum_k dM_jk/dx_i xd_k:

    Lagrange             V = dM/dt - U / 2                directly from the derivatives of the kinetic energy
    Lagrange-Koditschek  V = (dM/dt + U^T - U) / 2        Christoffel symbols: dM/dt - 2 V is skew-symmetric

Both give the same V xd. It equals T^T times the V xd of the generalized momentum.

References
----------
Lebret, Liu, Lewis, Dynamic analysis and control of a Stewart platform manipulator, J. Robotic Systems 10 (1993).
"""

from __future__ import annotations

from parados.sources.lopes_stewart.model.lopes_bodies import Body
from parados.spatial.vectors import SX

__all__ = ["koditschek_coriolis", "lagrange_coriolis", "mass_matrix"]


def mass_matrix(body: Body) -> SX:
    """(6, 6) symmetric mass matrix M of a body: its kinetic energy is xd^T M xd / 2, with the Euler rates xd."""
    return (body.J @ body.kinematics.T).T @ body.momentum_matrix


def _transposed_U(body: Body, M: SX) -> SX:
    """(6, 6) U^T = d(M xd)/dx at constant xd."""
    return body.kinematics.jacobian(M @ body.kinematics.xd)


def lagrange_coriolis(body: Body) -> SX:
    """(6, 6) V of d/dt(dT/dxd) - dT/dx = M xdd + V xd."""
    M = mass_matrix(body)
    return body.kinematics.rate(M) - 0.5 * _transposed_U(body, M).T


def koditschek_coriolis(body: Body) -> SX:
    """(6, 6) V with dM/dt - 2 V skew-symmetric."""
    M = mass_matrix(body)
    U_T = _transposed_U(body, M)
    return 0.5 * (body.kinematics.rate(M) + U_T - U_T.T)
