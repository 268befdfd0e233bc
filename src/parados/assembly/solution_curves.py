"""Tell whether a singular real solution is isolated or lies on a curve of solutions (self-motion)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["is_on_curve"]

Array = NDArray[np.float64]


def is_on_curve(rows: Callable[[Array], tuple[Array, Array]], y: Array, steps: tuple[float, ...] = (0.03, 0.1)) -> bool:
    """Tell whether solutions continue from a singular solution y (n,) along its null vector, for each of the steps.

    rows : function from y (n,) to residuals (m,) and their Jacobian (m, n)
    """
    along = np.linalg.svd(rows(y)[1])[2][-1]
    for step in steps:
        w = y + step * along
        for _ in range(30):
            F, J = rows(w)
            w = w - np.linalg.lstsq(np.vstack([J, along]), np.append(F, (w - y) @ along - step), rcond=1e-12)[0]
        if not np.abs(rows(w)[0]).max() < 1e-11:
            return False
    return True
