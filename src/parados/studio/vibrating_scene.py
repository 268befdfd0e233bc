"""A vibration mode in the scene: the centre lines of the beams, or the whole robot if only joints are elastic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.studio.displaced_robot import displaced, largest_speed
from parados.studio.robot_scene import RobotScene
from parados.studio.scene_colours import COLOURS
from parados.studio.solid_shapes import cylinder, quaternions_of

if TYPE_CHECKING:
    from parados.flexible.modes import VibrationModes
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["VibratingScene"]

Array = NDArray[np.float64]

THICK = 1.35
"""Radius of a bent beam, over that of a bar."""


class VibratingScene:
    """One mode of one session; `take` chooses it, `show` displaces it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ghost: RobotScene | None = None
        self._tubes: Any = None

    def take(self, pose: PosedRobot, modes: VibrationModes, mode: int) -> None:
        """Prepare the pictures of a mode at a pose."""
        self.remove()
        self._pose, self._twist = pose, modes.platform[mode]
        structure = pose.robot.flexible
        self._bends = bool(structure.elements)
        if self._bends:
            self._lines = pose.model.centre_lines(pose.x, modes.shapes[mode][None], mode=pose.mode)
            self._reach = self._session.robot_scene.size
            return
        self._rates = modes.shapes[mode][list(structure.place_of)]
        self._ghost = RobotScene(self._session.scene, pose, name="/vibration", opacity=0.45)
        self._reach = self._ghost.size / max(largest_speed(pose, self._rates, self._twist), 1e-300)

    def show(self, part: float) -> None:
        """Displace the point that moves most by a part of the size of the robot."""
        if self._ghost is not None:
            step = part * self._reach
            self._ghost.show(displaced(self._pose, step * self._rates, step * self._twist))
        elif self._bends:
            self._show_tubes(self._lines.places + part * self._reach * self._lines.moved[0])

    def _show_tubes(self, places: Array) -> None:
        """Draw curves (elements, points, 3) as tubes of short cylinders."""
        starts, ends = places[:, :-1].reshape(-1, 3), places[:, 1:].reshape(-1, 3)
        length = np.linalg.norm(ends - starts, axis=1)
        radius = THICK * self._session.robot_scene.radius
        scales = np.stack([np.full_like(length, radius)] * 2 + [length], axis=1)
        if self._tubes is None:
            self._tubes = self._session.scene.add_batched_meshes_simple(
                "/vibration", *cylinder(12), quaternions_of(ends - starts), starts, batched_scales=scales,
                batched_colors=np.tile(np.array(COLOURS["wrench"], dtype=np.uint8), (len(starts), 1)), lod="off",
            )  # fmt: skip
        self._tubes.batched_positions, self._tubes.batched_wxyzs = starts, quaternions_of(ends - starts)
        self._tubes.batched_scales = scales

    def remove(self) -> None:
        """Remove the pictures."""
        for one in (self._ghost, self._tubes):
            if one is not None:
                one.remove()
        self._ghost = self._tubes = None
