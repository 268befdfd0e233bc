"""Tab that makes, loads, plays and simulates motions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from viser import Icon

from parados.errors import InputError, ParadosError
from parados.studio import motion_makers
from parados.studio.html_tables import html_rows
from parados.studio.motion_clock import MotionClock
from parados.studio.motion_form import MotionForm
from parados.studio.motion_plots import MotionPlots
from parados.studio.motion_scene import MotionScene
from parados.studio.motion_uploads import uploaded_motion
from parados.studio.played_sources import played_motion
from parados.studio.studio_panel import StudioPanel
from parados.text.html_page import html_text
from parados.trajectory.base import Trajectory
from parados.trajectory.sampled_motion import sampled

if TYPE_CHECKING:
    from parados.studio.long_task import Progress
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["MotionPanel"]

SPEEDS = {"1/10": 0.1, "1/4": 0.25, "1/2": 0.5, "1": 1.0, "2": 2.0, "4": 4.0}

LONGEST = 400
"""Largest number of characters of the remarks on a motion."""


class MotionPanel(StudioPanel):
    """Timeline of a motion, with the form that makes one."""

    title, icon = "Motion", Icon.PLAYER_PLAY

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.clock = MotionClock(self._tick)
        self._scene: MotionScene | None = None
        self._plots: MotionPlots | None = None
        self._told = False
        gui: Any = session.gui
        self._folder = gui.add_folder("Play", visible=False)
        with self._folder:
            self._about = gui.add_html("")
            self._play = gui.add_button("Play", icon=Icon.PLAYER_PLAY, color="blue")
            self._time = gui.add_slider("Time [s]", 0.0, 1.0, 0.001, 0.0)
            self._speed = gui.add_dropdown("Speed", tuple(SPEEDS), initial_value="1")
            self._loop = gui.add_checkbox("Repeat", True)
            self._path = gui.add_checkbox("Path of the platform", True)
            self._poses = gui.add_checkbox("Poses along the path", False)
            self._ghost = gui.add_checkbox("Naive motion beside it", True, visible=False)
            self._plot = gui.add_checkbox("Plots", True)
            self._simulate = gui.add_button(
                "Simulate", icon=Icon.ROCKET, hint="The robot follows the motion under computed torque with an exact model"
            )
        with gui.add_folder("Make a motion"):
            self.form = MotionForm(session, self.load)
        with gui.add_folder("Open a motion"):
            upload = gui.add_upload_button("Motion or log (CSV, Parquet, MAT, HDF5)", icon=Icon.UPLOAD)
        self._play.on_click(lambda _: session.post("play button", self._switch))
        self._simulate.on_click(lambda _: session.post("simulate", self._run))
        self._time.on_update(self._scrubbed)
        for control in (self._speed, self._loop, self._path, self._poses, self._ghost, self._plot):
            control.on_update(self._switched)
        upload.on_upload(self._uploaded)

    # -- a motion ----------------------------------------------------------------------------------------------------------

    def load(self, motion: PlayedMotion) -> None:
        """Show a motion at its start, in place of the one before."""
        self._forget()
        self.session.motion = motion
        self.clock.set_motion(float(motion.t[0]), float(motion.t[-1]))
        self._scene = MotionScene(self.session.scene, motion, self.session.pose.robot)
        first, last = float(motion.t[0]), float(motion.t[-1])
        self._time.min, self._time.max = min(first, self._time.min), max(last, self._time.max)
        self._time.value = first
        self._time.min, self._time.max = first, last
        self._time.step = max(motion.duration / 1000, 1e-6)
        self._folder.visible = True
        self._ghost.visible = motion.ghost is not None
        self._about.content = about(motion)
        self._apply()
        self._frame()

    def _forget(self) -> None:
        self.clock.pause()
        for shown in (self._scene, self._plots):
            if shown is not None:
                shown.remove()
        self._scene = self._plots = None
        self.session.motion = None

    async def _uploaded(self, event: Any) -> None:
        file = event.target.value
        self.session.post("upload", lambda: self.read(file.name, file.content))

    def read(self, name: str, content: bytes) -> None:
        """Read a file beside the page, and show its motion."""
        pose = self.session.pose
        self.session.tasks.start("Reading the file", lambda _: uploaded_motion(pose, name, content), self.load)

    def _current(self) -> PlayedMotion | None:
        """Return the motion, evaluated anew if the robot has changed."""
        motion, pose = self.session.motion, self.session.pose
        if motion is None or motion.model is pose.model:
            return motion
        self._forget()
        if getattr(motion.given, "model", None) is not None:
            self._folder.visible = False
            raise InputError("motion: it was made for the robot before the change; make it again")
        self.load(played_motion(pose.model, motion.given, mode=pose.mode, title=motion.title))
        return self.session.motion

    # -- playing -----------------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.session.post("play", self._frame)

    def _switch(self) -> None:
        self._told = False
        if self.clock.running:
            self.clock.pause()
        elif self._current() is not None:
            self.clock.play()
        self._write_button()

    def _write_button(self) -> None:
        text, icon = ("Pause", Icon.PLAYER_PAUSE) if self.clock.running else ("Play", Icon.PLAYER_PLAY)
        if self._play.label != text:
            self._play.label, self._play.icon = text, icon

    async def _scrubbed(self, event: Any) -> None:
        if event.client is not None:
            self.clock.pause()
            self.clock.time = float(self._time.value)
            self.session.post("play", self._frame)

    async def _switched(self, _: Any) -> None:
        self.session.post("switches of the motion", self._apply)

    def _apply(self) -> None:
        """Follow the switches."""
        self.clock.speed, self.clock.loop = SPEEDS[self._speed.value], self._loop.value
        motion = self.session.motion
        if motion is None or self._scene is None:
            return
        self._scene.show_path(self._path.value)
        self._scene.show_poses(self._poses.value)
        self._scene.show_ghost(self.clock.time, self._ghost.value)
        if self._plot.value and self._plots is None:
            self._plots = MotionPlots(self.session.gui, motion)
            self._plots.show(self.clock.time)
        elif not self._plot.value and self._plots is not None:
            self._plots.remove()
            self._plots = None

    def go_to(self, time: float) -> None:
        """Pause, and show the motion at a time [s]."""
        self.clock.pause()
        self.clock.time = time
        self._frame()

    def _frame(self) -> None:
        """Show the robot at the present time; of the errors of other panels, only the first is told."""
        motion = self._current()
        if motion is None:
            return
        pose = motion.pose(motion.row_at(self.clock.time), self.session.pose.robot)
        try:
            self.session.place(pose, self)
        except ParadosError:
            if not self._told:
                self._told = True
                raise

    def show(self, pose: PosedRobot, source: object) -> None:
        if source is not self:
            if self.clock.running:  # somebody else moves the robot
                self.clock.pause()
                self._write_button()
            return
        self._time.value = float(np.clip(self.clock.time, self._time.min, self._time.max))
        self._write_button()
        if self._scene is not None:
            self._scene.show_ghost(self.clock.time, self._ghost.value)
        if self._plots is not None:
            self._plots.show(self.clock.time)

    # -- simulation --------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        motion = self._current()
        if motion is None:
            return
        pose, wanted = motion.pose(0, self.session.pose.robot), trajectory_of(motion)

        def work(progress: Progress) -> PlayedMotion:
            run = motion_makers.simulated(pose, wanted, lambda done, total: progress(done / total))
            return played_motion(pose.model, run, mode=pose.mode, title="Simulation under computed torque")

        self.session.tasks.start("Simulating", work, self.load)

    def close(self) -> None:
        self.clock.close()


def trajectory_of(motion: PlayedMotion) -> Trajectory:
    """Return a played motion as a function of time."""
    given = motion.given
    for one in (given, getattr(given, "platform", None), getattr(given, "trajectory", None)):
        if isinstance(one, Trajectory):
            return one
    return sampled(motion.t, motion.x)


def about(motion: PlayedMotion) -> str:
    """Return a table of the largest efforts, and the remarks, as HTML."""
    names = motion.model.actuated_names
    peaks = [_peak(motion.efforts[:, k]) for k in range(len(names))]
    headings = ["actuator", "largest effort"]
    columns = [list(names), peaks]
    if motion.ghost is not None:
        headings.append("naive motion")
        columns.append([_peak(motion.ghost.efforts[:, k]) for k in range(len(names))])
    if motion.measured is not None:
        headings.append("measured")
        columns.append([_peak(motion.measured[:, k]) for k in range(len(names))])
    told = " ".join(motion.remarks)
    told = told if len(told) <= LONGEST else f"{told[: LONGEST - 4]} ..."
    head = f"<b>{html_text(motion.title)}</b>, {motion.duration:.4g} s"
    style = "padding:0.2em 0.8em;font-size:0.85em;line-height:1.35"
    below = f'<div style="{style};opacity:0.8">{html_text(told)}</div>' if told else ""
    return f'<div style="{style}">{head}</div>' + html_rows(headings, list(zip(*columns, strict=True))) + below


def _peak(values: Any) -> str:
    finite = values[np.isfinite(values)]
    largest = f"{np.abs(finite).max():.4g}" if len(finite) else "-"
    return largest if len(finite) == len(values) else f"{largest}, not finite"
