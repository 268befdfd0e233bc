"""Validate single values: words, lists of names, truth values, objects, numbers, and paths of files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from parados.arguments.arrays import SMALLEST, real_array
from parados.arguments.display import shown
from parados.errors import InputError

__all__ = [
    "file_path",
    "flag",
    "instance",
    "items",
    "listed",
    "name_list",
    "number",
    "positive",
    "repeated",
    "text",
    "whole",
    "word",
    "writing",
]

MOST_NAMES = 10_000
"""Largest number of names in an array."""

LISTED = 40
"""Largest number of names listed in a message."""

T = TypeVar("T")

MOST_ITEMS = 100_000
"""Largest number of entries of a list whose entries are checked one by one."""

LONGEST = 4000
"""Largest number of characters of a path."""


def listed(names: Iterable[object]) -> str:
    """Join names with commas; if there are many, list the first ones and count the others."""
    every = [str(name) for name in names]
    more = f" and {len(every) - LISTED} more" if len(every) > LISTED else ""
    return ", ".join(every[:LISTED]) + more


def repeated(names: Iterable[str]) -> list[str]:
    """Return the names that occur more than once, each of them once, in alphabetical order."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def word(name: str, value: Any, choices: Sequence[str], kind: type[InputError] = InputError, expected: str = "known") -> str:
    """Check that `value` is one of the words `choices`; the message says that it is not `expected`."""
    if not isinstance(value, str) or value not in choices:
        raise kind(f"{name}: {shown(value)} is not {expected}; use {listed(choices)}")
    return str(value)


def name_list(name: str, value: Any) -> list[str]:
    """Return the names in a list, tuple or array."""
    named = isinstance(value, np.ndarray) and value.dtype.kind in "UO" and value.size <= MOST_NAMES
    given = value.tolist() if named else value
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise InputError(f"{name}: a list of names is expected, not {shown(value)}")
    return [str(one) for one in given]


def text(name: str, value: Any) -> str:
    """Check that `value` is a text."""
    if not isinstance(value, str):
        raise InputError(f"{name}: a text is expected, not {shown(value)}")
    return value


def flag(name: str, value: Any) -> bool:
    """Check that `value` is True or False, of Python or NumPy; numbers and words are rejected."""
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{name}: True or False is expected, not {shown(value)}")
    return bool(value)


def instance(name: str, value: Any, kind: type[T] | tuple[type[T], ...], expected: str) -> T:
    """Check that `value` is an object of class `kind`; `expected` describes it in the message, and how to make one."""
    if not isinstance(value, kind):
        raise InputError(f"{name}: {expected} is expected, not {shown(value)}")
    return value


def items(name: str, value: Any, expected: str, count: int | None = None) -> list[Any]:
    """Return the entries of a list, a tuple or an array; with `count`, their number must be `count`.

    expected : noun phrase in the message "... is expected"
    """
    if not isinstance(value, list | tuple | np.ndarray) or np.ma.is_masked(value) or getattr(value, "ndim", 1) == 0:
        raise InputError(f"{name}: {expected} is expected, not {shown(value)}")
    if len(value) > MOST_ITEMS:
        raise InputError(f"{name}: {expected} is expected, not {len(value):,} entries")
    if count is not None and len(value) != count:
        raise InputError(f"{name}: {expected} is expected, not {len(value)} {'entry' if len(value) == 1 else 'entries'}")
    return list(value)


def number(name: str, value: Any, least: float = -np.inf, most: float = np.inf, expected: str = "a number") -> float:
    """Return one finite number between `least` and `most`; `expected` describes it in the message, with its unit."""
    array = real_array(name, value, expected=f"{expected} is")
    if array.ndim:
        raise InputError(f"{name}: {expected} is expected, not {shown(value)}")
    found = float(array)
    if not least <= found <= most:
        raise InputError(f"{name}: {expected} is expected, not {shown(value)}")
    return found


def positive(name: str, value: Any, unit: str = "s") -> float:
    """Return one positive number that is neither too small nor too large to compute with."""
    expected = f"a positive number [{unit}] is"
    array = real_array(name, value, expected=expected)
    if array.ndim or array <= 0:
        raise InputError(f"{name}: {expected} expected, not {shown(value)}")
    if array < SMALLEST:
        raise InputError(f"{name}: {float(array):g} {unit} is too small to compute with; use {SMALLEST:g} or more")
    return float(array)


def whole(name: str, value: Any, least: int, most: int | None = None, expected: str = "a whole number") -> int:
    """Return one whole number, of Python or NumPy, from `least` to `most`."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
    fits = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not fits or value < least or (most is not None and value > most):
        raise InputError(f"{name}: {expected} {bounds} is expected, not {shown(value)}")
    return int(value)


def file_path(name: str, value: Any, expected: str = "the path of a file", kind: type[InputError] = InputError) -> Path:
    """Return a `Path` from a text or a `pathlib.Path`; `expected` describes the file in the message."""
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value) or len(str(value)) > LONGEST:
        raise kind(f"{name}: {expected} is expected, not {shown(value)}")
    return Path(value)


@contextmanager
def writing(name: str, place: Path) -> Iterator[None]:
    """Raise InputError with the reason if a file or folder cannot be written inside the `with` block."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{name}: {shown(str(place))} cannot be written: {error.strerror or error}") from error
