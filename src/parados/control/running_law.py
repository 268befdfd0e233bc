"""A law with its discrete state, as a plain function of the measured state that is called once in each period."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, number, positive, vector
from parados.control.law import Law
from parados.control.law_updates import Measured
from parados.errors import InputError
from parados.model.state_arguments import check_state

__all__ = ["RunningLaw"]

Array = NDArray[np.float64]


class RunningLaw:
    """Function of t, q, qd, x, xd that updates a law and returns its efforts.

    A second call at the same time returns the same efforts, without another update.

    Attributes
    ----------
    state : (n_s,) discrete state after the last update;  outputs : other outputs of the law at the last update, by name
    """

    def __init__(self, law: Law, period: float) -> None:
        self.law, self.period = instance("law", law, Law, "a control law"), positive("period", period)
        if law.needs_wrench:
            raise InputError(f"law: the {law.title} needs a measured wrench; use its `update`, or simulate it with fixed steps")
        self.restart()

    def restart(self) -> None:
        """Go back to the state before the first update."""
        self.state = self.law.start()
        self.outputs: dict[str, Array] = {}
        self._last: tuple[float, Array] | None = None

    def __call__(self, t: float, q: ArrayLike, qd: ArrayLike, x: ArrayLike, xd: ArrayLike) -> Array:
        """Return the efforts (n_a,) [N m, N]."""
        now = number("t", t, expected="one time [s]")
        if self._last is not None and self._last[0] == now:
            return self._last[1]
        law, pose = self.law, check_state("x", x, self.law.model.labels)
        moving = vector("xd", xd, law.n), vector("q", q, law.n_a), vector("qd", qd, law.n_a)
        measured = Measured(pose, *moving, np.zeros(6), law.model.unknowns(pose, mode=law.mode))
        action = law.update(now, measured, self.state, period=self.period)
        self.state, self.outputs, self._last = action.state, action.outputs, (now, action.efforts)
        return action.efforts
