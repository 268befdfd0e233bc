"""Fastest profile z(s) = sd^2 along a path under linear constraints, by reachability analysis.

Between two grid points z is a straight line, so sdd = (z_1 - z_0) / (2 Delta) is constant there. Each interval has rows

    alpha z_0 + beta z_1 <= gamma

in the values z_0, z_1 at its ends. The backward pass finds, at each grid point, the interval of z from which the end can be
reached; the forward pass takes the largest z inside these intervals. `interval_lines` has the rows as lines.

References
----------
H. Pham, Q.-C. Pham, A new approach to time-optimal path parameterization based on reachability analysis, IEEE Transactions on
Robotics 34(3), 2018.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.plan.interval_lines import HUGE, Intervals

__all__ = ["BlockedError", "fastest_profile"]

Array = NDArray[np.float64]

EMPTY = 1e-9
"""An interval of z that is empty by less than this part of its size is a point: the difference is round-off."""


class BlockedError(Exception):
    """No profile exists. `interval` is the number of the interval, `rows` the rows that exclude each other there.

    static : True if the rows of this interval alone exclude each other, at every speed
    """

    def __init__(self, interval: int, rows: tuple[int, ...], static: bool) -> None:
        super().__init__(interval, rows, static)
        self.interval, self.rows, self.static = interval, rows, static


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
