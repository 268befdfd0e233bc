"""Two ways to the same result: how far they are apart, and the lines that say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from parados.sources.entry import Line, corrected, equal, holds

__all__ = ["ROUND_OFF", "agree", "corrected_at_worst", "difference", "values"]

ROUND_OFF = 1e-10
"""Relative, for two ways to compute the same thing; half-angle formulas lose a few digits near a half turn."""


def difference(got: ArrayLike, expected: ArrayLike) -> float:
    """Largest difference, relative to the largest entry of the expected value; not finite where one of them is not."""
    return float(np.abs(np.asarray(got) - np.asarray(expected)).max() / np.abs(np.asarray(expected)).max())


def agree(what: str, printed: str, gap: float, note: str = "", within: float = ROUND_OFF) -> Line:
    """Two computations of the same thing, which must not be further apart than `within`."""
    return holds(what, printed, f"differ by {gap:.1e}, at most {within:g} allowed", gap <= within, note)


def corrected_at_worst(what: str, printed: ArrayLike, ours: ArrayLike, note: str, unit: str, differs_by: float = 1e-6) -> Line:
    """A printed formula that is wrong, at the state where its values are furthest from ours (same shape)."""
    told, right = np.ravel(printed), np.ravel(ours)
    worst = np.abs(told - right).argmax()
    note = f"{note}; where the two differ most"
    return corrected(what, float(told[worst]), float(right[worst]), note, unit, differs_by)


def values(printed: Mapping[str, float], ours: Mapping[str, float], unit: Callable[[str], str]) -> list[Line]:
    """A line for each printed parameter, beside the one that the robot file holds."""
    return [equal(name, value, ours[name], 1e-9 * abs(value), unit(name)) for name, value in printed.items()]
