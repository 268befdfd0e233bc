"""An arrow of the force on the platform, with arrows at its tip to drag it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.studio.force_arrows import ForceArrows, MomentRings
from parados.studio.scene_colours import COLOURS

if TYPE_CHECKING:
    from parados.studio.force_scale import ForceScale
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["WrenchGizmo"]

Array = NDArray[np.float64]

SIZE = 0.12
"""Length of the arrows to drag, over the size of the robot."""


class WrenchGizmo:
    """The applied wrench in the scene.

    dragged : called with the force (3,) [N] while a user drags the tip of its arrow
    """

    def __init__(self, session: Session, dragged: Callable[[Array], None]) -> None:
        self._session, self._dragged = session, dragged
        self._arrow = ForceArrows(session.scene, "/wrench/force", COLOURS["wrench"])
        self._ring = MomentRings(session.scene, "/wrench/moment", COLOURS["wrench"])
        self._handle: Any = None
        self._held = False

    def show(self, pose: PosedRobot, wrench: Array, scale: ForceScale, draggable: bool) -> None:
        """Draw a wrench (6,) at P, base axes [N, N m], and the arrows to drag it if `draggable`."""
        self._scale, P = scale, pose.platform[:3, 3]
        self._arrow.show(P[None], wrench[None, :3], scale)
        self._ring.show(P[None], wrench[None, 3:], scale)
        if not draggable:
            self._remove_handle()
            return
        if self._handle is None:
            self._handle = self._session.scene.add_transform_controls(
                "/wrench/drag", scale=SIZE * self._session.robot_scene.size, disable_rotations=True, depth_test=False
            )
            self._handle.on_update(self._updated)
        if not self._held:
            self._handle.position = P + wrench[:3] / scale.force * scale.length

    async def _updated(self, event: Any) -> None:
        self._held = event.phase != "end"
        tip = np.array(event.target.position, dtype=float)
        self._session.post("wrench", lambda: self._drag(tip))

    def _drag(self, tip: Array) -> None:
        self._dragged((tip - self._session.pose.platform[:3, 3]) * self._scale.force / self._scale.length)

    def remove(self) -> None:
        """Remove everything from the scene."""
        self._arrow.remove()
        self._ring.remove()
        self._remove_handle()

    def _remove_handle(self) -> None:
        if self._handle is not None:
            self._handle.remove()
            self._handle, self._held = None, False
