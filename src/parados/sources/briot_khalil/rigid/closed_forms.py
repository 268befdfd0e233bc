"""Closed forms of chapter 7 in the letters of the book, for comparison with the geometry of the engine.

Each formula is written as printed. If it is wrong, there is a corrected one too.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 7.1.2.1, 7.1.2.4, 7.2.2.1 and 7.2.2.4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["FiveBarForms", "OrthoglideForms", "turn"]

Array = NDArray[np.float64]


def turn(difference: Array) -> Array:
    """Return a difference of angles modulo whole turns, in (-pi, pi] [rad]."""
    return np.asarray(np.angle(np.exp(1j * difference)), dtype=np.float64)


@dataclass(frozen=True)
class FiveBarForms:
    """Formulas of the five-bar mechanism; lengths d (2,) are those of leg 1 and leg 2 [m]."""

    d_1: tuple[float, float] = (-0.14, 0.14)
    d_2: tuple[float, float] = (0.213, 0.213)
    d_3: tuple[float, float] = (0.1878, 0.1878)

    def actuated(self, x: Array, leg: int, sign: int) -> Array:
        """Return q_i1 by (7.15) for poses (..., 2) [rad]."""
        d_1, d_2, d_3 = self.d_1[leg], self.d_2[leg], self.d_3[leg]
        a, b = -2 * d_2 * (x[..., 0] - d_1), -2 * d_2 * x[..., 1]
        c = (x[..., 0] - d_1) ** 2 + x[..., 1] ** 2 + d_2**2 - d_3**2
        return 2 * np.arctan((-b + sign * np.sqrt(b**2 - c**2 + a**2)) / (c - a))

    def passive(self, x: Array, leg: int, q_1: Array) -> Array:
        """Return q_i2 by (7.16) [rad]."""
        d_1, d_2 = self.d_1[leg], self.d_2[leg]
        return np.asarray(np.arctan2(x[..., 1] - d_2 * np.sin(q_1), x[..., 0] - d_1 - d_2 * np.cos(q_1)) - q_1)

    def residual(self, x: Array, q: Array) -> Array:
        """Return h_p (..., 2) of (7.10) [m^2]."""
        d_1, d_2, d_3 = np.array(self.d_1), np.array(self.d_2), np.array(self.d_3)
        return np.asarray((x[..., :1] - d_1 - d_2 * np.cos(q)) ** 2 + (x[..., 1:] - d_2 * np.sin(q)) ** 2 - d_3**2)

    def elbows(self, q: Array) -> Array:
        """Return A_12 and A_22 as rows (2, 2) [m]."""
        d_1, d_2 = np.array(self.d_1), np.array(self.d_2)
        return np.column_stack([d_1 + d_2 * np.cos(q), d_2 * np.sin(q)])

    def assemblies(self, q: Array) -> Array:
        """Return both positions of the end effector (2, 2): (7.39)-(7.40), or (7.41) if b_1 = b_2 [m]."""
        elbows = self.elbows(q)
        a, b = -2 * elbows.T
        c = (elbows**2).sum(axis=1) - np.array(self.d_3) ** 2
        signs = np.array([1.0, -1.0])
        if b[0] == b[1]:  # (7.41)
            x = np.full(2, -(c[1] - c[0]) / (a[1] - a[0]))
            return np.column_stack([x, (-b[0] + signs * np.sqrt(b[0] ** 2 - 4 * (x**2 + a[0] * x + c[0]))) / 2])
        e_1, e_2 = -(a[1] - a[0]) / (b[1] - b[0]), -(c[1] - c[0]) / (b[1] - b[0])  # (7.40)
        f_1, f_2, f_3 = 1 + e_1**2, 2 * e_1 * e_2 + a[0] + b[0] * e_1, e_2**2 + b[0] * e_2 + c[0]
        x = (-f_2 + signs * np.sqrt(f_2**2 - 4 * f_1 * f_3)) / (2 * f_1)  # (7.39)
        return np.column_stack([x, e_1 * x + e_2])


@dataclass(frozen=True)
class OrthoglideForms:
    """Formulas of the Orthoglide with its equivalent PUU legs; lengths [m]."""

    a: float = 0.34
    d_4: float = 0.31
    d_6: float = 0.03

    def _terms(self, x: Array) -> tuple[Array, Array]:
        """Return the component (..., 3) along the rail of each leg, and the squared component across it."""
        X, Y, Z = x[..., 0], x[..., 1], x[..., 2]
        along = np.stack([Z, X + self.a, Y + self.a], axis=-1)
        d_6, a = self.d_6, self.a
        across = [(X - d_6) ** 2 + Y**2, (Y - d_6) ** 2 + (Z - a) ** 2, (X - d_6) ** 2 + (Z - a) ** 2]
        return along, np.stack(across, axis=-1)

    def actuated(self, x: Array, signs: Array) -> Array:
        """Return q_i1 (..., 3) by (7.29) [m]."""
        along, across = self._terms(x)
        c_1, c_0 = -2 * along, along**2 + across - self.d_4**2  # (7.28)
        return np.asarray((-c_1 + signs * np.sqrt(c_1**2 - 4 * c_0)) / 2)

    def residual(self, x: Array, q: Array) -> Array:
        """Return h_p (..., 3) of (7.27) [m^2]."""
        along, across = self._terms(x)
        return np.asarray((along - q) ** 2 + across - self.d_4**2)

    def first_passive(self, x: Array, q: Array) -> Array:
        """Return q_i2 (..., 3) by (7.30)-(7.32) [rad]."""
        along, _ = self._terms(x)
        return np.arctan2(q - along, x[..., [0, 1, 0]] - self.d_6)

    def second_passive(self, x: Array, q_2: Array, as_printed: bool = False) -> Array:
        """Return q_i3 (..., 3) by (7.33)-(7.35) [rad]; printed: without a."""
        a = 0.0 if as_printed else self.a
        heights = np.stack([-x[..., 1], a - x[..., 2], x[..., 2] - a], axis=-1)
        return np.arctan2(heights, (x[..., [0, 1, 0]] - self.d_6) / np.cos(q_2))

    def centres(self, q: Array) -> Array:
        """Return the centres of the spheres (7.27) through P, as rows (3, 3) [m]."""
        d_6, a = self.d_6, self.a
        return np.array([[d_6, 0, q[0]], [q[1] - a, d_6, a], [d_6, q[2] - a, a]])

    def centres_printed(self, q: Array) -> Array:
        """Return the centres (3, 3) of the text after (7.50), where d_6 is along the rails [m]."""
        d_6, a = self.d_6, self.a
        return np.array([[0, 0, d_6 + q[0]], [d_6 - a + q[1], 0, a], [0, d_6 - a + q[2], a]])

    def assemblies(self, q: Array, as_printed: bool = False) -> Array:
        """Return both positions of the platform (2, 3) by (7.50) [m]; NaN if the coefficients have no real solution."""
        c_9, c_10, c_11, c_12, c_13, c_14, c_15 = self.coefficients(q, as_printed)
        with np.errstate(invalid="ignore"):
            z = (-c_14 + np.array([1.0, -1.0]) * np.sqrt(c_14**2 - 4 * c_13 * c_15)) / (2 * c_13)
        return np.column_stack([c_9 * z + c_10, c_11 * z + c_12, z])

    def coefficients(self, q: Array, as_printed: bool = False) -> Array:
        """Return c_9 to c_15 (7,) of (7.50)."""
        c_1, c_2 = -self.d_6, -q[0]
        c_9, c_10, c_11, c_12 = self._line_printed(q) if as_printed else self._line(q)
        c_13 = c_9**2 + c_11**2 + 1
        c_14 = 2 * (c_9 * c_10 + c_11 * c_12 + c_1 * c_9 + (-c_2 if as_printed else c_2))
        c_15 = c_10**2 + c_12**2 + 2 * c_1 * c_10 + c_1**2 + c_2**2 - self.d_4**2
        return np.array([c_9, c_10, c_11, c_12, c_13, c_14, c_15]) + 0.0

    def _line(self, q: Array) -> Array:
        """Return c_9 to c_12 (4,): the line x = c_9 z + c_10, y = c_11 z + c_12 from row 1 minus rows 2 and 3 of (7.49)."""
        one, two, three = -self.centres(q)
        rows = np.array([one - two, one - three])
        sizes = np.array([one @ one - two @ two, one @ one - three @ three]) / 2
        (c_9, c_11), (c_10, c_12) = np.linalg.solve(rows[:, :2], -np.column_stack([rows[:, 2], sizes])).T
        return np.array([c_9, c_10, c_11, c_12])

    def _line_printed(self, q: Array) -> Array:
        d_6, a = self.d_6, self.a
        c_1, c_2, c_3, c_4, c_5, c_6, c_7, c_8 = -d_6, -q[0], a - q[1], -d_6, -a, -d_6, a - q[2], -a
        D = c_1 * c_4 + c_1 * c_7 - c_3 * c_7 - c_4 * c_6
        K_2 = c_1**2 + c_2**2 - c_3**2 - c_4**2 - c_5**2
        K_3 = c_1**2 + c_2**2 - c_6**2 - c_7**2 - c_8**2
        return np.array([-(c_2 - c_5) * c_7, -K_2 * c_4, (c_2 - c_8) * (c_1 - c_6), -K_3 * (c_1 - c_3)]) / D
