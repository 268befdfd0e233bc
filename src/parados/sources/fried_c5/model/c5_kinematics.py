"""Geometry and Jacobians of the C5 robot: (16), (22), (27), (39)-(41)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from parados.sources.fried_c5.model.c5_parameters import AXIS, C5Parameters, Plates, stack
from parados.sources.fried_c5.model.factors import Arms, moments_to_pairs, spread
from parados.spatial.rotations import rotation_matrix
from parados.spatial.vectors import SX, Vector, column, cross, matrix

__all__ = ["C5"]


@dataclass(frozen=True)
class C5:
    """The robot in a pose. Segments are numbered 0..5 in code and stacked 6..1 as in the paper.

    R : (3, 3) orientation of the platform, (15)
    C : (3, 1) origin of the platform [m]
    """

    parameters: C5Parameters
    plates: Plates
    R: SX
    C: Vector

    @staticmethod
    def at(X: SX, plates: Plates = "platform", parameters: C5Parameters | None = None) -> C5:
        """Build the robot at X = [alpha beta gamma x_c y_c z_c] [rad, m]."""
        R = rotation_matrix("XYZ", ca.cos(X[:3]), ca.sin(X[:3]))  # (15)
        return C5(parameters or C5Parameters(), plates, R, X[3:])

    @cached_property
    def Q(self) -> list[SX]:
        """Q_i1 of segments 1..6 [m]: (16), or n_i . (C + R b_i - A_i) with the plates on the rods."""
        return [self._on_platform(i) if self.plates == "platform" else self._on_rod(i) for i in range(6)]

    def _on_platform(self, i: int) -> SX:
        k, R = AXIS[i], self.R
        p, q = (k + 1) % 3, (k + 2) % 3
        r = self.C - self.parameters.A(i)
        return self.C[k] + (R[q, k] * r[q] + R[p, k] * r[p]) / R[k, k]  # (16)

    def _on_rod(self, i: int) -> SX:
        k = AXIS[i]
        return self.C[k] + (self.R @ self.parameters.A(i))[k]

    @cached_property
    def P(self) -> list[Vector]:
        """P_i2 = B_iC of segments 1..6, base axes [m]."""
        p = self.parameters
        if self.plates == "rods":  # printed: (27), where B_i is on the axis of the rod
            return [-(self.R @ p.A(i)) for i in range(6)]
        return [self.C - self.Q[i] * p.n(i) - p.A(i) for i in range(6)]  # (27)

    @cached_property
    def axes(self) -> SX:
        """(3, 3) axes of the plates: the axes of the platform, or of the base."""
        return self.R if self.plates == "platform" else matrix(np.eye(3))

    def W(self, i: int) -> Vector:
        """(3, 1) normal of the plates of segment i: W_i2 without its zeros."""
        return self.axes[:, AXIS[i]]

    def WH(self, i: int) -> SX:
        """W_i2^t P-hat_i1^t H_i1 of (47): component of the plates' normal along the rod; it is 1 with the plates on the rods."""
        return self.axes[AXIS[i], AXIS[i]]

    @cached_property
    def J_inv(self) -> SX:
        """(6, 6) J^-1 over [omega; v]."""
        return stack([self._row(i) for i in range(6)])

    def _row(self, i: int) -> SX:
        n = self.W(i) / self.WH(i)  # printed: n_i in (21), (22), the direction of the rod
        n[AXIS[i]] = 1
        return ca.horzcat(cross(n, self.P[i]).T, n.T)  # (21)

    @cached_property
    def arms(self) -> Arms:
        """Vectors from which the factors J_1 and Pi_1 are computed, in the axes of the plates."""
        P, E = self.P, self.axes
        x, y, z = (self._half(k) for k in range(3))
        return Arms(E.T @ P[0], x, y, z, E.T @ (P[0] - P[2]), E.T @ (P[0] - P[4]))

    def _half(self, k: int) -> Vector:
        """(P_i2 - P_j2)/2 for the two segments along axis k, in the axes of the plates."""
        if not self.parameters.is_symmetric:
            return self.axes.T @ (self.P[2 * k] - self.P[2 * k + 1]) / 2
        if self.plates == "rods":
            return self.P[2 * k]
        R, p, q = self.R, (k + 1) % 3, (k + 2) % 3
        d = column(np.zeros(3))
        factor = self.parameters.L / R[k, k]
        d[p], d[q] = factor * R[p, q], -factor * R[p, p]
        return d

    @cached_property
    def condition_28(self) -> Vector:
        """(3, 1) y_1 - y_2, z_3 - z_4, x_5 - x_6 in the axes of the plates [m]: (28) and (39) hold if they are zero."""
        _, a_2, _, b_2, _, c_2 = self.arms.coupling
        return 2 * ca.vertcat(a_2, b_2, c_2)

    @cached_property
    def Pi_1(self) -> SX:
        """(6, 6) Pi_1 without the assumption (28): rates of segment 1, in the axes of its plates, over those of the actuators."""
        return self.arms.Pi_1 @ self.normal_rates

    @cached_property
    def normal_rates(self) -> SX:
        """(6, 6) diagonal of W_i2^t H_i1: rates of the rods along the plates' normals."""
        return ca.diag(stack([self.WH(i) for i in range(6)]))

    @cached_property
    def J_1(self) -> SX:
        """(6, 6) J_1 of (41), in base axes."""
        return ca.diagcat(self.axes, self.axes) @ self.arms.J_1

    @cached_property
    def J(self) -> SX:
        """(6, 6) Jacobian J = J_1 Pi_1, [omega; v] over Q_a.

        With the plates on the rods, B_1 and B_2 are on opposite sides of C. Then v is the mean of the rates of a pair, and the
        product needs no multiplication for v.
        """
        if self.plates == "platform" or not self.parameters.is_symmetric:
            return self.J_1 @ self.Pi_1  # (40)
        omega = ca.vertcat(*[spread(self.arms.rates[k, :]) for k in range(3)])
        v = matrix([[0, 0, 0, 0, 0.5, 0.5], [0, 0, 0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0, 0, 0]])
        return ca.vertcat(omega, v)

    def transposed(self, K: SX) -> SX:
        """(6, 1) J^t K = Pi_1^t J_1^t K, (62), for a wrench K = [moment; force] at C, base axes.

        It is computed from the sum and the difference of the forces of each pair, without forming a matrix and without solving a
        system of six equations.
        """
        if not self.parameters.is_symmetric:
            return self.Pi_1.T @ (self.J_1.T @ K)  # (62)
        sums, differences = self._pairs_on_rods(K) if self.plates == "rods" else self._pairs_on_platform(K)
        return stack([s + sign * t for s, t in zip(sums, differences, strict=True) for sign in (1, -1)])

    def _pairs_on_rods(self, K: SX) -> tuple[list[SX], list[SX]]:
        """Return half sums and half differences of the forces of each pair; the balls of a pair are on opposite sides of C."""
        half = K / 2
        return [half[3 + k] for k in range(3)], moments_to_pairs(self.arms.coupling, half[:3])

    def _pairs_on_platform(self, K: SX) -> tuple[list[SX], list[SX]]:
        """Return the same for the plates on the platform: forces along the axes of the platform, moments about O."""
        R, Q = self.R, self.Q
        f = R.T @ K[3:]
        n = R.T @ (K[:3] + cross(self.C, K[3:]))
        half = f / 2
        for k in range(3):
            p, q = (k + 1) % 3, (k + 2) % 3
            arm = half[k] * (Q[2 * k] + Q[2 * k + 1])
            n[p] -= arm * R[k, q]
            n[q] += arm * R[k, p]
        n /= 2 * self.parameters.L
        coupling = (R[1, 1], R[1, 2], R[2, 2], R[2, 0], R[0, 0], R[0, 1])  # the coupling of `arms` times W_i2^t H_i1 / L
        t = moments_to_pairs(coupling, n)
        r = [R[k, k] for k in range(3)]
        return [r[k] * half[k] for k in range(3)], [r[k] * r[k] * t[k] for k in range(3)]
