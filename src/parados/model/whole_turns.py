"""The whole turns that joints make from row to row of a motion, where a spring or a coupling depends on them (`turned_robot`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.quantity import Options
from parados.model.turned_robot import TurnedRobot, turning_joints
from parados.spatial.turns import continuous

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["continuous_angles", "counted_angles", "counts_turns", "whole", "whole_turns"]

Array = NDArray[np.float64]


def counts_turns(evaluator: Evaluator) -> bool:
    """Tell whether results may depend on whole turns of joints that are not in x."""
    robot = evaluator.graphs.robot
    return not isinstance(robot, TurnedRobot) and bool(turning_joints(robot))


def whole_turns(evaluator: Evaluator, x: Array, mode: ArrayLike | None) -> Array:
    """(N, k) whole turns [rad] that the joints make along a motion x (N, n_x), from its first row on."""
    angles = counted_angles(evaluator, x, mode, motion=True)
    return whole(continuous_angles(angles) - angles)


def counted_angles(evaluator: Evaluator, x: Array, mode: ArrayLike | None, motion: bool) -> Array:
    """(N, k) angles of the joints whose turns may matter, as single states take them."""
    robot = evaluator.turned.graphs.robot
    assert isinstance(robot, TurnedRobot)
    if evaluator.graphs.survey.geometry.is_closed_form:
        return robot.angles(evaluator.quietly("joints", x, mode, Options())["joints"])
    return robot.angles(evaluator.unknowns(x, mode, motion)[:, : len(robot.mechanism.joints)])


def continuous_angles(angles: Array) -> Array:
    """Remove the jumps of the angles in the rows (N, k) of a motion."""
    return continuous(angles, np.ones(angles.shape[1], dtype=bool))


def whole(turns: Array) -> Array:
    """Return the nearest whole turns [rad]; none where a number is not finite."""
    return 2 * np.pi * np.round(np.where(np.isfinite(turns), turns, 0.0) / (2 * np.pi))
