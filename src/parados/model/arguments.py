"""What a caller may pass: one state or a stack, checked once, with messages that say what is accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError

__all__ = ["Stack", "check_stack", "one_of"]

Array = NDArray[np.float64]

UNIT = 1e-6
"""How far from 1 the length of a quaternion may be."""


class Stack:
    """Checked arrays, (N, n) each or (n,) where one row serves all, and whether the caller passed a stack at all."""

    def __init__(self, arrays: dict[str, Array], count: int, stacked: bool) -> None:
        self.arrays = arrays
        self.count = count
        self.stacked = stacked

    def unstack(self, result: Array) -> Array:
        """The shape that matches what was passed."""
        return result if self.stacked else result[0]


def _checked(name: str, value: ArrayLike, labels: Sequence[str]) -> Array:
    try:
        given = np.asarray(value)
        if given.dtype.kind in "SUbcmM" or (given.dtype.kind == "O" and any(v is None for v in given.flat)):
            raise TypeError(
                "words, truth values, complex numbers and dates are not real numbers, though NumPy can turn them into some"
            )
        array = given.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}: numbers are expected, not {value!r:.60}") from error
    n = len(labels)
    if array.ndim not in (1, 2) or array.shape[-1] != n:
        shown = ", ".join(labels) if n <= 12 else f"{', '.join(labels[:11])}, ..."
        raise InputError(f"{name}: shape ({n},) or (N, {n}) is expected [{shown}], not {array.shape}")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise InputError(f"{name}{list(place)}: {array[place]} is not a finite number")
    if "w" in labels:
        _check_unit_quaternion(name, array, list(labels).index("w"))
    return np.ascontiguousarray(array)


def _check_unit_quaternion(name: str, array: Array, start: int) -> None:
    length = np.linalg.norm(np.atleast_2d(array)[:, start : start + 4], axis=1)
    worst = int(np.argmax(np.abs(length - 1)))
    if abs(length[worst] - 1) > UNIT:
        row = f"[{worst}]" if array.ndim == 2 else ""
        raise InputError(f"{name}{row}: the quaternion w, x, y, z has the length {length[worst]:.6g}; give a unit quaternion")


def check_stack(values: Mapping[str, ArrayLike], labels: Mapping[str, Sequence[str]]) -> Stack:
    """Check arguments against the names of their entries; stacks must agree in length."""
    arrays = {name: _checked(name, value, labels[name]) for name, value in values.items()}
    counts = {name: len(a) for name, a in arrays.items() if a.ndim == 2}
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{name} has {count}" for name, count in counts.items())
        raise InputError(f"stacks must have the same number of rows: {told}")
    return Stack(arrays, next(iter(counts.values()), 1), bool(counts))


def one_of(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise InputError(f"{name}: {value!r} is not known; use {', '.join(choices)}")
