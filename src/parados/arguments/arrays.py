"""Arrays of finite real numbers, from anything that holds such numbers and from nothing else."""

from __future__ import annotations

from decimal import Decimal
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["LARGEST", "SMALLEST", "all_within", "real_array", "table", "vector"]

Array = NDArray[np.float64]

LARGEST = 1e30
"""Size of a number from which products of a few of them leave the range of double precision; no quantity in SI comes near."""

SMALLEST = 1e-15
"""Size of a positive number below which the same holds for quotients: durations, lengths, limits."""

MOST = 100_000_000
"""Entries of an array, 0.8 GB."""

FEW = 64
"""Entries of an array up to which a loop in Python is quicker than calls of NumPy."""

DEPTH = 4
"""Lists within lists that are looked into; no argument has more axes."""


def real_array(name: str, value: ArrayLike, finite: bool = True, told: str = "numbers are") -> Array:
    """Float array of any shape; refuse words, truth values, complex numbers, dates, masked, missing and ragged entries.

    With `finite` (the default) every entry must be finite and at most `LARGEST` in size. An array of floats is not copied.
    `told` opens the sentence about what is no number.
    """
    array = value if type(value) is np.ndarray and value.dtype == np.float64 else _converted(name, value, told)
    if array.size > MOST:
        raise InputError(f"{name}: at most {MOST:,} numbers are accepted at a time, not an array of shape {array.shape}")
    if finite and not all_within(array, LARGEST):
        place = tuple(int(i) for i in np.argwhere(~(np.abs(array) <= LARGEST))[0])
        what = "is too large to compute with; stay below 1e30" if np.isfinite(array[place]) else "is not a finite number"
        raise InputError(f"{name}{list(place) if place else ''}: {array[place]} {what}")
    return array


def all_within(array: Array, bound: float) -> bool:
    """Tell whether every entry is a number and at most `bound` in size."""
    if array.size <= FEW and sum(map(abs, array.ravel().tolist())) <= bound:  # the sum bounds each of them, and NaN stays NaN
        return True
    return bool((np.abs(array) <= bound).all())


def _converted(name: str, value: ArrayLike, told: str) -> Array:
    _refuse_masked(name, value, DEPTH)
    try:
        given = np.asarray(value)
        if given.size > MOST:
            return given  # refused by its size, before it is copied
        kind = given.dtype.kind
        if kind not in "iufO" or (kind == "O" and not all(_is_real(v) for v in given.flat)):
            raise TypeError("NumPy would turn words, truth values, complex numbers or dates into numbers")
        with np.errstate(all="ignore"):
            return np.asarray(given, dtype=float)
    except OverflowError:
        raise InputError(f"{name}: {shown(value)} is too large to compute with; stay below 1e30") from None
    except Exception as error:  # whatever a foreign object raises when it is asked for its numbers
        raise InputError(f"{name}: {told} expected, not {shown(value)}") from error


def _is_real(value: object) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool | np.bool_)


def _refuse_masked(name: str, value: object, depth: int) -> None:
    """NumPy takes the numbers behind a mask without a word, also those of masked arrays in a list."""
    if isinstance(value, np.ma.MaskedArray):
        masked = int(np.sum(np.ma.getmaskarray(value)))
        if masked:
            raise InputError(f"{name}: {masked} entries are masked; fill them with numbers, or leave these rows out")
    elif isinstance(value, list | tuple):
        if depth == 0:
            raise InputError(f"{name}: numbers are expected, not lists nested more than {DEPTH} deep")
        for one in value:
            if not isinstance(one, float | int):
                _refuse_masked(name, one, depth - 1)


def vector(name: str, value: ArrayLike, n: int | None = None, what: str = "") -> Array:
    """(n,) finite numbers, a copy; any n >= 1 where none is asked for, and then one number is a vector of one entry."""
    array = np.array(real_array(name, value))
    if n is None:
        array = np.atleast_1d(array)
        if array.ndim != 1 or not len(array):
            raise InputError(f"{name}: shape (n,) is expected, not {array.shape}")
    elif array.shape != (n,):
        raise InputError(f"{name}: shape ({n},) is expected{f', {what}' if what else ''}, not {array.shape}")
    return array


def table(name: str, value: ArrayLike, rows: int) -> Array:
    """(k, n) finite numbers, a copy, with k >= rows; (k,) numbers are one coordinate."""
    given = np.array(real_array(name, value))
    array = given[:, None] if given.ndim == 1 else given
    if array.ndim != 2 or len(array) < rows or not array.shape[1]:
        raise InputError(f"{name}: shape (k, n) with k >= {rows} is expected, not {given.shape}")
    return array
