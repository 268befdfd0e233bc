"""One leg of the platform: its vectors, its frame and the Jacobians J_B, J_D, J_G (Lopes, sections 3.2 and 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from parados.sources.lopes_stewart.model.lopes_parameters import Parameters
from parados.spatial.vectors import SX, Vector, cross, matrix

__all__ = ["Leg"]

IDENTITY = matrix(np.eye(3))


@dataclass(frozen=True)
class Leg:
    """Leg i as a function of the platform's pose.

    Attributes
    ----------
    parameters : parameters of the manipulator
    i : number of the leg, 0..5
    x_pos : (3, 1) position of the origin of {P} [m]
    R_P : (3, 3) rotation from {P} to {B}
    inverse_length, inverse_reach : symbols that stand for 1 / l_i and 1 / sqrt(l_x^2 + l_y^2) [1/m]
    spin : include the spin of the leg that the universal joint causes and the paper neglects
    """

    parameters: Parameters
    i: int
    x_pos: Vector
    R_P: SX
    inverse_length: SX
    inverse_reach: SX
    spin: bool = False

    @cached_property
    def p(self) -> Vector:
        """(3, 1) from the origin of {P} to P_i, base axes [m]."""
        return self.R_P @ self.parameters.p(self.i)

    @cached_property
    def l_vector(self) -> Vector:
        """(3, 1) from B_i to P_i [m]."""
        return self.x_pos + self.p - self.parameters.b(self.i)  # (31)

    @cached_property
    def length(self) -> SX:
        """l_i, the coordinate of the actuator [m]."""
        return ca.sqrt(ca.sumsqr(self.l_vector))

    @cached_property
    def reciprocals(self) -> tuple[SX, SX]:
        """Values of `inverse_length` and `inverse_reach`; not written as 1 / l, since CasADi would form many quotients x / l."""
        square, square_of_reach = ca.sumsqr(self.l_vector), ca.sumsqr(self.l_vector[:2])
        return self.length / square, ca.sqrt(square_of_reach) / square_of_reach

    def reciprocal_rates(self, u: SX) -> tuple[SX, SX]:
        """Return their rates (1, n) for velocities u (3, n) of P_i: -l_i' / l_i^2, without a division."""
        outwards = ca.vertcat(self.l_vector[:2], 0) * self.inverse_reach
        return -(self.inverse_length**2) * (self.l_hat.T @ u), -(self.inverse_reach**2) * (outwards.T @ u)

    @cached_property
    def l_hat(self) -> Vector:
        """(3, 1) unit vector from B_i to P_i."""
        return self.l_vector * self.inverse_length  # (30)

    @cached_property
    def l_bar(self) -> Vector:
        """(3, 1) vector l_i divided by its squared length [1/m]."""
        return self.l_hat * self.inverse_length  # (37)

    @cached_property
    def p_C(self) -> Vector:
        """(3, 1) centre of mass of the cylinder in {B} [m]."""
        return self.parameters.b_C * self.l_hat + self.parameters.b(self.i)  # (29)

    @cached_property
    def p_S(self) -> Vector:
        """(3, 1) centre of mass of the piston in {B} [m]."""
        return -self.parameters.b_S * self.l_hat + self.p + self.x_pos  # (59)

    @cached_property
    def y_C(self) -> Vector:
        """(3, 1) horizontal axis of {C_i}, which the universal joint keeps horizontal."""
        l_x, l_y = self.l_vector[0], self.l_vector[1]
        return ca.vertcat(-l_y, l_x, 0) * self.inverse_reach  # (51), printed: [-1, 1, 0] / sqrt(l_x^2 + l_y^2)

    @cached_property
    def R_C(self) -> SX:
        """(3, 3) axes of {C_i}, and of {S_i}: x along the leg (50), y horizontal (51), z upwards (52)."""
        return ca.horzcat(self.l_hat, self.y_C, cross(self.l_hat, self.y_C))  # (49)

    def inertia(self, principal: tuple[float | SX, ...]) -> SX:
        """(3, 3) rotational inertia of the cylinder or the piston in {B} [kg m^2]."""
        return self.R_C @ ca.diag(ca.vertcat(*principal)) @ self.R_C.T  # (48), (70)

    @cached_property
    def A_B(self) -> SX:
        """(3, 3) b_C l_hat~^T l_bar~: matrix from the velocity of P_i to that of the cylinder's centre of mass."""
        return self.parameters.b_C * self.across

    @cached_property
    def A_D(self) -> SX:
        """(3, 3) l_bar~: matrix from the velocity of P_i to the leg's angular velocity [1/m]; with `spin`, including the spin."""
        if self.spin:  # yaw rate y_C . u / sqrt(l_x^2 + l_y^2) about z_B; its component along the leg is l_hat_z times it
            return ca.skew(self.l_bar) + self.l_hat @ (self.l_hat[2] * self.inverse_reach * self.y_C).T
        return ca.skew(self.l_bar)

    @cached_property
    def A_G(self) -> SX:
        """(3, 3) 1 - b_S l_hat~^T l_bar~: matrix from the velocity of P_i to that of the piston's centre of mass."""
        return IDENTITY - self.parameters.b_S * self.across

    @cached_property
    def across(self) -> SX:
        """(3, 3) l_hat~^T l_bar~ = (1 - l_hat l_hat^T) / l [1/m]."""
        return (IDENTITY - self.l_hat @ self.l_hat.T) * self.inverse_length

    def of_P_i(self, A: SX) -> SX:
        """Return [A  A p~^T] (3, 6): the map A of the velocity of P_i, written as a map of [v; omega] of the platform."""
        return ca.horzcat(A, A @ ca.skew(self.p).T)

    def wrench(self, F: SX) -> SX:
        """Return [F; p~ F] (6, n): forces F (3, n) at P_i as wrenches on {P}; the transpose of `of_P_i`."""
        return ca.vertcat(F, ca.skew(self.p) @ F)

    @cached_property
    def J_B(self) -> SX:
        """(3, 6) velocity of the cylinder's centre of mass over [v; omega]."""
        return self.of_P_i(self.A_B)  # (40)

    @cached_property
    def J_D(self) -> SX:
        """(3, 6) angular velocity of the leg over [v; omega] [1/m, 1]."""
        return self.of_P_i(self.A_D)  # (36)

    @cached_property
    def J_G(self) -> SX:
        """(3, 6) velocity of the piston's centre of mass over [v; omega]."""
        return self.of_P_i(self.A_G)  # (62)

    @cached_property
    def J_C(self) -> SX:
        """(1, 6) row of the kinematic Jacobian: rate of l_i over [v; omega]."""
        return ca.horzcat(self.l_hat.T, cross(self.p, self.l_hat).T)  # (6)
