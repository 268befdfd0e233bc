"""Efforts of the actuators of a robot at rest, under its own weight and an applied wrench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import ParadosError

if TYPE_CHECKING:
    from parados.model.reaction_result import Reactions
    from parados.studio.posed_robot import PosedRobot

__all__ = ["RestEfforts", "effort_units", "rest_efforts", "rest_reactions"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RestEfforts:
    """Efforts tau (n_a,) [N m, N], NaN if there are none, and the sentence that says why ("" otherwise)."""

    tau: Array
    reason: str = ""


def effort_units(pose: PosedRobot) -> list[str]:
    """Return the unit of the effort of every actuator: "N" if it slides, "N m" if it turns."""
    mechanism = pose.model.mechanism
    return ["N" if mechanism.joints[k].unit == "m" else "N m" for k in mechanism.actuated]


def rest_efforts(pose: PosedRobot, wrench: Array) -> RestEfforts:
    """Return the efforts that hold a robot at rest; wrench (6,) acts on the platform at P, base axes [N, N m].

    At a singular pose the efforts are those of standing still, if these are finite.
    """
    still = np.zeros(pose.model.mechanism.n_dof)
    try:
        return RestEfforts(pose.model.inverse_dynamics(pose.x, still, still, wrench=_given(wrench), mode=pose.mode))
    except ParadosError as error:
        return RestEfforts(np.full(len(pose.model.actuated_names), np.nan), str(error))


def rest_reactions(pose: PosedRobot, wrench: Array) -> Reactions:
    """Return the wrenches through all joints and closures of a robot at rest, base axes."""
    still = np.zeros(pose.model.mechanism.n_dof)
    return pose.model.reactions(pose.x, still, still, wrench=_given(wrench), mode=pose.mode)


def _given(wrench: Array) -> Array | None:
    """Return a wrench, or None if it is zero: kernels without loads are faster, and need no platform."""
    return wrench if wrench.any() else None
