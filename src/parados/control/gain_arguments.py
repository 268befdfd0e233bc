"""Validate the gains of a law: one number for all entries, one for each entry, or a symmetric matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, shown
from parados.errors import InputError

__all__ = ["compensation", "gain", "gain_matrix"]

Array = NDArray[np.float64]

SYMMETRIC = 1e-9
"""Largest difference of a matrix from its transpose, over its largest entry, that counts as round-off."""


def gain(name: str, value: ArrayLike, n: int) -> Array:
    """(n,) gains that are not negative, from one number or n numbers."""
    found = real_array(name, value)
    if found.shape not in ((), (n,)):
        raise InputError(f"{name}: one number or {n} are expected, not the shape {found.shape}")
    if (found < 0).any():
        raise InputError(f"{name}: numbers that are not negative are expected, not {found.min():g}")
    return np.array(np.broadcast_to(found, (n,)))


def gain_matrix(name: str, value: ArrayLike, n: int, definite: bool = False) -> Array:
    """(n, n) symmetric matrix without negative eigenvalues, from one number, n numbers on its diagonal, or the matrix itself.

    definite : all eigenvalues must be positive
    """
    found = np.array(real_array(name, value))
    if found.ndim < 2:
        found = np.diag(gain(name, found, n))
    if found.shape != (n, n):
        raise InputError(f"{name}: one number, {n} numbers or a ({n}, {n}) matrix is expected, not the shape {found.shape}")
    if np.abs(found - found.T).max() > SYMMETRIC * np.abs(found).max():
        raise InputError(f"{name}: a symmetric matrix is expected")
    least = float(np.linalg.eigvalsh(found)[0])
    if least < -SYMMETRIC * np.abs(found).max() or (definite and least <= 0):
        kind = "positive" if definite else "not negative"
        raise InputError(f"{name}: a matrix whose eigenvalues are {kind} is expected; the smallest one is {least:g}")
    return found


def compensation(value: bool | str) -> bool | str:
    """Check how a law overcomes friction: True at the measured rates, "reference" along the reference, or False."""
    if isinstance(value, str) and value == "reference":
        return value
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"friction: {shown(value)} is not known; use True, False or 'reference'")
    return bool(value)
