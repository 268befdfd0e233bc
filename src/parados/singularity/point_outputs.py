"""Actuation of robots that position a point P only, independent of the body that carries P.

If P is the centre of a joint between several links (as in the five-bar mechanism), the robot file may declare any of these
links as the platform, and the rotation of the platform is not an output. The twist splits into outputs o and the rest p.
The constraints C_o o + C_p p = 0 eliminate p from the row w_o o + w_p p = work qd of each actuator: choose n with
n^T [C_p; w_p] = 0. The result is a row of the inverse Jacobian of the point, the same for every choice of the platform.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["point_motions", "point_rows"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values below this count as zero."""


def _split(rows: Array, outputs: tuple[int, ...]) -> tuple[Array, Array]:
    rest = [k for k in range(rows.shape[2]) if k not in outputs]
    return rows[:, :, list(outputs)], rows[:, :, rest]


def point_rows(constraints: Array, wrenches: Array, work: Array, outputs: tuple[int, ...]) -> tuple[Array, Array]:
    """Return (N, a, n) unit rows that multiply the n velocities of the point, and (N, a) their work on the actuators.

    constraints : (N, w - n, w) constraint wrenches;  wrenches : (N, a, w) actuation wrenches
    work : (N, a) work of the actuation wrenches;  outputs : indices of the velocities of the point in a twist
    """
    C_o, C_p = _split(constraints, outputs)
    W_o, W_p = _split(wrenches, outputs)
    rows, done = np.zeros(W_o.shape), np.zeros(work.shape)
    for k in range(wrenches.shape[1]):
        n = _left_null(np.concatenate([C_p, W_p[:, k : k + 1]], axis=1))
        row = np.einsum("nk,nkj->nj", n, np.concatenate([C_o, W_o[:, k : k + 1]], axis=1))
        size = np.maximum(np.linalg.norm(row, axis=1), 1e-300)
        rows[:, k], done[:, k] = row / size[:, None], np.abs(n[:, -1]) * work[:, k] / size
    return rows, done


def _left_null(M: Array) -> Array:
    """Return (N, m) unit vectors n with n^T M = 0 for M (N, m, m - 1).

    If there are several, the one with the largest last entry (that of the actuator) is chosen.
    """
    U, sizes, _ = np.linalg.svd(M, full_matrices=True)
    lost = np.concatenate([sizes < LOST, np.ones((len(M), 1), dtype=bool)], axis=1)
    own = np.einsum("nk,nik->ni", np.where(lost, U[:, -1], 0.0), U)
    size = np.linalg.norm(own, axis=1, keepdims=True)
    return np.asarray(np.where(size > LOST, own / np.maximum(size, LOST), U[:, :, -1]))


def point_motions(constraints: Array, outputs: tuple[int, ...]) -> Array:
    """Return (N, w, n) motions of the platform for unit rates of the outputs."""
    C_o, C_p = _split(constraints, outputs)
    count, _, width = constraints.shape
    Psi = np.zeros((count, width, len(outputs)))
    Psi[:, list(outputs)] = np.eye(len(outputs))
    Psi[:, [k for k in range(width) if k not in outputs]] = -np.linalg.pinv(C_p, rcond=LOST) @ C_o
    return Psi
