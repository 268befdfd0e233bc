"""The rods of the complete model as printed: k_1, k_2 of (10), (11) and the derivatives (25)-(28), every misprint kept.

z points downwards, as in (6) and (7). Where a dot is missing, the derivative that is meant is used: of psi_d by x_d in (25), (26)
and of k_1, k_2 by theta_d below (26).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.sources.falezza_delta.model.printed_angles import ArcCosine, Motion
from parados.spatial.vectors import Vector, column

__all__ = ["THETA", "PrintedRods"]

THETA = 3
"""Number of the coordinate theta_i in `Motion.slope`."""


@dataclass(frozen=True)
class PrintedRods:
    """The three rods as printed, as expressions of the symbols of `motion`; quantities of the three legs are columns (3, 1)."""

    parameters: DeltaParameters
    motion: Motion

    @cached_property
    def _alpha(self) -> tuple[Vector, Vector]:
        return column(self.parameters.cos_alpha), column(self.parameters.sin_alpha)

    @cached_property
    def _theta(self) -> tuple[Vector, Vector]:
        return ca.cos(self.motion.theta), ca.sin(self.motion.theta)

    @cached_property
    def psi(self) -> ArcCosine:
        p, (c_a, s_a), (c, _), x = self.parameters, self._alpha, self._theta, self.motion.x
        h = (c * (x[0] * c_a + x[1] * s_a) - p.r * c - p.l1 * c**2) / p.l2  # (12)
        return ArcCosine(self.motion, h)

    @cached_property
    def gamma(self) -> ArcCosine:
        p, (c_a, _), (c, s), x = self.parameters, self._alpha, self._theta, self.motion.x
        n = (x[0] * c * c_a - (p.r * c + p.l1 * c**2) * c_a**2 + x[2] * s - p.l1 * s**2) / p.l2  # (12)
        return ArcCosine(self.motion, n)

    @cached_property
    def _cs(self) -> tuple[Vector, Vector, Vector, Vector]:
        """Cosines and sines of beta = theta + gamma and of psi."""
        beta, psi = self.motion.theta + self.gamma.angle, self.psi.angle
        return ca.cos(beta), ca.sin(beta), ca.cos(psi), ca.sin(psi)

    @cached_property
    def beta_d(self) -> Vector:
        return self.motion.theta_d + self.gamma.rate

    @cached_property
    def beta_dd(self) -> Vector:
        return self.motion.theta_dd + self.gamma.acceleration

    @cached_property
    def k(self) -> tuple[Vector, Vector]:
        p, m, (c_b, s_b, c_p, s_p), psi_d = self.parameters, self.motion, self._cs, self.psi.rate
        k_1 = p.l1 * m.theta_d * self._theta[1] + p.length_a2 * (self.beta_d * s_b * c_p + c_b * psi_d * s_p)  # (10)
        return k_1, self.beta_d * c_b * c_p - s_b * psi_d * s_p  # (11)

    @cached_property
    def k_d(self) -> tuple[Vector, Vector]:
        """Time derivatives of k_1, k_2, after (24)."""
        p, m, (c_b, s_b, c_p, s_p), (c, s) = self.parameters, self.motion, self._cs, self._theta
        b_d, b_dd, p_d, p_dd = self.beta_d, self.beta_dd, self.psi.rate, self.psi.acceleration
        turning = c_b * (p_dd * s_p + p_d**2 * c_p) - 2 * b_d * s_b * p_d * s_p
        arm = p.l1 * (m.theta_dd * s + m.theta_d**2 * c)
        k_1_d = arm + p.length_a2 * (b_dd * s_b * c_p + b_d**2 * c_b * c_p + turning)
        k_2_d = b_dd * c_b * c_p - b_d**2 * s_b * c_p - 2 * b_d * c_b * p_d * s_p - s_b * (p_dd * s_p + p_d**2 * c_p)
        return k_1_d, k_2_d

    def k_by_rate(self, c: int) -> tuple[Vector, Vector]:
        """Derivatives of k_1, k_2 by the rate of coordinate c."""
        p, (c_b, s_b, c_p, s_p), g, f = self.parameters, self._cs, self.gamma.slope(c), self.psi.slope(c)
        if c == THETA:  # printed: sin beta in place of cos beta in the last term of k_1
            k_1 = p.l1 * self._theta[1] + p.length_a2 * ((1 + g) * s_b * c_p + s_b * f * s_p)
            return k_1, (1 + g) * c_b * c_p - s_b * f * s_p
        return p.length_a2 * (g * s_b * c_p + f * c_b * s_p), g * c_b * c_p - f * s_b * s_p

    def k_by_rate_d(self, c: int) -> tuple[Vector, Vector]:
        """Time derivatives of `k_by_rate`, (27); those by theta_d after (26)."""
        p, m, (c_b, s_b, c_p, s_p), a2 = self.parameters, self.motion, self._cs, self.parameters.length_a2
        g, f, g_d, f_d = self.gamma.slope(c), self.psi.slope(c), self.gamma.slope_rate(c), self.psi.slope_rate(c)
        b_d, p_d = self.beta_d, self.psi.rate
        along = g_d * c_b * c_p - g * b_d * s_b * c_p - g * c_b * p_d * s_p
        k_2 = along - (f_d * s_b * s_p + f * b_d * c_b * s_p + f * s_b * p_d * c_p)  # (27b)
        if c == THETA:
            first = (g_d * s_b + 2 * b_d * (1 + g) * c_b) * c_p + c_b * (f_d * s_p + 2 * p_d * f * c_p)
            last = p.l2 * s_b * s_p * ((1 + f * p_d) * p_d + b_d * f)
            return 2 * p.l1 * m.theta_d * self._theta[0] + a2 * first - last, k_2
        k_1 = g_d * s_b * c_p + g * b_d * c_b * c_p - g * s_b * p_d * s_p
        return a2 * (k_1 + f_d * c_b * s_p - f * b_d * s_b * s_p + f * c_b * p_d * c_p), k_2  # (27a)

    def k_by(self, c: int) -> tuple[Vector, Vector]:
        """Derivatives of k_1, k_2 by coordinate c, before (29) and after (28)."""
        p, m, (c_b, s_b, c_p, s_p) = self.parameters, self.motion, self._cs
        g, f, g_d, f_d = self.gamma.slope(c), self.psi.slope(c), self.gamma.rate_slope(c), self.psi.rate_slope(c)
        b_d, p_d = self.beta_d, self.psi.rate
        turned = 1 + g if c == THETA else g
        first = g_d * c_p - b_d * f * s_p - turned * p_d * s_p
        second = f_d * s_p + b_d * g * c_p + f * p_d * c_p
        if c == THETA:  # printed: + psi_d,theta sin psi in k_2, and gamma,theta without 1 + in k_1
            k_2 = c_b * first + s_b * (f_d * s_p - b_d * turned * c_p - f * p_d * c_p)
            return p.length_a2 * (s_b * first + c_b * second) + p.l1 * m.theta_d * self._theta[0], k_2
        return p.length_a2 * (s_b * first + c_b * second), c_b * first - s_b * second

    def speed_by_rate_d(self, c: int) -> Vector:
        """(3, 1) d/dt of the derivative of |x_2i_d|^2 by the rate of coordinate c, (25), (26)."""
        p, m, (c, s_t), (c_a, s_a), coordinate = self.parameters, self.motion, self._theta, self._alpha, c
        (_, _, c_p, s_p), (k_1, k_2), (k_1_d, k_2_d) = self._cs, self.k, self.k_d
        (k_1c, k_2c), (k_1c_d, k_2c_d) = self.k_by_rate(coordinate), self.k_by_rate_d(coordinate)
        f, f_d, p_d, p_dd = self.psi.slope(coordinate), self.psi.slope_rate(coordinate), self.psi.rate, self.psi.acceleration
        total = 2 * (k_1_d * k_1c + k_1 * k_1c_d) + p.l2**2 / 2 * s_a**2 * (p_dd * f + p_d * f_d)
        total += p.l2 * s_a * (p_dd * c_p * s_a - p_d * s_p * c_a) * (k_1c * p_d + k_1 * f)
        total += p.l2 * s_a * (c_p * c_a + s_p * s_a) * (k_1c_d * p_d + k_1c * p_dd + k_1 * f_d + k_1 * f_d)
        total += p.length_a2 * (k_2_d * k_2c + k_2 * k_2c_d)
        if coordinate == THETA:
            total += 2 * p.l1 * (m.theta_d * c**2 - 2 * m.theta_d**2 * c * s_t)
            inner = c * (k_2_d + m.theta_dd * k_2c + m.theta_d * k_2c_d) - m.theta_d * s_t * (k_2 + m.theta_dd * k_2c)
            return total + p.l2 * p.l1 * inner  # (26)
        return total + p.l2 * p.l1 * (m.theta_dd * c * k_2c - m.theta_d**2 * s_t * k_2c + m.theta_d * c * k_2c_d)  # (25)

    def speed_by(self, c: int) -> Vector:
        """(3, 1) derivative of |x_2i_d|^2 by coordinate c, before (29); (28) by theta."""
        p, m, (cos, sin), (c_a, s_a) = self.parameters, self.motion, self._theta, self._alpha
        (_, _, c_p, s_p), (k_1, k_2), (k_1c, k_2c) = self._cs, self.k, self.k_by(c)
        f, f_d, p_d = self.psi.slope(c), self.psi.rate_slope(c), self.psi.rate
        total = 2 * k_1 * k_1c + p.l2 * s_a * (k_1c * p_d + k_1 * f_d) * (c_p * c_a + s_p * s_a)
        total += p.l2 * s_a * k_1 * p_d * f * (c_p * s_a - s_p * c_a) + p.l2**2 / 2 * f_d * p_d * s_a**2
        if c == THETA:
            total += p.l2**2 / 2 * k_2c * k_2 - 2 * p.l1**2 * m.theta_d**2 * cos * sin
            return total + p.l2 * p.l1 * m.theta_d * (cos * k_2c - k_2 * sin)  # (28)
        return total + p.l2**2 / 2 * k_2c * (k_2 + p.l1 * m.theta_d * cos)
