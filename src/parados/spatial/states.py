"""States of a motion: positions, velocities and accelerations at given instants."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["States"]


class States(NamedTuple):
    """Positions, velocities and accelerations: (n,) at one instant or (N, n) at N instants [m, rad, s]."""

    x: NDArray[np.float64]
    xd: NDArray[np.float64]
    xdd: NDArray[np.float64]
