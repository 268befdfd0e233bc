"""Pose of the platform, its Jacobians T, J_A, J_C, J_E and time derivatives (Lopes, section 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca

from parados.sources.lopes_stewart.model.lopes_legs import IDENTITY, Leg
from parados.sources.lopes_stewart.model.lopes_parameters import Parameters
from parados.spatial.rotations import rotation_matrix
from parados.spatial.vectors import SX, Vector, cross

__all__ = ["Kinematics"]


@dataclass(frozen=True)
class Kinematics:
    """Kinematics of the manipulator: all quantities that do not depend on masses.

    Attributes
    ----------
    parameters : parameters of the manipulator
    spin : see `Leg`
    x, xd, xdd : (6, 1) symbols [x_P y_P z_P psi theta phi] and derivatives [m, rad, s]
    reciprocals : (12, 1) symbols for 1 / l_i and 1 / sqrt(l_ix^2 + l_iy^2) [1/m]; `eliminate` replaces them at the end, so
        that derivatives contain products instead of quotients
    """

    parameters: Parameters = field(default_factory=Parameters)
    spin: bool = False
    x: SX = field(default_factory=lambda: ca.SX.sym("x", 6))
    xd: SX = field(default_factory=lambda: ca.SX.sym("xd", 6))
    xdd: SX = field(default_factory=lambda: ca.SX.sym("xdd", 6))
    reciprocals: SX = field(default_factory=lambda: ca.SX.sym("reciprocals", 12))

    def rate(self, position_dependent: SX) -> SX:
        """Return d/dt of a matrix that depends on x."""
        return ca.jtimes(position_dependent, ca.vertcat(self.x, self.reciprocals), ca.vertcat(self.xd, self._reciprocal_rates))

    def momentum_rate(self, momentum: SX) -> SX:
        """Return d/dt of a vector that depends on x and xd."""
        variables = ca.vertcat(self.x, self.reciprocals, self.xd)
        return ca.jtimes(momentum, variables, ca.vertcat(self.xd, self._reciprocal_rates, self.xdd))

    def jacobian(self, vector: SX) -> SX:
        """(n, 6) d/dx of a vector at constant xd."""
        inner = [leg.reciprocal_rates(leg.of_P_i(IDENTITY) @ self.T) for leg in self.legs]
        of_reciprocals = ca.vertcat(*[pair[0] for pair in inner], *[pair[1] for pair in inner])
        return ca.jacobian(vector, self.x) + ca.sparsify(ca.jacobian(vector, self.reciprocals)) @ of_reciprocals

    def eliminate(self, expressions: list[SX]) -> list[SX]:
        """Replace the symbols `reciprocals` by their values, so that only x, xd, xdd remain."""
        pairs = [leg.reciprocals for leg in self.legs]
        values = ca.vertcat(*[pair[0] for pair in pairs], *[pair[1] for pair in pairs])
        return list(ca.substitute(expressions, [self.reciprocals], [values]))

    @cached_property
    def _reciprocal_rates(self) -> SX:
        pairs = [leg.reciprocal_rates(self.u(i)) for i, leg in enumerate(self.legs)]
        return ca.vertcat(*[pair[0] for pair in pairs], *[pair[1] for pair in pairs])

    @cached_property
    def _cosines(self) -> SX:
        return ca.cos(self.x[3:])

    @cached_property
    def _sines(self) -> SX:
        return ca.sin(self.x[3:])

    @cached_property
    def R_P(self) -> SX:
        """(3, 3) rotation from {P} to {B}: psi about z, theta about y', phi about x''."""
        return rotation_matrix("ZYX", self._cosines, self._sines)  # (4)

    @cached_property
    def J_A(self) -> SX:
        """(3, 3) omega = J_A [psi' theta' phi']."""
        (C_psi, C_theta, _), (S_psi, S_theta, _) = ca.vertsplit(self._cosines), ca.vertsplit(self._sines)
        return ca.vertcat(  # (9)
            ca.horzcat(0, -S_psi, C_theta * C_psi),
            ca.horzcat(0, C_psi, C_theta * S_psi),
            ca.horzcat(1, 0, -S_theta),
        )

    @cached_property
    def J_A_inverse(self) -> SX:
        """(3, 3) inverse of J_A; it does not exist at theta = +-90 deg."""
        (C_psi, C_theta, _), (S_psi, S_theta, _) = ca.vertsplit(self._cosines), ca.vertsplit(self._sines)
        phi_rate = ca.horzcat(C_psi, S_psi, 0) / C_theta
        return ca.vertcat(S_theta * phi_rate + ca.horzcat(0, 0, 1), ca.horzcat(-S_psi, C_psi, 0), phi_rate)

    @cached_property
    def T(self) -> SX:
        """(6, 6) [v; omega] = T xd."""
        return ca.diagcat(IDENTITY, self.J_A)  # (23)

    @cached_property
    def T_inverse(self) -> SX:
        """(6, 6) xd = T^-1 [v; omega]."""
        return ca.diagcat(IDENTITY, self.J_A_inverse)

    @cached_property
    def legs(self) -> tuple[Leg, ...]:
        inverse = ca.vertsplit(self.reciprocals)
        return tuple(Leg(self.parameters, i, self.x[:3], self.R_P, inverse[i], inverse[6 + i], self.spin) for i in range(6))

    @cached_property
    def omega_P(self) -> Vector:
        """(3, 1) angular velocity of the platform, base axes [rad/s]."""
        return self.J_A @ self.xd[3:]  # (8)

    def u(self, i: int) -> Vector:
        """(3, 1) velocity of P_i [m/s]."""
        return self.xd[:3] + cross(self.omega_P, self.legs[i].p)  # right side of (33)

    @cached_property
    def omega_l(self) -> tuple[Vector, ...]:
        """(3, 1) angular velocity of each leg [rad/s]."""
        return tuple(leg.A_D @ self.u(i) for i, leg in enumerate(self.legs))  # (34)

    @cached_property
    def l(self) -> SX:  # noqa: E743 - the paper's letter
        """(6, 1) lengths of the legs [m]."""
        return ca.vertcat(*[leg.length for leg in self.legs])

    @cached_property
    def J_C(self) -> SX:
        """(6, 6) kinematic Jacobian: l' = J_C [v; omega]."""
        return ca.vertcat(*[leg.J_C for leg in self.legs])  # (6)

    @cached_property
    def J_E(self) -> SX:
        """(6, 6) Euler angles Jacobian: l' = J_E xd."""
        return self.J_C @ self.T  # (5)
