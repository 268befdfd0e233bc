"""Evaluated designs as a table: variables, indices, and why a design is not feasible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["DesignRows"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class DesignRows:
    """D evaluated designs.

    Attributes
    ----------
    designs : (D, n) values of the variables
    values : (D, k) indices; NaN if an index has no value
    reasons : (D,) why each design is not feasible; empty for a feasible one
    """

    designs: Array
    values: Array
    reasons: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.designs)

    @property
    def feasible(self) -> NDArray[np.bool_]:
        """(D,) True for designs that reach all states, have all indices, and meet all constraints."""
        return np.array([not reason for reason in self.reasons], dtype=bool)

    def column(self, place: int) -> Array:
        """(D,) a variable, or an index; the indices are counted after the variables."""
        n = self.designs.shape[1]
        return self.designs[:, place] if place < n else self.values[:, place - n]

    def part(self, rows: Sequence[int] | NDArray[np.intp]) -> DesignRows:
        """Return some of the designs."""
        own = np.asarray(rows, dtype=int)
        return DesignRows(self.designs[own], self.values[own], tuple(self.reasons[k] for k in own))

    @staticmethod
    def joined(parts: Sequence[DesignRows]) -> DesignRows:
        """Return the designs of several tables one after the other."""
        return DesignRows(
            np.concatenate([part.designs for part in parts]),
            np.concatenate([part.values for part in parts]),
            tuple(reason for part in parts for reason in part.reasons),
        )
