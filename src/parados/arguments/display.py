"""Values as messages show them: short, on one line, and never a second error."""

from __future__ import annotations

from reprlib import Repr

import numpy as np

__all__ = ["shown"]

LENGTH = 60
"""Characters of a value that a message shows."""

MANY_BITS = 200
"""Integers from here on are told by their number of digits: Python refuses to write those of 4,300 digits and more."""


class _Short(Repr):
    """A repr that looks at a few entries only."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxstring = self.maxother = LENGTH
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = self.maxarray = self.maxdeque = 8

    def repr_int(self, x: int, level: int) -> str:
        """An integer, or how long it is."""
        if x.bit_length() < MANY_BITS:
            return repr(x)
        return f"an integer of {int(x.bit_length() * 0.30103) + 1} digits"

    def repr_ndarray(self, x: np.ndarray, level: int) -> str:
        """An array, or its shape where it is long."""
        if x.size <= self.maxlist and x.dtype.kind in "biufcSU":
            return repr(x)
        return f"an array of shape {x.shape} and type {x.dtype}"[:LENGTH]

    repr_MaskedArray = repr_ndarray


_SHORT = _Short()


def shown(value: object) -> str:
    """A value in at most 60 characters on one line; of large ones the beginning, whatever their own repr does."""
    try:
        told = " ".join(_SHORT.repr(value).split())
    except Exception:
        told = f"a value of type {type(value).__name__}"
    return told if len(told) <= LENGTH else f"{told[: LENGTH - 3]}..."
