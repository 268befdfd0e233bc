"""Controls that make a motion: points, circle, pick and place, a crossing, or the fastest motion along the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from viser import Icon

from parados.plan import cross
from parados.studio import motion_makers
from parados.studio.html_tables import html_rows
from parados.studio.motion_plots import effort_unit
from parados.studio.played_sources import played_motion

if TYPE_CHECKING:
    from collections.abc import Callable

    from parados.studio.long_task import Progress
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session
    from parados.trajectory import GeometricPath

__all__ = ["KINDS", "MotionForm"]

Array = NDArray[np.float64]

KINDS = ("Circle", "Point to point", "Pick and place", "Cross a singularity")

HINT = (
    '<div style="padding:0.3em 0.8em;font-size:0.8em;opacity:0.75">'
    "Move the robot to a pose, then add it; two or more poses are needed.</div>"
)


class MotionForm:
    """The controls of one session; `made` gets every motion that they make."""

    def __init__(self, session: Session, made: Callable[[PlayedMotion], None]) -> None:
        self.session, self._made = session, made
        self.points: list[Array] = []
        gui: Any = session.gui
        pose, size = session.pose, session.robot_scene.size
        planes = motion_makers.planes_of(pose)
        self._kind = gui.add_dropdown("Motion", KINDS if planes else KINDS[1:2])
        self._duration = gui.add_number("Duration [s]", 2.0, min=0.01, max=1000.0, step=0.1)
        self._radius = gui.add_number("Radius [m]", _rounded(0.06 * size), min=1e-6, step=_rounded(0.005 * size))
        self._plane = gui.add_dropdown("Plane", planes or ("-",))
        self._lift = gui.add_number("Lift [m]", _rounded(0.08 * size), min=1e-6, step=_rounded(0.005 * size))
        self._list = gui.add_html("")
        self._add = gui.add_button("Add this pose", icon=Icon.PLUS, hint="The motion goes through the poses of this list")
        self._clear = gui.add_button("Clear the list", icon=Icon.TRASH)
        self._stop = gui.add_checkbox("Stop at every point", False)
        self._back = gui.add_checkbox("There and back", False)
        make = gui.add_button("Make the motion", icon=Icon.ROUTE, color="blue")
        self._effort = gui.add_number(f"Largest effort [{effort_unit(pose.model)}]", 10.0, min=1e-9)
        self._proposed = 10.0
        self._fast = gui.add_button("Fastest along the path", icon=Icon.BOLT)
        self._kind.on_update(self._changed)
        self._add.on_click(lambda _: session.post("add point", self._add_point))
        self._clear.on_click(lambda _: session.post("clear points", self._clear_points))
        make.on_click(lambda _: session.post("make motion", self.make))
        self._fast.on_click(lambda _: session.post("make motion", self.make_fastest))
        self._arrange()

    async def _changed(self, _: Any) -> None:
        self.session.post("kind of motion", self._arrange)

    def _arrange(self) -> None:
        """Show the controls that the chosen motion needs."""
        kind = self._kind.value
        for control in (self._radius, self._plane):
            control.visible = kind == "Circle"
        for control in (self._list, self._add, self._clear):
            control.visible = kind != "Circle"
        self._lift.visible, self._stop.visible = kind == "Pick and place", kind == "Point to point"
        self._fast.visible = self._effort.visible = kind != "Cross a singularity"
        self._back.visible = kind != "Cross a singularity"
        self._write_points()

    def _add_point(self) -> None:
        self.points.append(self.session.pose.x.copy())
        self._write_points()

    def _clear_points(self) -> None:
        self.points.clear()
        self._write_points()

    def _write_points(self) -> None:
        """List the points; a crossing and a pick-and-place motion use the first and the last one."""
        labels = self.session.pose.model.labels["x"]
        rows = [(str(k + 1), *[f"{value:.4g}" for value in x]) for k, x in enumerate(self.points)]
        hint = "" if len(self.points) > 1 else HINT
        self._list.content = (html_rows(("", *labels), rows) if rows else "") + hint

    # -- motions -----------------------------------------------------------------------------------------------------------

    def path(self, pose: PosedRobot) -> GeometricPath:
        """Return the path of the chosen kind."""
        kind = self._kind.value
        if kind == "Circle":
            return motion_makers.circle_path(pose, float(self._radius.value), self._plane.value)
        if kind == "Pick and place":
            return motion_makers.pick_and_place_path(pose, self.points, float(self._lift.value))
        return motion_makers.points_path(pose, self.points)

    def make(self) -> None:
        """Make the chosen motion; a crossing is planned beside the page."""
        pose, kind, duration = self.session.pose, self._kind.value, float(self._duration.value)
        if kind == "Cross a singularity":
            self._cross(pose, duration)
            return
        if kind == "Point to point" and self._stop.value:
            motion = motion_makers.stopping_motion(pose, self.points, duration)
        else:
            motion = motion_makers.timed(self.path(pose), duration)
        if self._back.value:
            motion = motion_makers.there_and_back(motion)
        made = played_motion(pose.model, motion, mode=pose.mode, title=kind)
        self._made(made)
        self._suggest_effort(made)

    def _suggest_effort(self, motion: PlayedMotion) -> None:
        """Propose a limit for the fastest motion, unless a user has typed one: twice the largest effort of this motion."""
        finite = motion.efforts[np.isfinite(motion.efforts)]
        if self._effort.value == self._proposed and len(finite):
            self._proposed = float(f"{2 * np.abs(finite).max():.2g}") or self._proposed
            self._effort.value = self._proposed

    def _cross(self, pose: PosedRobot, duration: float) -> None:
        motion_makers.check_points(self.points)
        start, end = self.points[0], self.points[-1]

        def work(progress: Progress) -> PlayedMotion:
            progress(0.05)
            planned = cross(pose.model, start, end, duration, mode=pose.mode)
            progress(0.9)
            return played_motion(pose.model, planned)

        self.session.tasks.start("Planning a crossing", work, self._made)

    def make_fastest(self) -> None:
        """Find the fastest motion along the chosen path within the largest effort."""
        pose, effort = self.session.pose, float(self._effort.value)
        path = self.path(pose)

        def work(progress: Progress) -> PlayedMotion:
            found = motion_makers.fastest_along(pose, path, effort, lambda k, n: progress(k / n))
            return played_motion(pose.model, found, title="Fastest motion")

        self.session.tasks.start("Searching the fastest motion", work, self._made)


def _rounded(value: float) -> float:
    """Return a number with one digit."""
    return float(f"{value:.0e}")
