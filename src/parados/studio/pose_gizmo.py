"""Arrows and rings at the platform, to drag it in its declared coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.model.frame_coordinates import other_angles, six_of_frames
from parados.spatial.rotations import from_quaternion, quaternion
from parados.spatial.turns import nearest_turn

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["PoseGizmo", "coordinates_of_frame"]

Array = NDArray[np.float64]

SIZE = 0.22
"""Length of the arrows, over the size of the robot."""


def coordinates_of_frame(pose: PosedRobot, frame: Array) -> Array:
    """Return the coordinates x (n_x,) of a wanted frame (4, 4) of the platform.

    Coordinates that x does not contain are ignored; of the two sets of angles of a rotation, the one nearer to x is taken.
    """
    platform = pose.model.mechanism.platform
    six = six_of_frames(pose.model.mechanism, frame[None])
    x = pose.x.copy()
    if platform.is_quaternion:
        x[:7] = six[0] if six[0, 3:] @ pose.x[3:7] >= 0 else [*six[0, :3], *-six[0, 3:]]
        return x
    own, n = list(platform.coordinates), len(platform.coordinates)
    turning = np.array([k >= 3 for k in own])
    both = (six[0][own], other_angles(platform.orientation, six)[0][own])
    found = [np.where(turning, nearest_turn(one, x[:n]), one) for one in both]
    x[:n] = min(found, key=lambda one: float(np.abs(one - pose.x[:n])[turning].sum()))
    return x


class PoseGizmo:
    """The gizmo of one session. The robot follows it; after a drag it returns to the platform."""

    def __init__(self, session: Session) -> None:
        self.session = session
        own = set(session.pose.model.mechanism.platform.coordinates)
        moves, turns = own & {0, 1, 2}, own & {3, 4, 5}
        axes = moves if not turns else {0, 1} if own <= {0, 1, 5} else {0, 1, 2}  # a ring needs two axes
        self.dragged = False
        self._handle = session.scene.add_transform_controls(
            "/drag",
            scale=SIZE * session.robot_scene.size,
            active_axes=(0 in axes, 1 in axes, 2 in axes),
            disable_axes=not moves,
            disable_sliders=len(moves) < 2,
            disable_rotations=not turns,
            depth_test=False,
            line_width=2.5,
        )
        self._handle.on_update(self._updated)

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        """Tell whether x contains coordinates of the platform; a platform that joints of x carry is moved by these joints."""
        return bool(pose.model.mechanism.platform.coordinates)

    async def _updated(self, event: Any) -> None:
        self.dragged = event.phase != "end"
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = from_quaternion(np.asarray(event.target.wxyz)), event.target.position
        if event.phase == "end":
            self.session.post("dropped", lambda: self.show(self.session.pose, None))
        else:
            self.session.move_platform(frame, self)

    def show(self, pose: PosedRobot, source: object) -> None:
        """Place the gizmo at the platform, unless a user drags it."""
        if not self.dragged:
            self._handle.position, self._handle.wxyz = pose.platform[:3, 3], quaternion(pose.platform[:3, :3])

    @property
    def visible(self) -> bool:
        return bool(self._handle.visible)

    @visible.setter
    def visible(self, visible: bool) -> None:
        self._handle.visible = visible
