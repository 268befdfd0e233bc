"""Instants of the samples of a log: repeated rows, and whether time stamps or an even clock are right.

A logger that reads faster than the machine sends repeats rows. If the machine has a clock of its own, the other rows are evenly
spaced although their stamps are not; if a sample was lost, the stamps are right. The motion tells: along the right instants it
is smooth, and each sample is close to the cubic through its four neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["even_clock", "even_is_smoother", "repeated_rows", "roughness", "stale_rows"]

Array = NDArray[np.float64]

LONGEST = 5
"""Largest number of equal rows in a row that count as repeated samples; more are a machine at rest."""

FAST = 20.0
"""Movement of a joint over two rows, in its smallest movements over one row, from which no row can repeat a position."""

CLEARLY = 0.7
"""Ratio of two roughnesses below which the smoother instants are the right ones; else the stamps of the file are kept."""


def repeated_rows(columns: Sequence[Array]) -> NDArray[np.bool_]:
    """(N,) True for rows that equal the row before in every column, between rows that move."""
    table = np.column_stack(columns)
    same = np.concatenate([[False], (np.diff(table, axis=0) == 0).all(axis=1)])
    edges = np.flatnonzero(np.diff(np.concatenate([[0], same.astype(int), [0]])))
    for start, stop in edges.reshape(-1, 2):
        if stop - start > LONGEST:
            same[start:stop] = False
    return same


def stale_rows(positions: Array) -> NDArray[np.bool_]:
    """(N,) True for rows with the positions (N, n) of the row before, although a joint moves so fast that it cannot be."""
    moved = np.abs(np.diff(positions, axis=0))
    same = np.concatenate([[False], (moved[:-1] == 0).all(axis=1), [False]])
    smallest = np.array([column[column > 0].min(initial=np.inf) for column in moved.T])
    around = np.abs(positions[2:] - positions[:-2])
    fast = np.concatenate([[False], (around > FAST * smallest).any(axis=1), [False]])
    steps = np.maximum(moved[:-2], moved[2:]) if len(moved) > 2 else moved[:0]
    usual = np.concatenate([[False, False], (steps > 0).any(axis=1), [False]])
    return np.asarray(same & fast & usual)


def even_clock(time: Array) -> Array:
    """(N,) evenly spaced instants nearest to the given ones (N,)."""
    count = np.arange(len(time))
    step, start = np.polyfit(count, time - time[0], 1)
    return np.asarray(time[0] + start + step * count)


def roughness(time: Array, values: Array) -> float:
    """Root mean square distance of the samples (N, k) from the cubics through two neighbours on either side, scaled by column."""
    y = (values - values.mean(axis=0)) / np.maximum(values.std(axis=0), 1e-300)
    count = len(time)
    offsets = (-2, -1, 1, 2)
    near = np.stack([time[2 + k : count - 2 + k] for k in offsets]) - time[2 : count - 2]
    weights = [np.prod([near[j] / (near[j] - near[i]) for j in range(4) if j != i], axis=0) for i in range(4)]
    predicted = sum(w[:, None] * y[2 + k : count - 2 + k] for w, k in zip(weights, offsets, strict=True))
    return float(np.sqrt(np.mean((y[2 : count - 2] - predicted) ** 2)))


def even_is_smoother(time: Array, values: Array) -> bool:
    """Tell whether samples (N, k) are clearly smoother at evenly spaced instants than at the given ones (N,)."""
    even = even_clock(time)
    return roughness(even, values) < CLEARLY * roughness(time, values)
