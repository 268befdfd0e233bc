"""Camera, light, ground and grid of a scene, fitted to a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.plots.skeleton import is_planar
from parados.plots.skeleton_parts import skeleton_parts

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.studio.posed_robot import PosedRobot

__all__ = ["FIELD", "View", "add_surroundings", "fitted_view", "upward"]

Array = NDArray[np.float64]

FIELD = 0.75
"""Angle of view of the camera [rad]."""

ROOM = 1.05
"""Free space around the robot: factor on the distance of the camera."""


class View:
    """Place of the camera, the point that it looks at, and the direction that is up (3,) each."""

    def __init__(self, position: Array, look_at: Array, up: Array) -> None:
        self.position, self.look_at, self.up = position, look_at, up


def fitted_view(pose: PosedRobot, aspect: float) -> View:
    """Return a camera that sees the whole robot: from the front for planar robots, from above a corner for others.

    aspect : width over height of the picture

    Up is against gravity; in a planar robot it is y, and without gravity it is z.
    """
    points = skeleton_parts(pose.model).placed(pose.bodies)
    low, high = points.min(axis=0), points.max(axis=0)
    centre, radius = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    narrow = np.arctan(np.tan(FIELD / 2) * min(aspect, 1.0))
    distance = ROOM * radius / np.sin(narrow)
    if is_planar(pose.model, pose.links):
        return View(centre + distance * np.array([0.12, -0.3, 0.95]), centre, np.array([0.0, 1.0, 0.0]))
    up = upward(pose)
    side = np.cross(up, [0.0, 1.0, 0.0] if abs(up[0]) > 0.9 else [1.0, 0.0, 0.0])
    front = np.cross(side, up)
    direction = 0.62 * side / np.linalg.norm(side) + 0.62 * front / np.linalg.norm(front) + 0.38 * up
    return View(centre + distance * direction / np.linalg.norm(direction), centre, up)


def upward(pose: PosedRobot) -> Array:
    """(3,) unit vector against gravity; z of the base without gravity."""
    gravity = np.asarray(pose.model.mechanism.gravity, dtype=float)
    size = float(np.linalg.norm(gravity))
    return -gravity / size if size > 0 else np.array([0.0, 0.0, 1.0])


def add_surroundings(scene: SceneApi, pose: PosedRobot, size: float) -> None:
    """Add a grid below the robot, or behind a planar one, and lights."""
    points = skeleton_parts(pose.model).placed(pose.bodies)
    planar = is_planar(pose.model, pose.links)
    up = np.array([0.0, 0.0, 1.0]) if planar else upward(pose)
    axis = int(np.abs(up).argmax())
    flat = float(np.max(np.abs(np.delete(up, axis)), initial=0.0)) < 1e-9
    if flat:
        place = (points.min(axis=0) + points.max(axis=0)) / 2
        lowest = points[:, axis].min() if up[axis] > 0 else points[:, axis].max()
        place[axis] = lowest - np.sign(up[axis]) * (0.03 if planar else 0.08) * size
        cell = 10.0 ** np.floor(np.log10(size / 2))
        wide = 4 * cell * np.ceil(size / (2 * cell))
        scene.add_grid(
            "/grid", width=wide, height=wide, plane=("yz", "xz", "xy")[axis], cell_size=cell / 2, section_size=cell,
            cell_color=(214, 219, 224), section_color=(188, 196, 203), position=place,
        )  # fmt: skip
    scene.configure_default_lights(enabled=True, cast_shadow=True)
    # not viser's photograph that solids reflect: without a graphics card it is a third of the time of a picture without shadows
    scene.configure_environment_map(None)
    scene.add_light_hemisphere("/sky", ground_color=(200, 200, 200), intensity=1.5, position=tuple(100.0 * size * up))
