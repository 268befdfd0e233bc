"""Efforts, weights and reactions of a robot at rest as arrows in its scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.model.body_weights import body_weights
from parados.plots.skeleton_parts import skeleton_parts
from parados.studio.force_arrows import ForceArrows, MomentRings
from parados.studio.scene_colours import COLOURS

if TYPE_CHECKING:
    from parados.model.reaction_result import Reactions
    from parados.studio.force_scale import ForceScale
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["ForceScene"]

Array = NDArray[np.float64]


FAT = 0.075
"""Radius of the arrows of actuators over the length of the reference force: they are seen around the barrel of a strut."""


class ForceScene:
    """Arrows of one session; what is None in `show` is not drawn."""

    def __init__(self, session: Session) -> None:
        scene = session.scene
        self._robot: object = None
        self._efforts = ForceArrows(scene, "/efforts/forces", COLOURS["effort"], thick=FAT)
        self._moments = MomentRings(scene, "/efforts/moments", COLOURS["effort"])
        self._weights = ForceArrows(scene, "/weights", COLOURS["weight"])
        self._reactions = ForceArrows(scene, "/reactions", COLOURS["reaction"], towards=True)

    def _describe(self, pose: PosedRobot) -> None:
        """List the parts of the actuators, once for each robot."""
        if pose.robot is self._robot:
            return
        self._robot = pose.robot
        self._plan = skeleton_parts(pose.model)
        mechanism = pose.model.mechanism
        names = [mechanism.joints[k].name for k in mechanism.actuated]
        marks = {part.name: k for k, part in enumerate(self._plan.parts) if part.kind in ("motor", "slider", "strut")}
        self._marks = [marks[name] for name in names]
        self._sliding = np.array([mechanism.joints[k].unit == "m" for k in mechanism.actuated])
        self._bodies = body_weights(pose.model)

    def has_weights(self, pose: PosedRobot) -> bool:
        """Tell whether bodies have weights that can be drawn."""
        self._describe(pose)
        return bool(len(self._bodies.bodies))

    def show_efforts(self, pose: PosedRobot, tau: Array | None, scale: ForceScale) -> None:
        """Draw efforts (n_a,): forces along the axes of sliding actuators, rings about those of turning ones."""
        if tau is None:
            self._efforts.remove()
            self._moments.remove()
            return
        self._describe(pose)
        points = self._plan.placed(pose.bodies)
        parts = self._plan.parts
        at = np.array([points[self._plan.starts[k] :][: len(parts[k].points)].mean(axis=0) for k in self._marks])
        vectors = self._plan.axes(pose.bodies)[self._marks] * tau[:, None]
        self._efforts.show(at[self._sliding], vectors[self._sliding], scale)
        self._moments.show(at[~self._sliding], vectors[~self._sliding], scale)

    def show_weights(self, pose: PosedRobot, shown: bool, scale: ForceScale) -> None:
        """Draw the weight of each body at its centre of mass."""
        if not shown:
            self._weights.remove()
            return
        self._describe(pose)
        self._weights.show(self._bodies.places(pose.bodies), self._bodies.weights, scale)

    def show_reactions(self, found: Reactions | None, scale: ForceScale) -> None:
        """Draw the components of the forces through joints and closures that statics determines; arrows end at their points."""
        if found is None:
            self._reactions.remove()
        else:
            self._reactions.show(found.points, np.nan_to_num(found.wrenches[:, :3]), scale)
