"""Tab with the distances from all singularities, the motion that becomes free there, and the ellipsoids of the platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from viser import Icon

from parados.errors import InputError, ParadosError
from parados.model.ellipsoids import motion_ellipsoids
from parados.singularity import classify, distances, nearest_singularity
from parados.studio.effort_bars import message_html
from parados.studio.ellipsoid_scene import EllipsoidNode
from parados.studio.free_motion import FreeMotion
from parados.studio.scene_colours import COLOURS
from parados.studio.singularity_gauges import VERY_NEAR, gauges
from parados.studio.status_line import BAD
from parados.studio.studio_panel import StudioPanel

if TYPE_CHECKING:
    from parados.singularity import Classification, NearestSingularity
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["SingularityPanel"]

ELLIPSOID = 0.3
"""Largest half axis of an ellipsoid, over the size of the robot."""


class SingularityPanel(StudioPanel):
    """Gauges, the nearest singularity, free motions and ellipsoids."""

    title, icon = "Singularities", Icon.ALERT_TRIANGLE

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui = session.gui
        with gui.add_folder("Distances (0 is singular)"):
            self._follow = gui.add_checkbox("Measure", True, hint="Distances at every pose, dimensionless")
            self._gauges = gui.add_html("")
            self._sentence = gui.add_html("")
            self._nearest = gui.add_button("Nearest singularity", icon=Icon.TARGET)
        with gui.add_folder("Free motion"):
            self._amplitude = gui.add_slider("Amplitude [%]", 1, 30, 1, 10, hint="Of the size of the robot")
            self._play = gui.add_button("Play the free motion", icon=Icon.PLAYER_PLAY)
            self._stop = gui.add_button("Stop", icon=Icon.PLAYER_STOP)
        with gui.add_folder("Ellipsoids at P"):
            self._velocity = gui.add_checkbox("Velocity", False, hint="Of P, for actuator rates of norm 1")
            self._force = gui.add_checkbox("Force", False, hint="At P, for actuator efforts of norm 1")
            self._note = gui.add_html("")
        for box in (self._follow, self._velocity, self._force):
            box.on_update(self._switched)
        self._nearest.on_click(lambda _: session.post("nearest", self._search))
        self._play.on_click(lambda _: session.post("free motion on", self._begin))
        self._stop.on_click(lambda _: session.post("free motion on", self._end))
        self._motion = FreeMotion(session, "free", lambda: float(self._amplitude.value) / 100)
        self._nodes = {
            "velocity": EllipsoidNode(session.scene, "/ellipsoids/velocity", COLOURS["velocity"]),
            "force": EllipsoidNode(session.scene, "/ellipsoids/force", COLOURS["force"]),
        }

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        return not pose.model.mechanism.platform.is_absent

    def close(self) -> None:
        self._motion.close()

    async def _switched(self, event: Any) -> None:
        if event.client is not None:
            self.session.post("singularities", lambda: self.show(self.session.pose, None))

    # -- requests -----------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        pose = self.session.pose
        self.session.tasks.start(
            "Search of the nearest singularity",
            lambda _: nearest_singularity(pose.model, pose.x, mode=pose.mode),
            lambda found: self._go(pose, found),
        )

    def _go(self, pose: PosedRobot, found: NearestSingularity | None) -> None:
        if found is None:
            raise InputError("nearest singularity: none was found near this pose")
        self.session.place(pose.at(found.x), self)
        self.session.tell("Nearest singularity", found.summary())

    def _begin(self) -> None:
        """Swing along the motion of the finding with the least distance that has one."""
        found = self._classified(self.session.pose)
        moving = [one for one in found.findings if one.joints.any() or one.platform.any()]
        if not moving:
            told = "here nothing moves by itself" if found.findings else "this pose is not near a singularity"
            raise InputError(f"free motion: {told}; press Nearest singularity, or drag the robot until a gauge is red")
        chosen = min(moving, key=lambda one: one.distance)
        self._motion.play(self.session.pose, chosen.joints, chosen.platform)
        self.session.tell("Free motion", chosen.sentence)

    def _end(self) -> None:
        self._motion.stop()

    def _classified(self, pose: PosedRobot) -> Classification:
        return classify(pose.model, pose.x, mode=pose.mode, tolerance=VERY_NEAR)

    # -- display ------------------------------------------------------------------------------------------------------

    def show(self, pose: PosedRobot, source: object) -> None:
        if self._motion.playing and self._motion.pose is not pose:
            self._motion.stop()
        self._show_gauges(pose)
        self._show_ellipsoids(pose)

    def _show_gauges(self, pose: PosedRobot) -> None:
        if not self._follow.value:
            self._write(self._gauges, "")
            self._write(self._sentence, "")
            return
        found = distances(pose.model, pose.x, mode=pose.mode)
        self._write(self._gauges, gauges(found))
        near = ""
        if found.nearest[0] < VERY_NEAR:
            near = "\n".join(one.sentence for one in self._classified(pose).findings)
        self._write(self._sentence, message_html(near, BAD))

    def _show_ellipsoids(self, pose: PosedRobot) -> None:
        wanted = {"velocity": bool(self._velocity.value), "force": bool(self._force.value)}
        note, found = "", None
        if any(wanted.values()):
            try:
                found = motion_ellipsoids(pose.model, pose.x, mode=pose.mode)
                note = _note(found.velocities[: found.rank], found.condition, found.turning)
            except ParadosError as error:
                note = str(error)
        self._write(self._note, message_html(note))
        for name, node in self._nodes.items():
            if found is None or not wanted[name]:
                node.remove()
                continue
            half = found.velocities if name == "velocity" else found.forces
            node.show(pose.platform[:3, 3], found.directions, half, ELLIPSOID * self.session.robot_scene.size)

    @staticmethod
    def _write(handle: Any, content: str) -> None:
        if handle.content != content:
            handle.content = content


def _note(half: Any, condition: float, turning: bool) -> str:
    """Return the half axes and the condition number in words."""
    what = "Angular velocities" if turning else "Velocities of P"
    sizes = ", ".join(f"{value:.3g}" for value in np.asarray(half))
    return f"{what} for actuator rates of norm 1: {sizes} {'rad/s' if turning else 'm/s'}; condition number {condition:.3g}."
