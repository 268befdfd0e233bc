"""Where a map is in the scene: the plane of two coordinates of the platform's position, or the space of three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from parados.singularity.maps.grids import Grid
    from parados.studio.posed_robot import PosedRobot

__all__ = ["MapPlace", "map_place"]

Array = NDArray[np.float64]

POSITIONS = ("px", "py", "pz")


@dataclass(frozen=True)
class MapPlace:
    """Place of a map over position coordinates.

    grid : the poses of the map
    directions : axis of the base, 0 to 2, of each varied coordinate
    origin : (3,) position of the platform with zero in place of the varied coordinates [m]
    """

    grid: Grid
    directions: tuple[int, ...]
    origin: Array

    def points(self, values: Array) -> Array:
        """Return points (n, 3) in base axes from varied coordinates (n, d)."""
        found = np.tile(self.origin, (len(values), 1))
        found[:, list(self.directions)] = values
        return found

    def pose(self, point: Array) -> Array:
        """Return the coordinates x (n_x,) of the map at a point (3,) in base axes."""
        return np.asarray(self.grid.poses(point[list(self.directions)][None])[0])

    def shadow(self, x: Array) -> Array:
        """Return the point (3,) of the map below a pose x (n_x,): that with the same varied coordinates."""
        return self.points(x[[axis.column for axis in self.grid.axes]][None])[0]

    @property
    def turn(self) -> Array:
        """(3, 3) axes of the plane: first coordinate, second coordinate, normal."""
        first, second = (np.eye(3)[k] for k in self.directions[:2])
        return np.stack([first, second, np.cross(first, second)], axis=1)

    @property
    def centre(self) -> Array:
        """(3,) middle of the map."""
        return self.points(np.array([[(axis.lower + axis.upper) / 2 for axis in self.grid.axes]]))[0]

    def met(self, origin: Array, direction: Array) -> Array | None:
        """Return the point (3,) at which a ray meets the plane of two coordinates; None if it does not."""
        normal = self.turn[:, 2]
        slope = float(normal @ direction)
        if abs(slope) < 1e-9:
            return None
        way = float(normal @ (self.centre - origin)) / slope
        return None if way < 0 else np.asarray(origin + way * direction)


def map_place(grid: Grid, pose: PosedRobot) -> MapPlace | None:
    """Return the place of a map; None if it varies an angle or a joint.

    Coordinates of the position that are not in x are those of the pose that is shown.
    """
    platform = pose.model.mechanism.platform
    names = [axis.name for axis in grid.axes]
    own = {POSITIONS[k]: column for column, k in enumerate(platform.coordinates) if k < 3}
    if platform.is_quaternion:
        own = {name: k for k, name in enumerate(POSITIONS)}
    if not all(own.get(axis.name) == axis.column for axis in grid.axes):
        return None
    directions = tuple(POSITIONS.index(name) for name in names)
    origin = np.array(pose.platform[:3, 3])
    for k, name in enumerate(POSITIONS):
        if name in own:
            origin[k] = 0.0 if name in names else grid.at[own[name]]
    return MapPlace(grid, directions, origin)
