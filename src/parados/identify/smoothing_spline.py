"""Smoothing spline of degree 5 with a cut-off frequency.

x(t) minimises  sum_k (y_k - x(t_k))^2 + mu * integral of x'''(t)^2 dt.  For dense samples at a distance h this is a low-pass
filter without phase shift, of gain 1 / (1 + mu h (2 pi f)^6), so that mu = 1 / (h (2 pi f_c)^6) has the cut-off f_c (gain 1/2).
Because the third derivative is penalised, the acceleration is smooth; a cubic smoothing spline penalises the acceleration itself,
which makes it rough inside and zero at the ends. Samples need not be evenly spaced.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["smoothing_spline"]

Array = NDArray[np.float64]

DEGREE = 5

FINENESS = 6
"""Pieces of the spline for each period of the cut-off; never more than one for each sample."""


def smoothing_spline(time: Array, values: Array, cut_off: float) -> Any:
    """Fit a spline (`scipy.interpolate.BSpline`) to samples (N, k) at instants (N,), with a cut-off [Hz]."""
    from scipy.interpolate import BSpline
    from scipy.linalg import solveh_banded

    span = float(time[-1] - time[0])
    step = span / (len(time) - 1)
    pieces = int(np.clip(np.ceil(FINENESS * cut_off * span), 1, max(len(time) - DEGREE, 1)))
    breaks = np.linspace(0.0, span, pieces + 1)
    knots = np.concatenate([np.zeros(DEGREE), breaks, np.full(DEGREE, span)])
    B = BSpline.design_matrix(np.clip(time - time[0], 0.0, span), knots, DEGREE).tocsr()
    scale = 1 / (step * (2 * np.pi * cut_off) ** 6)
    normal = (B.T @ B + scale * _roughness_matrix(knots, breaks)).todia()
    banded = np.zeros((DEGREE + 1, pieces + DEGREE))
    for offset, diagonal in zip(normal.offsets, normal.data, strict=True):
        if 0 <= offset <= DEGREE:
            banded[DEGREE - offset] = diagonal
    coefficients = solveh_banded(banded, B.T @ values)
    return BSpline(knots + time[0], coefficients, DEGREE)


def _roughness_matrix(knots: Array, breaks: Array) -> Any:
    """Sparse matrix R with c^T R c = integral of x'''(t)^2 dt, exact by three Gauss points in each piece."""
    from scipy.interpolate import BSpline
    from scipy.sparse import diags

    points, weights = np.polynomial.legendre.leggauss(3)
    half = np.diff(breaks)[:, None] / 2
    at = (breaks[:-1, None] + half * (1 + points)).ravel()
    size = len(knots) - DEGREE - 1
    W = diags((half * weights).ravel())
    D = _third_derivative(knots, size)
    low = BSpline.design_matrix(at, knots[3:-3], DEGREE - 3).tocsr()
    T = low @ D
    return T.T @ W @ T


def _third_derivative(knots: Array, size: int) -> Any:
    """Sparse matrix from the coefficients of a spline to those of its third derivative."""
    from scipy.sparse import diags, identity

    D, t = identity(size, format="csr"), knots
    for degree in (DEGREE, DEGREE - 1, DEGREE - 2):
        n = D.shape[0]
        rate = degree / (t[degree + 1 : degree + n] - t[1:n])
        D = diags([-rate, rate], [0, 1], shape=(n - 1, n), format="csr") @ D
        t = t[1:-1]
    return D
