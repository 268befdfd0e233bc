"""Add or remove whole turns of angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["continuous", "followed", "nearest_turn", "principal", "within_periods"]


def nearest_turn(angle: ArrayLike, reference: ArrayLike) -> NDArray[np.float64]:
    """Add whole turns to an angle [rad] so that it lies within half a turn of the reference."""
    turns = np.round((np.asarray(angle) - np.asarray(reference)) / (2 * np.pi))
    return np.asarray(angle - 2 * np.pi * turns)


def within_periods(difference: NDArray[np.float64], periods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return differences (..., k) of positions modulo periods (k,), within half a period of zero; a period of 0 is none."""
    own = np.where(periods > 0, periods, 1.0)
    return np.where(periods > 0, (difference + own / 2) % own - own / 2, difference)


def principal(values: NDArray[np.float64], turning: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Remove whole turns from the angles in (N, k) rows, so that they lie within half a turn of zero.

    turning : (k,) True for the columns with angles;  an angle within half a turn stays unchanged, bit by bit
    """
    return np.where(turning & (np.abs(values) > np.pi), nearest_turn(values, 0.0), values)


def followed(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Remove jumps of whole turns from (N,) angles [rad]. The first angle stays unchanged; NaN entries are skipped."""
    result = np.array(angles, dtype=float)
    known = np.isfinite(result)
    result[known] = np.unwrap(result[known])
    return result


def continuous(values: NDArray[np.float64], turning: Sequence[bool] | NDArray[np.bool_]) -> NDArray[np.float64]:
    """Remove jumps of whole turns from the angles in the (N, k) rows of a motion; `turning` marks the columns with angles."""
    result = np.array(values, dtype=float)
    for k in np.flatnonzero(turning):
        result[:, k] = followed(result[:, k])
    return result
