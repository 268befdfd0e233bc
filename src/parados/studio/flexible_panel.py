"""Tab with the vibrations of a flexible robot: natural frequencies, moving mode shapes, stiffness of the platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from viser import Icon

from parados.errors import ParadosError
from parados.studio.effort_bars import message_html
from parados.studio.html_tables import html_rows
from parados.studio.status_line import BAD
from parados.studio.stiffness_table import stiffness_table
from parados.studio.studio_panel import StudioPanel
from parados.studio.swing_animation import SwingAnimation
from parados.studio.vibrating_scene import VibratingScene

if TYPE_CHECKING:
    from parados.flexible.modes import VibrationModes
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["FlexiblePanel"]

Array = NDArray[np.float64]

MODES = 8
"""Number of vibration modes in the table."""


class FlexiblePanel(StudioPanel):
    """Natural frequencies with locked motors, and one mode in motion. Nothing is computed before a user asks for it."""

    title, icon = "Vibration", Icon.WAVE_SINE

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui = session.gui
        with gui.add_folder("Natural frequencies, motors locked"):
            self._follow: Any = gui.add_checkbox("Compute", False, hint="At every pose; the first time takes some seconds")
            self._table = gui.add_html("")
        with gui.add_folder("Mode in motion"):
            self._mode = gui.add_slider("Mode", 1, MODES, 1, 1)
            self._amplitude = gui.add_slider("Amplitude [%]", 1, 30, 1, 10, hint="Of the size of the robot; real ones are tiny")
            self._period = gui.add_slider("Period [s]", 0.5, 5.0, 0.1, 1.5, hint="Of the picture, not of the robot")
            gui.add_button("Play the mode", icon=Icon.PLAYER_PLAY).on_click(lambda _: session.post("vibration", self._play))
            gui.add_button("Stop the mode", icon=Icon.PLAYER_STOP).on_click(lambda _: session.post("vibration", self._halt))
            self._told = gui.add_html("")
        with gui.add_folder("Stiffness of the platform"):
            self._stiffness = gui.add_html("")
        self._follow.on_update(self._switched)
        self._ready = False
        self._seen: object = None
        self._at: object = None
        self._shown = 0
        self._scene = VibratingScene(session)
        self._animation = SwingAnimation(session, "vibration picture", self._draw, lambda: float(self._period.value))

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        """Tell whether a part of the robot is elastic."""
        try:
            return bool(pose.robot.flexible)
        except ParadosError:
            return False

    def close(self) -> None:
        self._animation.stop()

    # -- requests -----------------------------------------------------------------------------------------------------

    async def _switched(self, event: Any) -> None:
        if event.client is not None:
            self.session.post("vibration", self._follow_changed)

    def _follow_changed(self) -> None:
        if self._follow.value and not self._ready:
            self._prepare()
        elif not self._follow.value:
            self._halt()
        self.show(self.session.pose, None)

    def _prepare(self) -> None:
        """Build the models of the elastic parts beside the page."""
        pose = self.session.pose
        self.session.tasks.start("Models of the elastic parts", lambda _: _modes(pose), lambda _: self._prepared())

    def _prepared(self) -> None:
        self._ready = True
        self.show(self.session.pose, None)

    def _play(self) -> None:
        if not self._ready:
            self._follow.value = True
            self._prepare()
        self._animation.start()

    def _halt(self) -> None:
        self._animation.stop()
        self._scene.remove()
        self._at = None

    # -- display ------------------------------------------------------------------------------------------------------

    def show(self, pose: PosedRobot, source: object) -> None:
        if not (self._ready and self._follow.value):
            self._write("", "")
            return
        try:
            self._write(_table(_modes(pose)), stiffness_table(pose))
        except ParadosError as error:
            self._write(message_html(str(error), BAD), "")

    def _write(self, table: str, stiffness: str) -> None:
        for handle, content in ((self._table, table), (self._stiffness, stiffness)):
            if handle.content != content:
                handle.content = content

    def _draw(self, part: float) -> None:
        """Draw one picture; shapes are computed again after the robot has come to rest at another pose."""
        if not self._ready:
            return
        pose, wanted = self.session.pose, int(self._mode.value)
        if self._at is not pose or self._shown != wanted:
            if self._seen is not pose:  # it still moves
                self._seen = pose
                return
            try:
                found = _modes(pose)
                mode = min(wanted, len(found.frequencies)) - 1
                self._scene.take(pose, found, mode)
            except ParadosError:
                self._halt()
                raise
            self._told.content = message_html(f"Mode {mode + 1}: {found.summary(mode)}")
            self._at, self._shown = pose, wanted
        self._scene.show(part * float(self._amplitude.value) / 100)


def _modes(pose: PosedRobot) -> VibrationModes:
    return pose.model.vibration_modes(pose.x, count=MODES, mode=pose.mode)


def _table(found: VibrationModes) -> str:
    """Return the frequencies, and the part with most of the elastic energy of each mode."""
    rows = []
    for k, frequency in enumerate(found.frequencies):
        best = int(np.argmax(found.bodies[k]))
        rows.append((f"{k + 1}", f"{frequency:.4g}", f"{found.body_names[best]} ({found.bodies[k, best]:.0%})"))
    return html_rows(("mode", "frequency [Hz]", "most energy in"), rows)
