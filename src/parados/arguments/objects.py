"""Validate truth values, objects of a class, and lists of objects."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["flag", "instance", "items"]

T = TypeVar("T")

MOST_ITEMS = 100_000
"""Largest number of entries of a list whose entries are checked one by one."""


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
