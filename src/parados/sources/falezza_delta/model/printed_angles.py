"""Passive angles (12), (13) as printed: arccos of planar projections, with their derivatives (22)-(24).

z points downwards here, as in (6), (7), a_3i and k_ii of the paper; (2) has it upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.spatial.vectors import SX, Vector

__all__ = ["ArcCosine", "Motion"]


@dataclass(frozen=True)
class Motion:
    """Symbols of q = (x, theta) and its derivatives, (3, 1) each, z downwards [m, rad, s]."""

    x: Vector
    x_d: Vector
    x_dd: Vector
    theta: Vector
    theta_d: Vector
    theta_dd: Vector

    def rate(self, expression: SX) -> SX:
        """Return d/dt of an expression of q and q_d."""
        variables = ca.vertcat(self.x, self.theta, self.x_d, self.theta_d)
        rates = ca.vertcat(self.x_d, self.theta_d, self.x_dd, self.theta_dd)
        return ca.reshape(ca.jtimes(ca.vec(expression), variables, rates), *expression.shape)

    def slope(self, expression: Vector, coordinate: int) -> Vector:
        """(3, 1) derivative of a quantity of the three legs by x, y, z (coordinate 0..2) or by its own theta_i (3)."""
        if coordinate < 3:
            return ca.jacobian(expression, self.x)[:, coordinate]
        return ca.diag(ca.jacobian(expression, self.theta))


@dataclass(frozen=True)
class ArcCosine:
    """An angle arccos(w) of the three legs, w (3, 1), with the derivatives that the paper prints."""

    motion: Motion
    w: Vector

    @cached_property
    def w_d(self) -> Vector:
        return self.motion.rate(self.w)

    @cached_property
    def _root(self) -> Vector:
        return ca.sqrt(1 - self.w**2)

    @cached_property
    def angle(self) -> Vector:
        return ca.acos(self.w)  # (12)

    @cached_property
    def rate(self) -> Vector:
        return -self.w_d / self._root  # (13)

    @cached_property
    def acceleration(self) -> Vector:
        """(3, 1) second derivative as printed: w_d w_d in place of w w_d^2."""
        return -(self.motion.rate(self.w_d) * (1 - self.w**2) + self.w_d * self.w_d) / self._root**3

    def slope(self, c: int) -> Vector:
        """(3, 1) derivative of the angle by coordinate c; also that of the rate by the rate of c, (22)."""
        return -self.motion.slope(self.w, c) / self._root

    def slope_rate(self, c: int) -> Vector:
        """(3, 1) d/dt of the derivative of the rate by the rate of coordinate c, (23), (24)."""
        w_c = self.motion.slope(self.w, c)
        return -(w_c * self.w * self.w_d + self.motion.rate(w_c) * (1 - self.w**2)) / self._root**3

    def rate_slope(self, c: int) -> Vector:
        """(3, 1) derivative of the rate by coordinate c as printed: w^2 in place of w w_d."""
        w_c = self.motion.slope(self.w, c)
        return -(w_c * self.w**2 + self.motion.slope(self.w_d, c) * (1 - self.w**2)) / self._root**3
