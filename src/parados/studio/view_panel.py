"""Tab with what the scene shows: frames, names, the gizmo, light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from viser import Icon

from parados.spatial.rotations import quaternion
from parados.studio.scene_view import fitted_view
from parados.studio.studio_panel import StudioPanel

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["ViewPanel"]


class ViewPanel(StudioPanel):
    """Switches of the scene."""

    title, icon = "View", Icon.EYE

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui = session.gui
        self._frames = gui.add_checkbox("Frames of the links", False, hint="Axes x (red), y (green), z (blue) of the robot file")
        self._names = gui.add_checkbox("Names of the joints", False, hint="The cursor on a part shows its name too")
        self._drag = gui.add_checkbox("Arrows to drag the platform", True)
        self._dark = gui.add_checkbox("Dark", session.dark)
        gui.add_button("Whole robot", icon=Icon.FOCUS_2).on_click(lambda _: session.post("camera", self._fit))
        for box in (self._frames, self._names):
            box.on_update(self._switched)
        self._drag.on_update(self._switch_gizmo)
        self._dark.on_update(self._switch_theme)
        self._axes: Any = None
        self._labels: dict[str, Any] = {}

    async def _switched(self, _: Any) -> None:
        self.session.post("view", lambda: self.show(self.session.pose, None))

    async def _switch_gizmo(self, _: Any) -> None:
        if self.session.gizmo is not None:
            self.session.gizmo.visible = self._drag.value

    async def _switch_theme(self, _: Any) -> None:
        self.session.dark = self._dark.value
        self.session.set_theme()

    def show(self, pose: PosedRobot, source: object) -> None:
        self._show_frames(pose)
        self._show_names(pose)

    def _fit(self) -> None:
        self.session.look(fitted_view(self.session.pose, self.session.aspect))

    def _show_frames(self, pose: PosedRobot) -> None:
        if not self._frames.value:
            if self._axes is not None:
                self._axes.remove()
                self._axes = None
            return
        frames = np.concatenate([pose.links, pose.platform[None]])
        turns = np.array([quaternion(frame[:3, :3]) for frame in frames])
        if self._axes is None:
            size = self.session.robot_scene.size
            self._axes = self.session.scene.add_batched_axes(
                "/frames", turns, frames[:, :3, 3], axes_length=0.07 * size, axes_radius=0.004 * size
            )
        self._axes.batched_wxyzs, self._axes.batched_positions = turns, frames[:, :3, 3]

    def _show_names(self, pose: PosedRobot) -> None:
        if not self._names.value:
            for label in self._labels.values():
                label.remove()
            self._labels = {}
            return
        for name, place in self.session.robot_scene.part_names(pose):
            if name not in self._labels:
                self._labels[name] = self.session.scene.add_label(f"/names/{len(self._labels)}", name)
            self._labels[name].position = place
