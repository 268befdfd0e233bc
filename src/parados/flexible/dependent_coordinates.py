"""Choose the coordinates for which the closures G zd = 0 are solved (Briot & Khalil 10.4.1).

A closure at the end of a beam is solved for the displacements and rotations of that end. These have the factor one in its rows,
so nothing is inverted, and equal legs have the same dependent coordinates (10.108)-(10.113). The remaining rows are solved for
other coordinates, chosen by pivoting at a sampled configuration.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["STRONG", "ZERO", "completed", "dependent_coordinates"]

Array = NDArray[np.float64]

ZERO = 1e-10
"""An entry of G is constant if it varies by less than this over the samples, and zero if it is below this [-, m]."""

STRONG = 1e-3
"""A column is dropped if less than this part of it is normal to the columns already chosen."""


def dependent_coordinates(values: Array, free: Sequence[int], elastic: Collection[int]) -> list[int]:
    """Return the indices of the dependent coordinates in increasing order, as many as there are rows.

    values : (samples, m, n) independent rows of G at sampled configurations
    free : indices of the coordinates that may be chosen
    elastic : indices of the elastic coordinates, which are chosen first
    """
    chosen: list[int] = []
    entries = np.abs(values).max(axis=0) > ZERO
    for r in range(values.shape[1]):
        ends = [k for k in free if k in elastic and k not in chosen and _is_unit(values[:, r, k])]
        if ends:
            chosen.append(min(ends, key=lambda k: (int(entries[:, k].sum()), k)))
    return completed(values[0], chosen, free)


def completed(G: Array, chosen: list[int], free: Sequence[int]) -> list[int]:
    """Drop nearly dependent columns, then add columns by pivoted orthogonalisation until G is square and regular.

    Returns the indices of the columns in increasing order.

    G : (m, n) independent rows at one configuration
    chosen : indices of the preferred columns;  free : indices of all columns that may be chosen
    """
    from scipy.linalg import qr

    _, R, order = qr(G[:, chosen], pivoting=True, mode="economic") if chosen else (None, np.zeros((0, 0)), [])
    strong = [chosen[order[k]] for k in range(len(chosen)) if abs(R[k, k]) > STRONG]
    while len(strong) < len(G):
        Q = np.linalg.qr(G[:, strong])[0] if strong else np.zeros((len(G), 0))
        rest = G - Q @ (Q.T @ G)
        sizes = np.array([float(np.linalg.norm(rest[:, k])) if k not in strong else 0.0 for k in free])
        strong.append(free[int(np.argmax(sizes))])
    return sorted(strong)


def _is_unit(entries: Array) -> bool:
    return bool(np.abs(np.abs(entries) - 1).max() < ZERO and np.ptp(entries) < ZERO)
