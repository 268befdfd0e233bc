"""Inertia and Coriolis matrices of each body, from the generalized momentum (Lopes, sections 3.1 to 3.3).

A body with Jacobian J and inertia N in {B} has the momentum N J T xd. The derivative of the momentum, moved to the platform by
J^T, is

    f = J^T N J T xdd + J^T d/dt(N J T) xd

The two factors are used as inertia and Coriolis matrix. They map Euler rates to a wrench [force; moment] in {B}, so they are
neither symmetric nor skew-symmetric, but the matrices of all bodies can be added. If only f is needed, the momentum vector is
differentiated, which needs far fewer operations than the matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from parados.sources.lopes_stewart.model.lopes_kinematics import Kinematics
from parados.sources.lopes_stewart.model.lopes_legs import Leg
from parados.spatial.vectors import SX, cross, matrix

__all__ = [
    "Body",
    "LegBody",
    "platform",
    "platform_force",
    "rotating_cylinder",
    "rotating_leg",
    "rotating_piston",
    "translating_cylinder",
    "translating_piston",
]


@dataclass(frozen=True)
class Body:
    """A translating or rotating rigid body, treated as a virtual moving platform.

    Attributes
    ----------
    kinematics : kinematics of the manipulator
    J : (k, 6) matrix from [v; omega] of the platform to the velocity of the body
    N : () or (k, k) mass or inertia in {B} [kg, kg m^2]
    """

    kinematics: Kinematics
    J: SX
    N: SX

    @cached_property
    def momentum_matrix(self) -> SX:
        """(k, 6) N J T: matrix from xd to the momentum, (22), (42), (54), (64), (72)."""
        return ca.mtimes(self.N, self.J @ self.kinematics.T)

    @cached_property
    def inertia(self) -> SX:
        """(6, 6) J^T N J T: matrix from xdd to the wrench on {P}, (27), (45), (57), (67), (75)."""
        return self.J.T @ self.momentum_matrix

    @cached_property
    def coriolis(self) -> SX:
        """(6, 6) J^T d/dt(N J T): matrix from xd to the wrench on {P}, (28), (46), (58), (68), (76)."""
        return self.J.T @ self.kinematics.rate(self.momentum_matrix)


@dataclass(frozen=True)
class LegBody(Body):
    """A cylinder or a piston, translating or rotating.

    Attributes
    ----------
    leg : leg of the body
    A : (3, 3) matrix from the velocity of P_i to the velocity of the body; J = [A  A p~^T]
    momentum : (3, 1) linear or angular momentum, computed without the matrices [kg m/s, kg m^2/s]
    """

    leg: Leg
    A: SX
    momentum: SX

    @cached_property
    def inertia_at_P_i(self) -> SX:
        """(3, 6) A^T N J T: matrix from xdd to the force at P_i."""
        return self.A.T @ self.momentum_matrix

    @cached_property
    def coriolis_at_P_i(self) -> SX:
        """(3, 6) A^T d/dt(N J T): matrix from xd to the force at P_i."""
        return self.A.T @ self.kinematics.rate(self.momentum_matrix)

    @cached_property
    def force_at_P_i(self) -> SX:
        """(3, 1) A^T d/dt(momentum): force on the body, moved to P_i, base axes [N], (44), (56), (66), (74)."""
        return self.A.T @ self.kinematics.momentum_rate(self.momentum)

    @cached_property
    def inertia(self) -> SX:
        """(6, 6) J^T N J T with J^T = [1; p~] A^T, (45), (57), (67), (75)."""
        return self.leg.wrench(self.inertia_at_P_i)

    @cached_property
    def coriolis(self) -> SX:
        """(6, 6) J^T d/dt(N J T) with J^T = [1; p~] A^T, (46), (58), (68), (76)."""
        return self.leg.wrench(self.coriolis_at_P_i)


def platform(k: Kinematics) -> Body:
    """Build the platform: inertia I_P T (27), Coriolis d/dt(I_P T) (28)."""
    parameters = k.parameters
    I_rot = k.R_P @ ca.diag(ca.vertcat(*parameters.I_P)) @ k.R_P.T  # (17)
    I_P = ca.diagcat(parameters.m_P * matrix(np.eye(3)), I_rot)  # (19)
    return Body(k, matrix(np.eye(6)), I_P)


def platform_force(k: Kinematics) -> SX:
    """(6, 1) d/dt [m_P v; R I R^T omega]: kinetic wrench of the platform, (24)."""
    H_P = k.R_P @ (ca.vertcat(*k.parameters.I_P) * (k.R_P.T @ k.omega_P))  # (15) with (17)
    return ca.vertcat(k.parameters.m_P * k.xdd[:3], k.momentum_rate(H_P))


def translating_cylinder(k: Kinematics, i: int) -> LegBody:
    """Build the translating cylinder: inertia m_C J_B^T J_B T (45), Coriolis m_C J_B^T d/dt(J_B T) (46)."""
    leg, m_C = k.legs[i], k.parameters.m_C
    Q_C = m_C * cross(k.omega_l[i], k.parameters.b_C * leg.l_hat)  # (41) with (32)
    return LegBody(k, leg.J_B, SX(m_C), leg, leg.A_B, Q_C)


def rotating_cylinder(k: Kinematics, i: int) -> LegBody:
    """Build the rotating cylinder: inertia J_D^T I_C J_D T (57), Coriolis J_D^T d/dt(I_C J_D T) (58)."""
    return _rotating(k, i, k.parameters.I_C)


def translating_piston(k: Kinematics, i: int) -> LegBody:
    """Build the translating piston: inertia m_S J_G^T J_G T (67), Coriolis m_S J_G^T d/dt(J_G T) (68).

    Printed in (65): J_B instead of the second J_G.
    """
    leg, m_S = k.legs[i], k.parameters.m_S
    Q_S = m_S * (k.u(i) + cross(k.omega_l[i], -k.parameters.b_S * leg.l_hat))  # (63) with (60)
    return LegBody(k, leg.J_G, SX(m_S), leg, leg.A_G, Q_S)


def rotating_piston(k: Kinematics, i: int) -> LegBody:
    """Build the rotating piston: inertia J_D^T I_S J_D T (75), Coriolis J_D^T d/dt(I_S J_D T) (76).

    Printed in (76): without the transpose.
    """
    return _rotating(k, i, k.parameters.I_S)


def rotating_leg(k: Kinematics, i: int) -> LegBody:
    """Build the rotating leg: cylinder and piston turn together and {S_i} is parallel to {C_i}, so that I_C and I_S add."""
    return _rotating(k, i, tuple(a + b for a, b in zip(k.parameters.I_C, k.parameters.I_S, strict=True)))


def _rotating(k: Kinematics, i: int, principal: tuple[float | SX, ...]) -> LegBody:
    leg = k.legs[i]
    H = leg.R_C @ (ca.vertcat(*principal) * (leg.R_C.T @ k.omega_l[i]))  # (47) with (48), (69) with (70)
    return LegBody(k, leg.J_D, leg.inertia(principal), leg, leg.A_D, H)
