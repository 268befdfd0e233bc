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

import numpy as np
from numpy.typing import NDArray

__all__ = ["ProjectedFit", "variable_projection"]

Array = NDArray[np.float64]

STEP = 1e-5
"""Relative step of the differences for the covariance."""


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

    found = least_squares(residual, start, bounds=(lower, upper), x_scale=scale, diff_step=STEP, method="trf")
    W, tau = rows(found.x)
    chi = _linear(W, tau)
    by_theta = np.column_stack([_slope(rows, found.x, k, chi, scale, lower, upper) for k in range(len(found.x))])
    full = np.column_stack((by_theta, W))
    size = np.linalg.norm(full, axis=0)
    size[size == 0] = 1.0
    R = np.linalg.qr(full / size, mode="r")
    inverse = np.linalg.pinv(R) / size[:, None]
    r = tau - W @ chi
    squares = float(r @ r)
    variance = squares / max(len(r) - full.shape[1], 1)
    return ProjectedFit(found.x, chi, variance * inverse @ inverse.T, squares, len(r))


def _linear(W: Array, tau: Array) -> Array:
    size = np.linalg.norm(W, axis=0)
    size[size == 0] = 1.0
    return np.asarray(np.linalg.lstsq(W / size, tau, rcond=1e-12)[0] / size)


def _slope(
    rows: Callable[[Array], tuple[Array, Array]], theta: Array, k: int, chi: Array, scale: Array, lower: Array, upper: Array
) -> Array:
    """Derivative of the predicted rows W(theta) chi - tau(theta) with respect to one nonlinear parameter."""
    h = 1e-4 * scale[k]
    up, down = theta.copy(), theta.copy()
    up[k], down[k] = min(theta[k] + h, upper[k]), max(theta[k] - h, lower[k])
    (W_up, t_up), (W_down, t_down) = rows(up), rows(down)
    return np.asarray(((W_up @ chi - t_up) - (W_down @ chi - t_down)) / (up[k] - down[k]))
