"""Angles that differ by whole turns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["continuous", "followed", "nearest_turn"]


def nearest_turn(angle: ArrayLike, reference: ArrayLike) -> NDArray[np.float64]:
    """The angle [rad], whole turns added so that it lies within half a turn of the reference; unchanged if it does."""
    turns = np.round((np.asarray(angle) - np.asarray(reference)) / (2 * np.pi))
    return np.asarray(angle - 2 * np.pi * turns)


def followed(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) angles [rad] without jumps of whole turns, the first one as it is; rows that are NaN are passed over."""
    result = np.array(angles, dtype=float)
    known = np.isfinite(result)
    result[known] = np.unwrap(result[known])
    return result


def continuous(values: NDArray[np.float64], turning: Sequence[bool] | NDArray[np.bool_]) -> NDArray[np.float64]:
    """(N, k) rows of a motion whose columns `turning` are angles, these without jumps of whole turns."""
    result = np.array(values, dtype=float)
    for k in np.flatnonzero(turning):
        result[:, k] = followed(result[:, k])
    return result
