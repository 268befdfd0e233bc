"""Points of the intervals of a grid, a profile at them, and the limits there as rows in the profile at both ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.plan.path_limits import Linear

__all__ = ["FINE", "PARTS", "ROWS", "between", "peaks", "rows_of"]

Array = NDArray[np.float64]

PARTS = np.linspace(0.0, 1.0, 13)
"""Points of an interval at which the limits are checked; the rows of the linear program hold at `ROWS` of them."""

ROWS = [0, 6, 12]

FINE = np.linspace(0.0, 1.0, 37)
"""Points of an interval at which the result is checked in the end."""


def between(grid: Array, z: Array, parts: Array) -> tuple[Array, Array]:
    """Return z and u = sdd (N, k) at parts (k,) of the intervals of a profile z (N + 1,)."""
    u = np.diff(z) / (2 * np.diff(grid))
    return z[:-1, None] * (1 - parts) + z[1:, None] * parts, np.tile(u[:, None], (1, len(parts)))


def rows_of(linear: Linear, z: Array, u: Array, tight: Array, grid: Array) -> tuple[Array, Array, Array]:
    """Return alpha, beta, gamma (N, 3 rows) with alpha z_0 + beta z_1 <= gamma for limits linearised at z, u (N, 3).

    tight : (N, rows) part by which each limit is tightened in each interval
    """
    parts, step = PARTS[ROWS][:, None], np.diff(grid)[:, None, None]
    push = linear.r_u / (2 * step)
    alpha, beta = linear.r_z * (1 - parts) - push, linear.r_z * parts + push
    gamma = 1 - tight[:, None] - linear.r0 + linear.r_u * u[..., None] + linear.r_z * z[..., None]
    flat = [np.ascontiguousarray(part.reshape(len(part), -1)) for part in (alpha, beta, gamma)]
    return flat[0], flat[1], flat[2]


def peaks(exact: Array) -> Array:
    """Return (N, rows) the largest values over each interval, by parabolas through neighbouring samples (N, k, rows)."""
    top = exact.max(axis=1)
    middle, before, after = exact[:, 1:-1], exact[:, :-2], exact[:, 2:]
    bend, lean = 2 * middle - before - after, after - before
    inside = (bend > 0) & (np.abs(lean) <= 2 * bend)  # the top of the parabola is between its three samples
    rise = np.where(inside, lean**2 / (8 * np.where(inside, bend, 1.0)), 0.0)
    return np.asarray(np.maximum(top, (middle + rise).max(axis=1)))
