"""A graph that is ready for a kernel, with what its results must be checked by."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from numpy.typing import NDArray

__all__ = ["FinishedGraph"]

Array = NDArray[np.float64]


def _none() -> Array:
    return np.zeros(0)


@dataclass(frozen=True)
class FinishedGraph:
    """A function whose last output are its pivots: what it divides by, and must not be small.

    pivot_names : the matrix that each pivot belongs to
    smallest_pivots : (n_pivots,) sizes below which a configuration is singular
    careful_pivots : (n_pivots,) sizes below which a state is better solved with pivoting
    blind : the graph gives numbers at poses that a leg does not reach, so that its results do not tell
    """

    function: ca.Function
    pivot_names: tuple[str, ...] = ()
    smallest_pivots: Array = field(default_factory=_none)
    careful_pivots: Array = field(default_factory=_none)
    blind: bool = False
