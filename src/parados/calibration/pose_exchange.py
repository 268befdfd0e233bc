"""Exchange of poses: the set of candidates with the largest det M, one exchange after the other.

The information of a set of poses is M = sum_i J_i^T J_i with the projected Jacobian J_i of each pose. The set with the largest
det M has the largest index O1 and the smallest volume of the confidence ellipsoid (D-optimality). One pose after the other is
exchanged for the candidate that raises det M most, with det(M + J^T J) = det M det(I + J M^-1 J^T), until no exchange does.

References
----------
Fedorov, Theory of Optimal Experiments (1972). Daney, Papegay & Madeline, Choosing measurement poses for robot calibration with
the local convergence method and Tabu search, Int. J. Robotics Research 24 (2005), 501-518.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["exchanged"]

Array = NDArray[np.float64]

PASSES = 20
"""Largest number of passes over the chosen poses."""

BETTER = 1e-9
"""Smallest gain of log det M that counts."""


def exchanged(blocks: Array, count: int) -> NDArray[np.intp]:
    """Return the `count` places of the blocks J_i (K, k, n) with the largest det M that exchanges find, in ascending order.

    A block may be chosen once.
    """
    size = np.sqrt((blocks**2).sum(axis=(0, 1)))
    J = blocks / np.where(size > 0, size, 1.0)
    ridge = 1e-9 * np.eye(J.shape[2])
    chosen: list[int] = []
    for _ in range(count):  # the best next one
        chosen.append(_best(J, _information(J, chosen) + ridge, chosen)[0])
    for _ in range(PASSES):
        moved = False
        for k, old in enumerate(chosen):
            rest = chosen[:k] + chosen[k + 1 :]
            new, gains = _best(J, _information(J, rest) + ridge, rest)
            if gains[new] > gains[old] + BETTER:
                chosen[k], moved = new, True
        if not moved:
            break
    return np.sort(np.array(chosen, dtype=np.intp))


def _information(J: Array, places: list[int]) -> Array:
    rows = J[places].reshape(-1, J.shape[2])
    return np.asarray(rows.T @ rows)


def _best(J: Array, M: Array, taken: list[int]) -> tuple[int, Array]:
    """Return the candidate that raises det M most, and log det(I + J M^-1 J^T) of all; -inf for those that are taken."""
    inside = np.eye(J.shape[1]) + J @ np.linalg.solve(M, np.swapaxes(J, 1, 2))
    gains = np.linalg.slogdet(inside)[1]
    gains[taken] = -np.inf
    return int(np.argmax(gains)), gains
