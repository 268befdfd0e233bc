"""Newton's method from actuated joints to poses (Briot & Khalil 7.2.3).

q(x) = q is solved with the exact Jacobian: x <- x + step J_inv^+ (q - q(x)). The step is halved while the residual grows
or the pose is out of reach. Convergence is quadratic. Compiled C does the same (`c_forward`); this file does it without a
compiler, and for starts at a singularity.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.c_forward import CONVERGED, HALVINGS, ITERATIONS, LOOSE, SINGULAR
from parados.model.forward_solving import solve_in_c

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["advanced", "residual", "solve_from"]

Array = NDArray[np.float64]


def advanced(model: Model, x: Array, rates: Array) -> Array:
    """(N, n_x) poses after a step `rates`, which is a twist if x contains a quaternion."""
    if not model.mechanism.platform.is_quaternion:
        return x + rates
    omega, quaternion = rates[:, 3:6], x[:, 3:7]
    w, v = quaternion[:, :1], quaternion[:, 1:]
    turned = np.hstack([-np.sum(omega * v, axis=1, keepdims=True), w * omega + np.cross(omega, v)])
    moved = quaternion + 0.5 * turned
    moved /= np.linalg.norm(moved, axis=1, keepdims=True)
    return np.hstack([x[:, :3] + rates[:, :3], moved, x[:, 7:] + rates[:, 6:]])


def residual(model: Model, x: Array, q: Array, mode: ArrayLike | None) -> Array:
    """(N, n_a) difference q - q(x), without whole turns."""
    return model._evaluator.without_turns(q - model.inverse_kinematics(x, mode=mode))


def solve_from(
    model: Model, q: Array, x: Array, mode: ArrayLike | None, sense: Array | None = None
) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses (N, n_x) with actuated joints q, from starts x (N, n_x), and (N,) True for those that have converged.

    sense : (N,) zeros, to fill with the sense of the rows that C has solved (`c_forward_rows`)
    """
    solved = solve_in_c(model, q, x, mode, False, sense)
    if solved is None:
        return _solve_in_python(model, q, x, mode)
    found, good, rest = solved
    if rest.any():
        rows = np.flatnonzero(rest)
        if sense is not None:
            sense[rows] = 0.0
        found[rows], good[rows] = _solve_in_python(model.of_rows(rows), q[rows], x[rows], mode)
    return found, good


def _solve_in_python(model: Model, q: Array, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Solve a stack like `solve_from`, all rows together."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        x = x.copy()
        r = residual(model, x, q, mode)
        goal = CONVERGED * np.maximum(1.0, np.abs(q).max(axis=1))
        for _ in range(ITERATIONS):
            size = np.abs(r).max(axis=1)
            active = np.flatnonzero(np.isfinite(size) & (size > goal))
            if len(active) == 0:
                break
            # from a start at a Type 2 singularity, the pseudo-inverse steps along the motions that the actuators control there
            own = model.of_rows(active)
            J_inv = own.inverse_jacobian(x[active], mode=mode)
            J_inv[~np.isfinite(J_inv).all(axis=(1, 2))] = 0.0  # at a Type 1 singularity there is none, and the row stays
            J = np.linalg.pinv(J_inv, rcond=SINGULAR)
            step = np.einsum("nij,nj->ni", J, r[active])
            scale = np.ones((len(active), 1))
            moved = np.zeros(len(active), dtype=bool)
            for _ in range(HALVINGS):
                trial = advanced(model, x[active], scale * step)
                trial_r = residual(own, np.where(np.isfinite(trial), trial, 0.0), q[active], mode)
                better = np.abs(trial_r).max(axis=1) < size[active] * (1 - 0.1 * scale[:, 0])
                better &= np.isfinite(trial).all(axis=1) & ~moved
                x[active[better]], r[active[better]] = trial[better], trial_r[better]
                moved |= better
                if moved.all():
                    break
                scale[~moved] /= 2
            if not moved.any():
                break
        return x, np.abs(r).max(axis=1) <= LOOSE * goal
