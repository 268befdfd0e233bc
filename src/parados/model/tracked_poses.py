"""Poses along a motion of the actuated joints: each row continues the one before.

x is a smooth function of q as long as no Type 2 singularity is passed. Some rows, at short distances in q, are reached one after
the other; from the nearest of them a step along the Jacobian predicts each other row, and Newton's method solves all at once.
Then every step from row to row is compared with the Jacobian's. Compiled C goes from row to row (`c_forward_rows`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.c_forward_rows import ASTRAY, SAME_POSE
from parados.model.forward_solving import solve_in_c
from parados.model.newton_poses import advanced, residual, solve_from

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["follow", "follow_least_squares"]

Array = NDArray[np.float64]

STRIDES = (0.15, 0.02)
"""Distances in q [rad, characteristic lengths] of the rows that are reached one after the other: first tried, and tried then."""

LEAST_SQUARES = 1e-11
"""Step of a pose [m, rad], relative to the larger of |x| and 1, at which the least squares fit of a pose has converged."""

Solver = Callable[[Array, Array], tuple[Array, NDArray[np.bool_]]]
"""Function from joints (N, n_a) and starts (N, n_x) to poses (N, n_x) and (N,) True for those that were found."""

FEW = 20
"""Number of rows up to which all are reached one after the other."""


def follow(
    model: Model, q: Array, start: Array, mode: ArrayLike | None, sense: Array | None = None
) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses (N, n_x) along a motion and (N,) True for those that were reached; writes each row's start into `start`.

    A pose is rejected if it is far from the prediction by the Jacobian of the row before: the motion has passed a Type 2
    singularity, where assembly modes meet, or its rows are too far apart.

    sense : (N,) zeros, to fill with the sense of the rows if C has solved them all (`c_forward_rows`)
    """
    solved = solve_in_c(model, q, start, mode, True, sense)
    if solved is not None and not solved[2].any():
        start[1:] = solved[0][:-1]
        return solved[:2]
    if sense is not None:
        sense[:] = 0.0
    if len(q) > FEW and not model.has_rows:
        for stride in STRIDES:
            x = _all_at_once(model, q, start[0], mode, stride, lambda q, x: solve_from(model, q, x, mode))
            if x is not None:
                start[1:] = x[:-1]
                return x, np.ones(len(q), dtype=bool)
    return _one_by_one(model, q, start, mode)


def follow_least_squares(model: Model, q: Array, first: Array, mode: ArrayLike | None) -> Array | None:
    """(N, n_x) poses whose joints are nearest to measured ones q (N, n_a), along a motion; None if they cannot be followed.

    For redundant actuation: measured positions of more joints than the robot has freedoms agree with no pose exactly.

    first : (n_x,) start of the first row
    """
    for stride in STRIDES:
        x = _all_at_once(model, q, first, mode, stride, lambda q, x: _nearest_poses(model, q, x, mode))
        if x is not None:
            return x
    return None


def _nearest_poses(model: Model, q: Array, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses with the least squares of q - q(x), by Gauss-Newton steps from near poses x, and True where it converged."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        x, size = x.copy(), np.full(len(x), np.inf)
        for _ in range(30):
            J = _jacobians(model, x, mode)
            if J is None:
                break
            step = np.einsum("nij,nj->ni", J, residual(model, x, q, mode))
            x, size = advanced(model, x, step), np.abs(step).max(axis=1)
            if (size <= LEAST_SQUARES * np.maximum(1.0, np.abs(x).max(axis=1))).all():
                break
    return x, size <= 1e3 * LEAST_SQUARES * np.maximum(1.0, np.abs(x).max(axis=1))


def _all_at_once(model: Model, q: Array, first: Array, mode: ArrayLike | None, stride: float, solve: Solver) -> Array | None:
    """(N, n_x) poses along a motion from a start (n_x,) of the first row; None if a step could not be certified."""
    rows = _spaced(model, q, stride)
    poses = np.zeros((len(rows), len(first)))
    jacobians: list[Array] = []
    ahead = first[None]
    for i, row in enumerate(rows):
        if i:
            ahead = advanced(model, poses[i - 1 : i], (q[row] - q[rows[i - 1]])[None] @ jacobians[-1].T)
        found, converged = solve(q[row : row + 1], ahead)
        J = _jacobians(model, found, mode)
        if not converged[0] or J is None:
            return None
        poses[i] = found[0]
        jacobians.append(J[0])
    nearest = _nearest(rows, len(q))
    step = np.einsum("nij,nj->ni", np.array(jacobians)[nearest], q - q[rows][nearest])
    x, good = solve(q, advanced(model, poses[nearest], step))
    return x if good.all() and _steps_are_small(model, x, q, mode) else None


def _nearest(rows: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """(count,) place in `rows` of the one nearest to each row."""
    return np.searchsorted((rows[1:] + rows[:-1]) / 2, np.arange(count))


def _spaced(model: Model, q: Array, stride: float) -> NDArray[np.intp]:
    """Return rows that are at most about `stride` apart along the path of the joints; angles in rad, strokes in lengths."""
    joints = [model.mechanism.joints[k] for k in model.mechanism.actuated]
    scale = np.array([model.characteristic_length if joint.unit == "m" else 1.0 for joint in joints])
    path = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(q, axis=0) / scale).max(axis=1))])
    return np.unique(np.append(np.flatnonzero(np.diff(np.floor(path / stride), prepend=-1.0)), len(q) - 1))


def _jacobians(model: Model, x: Array, mode: ArrayLike | None) -> Array | None:
    """(N, n, n_a) Jacobians J = J_inv^+; None if one is not finite."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        J_inv = model.inverse_jacobian(x, mode=mode)
    if not np.isfinite(J_inv).all():
        return None
    if J_inv.shape[1] == J_inv.shape[2]:
        try:
            return np.asarray(np.linalg.inv(J_inv), dtype=float)
        except np.linalg.LinAlgError:
            pass
    return np.asarray(np.linalg.pinv(J_inv), dtype=float)


def _steps_are_small(model: Model, x: Array, q: Array, mode: ArrayLike | None) -> bool:
    """Tell whether each row (N, n_x) is close to where the Jacobian leads from the row before."""
    J = _jacobians(model, x[:-1], mode)
    if J is None:
        return False
    ahead = advanced(model, x[:-1], np.einsum("nij,nj->ni", J, np.diff(q, axis=0)))
    off, length = np.linalg.norm(x[1:] - ahead, axis=1), np.linalg.norm(ahead - x[:-1], axis=1)
    return bool((off <= ASTRAY * length + SAME_POSE).all())


def _one_by_one(model: Model, q: Array, start: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses (N, n_x) along a motion and (N,) True for those that were reached; writes each row's start into `start`.

    A pose is rejected if it is far from the prediction by the Jacobian of the row before: the motion has passed a Type 2
    singularity, where assembly modes meet, or its rows are too far apart.
    """
    x, good = start.copy(), np.zeros(len(q), dtype=bool)
    for k in range(len(q)):
        if k > 0:
            start[k] = x[k - 1]
        own = model.of_rows([k])
        found, converged = solve_from(own, q[k : k + 1], start[k : k + 1], mode)
        if not converged[0] or (k > 0 and _astray(own, start[k : k + 1], found, q[k] - q[k - 1], mode)):
            break
        x[k], good[k] = found[0], True
    return x, good


def _astray(model: Model, x: Array, found: Array, dq: Array, mode: ArrayLike | None) -> bool:
    """Tell whether the pose `found` (1, n_x) is far from where a step dq (n_a,) of the joints leads from the pose x (1, n_x)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        J_inv = model.inverse_jacobian(x, mode=mode)
    if not np.isfinite(J_inv).all():
        return True
    ahead = advanced(model, x, np.linalg.pinv(J_inv) @ dq)
    return bool(np.linalg.norm(found - ahead) > ASTRAY * np.linalg.norm(ahead - x) + SAME_POSE)
