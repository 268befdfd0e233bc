"""Formulas evaluated along a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["rows"]

Array = NDArray[np.float64]


def rows(function: Callable[..., Mapping[str, object]], key: str, **states: Array) -> Array:
    """(N, m) one output of a CasADi function over stacks of states (N, n)."""
    return np.array(function(**{name: stack.T for name, stack in states.items()})[key]).T
