"""Show a value in a message: short, on one line, and without raising a second error."""

from __future__ import annotations

from reprlib import Repr

import numpy as np

__all__ = ["shown"]

LENGTH = 60
"""Largest number of characters of a value in a message."""

MANY_BITS = 200
"""Number of bits from which only the number of digits of an integer is shown: Python cannot print more than 4,300 digits."""


class _Short(Repr):
    """A repr that reads only the first entries of a container."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxother = LENGTH
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = self.maxarray = self.maxdeque = 8

    def repr_int(self, x: int, level: int) -> str:
        """Return the integer as text, or its number of digits if it is long."""
        if x.bit_length() < MANY_BITS:
            return repr(x)
        return f"an integer of {int(x.bit_length() * 0.30103) + 1} digits"

    def repr_ndarray(self, x: np.ndarray, level: int) -> str:
        """Return the array as text, or its shape and type if it is long."""
        if x.size <= self.maxlist and x.dtype.kind in "biufcSU":
            return repr(x)
        what = "objects" if x.dtype == object else x.dtype
        return f"an array of {what}, shape {x.shape}"[:LENGTH]

    repr_MaskedArray = repr_ndarray

    def repr_type(self, x: type, level: int) -> str:
        """Return the name of a class."""
        return f"the class {x.__name__}"


_SHORT = _Short()


def shown(value: object) -> str:
    """Return a value as text of at most 60 characters on one line; a longer text is cut. Never raises."""
    try:
        result = " ".join(_SHORT.repr(value).split())
    except Exception:
        result = f"a value of type {type(value).__name__}"
    return result if len(result) <= LENGTH else f"{result[: LENGTH - 3]}..."
