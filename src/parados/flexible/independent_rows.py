"""Which rows of a matrix are needed: the closures of planar and overconstrained robots repeat each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["independent_rows"]

RANK = 1e-7
"""A row is dependent if less than this part of it is left beside the rows before."""


def independent_rows(G: NDArray[np.float64]) -> list[int]:
    """Indices of the first rows of G (m, n) that span all of them, by orthogonalisation in their order."""
    chosen: list[int] = []
    basis = np.zeros((0, G.shape[1]))
    for k, row in enumerate(G):
        rest = row - basis.T @ (basis @ row)
        rest -= basis.T @ (basis @ rest)
        size = float(np.linalg.norm(rest))
        if size > RANK * float(np.linalg.norm(row)):
            chosen.append(k)
            basis = np.vstack([basis, rest / size])
    return chosen
