"""Evaluate designs: designs in, rows of numbers out. The designs are independent of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError, UnknownNameError
from parados.study.design_rows import DesignRows
from parados.study.design_states import DesignStates
from parados.study.index_results import IndexResultError, index_values
from parados.study.study_parts import ChosenIndex

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["ROWS", "DesignEvaluation"]

Array = NDArray[np.float64]

ROWS = 1 << 15
"""Number of states, each of one design, that are evaluated in one call of the model."""


class DesignEvaluation:
    """The evaluation of the designs of a study; calls from several threads are safe."""

    def __init__(self, study: Study) -> None:
        self.study = study
        for one in study.indices:
            if one.index.timed and study.states[one.over].t is None:
                raise InputError(f"indices[{one.name}]: {one.index.name} needs times, but {one.over} has none; give a column t")
        self._used = {one.over for one in study.indices}
        self._needed = {one.over for one in study.indices if one.over and not one.index.partial and study.states[one.over].whole}
        for name in self._used:
            DesignStates(study.model, study.names, study.lower[None], study.states[name], study.mode).check_states()

    @property
    def block(self) -> int:
        """Number of designs that are evaluated together."""
        return max(1, ROWS // max(len(self.study.states[name]) for name in self._used))

    def check(self) -> None:
        """Evaluate the design in the middle of all ranges; raises the error of an index that this robot cannot have at all."""
        middle = (self.study.lower + self.study.upper)[None] / 2
        try:
            self._values(middle)
        except (UnknownNameError, IndexResultError):
            raise
        except ParadosError:
            for one in self.study.indices:
                self._check_alone(one, middle)

    def _check_alone(self, one: ChosenIndex, middle: Array) -> None:
        """Raise the error of an index, if the robot of the file has it too: then it is not a matter of the design."""
        file = np.array([[variable.value for variable in self.study.variables]])
        for design in (middle, file):
            try:
                self._index(one, self._at(design, one.over))
                return
            except ParadosError as error:
                found = error
        raise found

    def rows(self, designs: Array) -> DesignRows:
        """Evaluate designs (D, n), in blocks."""
        parts = [self.together(designs[k : k + self.block]) for k in range(0, len(designs), self.block)]
        return DesignRows.joined(parts) if parts else DesignRows(designs, np.zeros((0, len(self.study.indices))), ())

    def together(self, designs: Array) -> DesignRows:
        """Evaluate some designs (D, n) together; if the model rejects one of them, evaluate them one by one."""
        try:
            values, missed = self._values(designs)
        except IndexResultError:  # a mistake in the function of the index, whatever the design
            raise
        except ParadosError as error:
            if len(designs) == 1:
                return DesignRows(designs, np.full((1, len(self.study.indices)), np.nan), (str(error).replace("; ", ", "),))
            return DesignRows.joined([self.together(one[None]) for one in designs])
        return DesignRows(designs, values, tuple(self._reasons(values, missed)))

    def _at(self, designs: Array, over: str) -> DesignStates:
        return DesignStates(self.study.model, self.study.names, designs, self.study.states[over], self.study.mode)

    def _index(self, one: ChosenIndex, at: DesignStates) -> Array:
        """(D,) values of an index."""
        terms = index_values(one.index, at, one.options)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            return one.index.taken(terms, at.states.whole)

    def _values(self, designs: Array) -> tuple[Array, dict[str, NDArray[np.int_]]]:
        """Return the indices (D, k), and the number of states (D,) out of reach of each motion or region that must be reached."""
        at = {name: self._at(designs, name) for name in self._used}
        values = np.column_stack([self._index(one, at[one.over]) for one in self.study.indices])
        return values, {name: np.count_nonzero(~at[name].reached, axis=1) for name in self._needed}

    def _reasons(self, values: Array, missed: dict[str, NDArray[np.int_]]) -> list[str]:
        """Return one text for each design, empty for a feasible one."""
        bounds = {one.name: one for one in self.study.constraints}
        found: list[list[str]] = [[] for _ in values]
        states = self.study.states
        for name, counts in missed.items():
            for k in np.flatnonzero(counts):
                found[k].append(f"{name}: {counts[k]} of {len(states[name])} states are out of reach")
        for column, one in enumerate(self.study.indices):
            known = np.isfinite(values[:, column])
            for k in np.flatnonzero(~known):
                if not found[k]:
                    found[k].append(f"{one.name} has no value")
            if one.name in bounds:
                for k in np.flatnonzero(known & bounds[one.name].broken(values[:, column])):
                    found[k].append(bounds[one.name].reason(float(values[k, column])))
        return ["; ".join(reasons) for reasons in found]
