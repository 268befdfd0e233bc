"""Certificate that Newton's method continues a closed configuration: its steps contract.

Near a solution, Newton's method contracts its steps quadratically: with h the product of the first step and the curvature of
the equations, the ratio of the second step to the first is at most h/2, that of the third to the second at most h^2/4, and so
on. If h is at most 1/2, the result is the continuation of the start, not another solution (Deuflhard, Newton Methods for
Nonlinear Problems, 2004, section 5.1). The steps only estimate h, so less than these bounds is asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["CONTRACTION", "FARTHEST", "FIRST_CONTRACTION", "NEGLIGIBLE", "contracts"]

Array = NDArray[np.float64]

FARTHEST = 1.0
"""Motion [rad, m] in one step above which a configuration does not continue the one before."""

FIRST_CONTRACTION = 0.125
"""Largest ratio of the second step to the first. With 0.25, 3 of 500 poses of a robot with 6R legs were on another branch."""

CONTRACTION = 0.03125
"""Largest ratio of each later step to the one before; a larger one shows that the contraction is not quadratic."""

NEGLIGIBLE = 1e-10
"""Size of a step [rad, m] that may be round-off; it need not be smaller than the step before."""


def contracts(k: int, size: Array, before: Array) -> NDArray[np.bool_]:
    """(N,) True for the rows whose step k = 0, 1, ... has a size that continues the configuration.

    size, before : (N,) sizes of this step and of the one before [rad, m]
    """
    largest = np.full(len(size), FARTHEST) if k == 0 else before * (FIRST_CONTRACTION if k == 1 else CONTRACTION)
    return np.asarray((size <= largest) | (size <= NEGLIGIBLE))
