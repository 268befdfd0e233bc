"""The complete model with (6)-(30) as printed, every misprint kept, to be evaluated beside the corrected one.

Two things cannot be taken literally. z points downwards, as in (6), (7), (29) and the derivatives of V (it points upwards in (2),
(17)); the inputs, with z upwards, are reflected. Where a dot is missing, the derivative that is meant is used, see `PrintedRods`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.delta_dynamics import cramer
from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.sources.falezza_delta.model.printed_angles import Motion
from parados.sources.falezza_delta.model.printed_rods import THETA, PrintedRods
from parados.spatial.vectors import SX, Vector, column

__all__ = ["PrintedModel", "printed_torques"]


@dataclass(frozen=True)
class PrintedModel(PrintedRods):
    """M_f by (19), (29) and (30) as printed, as expressions of the symbols of `motion`, z downwards."""

    @property
    def _I2(self) -> float:
        return self.parameters.m2 * self.parameters.l2**2 / 3  # section 3

    def _momentum_rate(self, c: int) -> Vector:
        """(3, 1) contributions of the three legs to (19a-c), or (19d)."""
        p, m, f, f_d = self.parameters, self.motion, self.psi.slope(c), self.psi.slope_rate(c)
        g, g_d = self.gamma.slope(c), self.gamma.slope_rate(c)
        speed = p.m2 / 2 * self.speed_by_rate_d(c)
        if c == THETA:  # (19d), printed: without psi
            arm = (p.m1 * p.l1**2 / 4 + p.I1 + p.I3 * p.k_r**2) * m.theta_dd
            return arm + speed + self._I2 * (self.beta_dd * (1 + g) + self.beta_d * g_d)
        rotation = self.beta_dd * g + self.beta_d * g_d + self.psi.acceleration * f + self.psi.rate * f_d
        return speed + self._I2 * rotation  # (19a-c), printed: without m_0

    def _kinetic_slope(self, c: int) -> Vector:
        """(3, 1) contributions of the three legs to dT/dq, after (21)."""
        turning = self.gamma.rate if c == THETA else self.beta_d  # printed: gamma_d in dT/dtheta
        rotation = turning * self.gamma.rate_slope(c) + self.psi.rate * self.psi.rate_slope(c)
        return self.parameters.m2 / 2 * self.speed_by(c) + self._I2 * rotation

    def _weight(self, c: int) -> Vector:
        """(3, 1) contributions of the three legs to dV/dq."""
        p, (c_b, s_b, c_p, s_p) = self.parameters, self._cs
        g = self.gamma.slope(c) + (1 if c == THETA else 0)
        rods = -p.m2 * p.g * p.length_a2 * (g * c_b * c_p - s_b * self.psi.slope(c) * s_p)
        return rods - (p.m1 / 2 + p.m2) * p.g * p.l1 * self._theta[0] if c == THETA else rods

    @cached_property
    def A(self) -> SX:
        """(3, 3) matrix A of (29) as printed, with + r."""
        p, (c_a, s_a), (c, s), x = self.parameters, self._alpha, self._theta, self.motion.x
        a_1, a_2 = x[0] + p.r * c_a - p.l1 * c * c_a, x[1] + p.r * s_a - p.l1 * c * s_a
        return ca.horzcat(a_1, a_2, x[2] - p.l1 * s).T

    @cached_property
    def K(self) -> Vector:
        """(3, 1) diagonal of K of (5) as printed, with + r and without l1."""
        p, (c_a, s_a), (c, s), x = self.parameters, self._alpha, self._theta, self.motion.x
        return (x[0] * c_a + x[1] * s_a + p.r) * s - x[2] * c

    @cached_property
    def tau(self) -> Vector:
        """(3, 1) torques [N m]."""
        p = self.parameters
        rows = [ca.sum1(self._momentum_rate(c) - self._kinetic_slope(c) + self._weight(c)) for c in range(3)]
        b = ca.vertcat(*rows) - column([0.0, 0.0, p.m2 * p.g])  # printed in dV/dz: m_2 g
        two_lambda = cramer(self.A, b)  # (29)
        own = self._momentum_rate(THETA) - self._kinetic_slope(THETA) + self._weight(THETA)
        return own - self.K * two_lambda  # (30)


def printed_torques(parameters: DeltaParameters, symbols: Mapping[str, Vector]) -> Vector:
    """(3, 1) torques of M_f as printed, of the symbols x, xd, xdd, theta, thetad, thetadd, with z upwards [N m]."""
    down = column([1.0, 1.0, -1.0])
    inside = Motion(*[SX.sym(name, 3) for name in ("x", "x_d", "x_dd", "theta", "theta_d", "theta_dd")])
    own = [inside.x, inside.x_d, inside.x_dd, inside.theta, inside.theta_d, inside.theta_dd]
    given = [*[down * symbols[name] for name in ("x", "xd", "xdd")], *[symbols[name] for name in ("theta", "thetad", "thetadd")]]
    return ca.substitute([PrintedModel(parameters, inside).tau], own, given)[0]
