"""Choose independent rows of a matrix; in planar and overconstrained robots some closure rows depend on others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["independent_rows"]


def independent_rows(
    values: NDArray[np.float64], thresholds: Sequence[float], order: Sequence[int] | NDArray[np.intp] | None = None
) -> list[int]:
    """Return the sorted indices of rows that span all rows at every sample, by Gram-Schmidt orthogonalisation.

    values : (samples, rows, n) values of the matrix
    thresholds : a row is chosen if a larger part of it than this is normal to the rows already chosen; all rows are tried
        with the first threshold, then with the next
    order : order in which the rows are tried; by default from first to last
    """
    norms = np.linalg.norm(values, axis=2)
    chosen: list[int] = []
    basis = [np.zeros((0, values.shape[2])) for _ in values]
    for threshold in thresholds:
        for row in range(values.shape[1]) if order is None else order:
            if row in chosen or len(chosen) == values.shape[2]:
                continue
            rest = [v[row] - B.T @ (B @ v[row]) for v, B in zip(values, basis, strict=True)]
            rest = [r - B.T @ (B @ r) for r, B in zip(rest, basis, strict=True)]
            sizes = [float(np.linalg.norm(r)) for r in rest]
            if all(size > threshold * n[row] for size, n in zip(sizes, norms, strict=True)):
                chosen.append(int(row))
                basis = [np.vstack([B, r / size]) for B, r, size in zip(basis, rest, sizes, strict=True)]
    return sorted(chosen)
