"""A motion row by row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.spatial.states import States

__all__ = ["MotionTable"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class MotionTable:
    """Rows of states, as `Trajectory.table` and files give them.

    Attributes
    ----------
    t : (N,) time [s]; the number of the row, from 1, where `timed` is False
    x, xd, xdd : (N, n_x), (N, n), (N, n) [m, rad, s]
    timed : False for states that come without time
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
        """The states by the names under which formulations take them."""
        return self.states._asdict()
