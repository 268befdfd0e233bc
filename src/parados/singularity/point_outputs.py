"""Robots that are to move a point: what the actuators do to it, whichever body carries it.

Where P is a joint of several links (the five-bar mechanism), any of them may be declared as the platform; its turning is
no output. The twist splits into outputs o and the rest p. The constraints C_o o + C_p p = 0 take p out of the row
w_o o + w_p p = work qd of each actuator: with n^T [C_p; w_p] = 0, what is left is a row of the inverse Jacobian of the
point, which does not depend on the choice of the platform.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["point_motions", "point_rows"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values below this are zero."""


def _split(rows: Array, outputs: tuple[int, ...]) -> tuple[Array, Array]:
    rest = [k for k in range(6) if k not in outputs]
    return rows[:, :, list(outputs)], rows[:, :, rest]


def point_rows(constraints: Array, wrenches: Array, work: Array, outputs: tuple[int, ...]) -> tuple[Array, Array]:
    """(N, a, n) unit rows over the outputs and (N, a) their work, of constraints (N, 6 - n, 6) and wrenches (N, a, 6)."""
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
    """(N, m) n with n^T M = 0 for M (N, m, m - 1); of several, the one with most of the last entry, the actuator's own."""
    U, sizes, _ = np.linalg.svd(M, full_matrices=True)
    lost = np.concatenate([sizes < LOST, np.ones((len(M), 1), dtype=bool)], axis=1)
    own = np.einsum("nk,nik->ni", np.where(lost, U[:, -1], 0.0), U)
    size = np.linalg.norm(own, axis=1, keepdims=True)
    return np.asarray(np.where(size > LOST, own / np.maximum(size, LOST), U[:, :, -1]))


def point_motions(constraints: Array, outputs: tuple[int, ...]) -> Array:
    """(N, 6, n) twists of the platform over the outputs."""
    C_o, C_p = _split(constraints, outputs)
    Psi = np.zeros((len(constraints), 6, len(outputs)))
    Psi[:, list(outputs)] = np.eye(len(outputs))
    Psi[:, [k for k in range(6) if k not in outputs]] = -np.linalg.pinv(C_p, rcond=LOST) @ C_o
    return Psi
