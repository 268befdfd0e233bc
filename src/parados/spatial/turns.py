"""Angles that differ by whole turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["nearest_turn"]


def nearest_turn(angle: ArrayLike, reference: ArrayLike) -> NDArray[np.float64]:
    """The angle [rad], whole turns added so that it lies within half a turn of the reference; unchanged if it does."""
    turns = np.round((np.asarray(angle) - np.asarray(reference)) / (2 * np.pi))
    return np.asarray(angle - 2 * np.pi * turns)
