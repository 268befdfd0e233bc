"""Forces of dry friction and of stops at rest: the one problem behind sticking, slipping, contact and impact.

Joints at rest, with rows E of the identity, get the accelerations  c + E B M^-1 B^T E^T f  from forces f, where c are their
accelerations without f. Dry friction bounds its force, and the joint stays at rest unless the force is at a bound and the joint
moves against it; a stop can only push, and the joint stays in contact unless the force is zero and the joint leaves. All of
these are the conditions of the minimum of a convex function,

    minimise  1/2 |L^-1 B^T E^T f|^2 + c . f    over  low <= f <= high,      L L^T = B^T M B,

so that a solution always exists and the accelerations are unique; f is not, if more joints hold than degrees of freedom are left.
The same problem, with velocities in place of accelerations, gives the impulses of impacts.

References
----------
J. J. Moreau, Quadratic programming in mechanics: dynamics of one-sided constraints, SIAM J. Control 4 (1966).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import linprog, lsq_linear

__all__ = ["bounded_forces", "loads_of"]

Array = NDArray[np.float64]


def bounded_forces(mass: Array, rows: Array, free: Array, low: Array, high: Array) -> Array:
    """(k,) forces that solve the problem above.

    mass : (d, d) mass matrix B^T M B;  rows : (k, d) E B;  free : (k,) accelerations or velocities c without the forces
    """
    L = cholesky(mass, lower=True)
    pushed = solve_triangular(L, rows.T, lower=True)  # (d, k) L^-1 B^T E^T
    right = -np.linalg.lstsq(pushed.T, free, rcond=None)[0]
    fixed = high - low <= 0
    f = np.where(fixed, low, 0.0)
    if fixed.all():
        return f
    left = right - pushed[:, fixed] @ f[fixed]
    f[~fixed] = lsq_linear(pushed[:, ~fixed], left, bounds=(low[~fixed], high[~fixed]), method="bvls", tol=1e-15).x
    return f


def loads_of(rows: Array, force: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return how much of its bounds the force of each held joint needs (k,), 1 if it reaches one, and the forces f (k,).

    rows^T f = force. If f is not unique, the largest load is made as small as possible.

    rows : (k, d) E B;  force : (d,) generalised force that the held joints must balance
    """
    f: Array = np.asarray(np.linalg.lstsq(rows.T, force, rcond=None)[0], dtype=float)
    one_sided = ~np.isfinite(high)
    half = np.where(one_sided, max(float(np.abs(force).max(initial=0.0)), 1e-12), (high - low) / 2)
    half, middle = np.maximum(half, 1e-300), low + half

    def loads(f: Array) -> Array:
        return np.asarray(np.where(one_sided, middle - f, np.abs(f - middle)) / half)

    if loads(f).max(initial=0.0) < 1 or np.linalg.matrix_rank(rows) == len(rows):
        return loads(f), f
    k, above = len(f), np.eye(len(f))[~one_sided]
    found = linprog(
        np.append(np.zeros(k), 1.0),
        A_ub=np.vstack([np.hstack([-np.eye(k), -half[:, None]]), np.hstack([above, -half[~one_sided, None]])]),
        b_ub=np.concatenate([-middle, middle[~one_sided]]),
        A_eq=np.hstack([rows.T, np.zeros((rows.shape[1], 1))]),
        b_eq=force,
        bounds=(None, None),
    )
    return (loads(found.x[:-1]), found.x[:-1]) if found.success else (loads(f), f)
