"""Find the extreme values of a motion: sample every smooth piece, then search the zeros of the derivative between samples."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from parados.trajectory.base import Trajectory

__all__ = ["Extreme", "Limits", "limits_of"]

Array = NDArray[np.float64]

SAMPLES = 600
"""Least number of samples of the whole motion; each smooth piece gets at least `PER_PIECE`."""

PER_PIECE = 13
BISECTIONS, SECANTS = 16, 3
"""Numbers of steps: bisection narrows the interval to 1e-8 of the motion, then the secant method reaches round-off."""

SAME = 1e-13
"""Relative difference below which two maxima are equal; the time of the first one is returned."""


class Extreme(NamedTuple):
    """Extreme values (n,), and the times (n,) at which each occurs first [s]."""

    value: Array
    time: Array


class _Limits(NamedTuple):
    lowest: Extreme
    highest: Extreme
    velocity: Extreme
    acceleration: Extreme


class Limits(_Limits, Shown):
    """Smallest and largest x, largest |xd| and |xdd|, for each coordinate."""

    def _display(self) -> Display:
        from parados.trajectory.motion_display import limit_tables

        names, rates = ([str(k + 1) for k in range(len(part.value))] for part in (self.lowest, self.velocity))
        return Display("Extreme values of a motion", tables=limit_tables(self, names, rates))


def limits_of(motion: Trajectory) -> Limits:
    """Return the extreme values of a motion.

    The values are exact to round-off. The times are less exact, because the curve is flat at an extremum.
    """
    grid = _grid(motion.breaks)
    (t0, x), (t1, xd), (t2, xdd) = (_candidates(motion, grid, k) for k in range(3))
    lowest, highest = _largest(t0, -x), _largest(t0, x)
    return Limits(Extreme(-lowest.value, lowest.time), highest, _largest(t1, np.abs(xd)), _largest(t2, np.abs(xdd)))


def _grid(breaks: Array) -> Array:
    """Return times that include both sides of every break, because accelerations may jump there."""
    count = max(PER_PIECE, -(-SAMPLES // (len(breaks) - 1)))
    inside = [np.linspace(a, b, count)[:-1] for a, b in pairwise(breaks)]
    before = np.nextafter(breaks[1:-1], -np.inf)
    return np.unique(np.concatenate([*inside, before, breaks[-1:]]))


def _candidates(motion: Trajectory, grid: Array, k: int) -> tuple[Array, Array]:
    """Return times (m,) and the k-th derivatives (m, n): at the grid, and where the next derivative changes its sign."""
    slope = motion.slope(grid, k)
    cells, columns = np.nonzero(slope[:-1] * slope[1:] < 0)
    ends = [[grid[cells], slope[cells, columns]], [grid[cells + 1], slope[cells + 1, columns]]]
    t = grid[cells]
    for step in range(BISECTIONS + SECANTS if len(cells) else 0):
        (low, f_low), (high, f_high) = ends
        share = 0.5 if step < BISECTIONS else f_low / np.where(f_low == f_high, 1.0, f_low - f_high)
        t = np.clip(low + share * (high - low), low, high)
        f = motion.slope(t, k)[np.arange(len(cells)), columns]
        before = f * f_low > 0
        ends = [[np.where(before, t, low), np.where(before, f, f_low)], [np.where(before, high, t), np.where(before, f_high, f)]]
    found = np.concatenate([grid, t])
    return found, motion._derivative(found, k)


def _largest(t: Array, values: Array) -> Extreme:
    """Return the largest value of each column, and the first instant at which the column is within `SAME` of it."""
    top = values.max(axis=0)
    close = values >= top - SAME * np.abs(top)
    return Extreme(top, np.where(close, t[:, None], np.inf).min(axis=0))
