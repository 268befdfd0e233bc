"""Speed law s(t) of a profile z(s) = sd^2 that is a straight line between grid points: sdd is constant in each interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.trajectory.piecewise import Piecewise

__all__ = ["law_of_profile"]

Array = NDArray[np.float64]


def law_of_profile(grid: Array, z: Array) -> Piecewise:
    """Return the law over the grid (N + 1,), with squared speeds z (N + 1,) at its points."""
    from scipy.interpolate import PPoly

    v, step = np.sqrt(z), np.diff(grid)
    times = np.concatenate([[0.0], np.cumsum(2 * step / (v[1:] + v[:-1]))])
    u = np.diff(z) / (2 * step)
    return Piecewise(PPoly(np.stack([u / 2, v[:-1], grid[:-1]])[:, :, None], times))
