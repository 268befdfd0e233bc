"""Sums of powers at one time, in plain floats.

NumPy needs about half a microsecond for every operation, however short the array is. At one time, with a few coordinates,
plain floats are several times faster. The terms are added from the lowest power to the highest, as in SciPy's `PPoly`, so
the numbers are those of a stack.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["OneState", "power_sums", "split_in_three", "table_sums"]

Array = NDArray[np.float64]

OneState = tuple[list[float], list[float], list[float]]
"""x, xd and xdd at one time, in plain floats."""

MANY = 16
"""Number of sums from which NumPy is faster."""


def power_sums(columns: Iterable[Iterable[float]], u: float) -> list[float]:
    """Return the sum of column[k] u^k for each column."""
    values = []
    for column in columns:
        value, power = 0.0, 1.0
        for c in column:
            value += c * power
            power *= u
        values.append(value)
    return values


def table_sums(rows: Array, u: float) -> list[float]:
    """Return the sums (m,) of rows[k] u^k for rows (K, m)."""
    if rows.shape[1] < MANY:
        return power_sums(rows.T.tolist(), u)
    powers = np.multiply.accumulate([1.0] + [u] * (len(rows) - 1))
    return list(np.add.reduce(rows * powers[:, None], axis=0).tolist())


def split_in_three(values: list[float]) -> OneState:
    """Split the values (3 n,) of x, xd and xdd."""
    n = len(values) // 3
    return values[:n], values[n : 2 * n], values[2 * n :]
