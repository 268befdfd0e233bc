"""A robot, or a motion of it, as one page of HTML that needs no server and no network."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, flag, instance, number, text, writing
from parados.studio.missing_extra import check_extra
from parados.text.html_page import before_body_end, html_text

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.posed_robot import PosedRobot

__all__ = ["ScenePage", "scene_html", "show"]

Array = NDArray[np.float64]

MOST_PICTURES = 3600
"""Largest number of pictures of one page; a longer motion has fewer pictures for each second."""

HEIGHT = 520
"""Height of the page in a notebook [pixels]."""


@dataclass(frozen=True)
class ScenePage:
    """A page with a scene. In a notebook it is shown below the cell; `save` writes it to a file that opens in any browser.

    html : text of the page;  title : what it shows
    """

    html: str = field(repr=False)
    title: str

    def save(self, path: str | Path) -> Path:
        """Write the page to a file such as "motion.html"; return its path."""
        place = file_path("path", path)
        with writing("path", place):
            place.write_text(self.html, encoding="utf-8")
        return place

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{HEIGHT}px;border:1px solid rgba(128,128,128,0.3)"
        return f'<iframe title="{html_text(self.title)}" style="{style}" srcdoc="{html.escape(self.html)}"></iframe>'


def show(
    motion: Any,
    robot: Any = None,
    *,
    x: ArrayLike | None = None,
    mode: ArrayLike | None = None,
    path: str | Path | None = None,
    fps: float = 30.0,
    title: str = "",
    dark: bool = False,
) -> ScenePage:
    """Return a page on which a robot moves; it can be turned, played, paused and scrubbed, and needs no network.

    motion : a trajectory, a `MotionTable`, a `Run`, a motion of `parados.plan`, a log or its `LogMotion`; None for a robot that
        rests at the pose x (n_x,), by default at home
    robot : the robot or its model; a `Run` and a motion of `parados.plan` have their own
    mode : working mode;  path : file to write the page to, such as "motion.html"
    fps : pictures for each second;  title : of the page;  dark : True for a dark page
    """
    own = getattr(motion, "original", None) or getattr(motion, "model", None) if robot is None else robot
    page = _page(_model_of(own), motion, x, mode, fps, title, dark)
    if path is not None:
        page.save(path)
    return page


def scene_html(
    robot: Any,
    motion: Any = None,
    *,
    x: ArrayLike | None = None,
    mode: ArrayLike | None = None,
    fps: float = 30.0,
    title: str = "",
    dark: bool = False,
) -> str:
    """Return one page of HTML with a robot at a pose x (n_x,), by default at home, or with a motion; see `show`."""
    return _page(_model_of(robot), motion, x, mode, fps, title, dark).html


def _model_of(robot: Any) -> Model:
    from parados.model.model import Model
    from parados.model.surveyed_robot import SurveyedRobot

    given: Any = instance("robot", robot, (SurveyedRobot, Model), "a robot (parados.load) or its model")
    return given if isinstance(given, Model) else given.compile()


def _page(
    model: Model, motion: Any, x: ArrayLike | None, mode: ArrayLike | None, fps: float, title: str, dark: bool
) -> ScenePage:
    rate, words = number("fps", fps, 1.0, 240.0, "pictures for each second"), text("title", title)
    flag("dark", dark)
    check_extra()
    from parados.model.state_arguments import check_state
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.played_sources import played_motion
    from parados.studio.posed_robot import PosedRobot

    robot: Any = model.robot
    if motion is None:
        at = np.array(model.survey.home if x is None else check_state("x", x, model.labels), dtype=float)
        pose = PosedRobot(robot, model, at, model.working_mode(mode))
        name = words or model.spec.name
        return ScenePage(_html(pose, None, rate, name, dark), name)
    played = motion if isinstance(motion, PlayedMotion) else played_motion(model, motion, mode=mode)
    name = words or f"{model.spec.name}: {played.title}"
    return ScenePage(_html(played.pose(played.row_at(played.t[0]), robot), played, rate, name, dark), name)


def _html(pose: PosedRobot, motion: PlayedMotion | None, fps: float, title: str, dark: bool) -> str:
    """Record a scene on a server that nobody visits."""
    from parados.studio.loopback_server import LoopbackServer
    from parados.studio.motion_scene import MotionScene
    from parados.studio.page_scripts import page_scripts
    from parados.studio.part_labels import part_labels_html
    from parados.studio.robot_scene import RobotScene
    from parados.studio.scene_view import FIELD, add_surroundings, fitted_view

    server = LoopbackServer("127.0.0.1", None, "parados")
    try:
        view = fitted_view(pose, aspect=1.0)
        server.scene.set_up_direction(view.up)
        server.initial_camera.position, server.initial_camera.look_at = view.position, view.look_at
        server.initial_camera.up, server.initial_camera.fov = view.up, FIELD
        shown = RobotScene(server.scene, pose)
        add_surroundings(server.scene, pose, shown.size)
        beside = None if motion is None else MotionScene(server.scene, motion, pose.robot)
        if motion is not None and beside is not None:
            beside.show_path(True)
            beside.show_ghost(float(motion.t[0]), True)
        recording = server.get_scene_serializer()
        if motion is not None and beside is not None:
            step = max(1 / fps, motion.duration / MOST_PICTURES)
            for time in np.arange(motion.t[0], motion.t[-1] + step / 2, step):
                shown.show(motion.pose(motion.row_at(time), pose.robot))
                beside.show_ghost(time, True)
                recording.insert_sleep(step)
        labels = part_labels_html(pose.model.mechanism, shown)
        return _titled(recording.as_html(dark_mode=dark), title, dark, labels + page_scripts())
    finally:
        server.stop()


def _titled(page: str, title: str, dark: bool, more: str) -> str:
    """Give a page of viser its own title, write the title on it, and add more elements."""
    words = html_text(title)
    begin, end = page.index("<title>"), page.index("</title>")
    style = f"position:fixed;left:1em;top:0.8em;z-index:2;pointer-events:none;color:{'#ddd' if dark else '#333'}"
    label = f'<div style="{style};font:600 15px system-ui,sans-serif">{words}</div>'
    page = f"{page[:begin]}<title>{words}{page[end:]}"
    return before_body_end(page, label + more)
