"""Regression spline of degree 7 with a cut-off frequency.

A spline with evenly spaced knots, fitted to samples by least squares, is a low-pass filter without phase shift: two pieces for
each period of the cut-off f_c pass motions below f_c and remove noise above, about as 1 / (1 + (f / f_c)^10). Smoothing splines
penalise a derivative, and their natural end conditions falsify the accelerations near the ends; this one has none. Splines whose
knots follow a given standard deviation (FITPACK) follow the noise if that deviation is too small; this one cannot.

Samples need not be evenly spaced. A weak penalty of the fourth derivative, mu * integral of x''''(t)^2 dt with
mu = 1 / (h (2 pi 10 f_c)^8) for samples at a distance h, carries the spline over gaps; its own cut-off is 10 f_c.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["regression_spline"]

Array = NDArray[np.float64]

DEGREE = 7

PIECES = 2.0
"""Pieces of the spline for each period of the cut-off."""

WEAK = 10.0
"""Cut-off of the penalty, in cut-offs of the spline."""

ROUGH = 4
"""Order of the penalised derivative."""


def regression_spline(time: Array, values: Array, cut_off: float) -> Any:
    """Fit a spline (`scipy.interpolate.BSpline`) to samples (N, k) at instants (N,), with a cut-off [Hz]."""
    from scipy.interpolate import BSpline
    from scipy.linalg import solveh_banded

    span = float(time[-1] - time[0])
    pieces = int(np.clip(np.ceil(PIECES * cut_off * span), 1, max(len(time) - DEGREE, 1)))
    breaks = np.arange(pieces + 1.0)  # time in pieces, for numbers of similar size in the equations
    knots = np.concatenate([np.zeros(DEGREE), breaks, np.full(DEGREE, breaks[-1])])
    u = np.clip((time - time[0]) * pieces / span, 0.0, breaks[-1])
    B = BSpline.design_matrix(u, knots, DEGREE).tocsr()
    weight = len(time) / pieces * (pieces / (2 * np.pi * WEAK * cut_off * span)) ** (2 * ROUGH)
    normal = (B.T @ B + weight * _roughness_matrix(knots, breaks)).todia()
    banded = np.zeros((DEGREE + 1, pieces + DEGREE))
    for offset, diagonal in zip(normal.offsets, normal.data, strict=True):
        if 0 <= offset <= DEGREE:
            banded[DEGREE - offset] = diagonal
    middle = values.mean(axis=0)
    coefficients = solveh_banded(banded, B.T @ (values - middle))
    return BSpline(knots * span / pieces + time[0], coefficients + middle, DEGREE)


def _roughness_matrix(knots: Array, breaks: Array) -> Any:
    """Sparse matrix R with c^T R c = integral of the squared derivative of order `ROUGH`, exact by Gauss points in each piece."""
    from scipy.interpolate import BSpline
    from scipy.sparse import diags

    points, weights = np.polynomial.legendre.leggauss(DEGREE - ROUGH + 1)
    half = np.diff(breaks)[:, None] / 2
    at = (breaks[:-1, None] + half * (1 + points)).ravel()
    low = BSpline.design_matrix(at, knots[ROUGH:-ROUGH], DEGREE - ROUGH).tocsr()
    T = low @ _derivative_matrix(knots)
    return T.T @ diags((half * weights).ravel()) @ T


def _derivative_matrix(knots: Array) -> Any:
    """Sparse matrix from the coefficients of a spline to those of its derivative of order `ROUGH`."""
    from scipy.sparse import diags, identity

    D, t = identity(len(knots) - DEGREE - 1, format="csr"), knots
    for degree in range(DEGREE, DEGREE - ROUGH, -1):
        n = D.shape[0]
        rate = degree / (t[degree + 1 : degree + n] - t[1:n])
        D = diags([-rate, rate], [0, 1], shape=(n - 1, n), format="csr") @ D
        t = t[1:-1]
    return D
