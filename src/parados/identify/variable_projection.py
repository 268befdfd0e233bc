"""Nonlinear least squares with variable projection: few nonlinear parameters outside, the linear ones solved inside.

For each value of the nonlinear parameters theta the linear ones follow from least squares; the residual is a function of theta
alone, min over chi of ||tau - W(theta) chi||.

References
----------
Golub & Pereyra, SIAM J. Numer. Anal. 10 (1973), 413-432; Kaufman, BIT 15 (1975), 49-57.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

__all__ = ["ProjectedFit", "variable_projection"]

Array = NDArray[np.float64]

STEP = 1e-2
"""Step of the central differences, relative to the size of a parameter; far above the round-off of solved positions."""


@dataclass(frozen=True, eq=False)
class ProjectedFit:
    """Result of a separable least-squares problem.

    nonlinear, linear : parameters theta (p,) and chi (n,);  covariance : (p + n, p + n) of both together
    squares : weighted sum of squared residuals;  rows : number of rows
    """

    nonlinear: Array
    linear: Array
    covariance: Array
    squares: float
    rows: int


def variable_projection(
    rows: Callable[[Array], tuple[Array, Array]], start: Array, lower: Array, upper: Array, scale: Array
) -> ProjectedFit:
    """Minimise over theta within bounds.

    rows : function of theta that returns the weighted matrix (M, n) and the weighted right-hand side (M,)
    start, lower, upper, scale : (p,) first values, bounds and typical sizes of theta
    """
    from scipy.optimize import least_squares

    def residual(theta: Array) -> Array:
        W, tau = rows(theta)
        return tau - W @ _linear(W, tau)

    def slopes(theta: Array) -> Array:
        return np.column_stack([_difference(residual, theta, k, scale, lower, upper) for k in range(len(theta))])

    found = least_squares(residual, start, jac=slopes, bounds=(lower, upper), x_scale=scale, method="trf")
    W, tau = rows(found.x)
    chi = _linear(W, tau)
    predicted = partial(_predicted, rows, chi)
    by_theta = np.column_stack([_difference(predicted, found.x, k, scale, lower, upper) for k in range(len(found.x))])
    full = np.column_stack((by_theta, W))
    size = np.linalg.norm(full, axis=0)
    size[size == 0] = 1.0
    R = np.asarray(np.linalg.qr(full / size, mode="r"))
    inverse = np.linalg.pinv(R) / size[:, None]
    r = tau - W @ chi
    squares = float(r @ r)
    variance = squares / max(len(r) - full.shape[1], 1)
    return ProjectedFit(found.x, chi, variance * inverse @ inverse.T, squares, len(r))


def _linear(W: Array, tau: Array) -> Array:
    size = np.linalg.norm(W, axis=0)
    size[size == 0] = 1.0
    return np.asarray(np.linalg.lstsq(W / size, tau, rcond=1e-12)[0] / size)


def _predicted(rows: Callable[[Array], tuple[Array, Array]], chi: Array, theta: Array) -> Array:
    W, tau = rows(theta)
    return np.asarray(W @ chi - tau)


def _difference(function: Callable[[Array], Array], theta: Array, k: int, scale: Array, lower: Array, upper: Array) -> Array:
    """Central difference of a function of theta with respect to one entry, inside the bounds."""
    up, down = theta.copy(), theta.copy()
    up[k], down[k] = min(theta[k] + STEP * scale[k], upper[k]), max(theta[k] - STEP * scale[k], lower[k])
    return np.asarray((function(up) - function(down)) / (up[k] - down[k]))
