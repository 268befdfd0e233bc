"""Lines that the entries of this book share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.reproduce.entry import Line, equal, holds

__all__ = ["ROUND_OFF", "agree", "off", "rows", "values"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-10
"""Relative, for two ways to compute the same thing; half-angle formulas lose a few digits near a half turn."""


def off(got: ArrayLike, expected: ArrayLike) -> float:
    """Largest difference over the largest expected entry; not finite where one of them is not."""
    return float(np.abs(np.asarray(got) - np.asarray(expected)).max() / np.abs(np.asarray(expected)).max())


def agree(what: str, printed: str, difference: float, note: str = "", within: float = ROUND_OFF) -> Line:
    """Two computations of the same thing, whose relative difference must be round-off."""
    return holds(what, printed, f"differ by {difference:.1e}", difference < within, note)


def values(printed: Mapping[str, float], ours: Mapping[str, float], unit: Callable[[str], str]) -> list[Line]:
    """A line for each printed parameter, beside the one that the robot file holds."""
    return [equal(name, value, ours[name], 1e-9 * abs(value), unit(name)) for name, value in printed.items()]


def rows(function: Callable[..., Mapping[str, object]], key: str, **states: Array) -> Array:
    """(N, m) one output of a CasADi function over stacks of states (N, n)."""
    result = function(**{name: stack.T for name, stack in states.items()})[key]
    return np.array(result).T
