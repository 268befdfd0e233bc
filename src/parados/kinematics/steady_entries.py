"""Write constants for the entries of a matrix that do not vary over the closed configurations."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.spatial.vectors import SX, snap

__all__ = ["with_constants"]


def with_constants(matrix: SX, values: NDArray[np.float64], zero: float) -> SX:
    """The matrix with the mean in place of each entry that varies by less than `zero`, and nothing where the mean is smaller.

    values : (samples, rows, cols) of the matrix
    """
    mean = values.mean(axis=0)
    steady = np.abs(values - mean).max(axis=0) < zero
    out = SX(*matrix.shape)
    for i, j in np.ndindex(matrix.shape):
        if not steady[i, j]:
            out[i, j] = matrix[i, j]
        elif abs(mean[i, j]) > zero:
            out[i, j] = matrix[i, j] if matrix[i, j].is_constant() else float(snap(mean[i, j]))
    return ca.sparsify(out)
