"""One browser at the studio: its robot, its scene and its panels. Browsers share nothing but the server."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import ParadosError
from parados.studio.latest_worker import LatestWorker
from parados.studio.long_task import LongTasks
from parados.studio.motion_panel import MotionPanel
from parados.studio.panel_table import PANELS
from parados.studio.part_labels import joint_value, part_label, part_labels_html
from parados.studio.pose_gizmo import PoseGizmo, coordinates_of_frame
from parados.studio.posed_robot import PosedRobot, step_towards
from parados.studio.robot_scene import RobotScene
from parados.studio.scene_view import FIELD, add_surroundings, fitted_view
from parados.studio.session_tabs import SessionTabs
from parados.studio.status_line import StatusLine

if TYPE_CHECKING:
    from pathlib import Path

    from viser import ClientHandle

    from parados.api import Robot
    from parados.geometry.working_modes import Mode
    from parados.plots.skeleton_parts import SkeletonPart
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.robot_source import RobotSource
    from parados.studio.scene_view import View
    from parados.studio.studio_panel import StudioPanel

__all__ = ["Session"]

TURNED = 0.6
"""Time after which a browser has turned the scene of a new robot upwards [s]."""

SHOWN = 6.0
"""Time for which a notification stays [s]."""


class Session:
    """The studio of one browser.

    client : viser's handle of the browser;  robot : the robot to begin with;  motion : a motion of it to begin with
    path : the file that the studio was opened with, or None;  source : the text that the robot was read from, if known
    """

    def __init__(
        self,
        client: ClientHandle,
        robot: Robot,
        *,
        path: Path | None = None,
        source: RobotSource | None = None,
        motion: PlayedMotion | None = None,
    ) -> None:
        self.client, self.scene, self.gui = client, client.scene, client.gui
        self.path = path
        self.dark = False
        self.wrench = np.zeros(6)  # on the platform at P, base axes [N, N m]
        self.panels: list[StudioPanel] = []
        self.gizmo: PoseGizmo | None = None
        self.motion: PlayedMotion | None = None
        self._opened = 0
        self.tabs = SessionTabs(self.gui)
        self.worker = LatestWorker(self.tell_error)
        self.tasks = LongTasks(self)
        self.post("open", lambda: self.open(robot, source=source))
        if motion is not None:
            self.post("first motion", lambda: self.load_motion(motion))

    def post(self, kind: str, request: Callable[[], None]) -> None:
        """Run a request in the session's thread; it replaces a waiting one of the same kind."""
        self.worker.post(kind, request)

    def close(self) -> None:
        """End all threads of this browser."""
        self.tasks.cancel()
        for panel in self.panels:
            panel.close()
        self.worker.close()

    # -- the robot --------------------------------------------------------------------------------------------------------

    def open(
        self,
        robot: Robot,
        x: ArrayLike | None = None,
        mode: Mode | None = None,
        source: RobotSource | None = None,
        *,
        keep_view: bool = False,
    ) -> None:
        """Show a robot in place of the one before, at home or at x.

        source : the text that it was read from, if known;  keep_view : True leaves the camera where it is
        """
        model = robot.compile()
        at = np.array(robot.home if x is None else x, dtype=float)
        pose = PosedRobot(robot, model, at, model.working_mode(mode))
        _ = pose.bodies
        self.tasks.cancel()
        for panel in self.panels:
            panel.close()
        self.tabs.clear()
        self.scene.reset()
        self.pose, self.source, self.motion = pose, source, None
        self.wrench = np.zeros(6)
        self._build(keep_view)

    def _build(self, keep_view: bool) -> None:
        pose, view = self.pose, fitted_view(self.pose, self.aspect)
        self.set_theme()
        self.scene.set_up_direction(view.up)
        self._opened += 1  # nodes of another robot get other names: viser would mix the places of nodes with the same name
        self.robot_scene = RobotScene(
            self.scene,
            pose,
            name=f"/robot{self._opened}",
            clicked=self.tell_part,
            told=lambda text: self.tell("Mesh", text),
        )
        add_surroundings(self.scene, pose, self.robot_scene.size)
        self.gui.set_panel_label(f"parados: {pose.robot.name}")
        self.gui.main_panel.dock_right()
        self.gui.main_panel.set_width(400)
        self.status = StatusLine(self)
        self.gizmo = PoseGizmo(self) if PoseGizmo.serves(pose) else None
        self.panels = []
        for kind in PANELS:
            if kind.serves(pose):
                with self.tabs.tab(kind.title, kind.icon):
                    self.panels.append(kind(self))
        self.tabs.remove_empty()
        self.gui.add_html(part_labels_html(pose.model.mechanism, self.robot_scene))
        self._show(None, "")
        if not keep_view:
            self.look(view)
            # the browser turns the scene to its new upward direction later than it moves the camera
            threading.Timer(TURNED, lambda: self.post("camera", lambda: self.look(view))).start()

    @property
    def aspect(self) -> float:
        """Width over height of the scene, beside the panel."""
        camera = self.client.camera
        return max(camera.image_width, 1) / max(camera.image_height, 1)

    def look(self, view: View) -> None:
        """Place the camera."""
        camera = self.client.camera
        with self.client.atomic():
            camera.up_direction, camera.fov = view.up, FIELD
            camera.position, camera.look_at = view.position, view.look_at  # position first: it moves look_at

    def load_motion(self, motion: PlayedMotion) -> None:
        """Show a motion in the tab Motion; for use in the session's thread."""
        self._motion_panel.load(motion.of_model(self.pose.model))

    def go_to(self, time: float) -> None:
        """Show the motion of the tab Motion at a time [s]; for use in the session's thread."""
        self._motion_panel.go_to(time)

    @property
    def _motion_panel(self) -> MotionPanel:
        return next(panel for panel in self.panels if isinstance(panel, MotionPanel))

    def file_changed(self, source: RobotSource | None) -> None:
        """Tell the panels that the file of the studio changed; None if it cannot be read any more."""

        def tell() -> None:
            for panel in self.panels:
                panel.file_changed(source)

        self.post("file", tell)

    def set_theme(self) -> None:
        """Make the page light or dark."""
        self.gui.configure_theme(dark_mode=self.dark, show_logo=False, show_share_button=False, control_width="large")

    def move(self, x: ArrayLike, source: object = None) -> None:
        """Move the robot to coordinates x (n_x,), or to the last pose within reach on the way there."""
        target = np.array(x, dtype=float)
        self.post("move", lambda: self._step(target, source))

    def move_platform(self, frame: NDArray[np.float64], source: object = None) -> None:
        """Move the platform towards a frame (4, 4) in base axes, as far as the coordinates x and the reach allow."""
        self.post("move", lambda: self._step(coordinates_of_frame(self.pose, frame), source))

    def _step(self, target: NDArray[np.float64], source: object) -> None:
        step = step_towards(self.pose, target)
        self.pose = step.pose
        self._show(source, step.stopped)

    def place(self, pose: PosedRobot, source: object = None) -> None:
        """Show another pose, working mode or member of the family of the robot; for use in the session's thread."""
        changed = pose.robot is not self.pose.robot
        self.pose = pose
        if changed:
            self.robot_scene.rebuild(pose)
        self._show(source, "")

    def _show(self, source: object, stopped: str) -> None:
        with self.client.atomic():
            self.robot_scene.show(self.pose)
            self.status.show(self.pose, stopped)
            if self.gizmo is not None:
                self.gizmo.show(self.pose, source)
            for panel in self.panels:
                panel.show(self.pose, None if stopped else source)

    # -- messages ---------------------------------------------------------------------------------------------------------

    def tell(self, title: str, body: str, *, wrong: bool = False) -> None:
        """Show a short message for some seconds."""
        self.client.add_notification(title, body, auto_close_seconds=SHOWN, color="red" if wrong else None)

    def tell_error(self, error: Exception) -> None:
        """Show the sentence of an error; an error that parados did not foresee is printed on the terminal as well."""
        if isinstance(error, ParadosError):
            self.tell("Not possible", str(error), wrong=True)
            return
        traceback.print_exception(error, file=sys.stderr)
        self.tell("Error in the studio", f"{type(error).__name__}: {error}", wrong=True)

    def tell_part(self, part: SkeletonPart) -> None:
        """Show the label of a part that was clicked, and the value if it shows a joint."""
        self.tell(part_label(self.pose.model.mechanism, part), joint_value(self.pose, part))
