"""Validate the arguments of trajectories: times that increase or lie within a motion, and points."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, number, real_array, vector
from parados.errors import InputError
from parados.text.numbers import counted

__all__ = ["check_length", "in_range", "increasing", "instant", "numbers"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-12
"""Largest distance of a time outside the motion, as a part of the duration; such a time is moved to the nearest end."""


def numbers(name: str, value: ArrayLike) -> Array:
    """Return a copy of an array of finite real numbers of any shape."""
    return np.array(real_array(name, value))


def check_length(name: str, array: Array, n: int, of: str) -> None:
    """Check that an array has n entries, as many as the array that is named `of`. Raises InputError otherwise."""
    if len(array) != n:
        raise InputError(f"{name}: {counted(n, 'entry is', 'entries are')} expected, as in {of}, not {len(array)}")


def increasing(name: str, value: ArrayLike, count: int | None = None) -> Array:
    """Check that times (k,) [s], k >= 2, increase strictly, and return them. `count` is the number of points, if known."""
    times = vector(name, value)
    if count is not None:
        check_length(name, times, count, "the table of points")
    if len(times) < 2:
        raise InputError(f"{name}: at least two instants are expected, not {len(times)}")
    late = np.flatnonzero(np.diff(times) < SMALLEST)
    if len(late):
        k = int(late[0])
        raise InputError(f"{name}[{k + 1}]: {times[k + 1]:g} s does not come after {times[k]:g} s; times must increase")
    return times


def in_range(name: str, value: ArrayLike, start: float, end: float) -> Array | float:
    """Check that times [s] lie in [start, end]; return an array (N,), or a float if one time is given. Raises InputError.

    Times that are outside only by round-off are moved to the nearest end.
    """
    given: object = value
    if (isinstance(given, float) or type(given) is int) and start <= given <= end:
        return float(given)
    times = numbers(name, value)
    if times.ndim > 1:
        raise InputError(f"{name}: one time or shape (N,) is expected, not {times.shape}")
    slack = ROUND_OFF * max(end - start, abs(start), abs(end))
    outside = (times < start - slack) | (times > end + slack)
    if outside.any():
        first = np.atleast_1d(times)[np.atleast_1d(outside)][0]
        raise InputError(f"{name}: {first:.12g} s is outside the motion, which lasts from {start:.12g} s to {end:.12g} s")
    inside = np.clip(times, start, end)
    return inside if times.ndim else float(inside)


def instant(name: str, value: float, start: float, end: float) -> float:
    """Check that a time [s] lies in [start, end] and return it. Raises InputError otherwise."""
    return float(in_range(name, np.array(number(name, value, expected="one time [s]")), start, end))
