"""A graph that is ready for a kernel, with the limits that its results must satisfy."""

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
    """A function whose last output holds its pivots: the divisors that must not be small.

    pivot_names : name of the matrix that each pivot belongs to
    smallest_pivots : (n_pivots,) sizes below which a configuration is singular
    careful_pivots : (n_pivots,) sizes below which a state is solved with pivoting, which is more accurate
    blind : True if the graph returns numbers at poses out of reach, so that its results do not show that a pose is out of reach
    """

    function: ca.Function
    pivot_names: tuple[str, ...] = ()
    smallest_pivots: Array = field(default_factory=_none)
    careful_pivots: Array = field(default_factory=_none)
    blind: bool = False
