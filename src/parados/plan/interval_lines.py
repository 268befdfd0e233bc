"""Rows alpha z_0 + beta z_1 <= gamma of the intervals of a profile, as lines above and below z_1 over z_0.

A row with beta > 0 bounds z_1 from above by the line p + m z_0 with p = gamma / beta, m = -alpha / beta; with beta < 0 from
below; with beta = 0 it bounds z_0 alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["HUGE", "Intervals"]

Array = NDArray[np.float64]

FLAT = 1e-13
"""Coefficients of a row below this part of its largest coefficient are zero."""

ROUND_OFF = 1e-14
"""Two lines that differ by less than this part of their values meet."""

HUGE = 1e30
"""A bound that is not there."""

NEWTON = 100
"""Largest number of Newton steps for the ends of an interval; a concave piecewise linear function needs about five."""


@dataclass(frozen=True)
class Intervals:
    """Rows of N intervals: alpha z_0 + beta z_1 <= gamma, (N, K) each."""

    alpha: Array
    beta: Array
    gamma: Array

    @cached_property
    def _unit(self) -> tuple[Array, Array, Array]:
        size = np.maximum(np.maximum(np.abs(self.alpha), np.abs(self.beta)), 1e-300)
        alpha, beta = self.alpha / size, self.beta / size
        return np.where(np.abs(alpha) < FLAT, 0.0, alpha), np.where(np.abs(beta) < FLAT, 0.0, beta), self.gamma / size

    @cached_property
    def upper(self) -> tuple[Array, Array]:
        """Return p, m (N, K) of the lines above z_1; HUGE and 0 for other rows."""
        return self._lines(1.0)

    @cached_property
    def lower(self) -> tuple[Array, Array]:
        """Return p, m (N, K) of the lines below z_1; -HUGE and 0 for other rows."""
        return self._lines(-1.0)

    def _lines(self, sign: float) -> tuple[Array, Array]:
        alpha, beta, gamma = self._unit
        own = sign * beta > 0
        safe = np.where(own, beta, 1.0)
        return np.where(own, np.clip(gamma / safe, -HUGE, HUGE), sign * HUGE), np.where(own, -alpha / safe, 0.0)

    @cached_property
    def alone(self) -> tuple[Array, Array]:
        """Return the smallest and largest z_0 (N,) that the rows without z_1 allow, from 0 to HUGE."""
        alpha, beta, gamma = self._unit
        own = beta == 0
        safe = np.where(alpha == 0, 1.0, alpha)
        most = np.where(own & (alpha > 0), gamma / safe, HUGE).min(axis=1)
        least = np.where(own & (alpha < 0), gamma / safe, 0.0).max(axis=1)
        return np.maximum(least, 0.0), np.minimum(most, HUGE)

    def meeting(self, z: Array) -> tuple[NDArray[np.bool_], Array, Array]:
        """Compare the lowest upper and the highest lower line at z_0 = z (N,).

        Return whether they leave room for z_1, the slope of the room, and the z_0 at which the two lines meet.
        """
        each = np.arange(len(z))
        above, below = (p + m * z[:, None] for p, m in (self.upper, self.lower))
        k, j = above.argmin(axis=1), below.argmax(axis=1)
        a, b = above[each, k], below[each, j]
        slope = self.upper[1][each, k] - self.lower[1][each, j]
        gap = self.upper[0][each, k] - self.lower[0][each, j]
        return a - b >= -ROUND_OFF * (np.abs(a) + np.abs(b) + np.abs(z)), slope, -gap / np.where(slope == 0, 1.0, slope)

    def rows_at(self, interval: int, z: float) -> tuple[int, int]:
        """Return the rows of the lowest upper and the highest lower line at z_0 = z."""
        above, below = (p[interval] + m[interval] * z for p, m in (self.upper, self.lower))
        return int(above.argmin()), int(below.argmax())

    @cached_property
    def possible(self) -> tuple[Array, Array]:
        """Return the smallest and largest z_0 (N,) for which the interval's own rows allow some z_1.

        The room is a concave function of z_0, so Newton's method from outside stops at the ends of the set where it is
        positive. An empty set has the smallest above the largest value.
        """
        least, most = self.alone
        low = self._edge(least, +1.0)
        return low, self._edge(np.maximum(most, low), -1.0)

    def _edge(self, z: Array, direction: float) -> Array:
        z = z.copy()
        for _ in range(NEWTON):
            has_room, slope, meet = self.meeting(z)
            towards = ~has_room & (direction * slope > 0)
            z = np.where(has_room, z, np.where(towards, meet, direction * HUGE))  # without room on this side the set is empty
            if not towards.any():
                break
        return z
