"""Rows of the identification model along logs: W chi_b = tau - known, chunk after chunk.

Dynamic parameters that do not belong to the set keep the numbers of the robot file: their efforts are known and are subtracted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.gram_matrix import Rows
from parados.identify.motion_of_log import LogMotion, turns_of
from parados.identify.observation_matrix import side_regressor
from parados.identify.rests_of_log import usable_rows
from parados.identify.zero_phase_filter import filtered
from parados.model.joint_turns import JointTurns

__all__ = ["Regression", "row_names"]

Array = NDArray[np.float64]

Chunk = tuple[NDArray[np.intp], Array, Array]
"""Places of rows in a motion, W (N, n_a, n_b) and tau (N, n_a)."""

CHUNK = 20_000
"""Samples whose regressors are in memory at a time."""

KEPT = 600e6
"""Bytes of rows that are kept in memory; longer logs are evaluated again in each pass."""


def row_names(base: BaseParameters) -> tuple[str, ...]:
    """Names of the rows: the actuators, or the coordinates whose generalised forces are measured for redundant actuators."""
    return tuple(base.model.labels["q"] if base.side == "efforts" else base.model.labels["xd"])


@dataclass(frozen=True, eq=False)
class Regression:
    """Rows of one or more motions.

    Attributes
    ----------
    base : parameters of the columns
    motions : motions that belong to logs
    cut_off : cut-off of a low-pass filter on both sides of the regression, whose rows are then decimated [Hz]; None for no filter
    """

    base: BaseParameters
    motions: Sequence[LogMotion]
    cut_off: float | None = None

    @cached_property
    def _known(self) -> tuple[NDArray[np.intp], Array]:
        """Places and values of the parameters that are not in the set and not zero."""
        values = np.asarray(self.base.model.parameters, dtype=float)
        places = np.setdiff1d(np.flatnonzero(values), self.base.columns)
        return places, values[places]

    @cached_property
    def _columns(self) -> NDArray[np.intp] | None:
        """Places of the base columns in the regressor; None if tied parameters add columns up."""
        base = self.base
        if (base.selection.sum(axis=0) != 1).any():
            return None
        return np.asarray(base.columns[np.argmax(base.selection, axis=0)])

    def evaluate(self, x: Any, xd: Any, xdd: Any, mode: Any = None, turns: Array | None = None) -> tuple[Array, Array]:
        """Return W (N, n_a, n_b) and the known efforts (N, n_a) of states that follow each other.

        turns : (N, k) whole turns that the joints have made [rad]; by default since the first state
        """
        base = self.base
        model = base.model if turns is None else JointTurns(base.model, mode).made(turns)
        Y = getattr(model, side_regressor(model))(x, xd, xdd, mode=mode, motion=True)
        places, values = self._known
        W = Y[..., base.columns] @ base.selection if self._columns is None else Y[..., self._columns]
        return np.ascontiguousarray(W), np.asarray(Y[..., places] @ values)

    def chunks(self, motion: LogMotion) -> Iterator[Chunk]:
        """Yield (rows, W, tau) of the usable rows of a motion; tau is what is measured without what is known."""
        kept = self._kept
        if kept is None:
            yield from self._evaluated(motion)
        else:
            yield from kept[next(k for k, one in enumerate(self.motions) if one is motion)]

    @cached_property
    def _kept(self) -> list[list[Chunk]] | None:
        """All chunks of each motion, if they fit into memory."""
        count = sum(len(motion.time) for motion in self.motions)
        if 8.0 * count * len(row_names(self.base)) * (self.base.count + 1) > KEPT:
            return None
        return [list(self._evaluated(motion)) for motion in self.motions]

    def _evaluated(self, motion: LogMotion) -> Iterator[Chunk]:
        usable = usable_rows(self.base.model, motion, self.base.columns)
        turns = turns_of(self.base.model, motion)
        for start in range(0, len(motion.time), CHUNK):
            part = slice(start, start + CHUNK)
            valid = np.flatnonzero(usable[part])
            if not len(valid):
                continue
            W, known = self.evaluate(motion.x[part], motion.xd[part], motion.xdd[part], motion.mode, turns[part])
            tau = self.base.measured(motion.tau[part], motion.x[part], mode=motion.mode, motion=True) - known
            finite = valid[np.isfinite(W[valid]).all(axis=(1, 2)) & np.isfinite(tau[valid]).all(axis=1)]
            yield start + finite, W[finite], tau[finite]

    def _of_motion(self, motion: LogMotion) -> Iterator[Rows]:
        """Yield the rows of a motion; with a cut-off, both sides are filtered together and decimated."""
        for _, W, tau in self.chunks(motion):
            if self.cut_off is None:
                yield W, tau
            else:
                rows = filtered(np.concatenate((W, tau[:, :, None]), axis=2), motion.step, self.cut_off)
                yield rows[:, :, :-1], rows[:, :, -1]

    def rows(self) -> Iterator[Rows]:
        """Yield the rows of all motions."""
        count = 0
        for motion in self.motions:
            for W, tau in self._of_motion(motion):
                count += len(W)
                yield W, tau
        if not count:
            raise InputError(
                "log: no row is left in which the robot moves and that it can reach; check the units and the signs of the joint "
                "positions"
            )

    def residuals(self, values: Array) -> Array:
        """(N, n_a) residuals tau - W values of all rows."""
        return np.vstack([tau - W @ values for W, tau in self.rows()])
