"""A segment as a serial robot: (2)-(5), (10)-(54).

The leg is along x of its frame, R_b = Rot(y, beta) Rot(z, gamma). Its angular velocity in leg axes is
(sin gamma beta_d, cos gamma beta_d, gamma_d). The first component is a spin about the leg, which the universal joint causes and
the paper neglects. Of the two mirror solutions, the one with cos gamma > 0 is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.fried_gough_stewart.model.fried_parameters import FriedParameters
from parados.sources.fried_gough_stewart.model.fried_platform_dynamics import Platform
from parados.sources.fried_gough_stewart.model.notation import U, diagonal, hat, tilde
from parados.spatial.rotations import turn_about
from parados.spatial.vectors import SX, Vector, column, cross, dot, matrix

__all__ = ["SegmentKinematics"]


def _entries(shape: tuple[int, int], values: dict[tuple[int, int], SX | float]) -> SX:
    """Build a sparse matrix from its nonzero entries."""
    M = SX(*shape)
    for place, value in values.items():
        M[place] = value
    return M


@dataclass(frozen=True, eq=False)
class SegmentKinematics:
    """Segment number `index` (from 0) of a moving platform. Global matrices have link 2 above link 1, as in the paper."""

    parameters: FriedParameters
    platform: Platform
    index: int

    @cached_property
    def CB(self) -> Vector:
        """(3, 1) from C to B_i, base axes [m]."""
        return self.platform.R @ matrix(self.parameters.B[self.index].reshape(3, 1))

    @cached_property
    def AB(self) -> Vector:
        """(3, 1) from A_i to B_i, base axes [m]: X_i, Y_i, Z_i."""
        return self.platform.X[3:] - column(self.parameters.A[self.index]) + self.CB  # (5)

    @cached_property
    def theta(self) -> SX:
        """Length of the leg [m], the active joint."""
        return ca.sqrt(dot(self.AB, self.AB))  # (4)

    @cached_property
    def n(self) -> Vector:
        """(3, 1) unit vector of the leg, base axes."""
        return self.AB / self.theta

    @cached_property
    def R_beta(self) -> SX:
        return turn_about(1, self.n[0] / self.c_gamma, -self.n[2] / self.c_gamma)

    @cached_property
    def c_gamma(self) -> SX:
        return ca.sqrt(self.n[0] * self.n[0] + self.n[2] * self.n[2])

    @cached_property
    def s_gamma(self) -> SX:
        return self.n[1]

    @cached_property
    def R_b(self) -> SX:
        """(3, 3) leg to base axes."""
        return self.R_beta @ turn_about(2, self.c_gamma, self.s_gamma)  # (2), (38)

    @cached_property
    def Q(self) -> SX:
        """(3, 1) theta [m], beta, gamma [rad]."""
        return ca.vertcat(self.theta, ca.atan2(-self.n[2], self.n[0]), ca.atan2(self.s_gamma, self.c_gamma))  # (10)

    @cached_property
    def H_2(self) -> SX:
        """(6, 1) axis of the prismatic joint, leg axes."""
        return _entries((6, 1), {(3, 0): 1})  # (22)

    @cached_property
    def H_1(self) -> SX:
        """(6, 2) axes of the universal joint, leg axes."""
        beta_axis = {(0, 0): self.s_gamma, (1, 0): self.c_gamma}  # (22); printed in (23): (0, 1, 0)
        return _entries((6, 2), {**beta_axis, (2, 1): 1})

    @cached_property
    def H(self) -> SX:
        """(12, 3) Diag(H_2, H_1)."""
        return diagonal(self.H_2, self.H_1)  # (22)

    @cached_property
    def P_1(self) -> Vector:
        """(3, 1) from O_1 = A_i to O_2 = B_i, leg axes [m]."""
        return _entries((3, 1), {(0, 0): self.theta})

    @cached_property
    def P(self) -> SX:
        """(12, 12) bidiagonal [U 0; -P_1^ U]."""
        return ca.blockcat([[U(6), SX(6, 6)], [-hat(self.P_1), U(6)]])

    @cached_property
    def P_inv(self) -> SX:
        """(12, 12) inverse of P, [U 0; P_1^ U]."""
        return ca.blockcat([[U(6), SX(6, 6)], [hat(self.P_1), U(6)]])

    @cached_property
    def beta_i(self) -> SX:
        """(6, 12) matrix from the velocities [segment 2; segment 1] at their origins, leg axes, to [omega; v_B], base axes.

        In the paper it is [P_2-hat^t 0], with P_2 from O_2 to B_i. Here O_2 = B_i, so P_2 = 0 and P_2-hat is the unit matrix.
        """
        return ca.horzcat(diagonal(self.R_b, self.R_b), SX(6, 6))

    @cached_property
    def J_B(self) -> SX:
        """(6, 3) [omega; v_B] over Qd, base axes."""
        return self.beta_i @ self.P_inv.T @ self.H  # (21)

    @cached_property
    def T(self) -> SX:
        """(3, 3) v_B in leg axes over Qd."""
        theta = self.theta
        return _entries((3, 3), {(0, 0): 1, (1, 2): theta, (2, 1): -theta * self.c_gamma})  # (25), printed: -theta

    @cached_property
    def T_inv(self) -> SX:
        """(3, 3) Qd over v_B in leg axes."""
        inverse = 1 / self.theta
        return _entries((3, 3), {(0, 0): 1, (1, 2): -inverse / self.c_gamma, (2, 1): inverse})  # (26), printed: -1/theta

    @cached_property
    def J_v(self) -> SX:
        """(3, 3) v_B over Qd, base axes."""
        return self.R_b @ self.T  # (25)

    @cached_property
    def J_v_inv(self) -> SX:
        """(3, 3) inverse of J_v. Multiplying a vector by one factor after the other costs less."""
        return self.T_inv @ self.R_b.T  # (26)

    @cached_property
    def B(self) -> SX:
        """(3, 6) [B_iC~ U], v_B over V_N+1."""
        return ca.horzcat(tilde(-self.CB), U(3))  # (33)

    @cached_property
    def v_B(self) -> Vector:
        return self.platform.V[3:] - cross(self.CB, self.platform.omega)  # (31), B V

    @cached_property
    def u(self) -> Vector:
        """(3, 1) v_B in leg axes [m/s]."""
        return self.R_b.T @ self.v_B

    @cached_property
    def Qd(self) -> SX:
        """(3, 1) rates of Q."""
        return self.T_inv @ self.u  # (41), (42)

    @cached_property
    def omega(self) -> Vector:
        """(3, 1) angular velocity of both links, leg axes [rad/s]."""
        return self.H_1[:3, :] @ self.Qd[1:]  # (74)

    @cached_property
    def T_rate(self) -> SX:
        """(3, 3) dT/dt T^-1, from the changes of the leg's length and of cos gamma."""
        stretch = self.Qd[0] / self.theta
        bend = self.Qd[2] * self.s_gamma / self.c_gamma
        return _entries((3, 3), {(1, 1): stretch, (2, 2): stretch - bend})  # (45), printed: theta_d~/theta^2

    @cached_property
    def Psi(self) -> SX:
        """(3, 3) dJ_v/dt Qd = Psi v_B, base axes."""
        beta_d, gamma_d = _entries((3, 1), {(1, 0): self.Qd[1]}), _entries((3, 1), {(2, 0): self.Qd[2]})
        return tilde(beta_d + self.R_beta @ gamma_d) + self.R_b @ self.T_rate @ self.R_b.T  # (45)

    @cached_property
    def A(self) -> SX:
        """(3, 6) matrix A of the second-order model Qdd = J_v^-1 (B V_dot + A V)."""
        R_abg, BC_t = self.platform.R_abg, tilde(-self.CB)
        return ca.horzcat((R_abg - self.Psi) @ BC_t + BC_t @ R_abg.T, -self.Psi)  # (54)

    @cached_property
    def v_B_dot(self) -> Vector:
        """(3, 1) acceleration of B_i, base axes [m/s^2]; one term of (52) is zero since R_abg^t omega = 0."""
        return self.platform.V_dot[3:] + self.platform.tangent @ self.CB  # (32)

    @cached_property
    def Qdd(self) -> SX:
        """(3, 1) accelerations of Q."""
        J_v_dot_Qd = cross(self.omega, self.u) + self.T_rate @ self.u  # (44), R_b^t Psi v_B
        return self.T_inv @ (self.R_b.T @ self.v_B_dot - J_v_dot_Qd)  # (53), (29)
