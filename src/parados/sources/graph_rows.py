"""Evaluation of CasADi functions along a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["rows"]

Array = NDArray[np.float64]


def rows(function: Callable[..., Mapping[str, object]], key: str, **states: Array) -> Array:
    """Return one output (N, m) of a CasADi function for stacks of states (N, n)."""
    return np.array(function(**{name: stack.T for name, stack in states.items()})[key]).T
