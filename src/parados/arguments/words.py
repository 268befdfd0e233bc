"""Validate words: one of several choices, a list of names, or free text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["listed", "name_list", "repeated", "text", "word"]

MOST_NAMES = 10_000
"""Largest number of names in an array."""

LISTED = 40
"""Largest number of names listed in a message."""


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
