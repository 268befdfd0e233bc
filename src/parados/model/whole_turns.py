"""The whole turns that joints make from row to row of a motion, where a spring or a coupling depends on them (`turned_robot`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.quantity import Options
from parados.model.turned_robot import TurnedRobot, turning_joints
from parados.spatial.turns import continuous

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["continuing", "counts_turns", "positions", "settled", "turned_robot", "whole", "whole_turns"]

Array = NDArray[np.float64]


def counts_turns(evaluator: Evaluator) -> bool:
    """Tell whether results may depend on whole turns of joints that are not in x."""
    robot = evaluator.graphs.robot
    return not isinstance(robot, TurnedRobot) and bool(turning_joints(robot))


def whole_turns(evaluator: Evaluator, x: Array, mode: ArrayLike | None, begun: Array | float = 0.0) -> Array:
    """(N, k) whole turns [rad] that joints make along a motion x (N, n_x), from the angles of the first row as a single state.

    begun : (k,) whole turns that they have made before
    """
    first = turned_robot(evaluator).followed(positions(evaluator.of_row(0), x[:1], mode, motion=True)) + begun
    return settled(evaluator, x, mode, True, lambda angles: continuing(angles) + first)[1]


def settled(
    evaluator: Evaluator, x: Array, mode: ArrayLike | None, motion: bool, turns_of: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """Return the angles near home (N, k) at poses x (N, n_x), and the whole turns (N, k) that `turns_of` finds for them [rad].

    An angle may depend on the turns of other joints: a whole turn before a gear with the ratio 1/2 is half a turn behind it.
    Then the angles are computed after the turns found so far, until no turn changes.
    """
    robot = turned_robot(evaluator)
    angles = robot.angles(positions(evaluator, x, mode, motion))
    turns = turns_of(angles)
    for _ in robot.turning if robot.is_chained else ():
        if not turns.any():
            break
        before = turns
        angles = robot.angles(positions(evaluator.turned_by(turns), x, mode, motion), turns)
        turns = turns_of(angles)
        if np.array_equal(turns, before):
            break
    return angles, turns


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


def continuing(angles: Array) -> Array:
    """(N, k) whole turns [rad] that remove the jumps of the angles in the rows (N, k) of a motion."""
    return whole(continuous(angles, np.ones(angles.shape[1], dtype=bool)) - angles)


def whole(turns: Array) -> Array:
    """Return the nearest whole turns [rad]; none where a number is not finite."""
    return 2 * np.pi * np.round(np.where(np.isfinite(turns), turns, 0.0) / (2 * np.pi))
