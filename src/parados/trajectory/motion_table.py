"""Table of a motion: one row for each instant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.spatial.states import States

__all__ = ["MotionTable"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class MotionTable:
    """Table of states from `Trajectory.table` or from a file.

    Attributes
    ----------
    t : (N,) time [s]; if `timed` is False, the number of the row, from 1
    x, xd, xdd : (N, n_x), (N, n), (N, n) [m, rad, s]
    timed : False for states without times
    """

    t: Array
    x: Array
    xd: Array
    xdd: Array
    timed: bool = True

    def __len__(self) -> int:
        return len(self.x)

    @property
    def states(self) -> States:
        return States(self.x, self.xd, self.xdd)

    @property
    def named(self) -> dict[str, Array]:
        """Return the states as a dictionary with the argument names of the formulations."""
        return self.states._asdict()
