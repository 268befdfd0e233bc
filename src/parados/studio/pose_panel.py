"""Tab with the coordinates of the platform, the actuated joints, and a table of all joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from viser import Icon

from parados.studio.html_tables import html_rows
from parados.studio.rest_efforts import effort_units, rest_efforts
from parados.studio.studio_panel import StudioPanel
from parados.studio.value_sliders import SliderRow, ValueSliders

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["PosePanel"]

Array = NDArray[np.float64]

WIDER = 0.25
"""Part of its width by which the range of a slider exceeds the workspace of the file, at each end."""


class PosePanel(StudioPanel):
    """Sliders of x, sliders of q (through forward geometry), and the positions of all joints."""

    title, icon = "Pose", Icon.ARROWS_MOVE

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui, pose = session.gui, session.pose
        with gui.add_folder("Platform"):
            self._x = ValueSliders(gui, coordinate_rows(pose), pose.x, self._moved)
            gui.add_button("Home", icon=Icon.HOME).on_click(lambda _: session.move(session.pose.robot.home))
        with gui.add_folder("Actuated joints"):
            self._q = ValueSliders(gui, _joint_rows(pose), pose.q, self._driven)
        with gui.add_folder("All joints"):
            self._table = gui.add_html("")

    def show(self, pose: PosedRobot, source: object) -> None:
        if source is not self._x:
            self._x.show(pose.x)
        if source is not self._q:
            self._q.show(pose.q)
        self._table.content = joint_table(pose, rest_efforts(pose, self.session.wrench).tau)

    def _moved(self, x: Array) -> None:
        self.session.move(x, self._x)

    def _driven(self, q: Array) -> None:
        self.session.post("drive", lambda: self._drive(q))

    def _drive(self, q: Array) -> None:
        pose = self.session.pose
        x = pose.model.forward_kinematics(q, guess=pose.x, mode=pose.mode)
        self.session.place(pose.at(x), self._q)


def coordinate_rows(pose: PosedRobot) -> list[SliderRow]:
    """Return the sliders of x: the workspace of the file, somewhat wider; a quaternion has entries from -1 to 1."""
    model = pose.model
    lower, upper = np.array(model.survey.lower), np.array(model.survey.upper)
    room = WIDER * (upper - lower)
    lower, upper = lower - room, upper + room
    if model.mechanism.platform.is_quaternion:
        lower, upper = (np.concatenate([b[:3], np.full(4, s), b[6:]]) for b, s in ((lower, -1.0), (upper, 1.0)))
    units = coordinate_units(pose)
    return [SliderRow(*row) for row in zip(model.labels["x"], units, lower, upper, strict=True)]


def coordinate_units(pose: PosedRobot) -> list[str]:
    """Return the unit of every entry of x; "-" for a quaternion."""
    mechanism = pose.model.mechanism
    own = ["m" if k < 3 else "rad" for k in mechanism.platform.coordinates]
    if mechanism.platform.is_quaternion:
        own = ["m"] * 3 + ["-"] * 4
    return own + [mechanism.joints[k].unit for k in mechanism.joints_in_x]


def _joint_rows(pose: PosedRobot) -> list[SliderRow]:
    """Return the sliders of q: the limits of the file, else the positions that occur over the workspace."""
    model = pose.model
    reached = model.at_samples("inverse_kinematics")["q"].reshape(-1, len(model.actuated_names))
    low, high = np.nanmin(reached, axis=0), np.nanmax(reached, axis=0)
    rows = []
    for k, joint in enumerate(model.mechanism.actuated):
        bounds = model.joint_bounds[joint]
        span = (float(low[k]), float(high[k]))
        lower, upper = (float(b) if np.isfinite(b) else s for b, s in zip(bounds, span, strict=True))
        rows.append(SliderRow(model.actuated_names[k], model.mechanism.joints[joint].unit, lower, upper))
    return rows


def joint_table(pose: PosedRobot, tau: Array) -> str:
    """Return a table of all joints with position, limits and efforts tau (n_a,); joints beyond their limits are red."""
    rows, red = [], []
    units = dict(zip(pose.model.mechanism.actuated, zip(tau.tolist(), effort_units(pose), strict=True), strict=True))
    for k, joint in enumerate(pose.model.mechanism.joints):
        low, high = pose.model.joint_bounds[k]
        limits = "" if np.isinf([low, high]).all() else f"{low:.4g} to {high:.4g}"
        effort = f"{units[k][0]:.4g} {units[k][1]}" if k in units and np.isfinite(units[k][0]) else ""
        rows.append((joint.name + (" *" if joint.active else ""), f"{pose.joints[k]:.4f} {joint.unit}", limits, effort))
        red.append(bool(pose.beyond[k]))
    return html_rows(("joint (* actuated)", "position", "limits", "effort at rest"), rows, red)
