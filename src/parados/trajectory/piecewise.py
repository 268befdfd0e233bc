"""Piecewise polynomials: splines, and the scalar speed laws."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.trajectory.base import States, Trajectory
from parados.trajectory.power_sums import OneState, split_in_three, table_sums

__all__ = ["Piecewise", "from_top_derivative", "pieces_of"]

Array = NDArray[np.float64]

SHORTEST = 1e-14
"""Length of a step below which it is round-off, as a part of the duration."""


class Piecewise(Trajectory):
    """Motion whose coordinates are polynomials between breaks.

    Parameters
    ----------
    spline : `scipy.interpolate.PPoly` with values (n,) over its breaks [s]
    """

    def __init__(self, spline: Any) -> None:
        self.spline = spline
        start, end = float(spline.x[0]), float(spline.x[-1])
        super().__init__(spline.c.shape[2], end - start, start)

    @property
    def breaks(self) -> Array:
        return np.array(self.spline.x)

    def _derivative(self, t: Array, k: int) -> Array:
        return np.asarray(self.spline(t, nu=k))

    def _states(self, t: Array) -> States:
        values = self._with_rates(t)
        return States(*(values[:, k * self.n : (k + 1) * self.n] for k in range(3)))

    def _at(self, t: float) -> OneState:
        i = self.piece_at(t)
        return split_in_three(table_sums(self._tables[i], t - self._instants[i]))

    def piece_at(self, t: float) -> int:
        """Return the index of the piece at one time; at a break, of the later one."""
        return min(bisect_right(self._instants, t), len(self._instants) - 1) - 1

    @cached_property
    def _tables(self) -> Array:
        """(pieces, K, 3 n) coefficients of x, xd and xdd, from the lowest power to the highest."""
        return np.asarray(self._with_rates.c[::-1].transpose(1, 0, 2))

    @cached_property
    def _instants(self) -> list[float]:
        return [float(t) for t in self.spline.x]

    @cached_property
    def _with_rates(self) -> Any:
        """One spline with the values (3 n,) of x, xd and xdd, which takes one call."""
        from scipy.interpolate import PPoly

        parts = [self.spline.derivative(k).c for k in range(3)]
        padded = [np.concatenate([np.zeros((len(parts[0]) - len(c), *c.shape[1:])), c]) for c in parts]
        return PPoly(np.concatenate(padded, axis=2), self.spline.x)


def pieces_of(spline: Any) -> Any:
    """Return the pieces (`PPoly`) between the distinct knots of a `BSpline` with values (n,)."""
    from scipy.interpolate import BSpline, PPoly

    starts = np.arange(spline.k, len(spline.c))
    starts = starts[spline.t[starts] < spline.t[starts + 1]]
    columns = [PPoly.from_spline(BSpline(spline.t, spline.c[:, i], spline.k)).c[:, starts] for i in range(spline.c.shape[1])]
    return PPoly(np.stack(columns, axis=2), np.append(spline.t[starts], spline.t[len(spline.c)]))


def from_top_derivative(
    steps: Sequence[float], values: Sequence[float], order: int, length: float, duration: float | None = None
) -> Piecewise:
    """Build a scalar law that starts at 0 at rest and ends at `length`; its derivative `order` is constant in each step.

    Parameters
    ----------
    steps : durations [s]; pieces shorter than round-off are omitted
    values : the derivative in each step, up to a common factor, which is chosen so that the law ends at `length`
    duration : the exact sum of the steps [s], if known
    """
    from scipy.interpolate import PPoly

    total = sum(steps)
    kept = [(h, v) for h, v in zip(steps, values, strict=True) if h > SHORTEST * total]
    lost = [h for h, v in zip(steps, values, strict=True) if h <= SHORTEST * total and v]
    if lost:
        raise InputError(
            f"law: one of its parts lasts {lost[0]:.3g} s of {total:.3g} s, which is less than round-off; "
            "give a length and limits that differ less in size"
        )
    state = np.zeros(order)  # s, sd, ... at the start of a piece
    pieces = []
    for h, v in kept:
        taylor = np.append(state, v) / [factorial(k) for k in range(order + 1)]
        pieces.append(taylor[::-1])
        state = np.array([np.polyval(np.polyder(taylor[::-1], k), h) for k in range(order)])
    breaks = np.concatenate([[0.0], np.cumsum([h for h, _ in kept])])
    breaks[-1] = breaks[-1] if duration is None else duration
    return Piecewise(PPoly(np.array(pieces).T[:, :, None] * (length / state[0]), breaks))
