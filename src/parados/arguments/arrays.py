"""Convert arguments to arrays of finite real numbers; reject everything that does not hold real numbers.

Objects keep copies of the arrays of their callers, and make the arrays that they hand out read-only: nobody then changes numbers
from which they compute later results.
"""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = [
    "LARGEST", "SMALLEST", "ReadOnlyArrays", "all_within", "copied", "freeze", "read_only", "real_array", "table", "truths",
    "vector",
]  # fmt: skip

Array = NDArray[np.float64]
Entries = TypeVar("Entries", bound=np.ndarray)

LARGEST = 1e30
"""Largest accepted size of a number. Products of a few larger numbers overflow; no quantity in SI units is as large."""

SMALLEST = 1e-15
"""Smallest accepted positive number, e.g. of a duration or a length. Quotients by smaller numbers may overflow."""

MOST = 100_000_000
"""Largest number of entries of an array (0.8 GB)."""

FEW = 64
"""Number of entries up to which a loop in Python is faster than calls of NumPy."""

DEPTH = 4
"""Largest depth of nested lists; no argument has more axes."""


def real_array(name: str, value: ArrayLike, finite: bool = True, expected: str = "numbers are") -> Array:
    """Return a float array of any shape, or raise InputError.

    Words, truth values, complex numbers, dates, masked or missing entries and ragged lists are rejected. With `finite` (the
    default) every entry must be finite and at most `LARGEST` in size. An array of floats is not copied.

    expected : beginning of the message "... expected, not VALUE" for a value that is not a number
    """
    array = value if type(value) is np.ndarray and value.dtype == np.float64 else _converted(name, value, expected)
    if array.size > MOST:
        raise InputError(f"{name}: at most {MOST:,} numbers are accepted at a time, not an array of shape {array.shape}")
    if finite and not all_within(array, LARGEST):
        place = tuple(int(i) for i in np.argwhere(~(np.abs(array) <= LARGEST))[0])
        what = "is too large to compute with; stay below 1e30" if np.isfinite(array[place]) else "is not a finite number"
        raise InputError(f"{name}{list(place) if place else ''}: {array[place]} {what}")
    return array


def all_within(array: Array, bound: float) -> bool:
    """Tell whether every entry is a number and at most `bound` in size."""
    if array.size <= FEW and sum(map(abs, array.ravel().tolist())) <= bound:  # the sum bounds each entry; a sum with NaN is NaN
        return True
    return bool(array.min() >= -bound and array.max() <= bound)  # both are NaN if an entry is; no array is made


def _converted(name: str, value: ArrayLike, expected: str) -> Array:
    try:
        _reject_hidden(name, value, DEPTH)
        given = np.asarray(value)
        if given.size > MOST:
            return given  # `real_array` rejects its size; do not copy it before
        kind = given.dtype.kind
        if kind not in "iufO" or (kind == "O" and not all(_is_real(v) for v in given.flat)):
            raise TypeError("NumPy would turn words, truth values, complex numbers or dates into numbers")
        with np.errstate(all="ignore"):
            return np.asarray(given, dtype=float)
    except InputError:
        raise
    except OverflowError:
        raise InputError(f"{name}: {shown(value)} is too large to compute with; stay below 1e30") from None
    except Exception as error:  # a foreign object may raise anything when NumPy reads its numbers
        raise InputError(f"{name}: {expected} expected, not {shown(value)}") from error


def _is_real(value: object) -> bool:
    return isinstance(value, Real | Decimal) and not isinstance(value, bool | np.bool_)


def _reject_hidden(name: str, value: object, depth: int) -> None:
    """Reject masked arrays and truth values, also inside lists: NumPy would silently read them as numbers."""
    if isinstance(value, np.ma.MaskedArray):
        masked = int(np.sum(np.ma.getmaskarray(value)))
        if masked:
            raise InputError(f"{name}: {masked} entries are masked; fill them with numbers, or leave these rows out")
    elif isinstance(value, list | tuple):
        if depth == 0:
            raise InputError(f"{name}: numbers are expected, not lists nested more than {DEPTH} deep")
        for one in value:
            if type(one) is not float and type(one) is not int:
                _reject_hidden(name, one, depth - 1)
    elif isinstance(value, bool | np.bool_) or (isinstance(value, np.ndarray) and value.dtype == bool):
        raise TypeError("NumPy would turn truth values into numbers")


def vector(name: str, value: ArrayLike, n: int | None = None, what: str = "") -> Array:
    """Return a copy of (n,) finite numbers. Without `n`, accept any length >= 1, and a single number as a vector of one entry."""
    array = np.array(real_array(name, value))
    if n is None:
        array = np.atleast_1d(array)
        if array.ndim != 1 or not len(array):
            raise InputError(f"{name}: shape (n,) is expected, not {array.shape}")
    elif array.shape != (n,):
        raise InputError(f"{name}: shape ({n},) is expected{f', {what}' if what else ''}, not {array.shape}")
    return array


def copied(value: Any) -> Any:
    """Return a copy of nested dictionaries, lists, tuples and arrays; everything else inside is the same."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) is dict:
        return {key: copied(content) for key, content in value.items()}
    return type(value)(map(copied, value)) if type(value) in (list, tuple) else value


def truths(name: str, value: object, n: int) -> NDArray[np.bool_]:
    """Return a copy of (n,) values True or False, given as an array, a list or a tuple."""
    is_array = isinstance(value, np.ndarray) and value.shape == (n,) and value.dtype == bool and not np.ma.is_masked(value)
    is_list = isinstance(value, list | tuple) and len(value) == n and all(isinstance(one, bool | np.bool_) for one in value)
    if not (is_array or is_list):
        raise InputError(f"{name}: True or False for each of {n} rows is expected, not {shown(value)}")
    return np.array(value, dtype=bool)


def table(name: str, value: ArrayLike, rows: int) -> Array:
    """Return a copy of (k, n) finite numbers with k >= rows; an array of shape (k,) is taken as one coordinate, n = 1."""
    given = np.array(real_array(name, value))
    array = given[:, None] if given.ndim == 1 else given
    if array.ndim != 2 or len(array) < rows or not array.shape[1]:
        raise InputError(f"{name}: shape (k, n) with k >= {rows} is expected, not {given.shape}")
    return array


def read_only(array: Entries) -> Entries:
    """Return the same array, which nobody can write to any more."""
    array.setflags(write=False)
    return array


def freeze(thing: object) -> None:
    """Make all arrays among the attributes of an object read-only."""
    for value in vars(thing).values():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)


class ReadOnlyArrays:
    """Base class of objects whose arrays become read-only when they are set."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
        super().__setattr__(name, value)
