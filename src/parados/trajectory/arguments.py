"""What callers pass to trajectories, checked once, with messages that say what is accepted."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError

__all__ = ["check_length", "in_range", "increasing", "numbers", "positive", "table", "vector"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-12
"""Of the duration: how far outside it a time may be."""


def numbers(name: str, value: ArrayLike) -> Array:
    """An array of finite real numbers of any shape."""
    try:
        given = np.asarray(value)
        if given.dtype.kind in "SUbcmM":
            raise TypeError("NumPy turns words and truth values into numbers; a motion is not made of them")
        array = np.array(given, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}: numbers are expected, not {value!r:.60}") from error
    if not np.isfinite(array).all():
        place = [int(i) for i in np.argwhere(~np.isfinite(array))[0]]
        raise InputError(f"{name}{place or ''}: {array[tuple(place)]} is not a finite number")
    return array


def vector(name: str, value: ArrayLike) -> Array:
    """(n,) numbers, n >= 1; one number is a vector of one entry."""
    array = np.atleast_1d(numbers(name, value))
    if array.ndim != 1 or not len(array):
        raise InputError(f"{name}: shape (n,) is expected, not {array.shape}")
    return array


def table(name: str, value: ArrayLike, rows: int) -> Array:
    """(k, n) numbers with k >= rows; (k,) numbers are one coordinate."""
    array = numbers(name, value)
    array = array[:, None] if array.ndim == 1 else array
    if array.ndim != 2 or len(array) < rows or not array.shape[1]:
        raise InputError(f"{name}: shape (k, n) with k >= {rows} is expected, not {np.shape(value)}")
    return array


def check_length(name: str, array: Array, n: int, of: str) -> None:
    if len(array) != n:
        raise InputError(f"{name}: {len(array)} entries are given, {of} has {n}")


def positive(name: str, value: float, unit: str = "s") -> float:
    array = numbers(name, value)
    if array.ndim or array <= 0:
        raise InputError(f"{name}: {value!r:.40} is not a positive number [{unit}]")
    return float(array)


def increasing(name: str, value: ArrayLike, count: int | None = None) -> Array:
    """(k,) strictly increasing times [s], k >= 2."""
    times = vector(name, value)
    if count is not None:
        check_length(name, times, count, "the table of points")
    if len(times) < 2:
        raise InputError(f"{name}: at least two instants are expected, not {len(times)}")
    late = np.flatnonzero(np.diff(times) <= 0)
    if len(late):
        k = int(late[0])
        raise InputError(f"{name}[{k + 1}]: {times[k + 1]:g} s does not come after {times[k]:g} s; times must increase")
    return times


def in_range(value: ArrayLike, start: float, end: float) -> Array:
    """Times (N,) or () inside [start, end]; what is outside by round-off is moved to the end."""
    times = numbers("t", value)
    if times.ndim > 1:
        raise InputError(f"t: one time or shape (N,) is expected, not {times.shape}")
    slack = ROUND_OFF * max(end - start, abs(start), abs(end))
    outside = (times < start - slack) | (times > end + slack)
    if outside.any():
        first = np.atleast_1d(times)[np.atleast_1d(outside)][0]
        raise InputError(f"t: {first:.12g} s is outside the motion, which lasts from {start:g} s to {end:g} s")
    return np.clip(times, start, end)
