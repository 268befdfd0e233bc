"""Speed law s(t) of a profile z(s) = sd^2 that is a straight line between grid points: sdd is constant in each interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.trajectory.piecewise import Piecewise

__all__ = ["law_of_profile"]

Array = NDArray[np.float64]


def law_of_profile(grid: Array, z: Array) -> Piecewise:
    """Return the law over the grid (N + 1,), with squared speeds z (N + 1,) at its points.

    If it ends at rest, round-off must not turn its direction at the last instant, where dry friction would turn too: the law
    then ends some units in the last place earlier.
    """
    from scipy.interpolate import PPoly

    v, step = np.sqrt(z), np.diff(grid)
    times = np.concatenate([[0.0], np.cumsum(2 * step / (v[1:] + v[:-1]))])
    u = np.diff(z) / (2 * step)
    rows = np.stack([u / 2, v[:-1], grid[:-1]])[:, :, None]
    while PPoly(rows, times)(times[-1], nu=1)[0] < 0:
        times[-1] = np.nextafter(times[-1], times[-2])
    return Piecewise(PPoly(rows, times))
