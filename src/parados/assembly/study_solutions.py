"""Sort the solutions of six forms: finite ones, each once, real ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["distinct", "finite", "real_points"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

SAME = 2e-14
"""Points of norm 1 are the same if 1 - |z* . w| is below this: they are about 2e-7 apart."""

AT_INFINITY = 1e-14
"""A point with |e . e| below this, |z| = 1, is at infinity: its translation is above 10^7 sizes of the robot."""

REAL = 1e-6
"""A point is tried as a real one if its imaginary part, after the best rotation of its phase, is below this."""


def distinct(z: Complex, same: float = SAME) -> Complex:
    """Return each of the points (P, 8) of norm 1 once; points that differ by a factor are the same."""
    close = np.abs(z.conj() @ z.T) > 1 - same
    return z[~np.tril(close, -1).any(axis=1)]


def finite(z: Complex) -> NDArray[np.bool_]:
    """(P,) True for points that are poses."""
    return np.abs((z[:, :4] ** 2).sum(axis=1)) > AT_INFINITY


def real_points(z: Complex, real: float = REAL) -> Array:
    """(k, 8) real points among points (P, 8) of norm 1, which are real up to a factor; the factor is removed."""
    phase = np.sqrt((z * z).sum(axis=1))  # of a real point times exp(i a) this is exp(i a)
    turned = z / np.where(np.abs(phase) > 0.5, phase, 1.0)[:, None]
    is_real = (np.abs(phase) > 0.5) & (np.abs(turned.imag).max(axis=1) < real)
    return np.asarray(turned.real[is_real])
