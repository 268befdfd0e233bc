"""The models of a robot whose joints have made whole turns: those of a motion, or those that its actuators tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.graph.finished_graph import FinishedGraph
from parados.model.quantity import Options
from parados.model.turned_robot import TurnedRobot
from parados.model.whole_turns import continuing, counts_turns, positions, settled, turned_robot, whole, whole_turns
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["JointTurns", "TurnsAlong"]

Array = NDArray[np.float64]

SAMPLES = 2000
"""Number of instants at which a motion is followed; between two of them, an angle must change by less than half a turn."""


class JointTurns:
    """The whole turns of the joints of a model in one working mode."""

    def __init__(self, model: Model, mode: ArrayLike | None) -> None:
        self.model, self.mode = model, mode
        self._evaluator = model._evaluator

    @cached_property
    def matter(self) -> bool:
        """True if results may depend on whole turns of joints that are not in x."""
        return counts_turns(self._evaluator)

    def removed(self, difference: Array) -> Array:
        """(N, n_a) differences of actuator positions [rad, m] without the turns after which the robot has the same pose."""
        return self._evaluator.without_turns(difference)

    @cached_property
    def of_actuators(self) -> Array:
        """(k, n_a) matrix that gives the turns of the joints from those of the actuators; 0 if the actuators do not tell them."""
        return self._robot.of_actuators(self.model.live_vector)

    @property
    def names(self) -> list[str]:
        """Names of the k joints whose turns may matter."""
        return [self._robot.mechanism.joints[k].name for k in self._robot.turning]

    def of_actuators_at(self, live: SX) -> SX:
        """(k, n_a) the same matrix as an expression of the live parameters (n_p, 1), which an exported law may change."""
        return self._robot.of_actuators_at(live)

    @property
    def _robot(self) -> TurnedRobot:
        return turned_robot(self._evaluator)

    def made(self, turns: Array) -> Model:
        """Return the model whose joints have made whole turns (k,), or (N, k) in the rows of a stack [rad]."""
        counted = turns.ndim == 2 and len(turns) > 1 and turns.size  # also of rows too far apart to count them again
        return self.model._with(self._evaluator.after(turns)) if turns.any() or counted else self.model

    def of_motion(self, x: Array, q: Array | None = None, motions: int = 1) -> Array:
        """(N, k) whole turns [rad] that the joints have made along a motion x (N, n_x); k may be 0.

        q : (n_a,) positions of the actuators in the first row, as far as they tell its turns; by default it has none
        motions : number of motions of equal length in x, one after the other
        """
        if not self.matter:
            return np.zeros((len(x), 0))
        begun = 0.0 if q is None else self.to(q, x[0])
        parts = np.split(np.arange(len(x)), motions)
        return np.concatenate([whole_turns(self.model.of_rows(own)._evaluator, x[own], self.mode, begun) for own in parts])

    def to(self, q: Array, x: Array) -> Array:
        """(k,) whole turns [rad] after which the actuators at x (n_x,) are nearest to the positions q (n_a,)."""
        own = positions(self._evaluator, x[None], self.mode, motion=False)
        missing = q - own[0, list(self.model.mechanism.actuated)]
        return whole(self.of_actuators @ np.nan_to_num(missing)) + whole(self._robot.followed(own)[0])

    def unknowns(self, x: Array, turns: Array) -> Array:
        """(N, n_u) unknowns of a numeric geometry at poses x (N, n_x) after whole turns (N, k)."""
        own = self._evaluator.turned_by(turns) if turns.any() else self._evaluator
        return own.unknowns(x, self.mode)

    def unknowns_near(self, q: Array, x: Array) -> Array:
        """(n_u,) unknowns at one pose x (n_x,), after the turns that bring the actuators nearest to q (n_a,); empty if closed."""
        if self.model.survey.geometry.is_closed_form:
            return np.zeros(0)
        return self.unknowns(x[None], self.to(q, x)[None] if self.matter else np.zeros((1, 0)))[0]

    def graph(self, name: str, *, friction: bool = True, loaded: bool = False) -> FinishedGraph:
        """Return the graph of `Model.finished_graph` with whole turns as further live parameters, behind all others."""
        return self._evaluator.turned.ready(name, Options(friction, loaded)).graph


class TurnsAlong(JointTurns):
    """The whole turns of the joints of a model along a motion in time.

    motion : function from times (N,) to x (N, n_x);  times : first and last time [s]
    """

    def __init__(
        self, model: Model, motion: Callable[[Array], Array], times: tuple[float, float], mode: ArrayLike | None
    ) -> None:
        super().__init__(model, mode)
        self._motion, self._times = motion, times

    @cached_property
    def _followed(self) -> tuple[Array, Array]:
        """Instants (m,) of the motion, and continuous angles (m, k) there."""
        instants = np.linspace(*self._times, SAMPLES)
        angles, turns = settled(self._evaluator, self._motion(instants), self.mode, True, continuing)
        known = np.isfinite(angles).all(axis=1)
        return instants[known], (angles + turns)[known]

    def turns(self, t: Array, x: Array) -> Array:
        """(N, k) whole turns [rad] that the joints have made at times t (N,), at which the robot is at x (N, n_x); k may be 0."""
        if not self.matter:
            return np.zeros((len(t), 0))
        instants, followed = self._followed
        if not len(instants):
            return np.zeros((len(t), followed.shape[1]))
        near = np.stack([np.interp(t, instants, column) for column in followed.T], axis=1)
        return settled(self._evaluator, x, self.mode, False, lambda angles: whole(nearest_turn(angles, near) - angles))[1]

    def at(self, t: Array, x: Array) -> Model:
        """Return the model whose joints have made the turns of times t (N,), at which the robot is at x (N, n_x)."""
        return self.made(self.turns(t, x))
