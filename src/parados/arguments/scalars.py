"""Validate single numbers: real numbers with bounds, and whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from parados.arguments.arrays import SMALLEST, real_array
from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["number", "positive", "whole"]


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
