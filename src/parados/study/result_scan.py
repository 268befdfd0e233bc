"""One pass through all designs of a study: counts, Pareto front, ends of the feasible values, and designs to draw.

Only the front and a selection stay in memory, so that the designs may be more than fit into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.study.design_parts import DesignParts
from parados.study.design_rows import DesignRows
from parados.study.genetic_search import objectives_of
from parados.study.pareto import nondominated

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["NumberedRows", "ResultScan", "scanned"]

Array = NDArray[np.float64]
Ints = NDArray[np.intp]

SELECTED = 20_000
"""Smallest number of feasible designs of the even selection, if there are as many; it has less than twice as many."""


@dataclass(frozen=True)
class NumberedRows:
    """Some designs with their numbers (D,), which increase."""

    numbers: Ints
    rows: DesignRows

    def __len__(self) -> int:
        return len(self.numbers)

    def part(self, chosen: NDArray[np.bool_] | Ints) -> NumberedRows:
        """Return some of these designs."""
        own = np.arange(len(self))[chosen]
        return NumberedRows(self.numbers[own], self.rows.part(own))

    def with_more(self, other: NumberedRows) -> NumberedRows:
        """Return these designs and then the others."""
        return NumberedRows(np.concatenate([self.numbers, other.numbers]), DesignRows.joined([self.rows, other.rows]))


@dataclass(frozen=True)
class ResultScan:
    """What is known of all designs.

    Attributes
    ----------
    feasible : number of feasible designs
    reasons : why designs are not feasible, without their numbers -> number of designs
    front : the designs of the Pareto front; none without objectives
    selected : every s-th feasible design, s a power of two: all of them if they are fewer than 2 SELECTED
    low, high : (n + k,) ends of the variables and indices of feasible designs
    """

    feasible: int
    reasons: Counter[str]
    front: NumberedRows
    selected: NumberedRows
    low: Array
    high: Array

    @property
    def others(self) -> NumberedRows:
        """The selected designs that are not on the front."""
        return self.selected.part(~np.isin(self.selected.numbers, self.front.numbers))


def scanned(study: Study, parts: DesignParts) -> ResultScan:
    """Look at all designs once."""
    none = NumberedRows(np.zeros(0, dtype=np.intp), _empty(study))
    front, selected, stride, count = none, none, 1, 0
    reasons: Counter[str] = Counter()
    low = np.full(len(study.names) + len(study.indices), np.inf)
    high = -low
    for part in _numbered(parts):
        reasons.update(grouped_reasons(study, part.rows))
        own = part.part(part.rows.feasible)
        if not len(own):
            continue
        columns = np.hstack([own.rows.designs, own.rows.values])
        low, high = np.minimum(low, columns.min(axis=0)), np.maximum(high, columns.max(axis=0))
        selected = selected.with_more(own.part((count + np.arange(len(own))) % stride == 0))
        count += len(own)
        while len(selected) >= 2 * SELECTED:
            selected, stride = selected.part(np.arange(len(selected)) % 2 == 0), 2 * stride
        if study.objectives:
            best = own.part(nondominated(objectives_of(study, own.rows)))
            front = front.with_more(best)
            front = front.part(nondominated(objectives_of(study, front.rows)))
    return ResultScan(count, reasons, front, selected, low, high)


def _empty(study: Study) -> DesignRows:
    return DesignRows(np.zeros((0, len(study.names))), np.zeros((0, len(study.indices))), ())


def _numbered(parts: DesignParts) -> Iterator[NumberedRows]:
    start = 0
    for rows in parts:
        yield NumberedRows(np.arange(start, start + len(rows)), rows)
        start += len(rows)


def grouped_reasons(study: Study, rows: DesignRows) -> list[str]:
    """Return the reasons of all infeasible designs without their numbers, so that they can be counted."""
    bounds = {one.name: one for one in study.constraints}
    found = []
    for reason in filter(None, rows.reasons):
        for part in reason.split("; "):
            name = part.split(" ")[0]
            if name in bounds and (" is below " in part or " is above " in part):
                found.append(f"{name} is {part.split(' is ', 1)[1]}")
            else:
                found.append(part.split(":")[0] + ": states are out of reach" if part.endswith("out of reach") else part)
    return found
