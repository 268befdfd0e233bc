"""The head of every search along a path: checked path and load, the grid, and the robot at the points of its intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.model import Model
from parados.plan.interval_rows import PARTS
from parados.plan.path_checks import check_coordinates, check_points, check_reach, checked_wrench
from parados.plan.path_grid import path_grid, points_within
from parados.plan.path_points import PathPoints
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["PathProblem"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PathProblem:
    """grid : (N + 1,) lengths;  points : the robot at the points `PARTS` of the intervals."""

    grid: Array
    points: PathPoints

    @classmethod
    def of(
        cls, model: Model, path: GeometricPath, count: int, joints: bool, mode: ArrayLike | None, wrench: ArrayLike | None
    ) -> PathProblem:
        """Check a path and a constant wrench, and build the grid of about `count` intervals.

        joints : True rejects a path beyond the joint limits of the robot file
        """
        way, load = check_coordinates(model, path), checked_wrench(wrench)
        check_reach(model, way, mode)
        grid = path_grid(model, way, count, mode)
        points = PathPoints(model, way, points_within(grid, PARTS), mode, load)
        check_points(points, joints)
        return cls(grid, points)
