"""A slider of the mass of a payload on the platform, with its centre of mass at P."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.studio.force_scale import force_scale, rounded
from parados.studio.posed_robot import PosedRobot

if TYPE_CHECKING:
    from parados.studio.session import Session

__all__ = ["PayloadSlider"]

STEPS = 100
"""Number of steps of the slider."""


class PayloadSlider:
    """The payload of the robot of one session. The first payload compiles models with a live payload, which takes a while."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._prepared = False
        most = rounded(force_scale(session.pose, session.robot_scene.size).force)
        own = float(session.pose.robot.payload[9])
        self._slider: Any = session.gui.add_slider("Payload at P [kg]", 0.0, max(most, own), most / STEPS, own)
        self._slider.on_update(self._updated)

    async def _updated(self, event: Any) -> None:
        if event.client is None:
            return
        mass = float(self._slider.value)
        if self._prepared:
            self._session.post("payload", lambda: self._session.place(_loaded(self._session.pose, mass), self))
        else:
            self._session.post("payload", self._prepare)

    def _prepare(self) -> None:
        """Compile the models of the loaded robot beside the page."""
        pose, mass = self._session.pose, float(self._slider.value)
        self._session.tasks.start("Models with a payload", lambda _: _warmed(pose, mass), lambda _: self._finish())

    def _finish(self) -> None:
        self._prepared = True
        self._session.place(_loaded(self._session.pose, float(self._slider.value)), self)

    def show(self, pose: PosedRobot) -> None:
        """Show the payload of a robot that another panel changed."""
        mass = float(pose.robot.payload[9])
        if self._prepared and abs(mass - self._slider.value) > 1e-9:
            self._slider.max = max(self._slider.max, mass)
            self._slider.value = mass


def _loaded(pose: PosedRobot, mass: float) -> PosedRobot:
    """Return the robot at the same pose with a payload [kg] in place of the one before."""
    bare = pose.robot.without_payload()
    robot = bare.with_payload(mass) if mass > 0 else bare
    loaded = PosedRobot(robot, robot.compile(), pose.x, pose.mode)
    _ = loaded.bodies
    return loaded


def _warmed(pose: PosedRobot, mass: float) -> PosedRobot:
    """Return a loaded robot whose first calls are done."""
    loaded = _loaded(pose, mass)
    still = np.zeros(loaded.model.mechanism.n_dof)
    loaded.model.inverse_dynamics(loaded.x, still, still, mode=loaded.mode)
    _ = loaded.platform, loaded.joints, loaded.beyond
    return loaded
