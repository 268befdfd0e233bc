"""Show a motion in the scene, besides the robot: the path of P, poses along it, and the ghost of another motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.studio.robot_scene import RobotScene
from parados.studio.scene_colours import COLOURS, Colour

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.api import Robot
    from parados.studio.played_motion import PlayedMotion

__all__ = ["MotionScene"]

Array = NDArray[np.float64]

WIDTH = 2.5
"""Width of the line of the path [pixels]."""

POINTS = 400
"""Largest number of points of the line."""

POSES = 6
"""Number of poses along the path."""

GHOST: Colour = (150, 155, 165)


class MotionScene:
    """Lines and ghosts of one motion below the node "/motion"."""

    def __init__(self, scene: SceneApi, motion: PlayedMotion, robot: Robot) -> None:
        self.scene, self.motion, self.robot = scene, motion, robot
        self._lines: list[Any] = []
        self._poses: list[RobotScene] = []
        self._ghost: RobotScene | None = None

    def show_path(self, visible: bool) -> None:
        """Show or hide the path of P, and that of the ghost."""
        if not visible:
            self._remove(self._lines)
        elif not self._lines:
            shades = ((self.motion, COLOURS["path"]), (self.motion.ghost, GHOST))
            for k, (motion, shade) in enumerate(shades):
                if motion is not None and len(motion.path) > 1:
                    self._lines.append(self._line(f"/motion/path{k}", motion.path, shade))

    def show_poses(self, visible: bool) -> None:
        """Show or hide the robot at some instants of the motion."""
        if not visible:
            self._remove(self._poses)
        elif not self._poses:
            rows = [self.motion.row_at(t) for t in np.linspace(self.motion.t[0], self.motion.t[-1], POSES)]
            for k, row in enumerate(dict.fromkeys(rows)):
                pose = self.motion.pose(row, self.robot)
                self._poses.append(RobotScene(self.scene, pose, name=f"/motion/pose{k}", opacity=0.16))

    def show_ghost(self, time: float, visible: bool) -> None:
        """Show the robot of the other motion at a time [s], or hide it."""
        ghost = self.motion.ghost
        if ghost is None or not visible:
            if self._ghost is not None:
                self._ghost.remove()
                self._ghost = None
            return
        pose = ghost.pose(ghost.row_at(time), self.robot)
        if self._ghost is None:
            self._ghost = RobotScene(self.scene, pose, name="/motion/ghost", opacity=0.3)
        else:
            self._ghost.show(pose)

    def remove(self) -> None:
        """Remove everything from the scene."""
        self._remove(self._lines)
        self._remove(self._poses)
        self.show_ghost(0.0, False)

    def _line(self, name: str, path: Array, shade: Colour) -> Any:
        chosen = path[np.unique(np.linspace(0, len(path) - 1, POINTS).astype(int))]
        segments = np.stack([chosen[:-1], chosen[1:]], axis=1).astype(np.float32)
        return self.scene.add_line_segments(name, segments, shade, thickness=WIDTH, thickness_units="screen")

    @staticmethod
    def _remove(nodes: list[Any]) -> None:
        while nodes:
            nodes.pop().remove()
