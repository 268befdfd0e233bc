"""Replace by constants the entries of a matrix that are the same at all sampled configurations."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.spatial.vectors import SX, snap

__all__ = ["with_constants"]


def with_constants(matrix: SX, values: NDArray[np.float64], zero: float, *, kept: bool = False) -> SX:
    """Replace each entry that varies by less than `zero` over the samples by its mean, or by zero if the mean is below `zero`.

    values : (samples, rows, cols) values of the matrix
    kept : entries that are constants already stay to the last digit
    """
    mean = values.mean(axis=0)
    steady = np.abs(values - mean).max(axis=0) < zero
    out = SX(*matrix.shape)
    for i, j in np.ndindex(matrix.shape):
        if not steady[i, j]:
            out[i, j] = matrix[i, j]
        elif abs(mean[i, j]) > zero:
            out[i, j] = matrix[i, j] if kept and matrix[i, j].is_constant() else float(snap(mean[i, j]))
    return ca.sparsify(out)
