"""Comparison of two ways to compute the same result: their difference, and the lines that report it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from parados.sources.entry import Line, corrected, equal, same

__all__ = ["ROUND_OFF", "agree", "corrected_at_worst", "difference", "values"]

ROUND_OFF = 1e-10
"""Largest relative difference of two ways to compute the same thing; half-angle formulas lose a few digits near pi."""


def difference(got: ArrayLike, expected: ArrayLike) -> float:
    """Return the largest difference, relative to the largest expected entry; it is not finite if an entry is not finite."""
    return float(np.abs(np.asarray(got) - np.asarray(expected)).max() / np.abs(np.asarray(expected)).max())


def agree(what: str, printed: str, gap: float, note: str = "", within: float = ROUND_OFF) -> Line:
    """Build the report line that compares two of our computations; their difference `gap` must not exceed `within`.

    printed : printed formula or relation that one of them evaluates; empty if the source prints nothing about it
    """
    return same(what, printed, f"differ by {gap:.1e}, at most {within:g} allowed", gap <= within, note)


def corrected_at_worst(what: str, printed: ArrayLike, ours: ArrayLike, note: str, unit: str, *, proof: float) -> Line:
    """Build the report line of a wrong printed formula, at the state where its values differ most from ours.

    printed, ours : values of both at all states, arrays of one shape
    proof : relative difference between ours and an independent computation
    """
    wrong, right = np.ravel(printed), np.ravel(ours)
    worst = np.abs(wrong - right).argmax()
    note = f"{note}; values where the two differ most"
    return corrected(what, float(wrong[worst]), float(right[worst]), note, unit, 1e-6, proof=proof, formula=True)


def values(printed: Mapping[str, float], ours: Mapping[str, float], unit: Callable[[str], str]) -> list[Line]:
    """Build a line for each printed parameter that compares it with the value in the robot file."""
    return [equal(name, value, ours[name], 1e-9 * abs(value), unit(name)) for name, value in printed.items()]
