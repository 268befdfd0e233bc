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

__all__ = ["continuous_angles", "counts_turns", "positions", "turned_robot", "whole", "whole_turns"]

Array = NDArray[np.float64]


def counts_turns(evaluator: Evaluator) -> bool:
    """Tell whether results may depend on whole turns of joints that are not in x."""
    robot = evaluator.graphs.robot
    return not isinstance(robot, TurnedRobot) and bool(turning_joints(robot))


def whole_turns(evaluator: Evaluator, x: Array, mode: ArrayLike | None, motions: int = 1) -> Array:
    """(N, k) whole turns [rad] that joints make along a motion x (N, n_x), from the angles of the first row as a single state.

    motions : number of motions of equal length in x, one after the other
    """
    robot, joints = turned_robot(evaluator), positions(evaluator, x, mode, motion=motions == 1)
    parts = [_turns(robot, own) for own in np.split(joints, motions)]
    return np.concatenate(parts)


def _turns(robot: TurnedRobot, joints: Array) -> Array:
    angles = robot.angles(joints)
    return whole(continuous_angles(angles) - angles + robot.followed(joints[:1]))


def turned_robot(evaluator: Evaluator) -> TurnedRobot:
    """Return the robot with its turns as live numbers."""
    robot = evaluator.turned.graphs.robot
    assert isinstance(robot, TurnedRobot)
    return robot


def positions(evaluator: Evaluator, x: Array, mode: ArrayLike | None, motion: bool) -> Array:
    """(N, n_t) positions of all joints at poses x (N, n_x), in single states or, in a numeric geometry, along a motion."""
    if evaluator.graphs.survey.geometry.is_closed_form:
        return evaluator.quietly("joints", x, mode, Options())["joints"]
    return evaluator.unknowns(x, mode, motion)[:, : len(evaluator.robot.mechanism.joints)]


def continuous_angles(angles: Array) -> Array:
    """Remove the jumps of the angles in the rows (N, k) of a motion."""
    return continuous(angles, np.ones(angles.shape[1], dtype=bool))


def whole(turns: Array) -> Array:
    """Return the nearest whole turns [rad]; none where a number is not finite."""
    return 2 * np.pi * np.round(np.where(np.isfinite(turns), turns, 0.0) / (2 * np.pi))
