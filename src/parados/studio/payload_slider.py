"""A slider of the mass of a payload on the platform, with its centre of mass at P."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.studio.force_scale import force_scale, rounded
from parados.studio.posed_robot import PosedRobot

if TYPE_CHECKING:
    from parados.api import Robot
    from parados.studio.session import Session

__all__ = ["PayloadSlider"]

STEPS = 100
"""Number of steps of the slider."""


class PayloadSlider:
    """The payload of the robot of one session. The first payload compiles models with a live payload, which takes a while."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._prepared = False
        #: the robot that this slider loaded last, the same robot without payload, and the mass [kg]
        self._last: tuple[Robot, Robot, float] | None = None
        most = rounded(force_scale(session.pose, session.robot_scene.size).force)
        own = float(session.pose.robot.payload[9])
        self._slider: Any = session.gui.add_slider("Payload at P [kg]", 0.0, max(most, own), most / STEPS, own)
        self._slider.on_update(self._updated)

    async def _updated(self, event: Any) -> None:
        if event.client is None:
            return
        mass = float(self._slider.value)
        if self._prepared:
            self._session.post("payload", lambda: self._load(mass))
        else:
            self._session.post("payload", self._prepare)

    def _prepare(self) -> None:
        """Compile the models of the loaded robot beside the page."""
        pose, mass = self._session.pose, float(self._slider.value)
        bare = self._bare(pose.robot)
        self._session.tasks.start("Models with a payload", lambda _: _warmed(pose, bare, mass), lambda _: self._finish())

    def _finish(self) -> None:
        self._prepared = True
        self._load(float(self._slider.value))

    def _load(self, mass: float) -> None:
        bare = self._bare(self._session.pose.robot)
        pose = _loaded(self._session.pose, bare, mass)
        self._last = (pose.robot, bare, mass)
        self._session.place(pose, self)

    def _bare(self, robot: Robot) -> Robot:
        """Return a robot without payload. A robot that shares no models does not know its payload, so that this slider does."""
        return self._last[1] if self._last is not None and self._last[0] is robot else robot.without_payload()

    def show(self, pose: PosedRobot) -> None:
        """Show the payload of a robot that another panel changed."""
        made = self._last
        mass = made[2] if made is not None and made[0] is pose.robot else float(pose.robot.payload[9])
        if self._prepared and abs(mass - self._slider.value) > 1e-9:
            self._slider.max = max(self._slider.max, mass)
            self._slider.value = mass


def _loaded(pose: PosedRobot, bare: Robot, mass: float) -> PosedRobot:
    """Return the robot `bare` with a payload [kg], at the same pose."""
    robot = bare.with_payload(mass) if mass > 0 else bare
    loaded = PosedRobot(robot, robot.compile(), pose.x, pose.mode)
    _ = loaded.bodies
    return loaded


def _warmed(pose: PosedRobot, bare: Robot, mass: float) -> PosedRobot:
    """Return a loaded robot whose first calls are done."""
    loaded = _loaded(pose, bare, mass)
    still = np.zeros(loaded.model.mechanism.n_dof)
    loaded.model.inverse_dynamics(loaded.x, still, still, mode=loaded.mode)
    _ = loaded.platform, loaded.joints, loaded.beyond
    return loaded
