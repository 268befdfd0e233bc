"""Designs that no other design beats in all objectives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["best_of_all", "nondominated"]

Array = NDArray[np.float64]


def nondominated(objectives: Array) -> NDArray[np.bool_]:
    """(D,) True for rows (D, m) that no other row dominates; all objectives are to be minimised.

    A row dominates another if it is nowhere larger and somewhere smaller. Rows with NaN are never on the front.
    """
    kept = np.flatnonzero(np.isfinite(objectives).all(axis=1))
    kept = kept[np.lexsort(objectives[kept].T[::-1])]  # a row is never dominated by a later one
    place = 0
    while place < len(kept):
        here = objectives[kept[place]]
        rest = (objectives[kept] < here).any(axis=1) | (objectives[kept] == here).all(axis=1)
        place = int(rest[:place].sum()) + 1
        kept = kept[rest]
    found = np.zeros(len(objectives), dtype=bool)
    found[kept] = True
    return found


def best_of_all(objectives: Array) -> int:
    """Return the row (D, m) nearest to the best values of all objectives, each scaled to its range; D >= 1, no NaN."""
    low, high = objectives.min(axis=0), objectives.max(axis=0)
    scaled = (objectives - low) / np.where(high > low, high - low, 1.0)
    return int(np.linalg.norm(scaled, axis=1).argmin())
