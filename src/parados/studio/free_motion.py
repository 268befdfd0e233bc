"""Show the motion that becomes free near a singularity: a second, translucent robot swings along it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parados.errors import InputError
from parados.studio.displaced_robot import displaced, largest_speed
from parados.studio.robot_scene import RobotScene
from parados.studio.swing_animation import SwingAnimation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["FreeMotion"]

PERIOD = 2.0
"""Time of one oscillation [s]."""

STILL = 1e-9
"""Speed below which a motion moves nothing [m per unit]."""


class FreeMotion:
    """The swinging robot of one session.

    amplitude : function that returns the largest displacement over the size of the robot
    """

    def __init__(self, session: Session, name: str, amplitude: Callable[[], float]) -> None:
        self._session, self._name, self._amplitude = session, name, amplitude
        self._ghost: RobotScene | None = None
        self._animation = SwingAnimation(session, name, self._draw, lambda: PERIOD)
        self.pose: PosedRobot | None = None

    @property
    def playing(self) -> bool:
        return self._animation.playing

    def play(self, pose: PosedRobot, rates: NDArray[np.float64], twist: NDArray[np.float64]) -> None:
        """Swing from a pose with rates (n_t,) of the joints and a twist (6,) of the platform at P."""
        speed = largest_speed(pose, rates, twist)
        if speed < STILL:
            raise InputError("free motion: no point of the robot moves in this motion")
        self.stop()
        self.pose, self._rates, self._twist, self._speed = pose, rates, twist, speed
        self._ghost = RobotScene(self._session.scene, pose, name=f"/{self._name}", opacity=0.45)
        self._animation.start()

    def _draw(self, part: float) -> None:
        if self._ghost is not None and self.pose is not None:
            step = part * self._amplitude() * self._ghost.size / self._speed
            self._ghost.show(displaced(self.pose, step * self._rates, step * self._twist))

    def stop(self) -> None:
        """End the motion and remove the robot that swings."""
        self._animation.stop()
        if self._ghost is not None:
            self._ghost.remove()
            self._ghost = None
        self.pose = None

    def close(self) -> None:
        """End the thread; the scene is removed by others."""
        self._animation.stop()
