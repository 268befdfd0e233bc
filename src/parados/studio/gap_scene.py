"""Open loops in the scene: the robot of a file that does not close, with red lines over its gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.geometry.open_loops import SHUT
from parados.studio.robot_scene import RobotScene
from parados.studio.scene_colours import COLOURS

if TYPE_CHECKING:
    from viser import SceneApi

    from parados.geometry.open_loops import ClosureGap
    from parados.studio.file_check import OpenRobot

__all__ = ["GapScene"]

AXIS = 0.06
"""Length of the axes at both ends of a gap, over the size of the robot; they show gaps of angles."""

LINE = 0.05
"""Height from one label to the next, over the size of the robot: legs often end close to each other."""

MOST_LABELS = 8
"""Largest number of gaps with a label."""


class GapScene:
    """Solids of the open robot, and for every gap a red line, the two frames that do not meet, and its width in words."""

    def __init__(self, scene: SceneApi, robot: OpenRobot) -> None:
        self._robot = RobotScene(scene, robot, name="/open")
        ends = np.array([[gap.a[:3, 3], gap.b[:3, 3]] for gap in robot.gaps])
        size = AXIS * self._robot.size
        axes = np.array([[f[:3, 3], f[:3, 3] + size * f[:3, k]] for gap in robot.gaps for f in (gap.a, gap.b) for k in range(3)])
        red = COLOURS["beyond"]
        self._parts: list[Any] = [
            scene.add_line_segments("/open/gaps", ends.astype(np.float32), red, thickness=6.0, thickness_units="screen"),
            scene.add_line_segments("/open/axes", axes.astype(np.float32), red, thickness=2.0, thickness_units="screen"),
            scene.add_point_cloud("/open/ends", ends.reshape(-1, 3).astype(np.float32), red, point_size=size / 3),
        ]
        for k, gap in enumerate(robot.gaps[:MOST_LABELS]):
            middle = (gap.a[:3, 3] + gap.b[:3, 3]) / 2 + [0.0, 0.0, LINE * k * self._robot.size]
            self._parts.append(scene.add_label(f"/open/gap{k}", f"{gap.name}: {_short(gap)}", position=middle))

    def remove(self) -> None:
        """Remove everything from the scene."""
        for part in self._parts:
            part.remove()
        self._robot.remove()


def _short(gap: ClosureGap) -> str:
    """Return the distance and the angle of a gap, as far as they are not zero; the findings tell more."""
    distance, angle = float(np.linalg.norm(gap.shift)), float(np.degrees(np.linalg.norm(gap.turn)))
    parts = [f"{1e3 * distance:.3g} mm"] if distance > SHUT else []
    return " and ".join([*parts, f"{angle:.3g} deg"] if angle > SHUT else parts)
