"""Fastest profile z(s) = sd^2 along a path under linear constraints, by reachability analysis.

Between two grid points z is a straight line, so sdd = (z_1 - z_0) / (2 Delta) is constant there. Each interval has rows

    alpha z_0 + beta z_1 <= gamma

in the values z_0, z_1 at its ends. The backward pass finds, at each grid point, the interval of z from which the end can be
reached; the forward pass takes the largest z inside these intervals. A row with beta > 0 bounds z_1 from above by the
line p + m z_0 with p = gamma / beta, m = -alpha / beta; with beta < 0 from below.

References
----------
H. Pham, Q.-C. Pham, A new approach to time-optimal path parameterization based on reachability analysis, IEEE Transactions on
Robotics 34(3), 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["BlockedError", "Intervals", "fastest_profile"]

Array = NDArray[np.float64]

FLAT = 1e-13
"""Coefficients of a row below this part of its largest coefficient are zero."""

ROUND_OFF = 1e-14
"""Two lines that differ by less than this part of their values meet."""

EMPTY = 1e-9
"""An interval of z that is empty by less than this part of its size is a point: the difference is round-off."""

HUGE = 1e30
"""A bound that is not there."""

NEWTON = 100
"""Largest number of Newton steps for the ends of an interval; a concave piecewise linear function needs about five."""


class BlockedError(Exception):
    """No profile exists. `interval` is the number of the interval, `rows` the rows that exclude each other there.

    static : True if the rows of this interval alone exclude each other, at every speed
    """

    def __init__(self, interval: int, rows: tuple[int, ...], static: bool) -> None:
        super().__init__(interval, rows, static)
        self.interval, self.rows, self.static = interval, rows, static


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


def fastest_profile(rows: Intervals, first: float, last: float) -> Array:
    """Return the largest profile z (N + 1,) with z[0] = first and z[-1] = last that meets the rows. Raises BlockedError."""
    low, high = _controllable(rows, last)
    if not low[0] - EMPTY * max(low[0], 1e-300) <= first <= high[0] * (1 + EMPTY):
        raise BlockedError(0, rows.rows_at(0, first), static=False)
    z = np.empty(len(low))
    z[0] = first
    p, m = rows.upper
    for i in range(len(z) - 1):
        z[i + 1] = max(min(float((p[i] + m[i] * z[i]).min()), high[i + 1]), low[i + 1])
    return z


def _controllable(rows: Intervals, last: float) -> tuple[Array, Array]:
    """Backward pass: return the intervals [low, high] of z at each grid point from which the end can be reached."""
    least, most = rows.possible
    count = len(least)
    low, high = np.empty(count + 1), np.empty(count + 1)
    low[-1] = high[-1] = last
    below, above = _ends(*rows.lower, 1.0), _ends(*rows.upper, -1.0)
    floor = np.where(rows.lower[1] == 0, rows.lower[0], -HUGE).max(axis=1)
    roof = np.where(rows.upper[1] == 0, rows.upper[0], HUGE).min(axis=1)
    for i in range(count - 1, -1, -1):
        a, b = low[i + 1], high[i + 1]
        # some z_1 in [a, b]: every lower line is at most b, and every upper line at least a
        most_i = min(most[i], (b * below[0][i] - below[1][i]).min(), (a * above[0][i] - above[1][i]).min())
        least_i = max(least[i], (b * below[2][i] - below[3][i]).max(), (a * above[2][i] - above[3][i]).max())
        if floor[i] > b * (1 + EMPTY) or roof[i] < a * (1 - EMPTY):
            raise BlockedError(i, rows.rows_at(i, max(most_i, 0.0)), static=False)
        if least_i > most_i:
            size = max(abs(least_i), abs(most_i))
            if least[i] > most[i] + EMPTY * size:
                raise BlockedError(i, rows.rows_at(i, min(max(most[i], 0.0), HUGE)), static=True)
            if least_i > most_i + EMPTY * size or most_i < 0:
                raise BlockedError(i, rows.rows_at(i, max(most_i, 0.0)), static=False)
            least_i = most_i = 0.5 * (least_i + most_i)
        low[i], high[i] = least_i, most_i
    return low, high


def _ends(p: Array, m: Array, sign: float) -> tuple[Array, Array, Array, Array]:
    """Return 1/m and p/m of lines, for the largest and for the smallest z_0 with sign (p + m z_0) <= sign value.

    The bounds are value / m - p / m: from above where sign m > 0, from below where sign m < 0; infinite for other lines.
    """
    safe = np.where(m == 0, 1.0, m)
    up, down = sign * m > 0, sign * m < 0
    inverse, ratio = 1.0 / safe, p / safe
    return (
        np.where(up, inverse, 0.0),
        np.where(up, ratio, -np.inf),
        np.where(down, inverse, 0.0),
        np.where(down, ratio, np.inf),
    )
