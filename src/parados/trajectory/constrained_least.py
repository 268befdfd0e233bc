"""Solve linear conditions exactly, and choose the free coefficients by linear least squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.text.numbers import counted

__all__ = ["solved"]

Array = NDArray[np.float64]

CONTRADICTION = 1e-9
"""Relative residual above which conditions contradict each other, as a part of the largest condition."""

RANK = 1e-14
"""Relative singular value of the scaled system below which an equation is linearly dependent."""

OPEN = 1e-11
"""Relative singular value below which a coefficient does not change the derivative that is minimised."""


def solved(A: Array, b: Array, W: Array, scale: Array) -> Array:
    """Return the coefficients c (size, n) that minimise |W c| subject to A c = b."""
    c = np.zeros((A.shape[1], b.shape[1]))
    single = [i for i in range(len(A)) if np.count_nonzero(A[i]) == 1]
    fixed = {int(np.flatnonzero(A[i])[0]): i for i in single}
    for k, i in fixed.items():
        c[k] = b[i] / A[i, k]
    free = [k for k in range(len(c)) if k not in fixed]
    rows = [i for i in range(len(A)) if i not in fixed.values()]
    peak = np.abs(A[rows] * scale).max(axis=1)
    weight = 1 / np.where(peak > 0, peak, 1.0)  # scale all rows to the same size
    M, V = A[np.ix_(rows, free)] * scale[free] * weight[:, None], W[:, free] * scale[free]
    size = float(np.abs(b[rows] * weight[:, None]).max(initial=0.0)) + float(np.abs(b).max())
    for _ in range(2):
        rest = (b - A @ c)[rows] * weight[:, None]
        c[free] += scale[free, None] * _smallest(M, rest, V, -W @ c, size)
    return c


def _smallest(M: Array, rest: Array, V: Array, target: Array, size: float) -> Array:
    """Return z with M z = rest and V z closest to the target; `size` is the scale for the residual of M z = rest."""
    if not M.shape[1]:
        return np.zeros((0, rest.shape[1]))
    Q, s, Zt = np.linalg.svd(M) if len(M) else (np.eye(0), np.zeros(0), np.eye(M.shape[1]))
    rank = int(np.count_nonzero(s > RANK * s[0])) if len(s) else 0
    z = Zt[:rank].T @ ((Q[:, :rank].T @ rest) / s[:rank, None])
    if rank < len(M) and np.abs(M @ z - rest).max() > CONTRADICTION * size:
        raise InputError(
            "conditions: they contradict each other, or there are too many for this degree; remove some or raise the degree"
        )
    N = Zt[rank:].T
    if not N.shape[1]:
        return z
    more, _, found, _ = np.linalg.lstsq(V @ N, target - V @ z, rcond=OPEN)
    if found < N.shape[1]:
        free = counted(int(N.shape[1] - found), "coefficient")
        raise InputError(
            f"conditions: they leave {free} free without any effect on the minimised derivative; "
            "add conditions, or choose a lower degree"
        )
    return z + N @ more
