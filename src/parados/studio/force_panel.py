"""Tab with what a robot feels at rest: efforts, weights, reactions, an applied wrench and a payload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from viser import Icon

from parados.errors import ParadosError
from parados.plots.skeleton import is_planar
from parados.studio.effort_bars import SignedBars, message_html
from parados.studio.force_scale import force_scale
from parados.studio.force_scene import ForceScene
from parados.studio.payload_slider import PayloadSlider
from parados.studio.reaction_tables import reaction_tables
from parados.studio.rest_efforts import effort_units, rest_efforts, rest_reactions
from parados.studio.scene_view import upward
from parados.studio.status_line import BAD
from parados.studio.studio_panel import StudioPanel
from parados.studio.wrench_gizmo import WrenchGizmo

if TYPE_CHECKING:
    from parados.studio.force_scale import ForceScale
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["ForcePanel"]

Array = NDArray[np.float64]


class ForcePanel(StudioPanel):
    """Efforts as bars, and arrows in the scene."""

    title, icon = "Forces", Icon.ARROW_BIG_DOWN_LINES

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui, pose = session.gui, session.pose
        self._arrows = ForceScene(session)
        self._base_scale = force_scale(pose, session.robot_scene.size)
        self._bars = SignedBars(pose.model.actuated_names, effort_units(pose))
        with gui.add_folder("Efforts at rest"):
            self._efforts = gui.add_html("")
            self._reason = gui.add_html("")
            self._in_scene = self._box("Show efforts", "Arrows along sliding actuators, rings about turning ones")
            self._weights = self._box("Show weights", "Of the bodies, at their centres of mass")
            self._weights.visible = self._arrows.has_weights(pose)
            self._reactions = self._box("Reactions", "Forces through joints and closures, and those of the ground")
            self._length = gui.add_slider("Length of arrows", 0.2, 5.0, 0.1, 1.0)
            self._length.on_update(self._switched)
            self._scale_note = gui.add_html("")
        self._gizmo = WrenchGizmo(session, self._force_dragged)
        self._written = np.zeros(6)  # the wrench that the fields show
        if pose.model.spec.has_platform:
            self._add_wrench()
            self._payload = PayloadSlider(session)
        self._table = gui.add_html("")

    def _add_wrench(self) -> None:
        gui = self.session.gui
        with gui.add_folder("Wrench on the platform at P"):
            self._force: Any = gui.add_vector3("Force [N]", (0.0, 0.0, 0.0), step=self._base_scale.force / 50)
            self._moment: Any = gui.add_vector3("Moment [N m]", (0.0, 0.0, 0.0), step=self._base_scale.moment / 50)
            self._drag = gui.add_checkbox("Drag the force", False, hint="Arrows at the tip of the force")
            gui.add_button("No wrench", icon=Icon.X).on_click(
                lambda _: self.session.post("wrench", lambda: self._apply(np.zeros(6)))
            )
        self._force.on_update(self._typed)
        self._moment.on_update(self._typed)
        self._drag.on_update(self._drag_switched)

    def _box(self, label: str, hint: str) -> Any:
        box = self.session.gui.add_checkbox(label, False, hint=hint)
        box.on_update(self._switched)
        return box

    # -- requests -----------------------------------------------------------------------------------------------------

    async def _switched(self, event: Any) -> None:
        if event.client is not None:
            self.session.post("forces", lambda: self.show(self.session.pose, None))

    async def _typed(self, event: Any) -> None:
        if event.client is not None:
            wrench = np.array([*self._force.value, *self._moment.value], dtype=float)
            self.session.post("wrench", lambda: self._apply(wrench))

    async def _drag_switched(self, event: Any) -> None:
        if event.client is not None:
            self.session.post("forces", self._begin_drag)

    def _begin_drag(self) -> None:
        """Show the arrows to drag; without a force they would lie in the ones of the platform, so that a force begins."""
        wrench = self.session.wrench
        if self._drag.value and not wrench[:3].any():
            planar = is_planar(self.session.pose.model, self.session.pose.links)
            down = np.array([0.0, -1.0, 0.0]) if planar else -upward(self.session.pose)
            self._apply(np.concatenate([self._base_scale.force * down, wrench[3:]]))
        else:
            self.show(self.session.pose, None)

    def _force_dragged(self, force: Array) -> None:
        self._apply(np.concatenate([np.round(force, 6), self.session.wrench[3:]]))

    def _apply(self, wrench: Array) -> None:
        self.session.wrench = wrench
        self.session.place(self.session.pose, self)

    # -- display ------------------------------------------------------------------------------------------------------

    def show(self, pose: PosedRobot, source: object) -> None:
        wrench, scale = self.session.wrench, self._base_scale.longer(float(self._length.value))
        self.found = found = rest_efforts(pose, wrench)
        _set(self._efforts, self._bars.html(found.tau))
        _set(self._reason, message_html(found.reason, BAD))
        self._arrows.show_efforts(pose, found.tau if self._in_scene.value else None, scale)
        self._arrows.show_weights(pose, bool(self._weights.value), scale)
        self._show_reactions(pose, wrench, scale)
        self._show_wrench(pose, wrench, scale)
        drawn = self._in_scene.value or self._weights.value or self._reactions.value or wrench.any()
        note = f"Arrows of {scale.length:.3g} m are {scale.force:g} N; rings of this diameter are {scale.moment:g} N m."
        _set(self._scale_note, message_html(note if drawn else ""))

    def _show_reactions(self, pose: PosedRobot, wrench: Array, scale: ForceScale) -> None:
        if not self._reactions.value:
            self._arrows.show_reactions(None, scale)
            _set(self._table, "")
            return
        try:
            found = rest_reactions(pose, wrench)
        except ParadosError as error:
            self._arrows.show_reactions(None, scale)
            _set(self._table, message_html(str(error), BAD))
            return
        self._arrows.show_reactions(found, scale)
        _set(self._table, reaction_tables(found))

    def _show_wrench(self, pose: PosedRobot, wrench: Array, scale: ForceScale) -> None:
        if not pose.model.spec.has_platform:
            return
        self._gizmo.show(pose, wrench, scale, bool(self._drag.value))
        if not np.array_equal(wrench, self._written):  # else a number that is just being typed would be lost
            self._written = wrench.copy()
            self._force.value, self._moment.value = tuple(wrench[:3].tolist()), tuple(wrench[3:].tolist())
        self._payload.show(pose)


def _set(handle: Any, content: str) -> None:
    """Send a text if it changed."""
    if handle.content != content:
        handle.content = content
