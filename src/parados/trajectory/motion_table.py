"""Table of a motion: one row for each instant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import flag, real_array
from parados.errors import InputError
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

    def __post_init__(self) -> None:
        """Copy the arrays, so that later changes of those of the caller do not change the table."""
        flag("timed", self.timed)
        for name in ("t", "x", "xd", "xdd"):
            object.__setattr__(self, name, np.array(real_array(name, getattr(self, name), finite=False)))
        if self.t.ndim != 1:
            raise InputError(f"t: shape (N,) is expected, not {self.t.shape}")
        for name, own in (("x", self.x), ("xd", self.xd), ("xdd", self.xdd)):
            if own.ndim != 2 or len(own) != len(self.t):
                raise InputError(f"{name}: shape ({len(self.t)}, n) is expected, a row for each instant, not {own.shape}")
        if self.xd.shape != self.xdd.shape:
            raise InputError(f"xdd: the shape of xd, {self.xd.shape}, is expected, not {self.xdd.shape}")

    def __len__(self) -> int:
        return len(self.x)

    @property
    def states(self) -> States:
        return States(self.x, self.xd, self.xdd)

    @property
    def named(self) -> dict[str, Array]:
        """Return the states as a dictionary with the argument names of the formulations."""
        return self.states._asdict()
