"""Motion and dynamics of the mobile platform: (46)-(51) and (88)-(93)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.fried_gough_stewart.model.fried_parameters import FriedParameters
from parados.sources.fried_gough_stewart.model.notation import tilde
from parados.spatial.rotations import rate_columns, turn_about
from parados.spatial.vectors import SX, Vector, column, cross, matrix, tangent

__all__ = ["Platform"]


@dataclass(frozen=True, eq=False)
class Platform:
    """The platform at X = [alpha beta gamma x_c y_c z_c], with the time derivatives of X. All vectors are in base axes.

    Attributes
    ----------
    X, Xd, Xdd : (6, 1) task coordinates [rad, m] and their derivatives
    """

    parameters: FriedParameters
    X: SX
    Xd: SX
    Xdd: SX

    @cached_property
    def R_alpha(self) -> SX:
        return turn_about(0, ca.cos(self.X[0]), ca.sin(self.X[0]))

    @cached_property
    def R_beta(self) -> SX:
        return turn_about(1, ca.cos(self.X[1]), ca.sin(self.X[1]))

    @cached_property
    def R_gamma(self) -> SX:
        return turn_about(2, ca.cos(self.X[2]), ca.sin(self.X[2]))

    @cached_property
    def R(self) -> SX:
        """(3, 3) platform to base axes, (1)."""
        return self.R_alpha @ self.R_beta @ self.R_gamma  # (46)

    @cached_property
    def E(self) -> SX:
        """(3, 3) omega = E d(alpha, beta, gamma)/dt; the columns are the axes of the three rotations of (51)."""
        return rate_columns("XYZ", ca.cos(self.X[:3]), ca.sin(self.X[:3]))

    @cached_property
    def omega(self) -> Vector:
        return self.E @ self.Xd[:3]

    @cached_property
    def omega_dot(self) -> Vector:
        alpha_d, beta_d = self.E[:, 0] * self.Xd[0], self.E[:, 1] * self.Xd[1]
        turning = cross(alpha_d, beta_d) + cross(alpha_d + beta_d, self.E[:, 2] * self.Xd[2])
        return self.E @ self.Xdd[:3] + turning

    @cached_property
    def R_abg(self) -> SX:
        """(3, 3) matrix with dR/dt = R_abg R. Since R v~ R^t = (R v)~, the sum of the three terms of (51) is omega~."""
        return tilde(self.omega)  # (51)

    @cached_property
    def tangent(self) -> SX:
        """(3, 3) omega_dot~ + R_abg R_abg: the acceleration of a point r of the platform is v_dot + tangent r."""
        return tangent(self.omega, self.omega_dot)

    @cached_property
    def V(self) -> SX:
        """(6, 1) V_N+1 = [omega; v] of C."""
        return ca.vertcat(self.omega, self.Xd[3:])

    @cached_property
    def V_dot(self) -> SX:
        """(6, 1) time derivative of V."""
        return ca.vertcat(self.omega_dot, self.Xdd[3:])

    @cached_property
    def CG(self) -> Vector:
        """(3, 1) from C to the centre of mass [m]."""
        return self.R @ matrix(self.parameters.CG.reshape(3, 1))

    @cached_property
    def I_C(self) -> SX:
        """(3, 3) inertia about C [kg m^2]."""
        CG_t = tilde(matrix(self.parameters.CG.reshape(3, 1)))
        I_C_p = matrix(self.parameters.I_G) - self.parameters.m_C * (CG_t @ CG_t)  # printed: about the centre of mass
        return self.R @ I_C_p @ self.R.T  # (91)

    @cached_property
    def Lambda_C(self) -> SX:
        """(6, 6) spatial inertia at C."""
        m_C, CG_t = self.parameters.m_C, tilde(self.CG)  # printed: GC instead of CG
        return ca.blockcat([[self.I_C, m_C * CG_t], [-m_C * CG_t, m_C * SX.eye(3)]])  # (90)

    @cached_property
    def C_C(self) -> SX:
        """(6, 1) Coriolis and centrifugal effort [N m, N]."""
        omega, CG = self.omega, self.CG  # printed: GC instead of CG
        moment = -cross(omega, self.I_C @ omega)
        return ca.vertcat(moment, self.parameters.m_C * cross(omega, cross(CG, omega)))  # (92)

    @cached_property
    def G_C(self) -> SX:
        """(6, 1) effort of gravity [N m, N]."""
        m_C, g = self.parameters.m_C, column(self.parameters.g)
        return ca.vertcat(m_C * cross(self.CG, g), m_C * g)  # (93), printed: GC instead of CG

    @cached_property
    def F(self) -> SX:
        """(6, 1) F_N+1 = [n; f] that the segments must apply at C [N m, N]."""
        return self.Lambda_C @ self.V_dot - (self.G_C + self.C_C)  # (88)
