"""A quantity at given states as a function of the live parameters: its values for many robots, and its exact derivatives."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError
from parados.model.energies import Energy
from parados.model.failed_rows import report_failed
from parados.model.model import Model
from parados.model.state_arguments import Stack
from parados.sensitivity.tolerances import as_parameters, live_values
from parados.spatial.turns import nearest_turn

__all__ = ["CHUNK", "VariedQuantity"]

Array = NDArray[np.float64]

CHUNK = 1 << 15
"""Number of rows, each one robot at one state, that are evaluated in one call."""

METHODS: dict[str, tuple[str, dict[str, str]]] = {
    "all_joint_rates": ("joint_rates", {"joints": "all"}),
    "all_joint_accelerations": ("joint_accelerations", {"joints": "all"}),
}
"""Quantities whose method of the model has another name, with the options of that method."""


@dataclass(frozen=True)
class VariedQuantity:
    """A quantity at N states.

    Attributes
    ----------
    model : the model, with one value of each live parameter
    name : name of the quantity
    states : (N, n) arguments of each row by name: states, and a wrench if there is one
    stacked : False if the caller passed one state
    times : (N,) instants of the rows [s], or None
    options : options that all rows share, such as `mode`
    turning : (n_f,) True for the outputs that are angles, which are compared modulo whole turns
    """

    model: Model
    name: str
    states: dict[str, Array]
    stacked: bool
    times: Array | None
    options: dict[str, Any]
    turning: NDArray[np.bool_]

    @property
    def count(self) -> int:
        """Number N of states."""
        return len(next(iter(self.states.values())))

    def nominal(self, *, warn: bool = True) -> Array:
        """(N, n_f) values of the robot itself.

        A single state without a result raises an error; rows of a stack are NaN, with one warning unless `warn` is False.
        """
        if not self.stacked:
            return self._single(self.model, 0)
        with warnings.catch_warnings():
            if not warn:
                warnings.simplefilter("ignore", RuntimeWarning)
            return self._values(self.model, self.states)

    def slopes(self, names: Sequence[str]) -> Array:
        """(N, n_f, n) derivatives with respect to the n numbers of the named live parameters."""
        found = self.model.derivatives(self.name, list(names))(**self.states, **self.options)
        parts = list(found.values()) if isinstance(found, dict) else [found]
        kept = parts[:1] if self.name == "pose" else parts  # its second output is the platform's frame
        return np.concatenate([np.reshape(part, (self.count, -1, part.shape[-1])) for part in kept], axis=1)

    def at(self, designs: Array, rows: NDArray[np.intp], nominal: Array) -> Array:
        """(R, n_f) values of robots (R, n_p) at the states with the numbers `rows` (R,); NaN without a result, no warning.

        nominal : (N, n_f) values of the robot itself, near which angles are given
        """
        own = self.model.with_parameters(as_parameters(self.model, designs))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            found = self._values(own, {name: value[rows] for name, value in self.states.items()})
        return np.where(self.turning, nearest_turn(found, nominal[rows]), found)

    def report(self, failed: NDArray[np.intp], total: int, design: Array, row: int) -> None:
        """Warn about the rows `failed` out of `total`, with the reason for the first: a robot (n_p,) at the state `row`."""
        try:
            self._single(self.model.with_parameters(as_parameters(self.model, design)), row)
            reason: ParadosError = InputError("its result is not finite")
        except ParadosError as error:
            reason = error
        at = f" at state {row}" if self.stacked else ""
        values = ", ".join(f"{n} = {v:.6g}" for n, v in zip(self.model.labels["parameters"], design, strict=True))
        report_failed(Stack({}, total, stacked=True), failed, ParadosError(f"robot with {values}{at}: {reason}"))

    def _single(self, model: Model, row: int) -> Array:
        """(1, n_f) values at one state; raises an error if there is no result."""
        return self._values(model, {name: value[row] for name, value in self.states.items()})

    def _values(self, model: Model, states: dict[str, Array]) -> Array:
        """(R, n_f) values at states (R, n), or (1, n_f) at one state (n,); the entries of matrices row by row."""
        method, fixed = METHODS.get(self.name, (self.name, {}))
        found = getattr(model, method)(**states, **fixed, **self.options)
        first = next(iter(states.values()))
        count = len(first) if first.ndim == 2 else 1
        parts = (found.kinetic, found.potential) if isinstance(found, Energy) else (found,)
        return np.hstack([np.reshape(part, (count, -1)) for part in parts])

    def unstack(self, result: Array) -> Array:
        """Return the result of every row, or of the only one if the caller passed one state."""
        return result if self.stacked else result[0]

    @property
    def live(self) -> Array:
        """(n_p,) values of the live parameters."""
        return live_values(self.model)
