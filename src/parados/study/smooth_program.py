"""A study with one objective as a smooth program in the variables p and a level s, with exact derivatives.

The largest of many smooth terms is not smooth, but "as small as possible" is the smooth program

    minimise s   so that   f_i(p) <= s for all terms of the objective,   g_j(p) <= 0 for all terms of the constraints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError
from parados.study.design_states import DesignStates
from parados.study.index_results import IndexResultError, index_slopes, index_values
from parados.study.study_parts import ChosenIndex

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["SmoothProgram"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class _Bound:
    """Terms of an index that shall be at most a bound: sign * (term - bound) / scale <= 0; `bound` None is the level s."""

    chosen: ChosenIndex
    sign: float
    bound: float | None
    scale: float


class SmoothProgram:
    """Values and derivatives of a study at one design; the variables are scaled to 0 ... 1 (`unit`)."""

    def __init__(self, study: Study) -> None:
        self.study = study
        chosen = {one.name: one for one in study.indices}
        (name, sense), sign = next(iter(study.objectives.items())), {"min": 1.0, "max": -1.0}
        self.scale = 1.0
        self._bounds = [_Bound(self._smooth(chosen[name], sign[sense]), sign[sense], None, 1.0)]
        for one in study.constraints:
            for side, bound in ((1.0, one.most), (-1.0, one.least)):
                if np.isfinite(bound):
                    self._bounds.append(_Bound(self._smooth(chosen[one.name], side), side, bound, abs(bound) or 1.0))
        self._last: tuple[bytes, Array, Array] | None = None
        self._sizes: dict[str, int] = {}  # number of terms of each index, known after the first design that has values
        #: number of the rows of the objective, which come first; known after the first design
        self.objective_rows = 0

    @staticmethod
    def _smooth(chosen: ChosenIndex, sign: float) -> ChosenIndex:
        """Raise InputError unless the terms have derivatives, and a bound of the index is a bound of every term."""
        own = chosen.index
        if own.slopes is None:
            raise InputError(
                f"search: the index {own.name} has no derivatives, so that gradients cannot find the best {chosen.name}"
            )
        if own.take in ("largest", "smallest") and (own.take == "largest") != (sign > 0):
            way = "at least" if own.take == "largest" else "at most"
            raise InputError(
                f"search: by gradients, {chosen.name}, the {own.take} of many values, cannot be made or kept {way} a bound"
            )
        return chosen

    def design(self, unit: Array) -> Array:
        """(n,) design at a point of the unit cube."""
        return np.asarray(self.study.lower + unit * (self.study.upper - self.study.lower))

    def at(self, unit: Array) -> tuple[Array, Array]:
        """Return c (m,) and its derivatives (m, n) at a design; NaN if the design has no value.

        The rows of the objective are sign * term / scale, to be at most the level s; the others are to be at most 0.
        """
        key = np.asarray(unit, dtype=float).tobytes()
        if self._last is None or self._last[0] != key:
            self._last = (key, *self._computed(np.asarray(unit, dtype=float)))
        return self._last[1], self._last[2]

    def rescale(self, unit: Array) -> float:
        """Scale the objective to 1 at a design, and return the level s there."""
        own = self.at(unit)[0][: self.objective_rows]
        self.scale *= float(np.abs(own).max()) or 1.0
        self._last = None
        return float(self.at(unit)[0][: self.objective_rows].max())

    def _computed(self, unit: Array) -> tuple[Array, Array]:
        values, slopes = [], []
        known: dict[str, DesignStates] = {}
        for k, own in enumerate(self._bounds):
            terms, derivatives = self._terms(own.chosen, unit, known)
            shift = 0.0 if own.bound is None else own.bound
            scale = self.scale if own.bound is None else own.scale
            values.append(own.sign * (terms - shift) / scale)
            slopes.append(own.sign * derivatives * (self.study.upper - self.study.lower) / scale)
            if k == 0:
                self.objective_rows = len(terms)
        return np.concatenate(values), np.concatenate(slopes)

    def _terms(self, chosen: ChosenIndex, unit: Array, known: dict[str, DesignStates]) -> tuple[Array, Array]:
        """(T,) terms and (T, n) their derivatives; one row for a sum or a mean."""
        index, study = chosen.index, self.study
        at = known.setdefault(
            chosen.over, DesignStates(study.model, study.names, self.design(unit)[None], study.states[chosen.over], study.mode)
        )
        options: Mapping[str, object] = chosen.options
        try:
            every = index_values(index, at, options)
            terms, slopes = every[0], index_slopes(index, at, options, every)[0]
        except IndexResultError:
            raise
        except ParadosError:  # a design that the model rejects
            count = self._sizes.get(chosen.name, 1)
            return np.full(count, np.nan), np.full((count, len(study.names)), np.nan)
        if index.take in ("sum", "mean"):
            total = np.sum if index.take == "sum" else np.mean
            terms, slopes = total(terms, axis=0)[None], total(slopes, axis=0)[None]
        self._sizes[chosen.name] = len(terms)
        return terms, slopes
