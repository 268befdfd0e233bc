"""Truth values, objects of a class, and lists of things."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["flag", "instance", "items"]

T = TypeVar("T")

MOST_ITEMS = 100_000
"""Entries of a list that are looked at one by one."""


def flag(name: str, value: Any) -> bool:
    """True or False, of Python or NumPy; not a number and not a word that might mean one of them."""
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{name}: True or False is expected, not {shown(value)}")
    return bool(value)


def instance(name: str, value: Any, kind: type[T] | tuple[type[T], ...], told: str) -> T:
    """An object of a class; `told` says which, and how to make one."""
    if not isinstance(value, kind):
        raise InputError(f"{name}: {told} is expected, not {shown(value)}")
    return value


def items(name: str, value: Any, told: str, count: int | None = None) -> list[Any]:
    """The entries of a list, a tuple or an array; `count` of them where it is given."""
    if not isinstance(value, list | tuple | np.ndarray) or np.ma.is_masked(value) or getattr(value, "ndim", 1) == 0:
        raise InputError(f"{name}: {told} is expected, not {shown(value)}")
    if len(value) > MOST_ITEMS:
        raise InputError(f"{name}: {told} is expected, not {len(value):,} entries")
    if count is not None and len(value) != count:
        raise InputError(f"{name}: {told} is expected, not {len(value)} entries")
    return list(value)
