"""States at which designs are compared: a motion, or the poses of a region."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.singularity.maps.grids import Grid
from parados.trajectory.motion_table import MotionTable

__all__ = ["StudyStates"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class StudyStates:
    """N states in the coordinates of the platform, the same for all designs.

    Attributes
    ----------
    name : name of the motion or region in the study
    x, xd, xdd : (N, n_x), (N, n), (N, n); the rates are zero for a region
    t : (N,) times of a motion [s]; None for a region, or for a motion without times
    grid : the grid of a region; None for a motion
    whole : True if a design that misses one of the states is infeasible
    """

    name: str
    x: Array
    xd: Array
    xdd: Array
    t: Array | None = None
    grid: Grid | None = None
    whole: bool = True

    @staticmethod
    def of_motion(name: str, table: MotionTable) -> StudyStates:
        return StudyStates(name, table.x, table.xd, table.xdd, table.t if table.timed else None)

    @staticmethod
    def of_grid(name: str, grid: Grid, n: int, whole: bool) -> StudyStates:
        """n : number of the rates of a state"""
        x, still = grid.poses(grid.nodes), np.zeros((grid.size, n))
        return StudyStates(name, x, still, still, grid=grid, whole=whole)

    def __len__(self) -> int:
        return len(self.x)

    @cached_property
    def shares(self) -> Array:
        """(N,) weights of the states, with the sum 1: shares of the time by the trapezoidal rule, or of the region."""
        if self.grid is not None:
            parts = [_trapezoid(axis.values) for axis in self.grid.axes]
            weights = np.prod(np.stack([one.ravel() for one in np.meshgrid(*parts, indexing="ij")]), axis=0)
        else:
            weights = np.ones(len(self)) if self.t is None or len(self) < 2 else _trapezoid(self.t)
        return np.asarray(weights / weights.sum())

    @property
    def duration(self) -> float:
        """Duration of a motion [s]; raises InputError for states without times."""
        if self.t is None:
            raise InputError(f"{self.name}: its states have no times, so that it has no duration; give a column t")
        return float(self.t[-1] - self.t[0])

    @property
    def content(self) -> float:
        """Area or volume of a region, in the product of the units of its coordinates."""
        return 0.0 if self.grid is None else float(np.prod([axis.upper - axis.lower for axis in self.grid.axes]))


def _trapezoid(values: Array) -> Array:
    """(N,) weights of the trapezoidal rule at increasing places (N,)."""
    steps = np.diff(values)
    return np.asarray((np.append(steps, 0.0) + np.insert(steps, 0, 0.0)) / 2)
