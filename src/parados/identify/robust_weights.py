"""Iteratively reweighted least squares: samples that the model explains badly count less (Huber).

Each step solves a weighted regression. The weight of a sample is 1 where its residual is below 1.345 noise deviations and falls
as 1.345 noise / |residual| above. The noise of an actuator is 1.4826 times the median of |residual|, insensitive to outliers.

References
----------
Huber, Robust Statistics (1981), chapter 7. Holland & Welsch, Communications in Statistics 6 (1977), 813-827.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.identify.gram_matrix import GramFactors, Rows, gram_factors
from parados.identify.least_squares import Estimate, solve, weighted

__all__ = ["reweighted"]

Array = NDArray[np.float64]

TURN = 1.345
"""Residual in noise deviations from which a sample counts less; 95 % efficiency for normal noise."""

NORMAL = 1.4826
"""Standard deviation of normal noise, divided by the median of its absolute value."""

STEPS, SETTLED = 50, 1e-6
"""Largest number of steps, and the change in deviations of the parameters below which they no longer change."""


def reweighted(rows: Callable[[], Iterable[Rows]], gram: GramFactors) -> tuple[Estimate, Array]:
    """Return the robust estimate, and the weights (N, n_a) of the samples in the last step.

    rows : yields the chunks of rows; called once for each step
    gram : Gram factors of the same rows
    """
    found = weighted(gram)
    for _ in range(STEPS):
        residuals = np.vstack([tau - W @ found.values for W, tau in rows()])
        noise = np.maximum(NORMAL * np.median(np.abs(residuals), axis=0), found.noise * 1e-12)
        weights = np.minimum(1.0, TURN * noise / np.maximum(np.abs(residuals), 1e-300))
        before, found = found, solve(gram_factors(_weighted(rows(), weights)), noise)
        if (np.abs(found.values - before.values) / np.sqrt(np.diag(found.covariance))).max() < SETTLED:
            break
    return replace(found, covariance=found.covariance * _correction(residuals / noise, weights)), weights


def _weighted(chunks: Iterable[Rows], weights: Array) -> Iterable[Rows]:
    """Yield the rows multiplied by the square roots of their weights."""
    start = 0
    for W, tau in chunks:
        root = np.sqrt(weights[start : start + len(W)])
        start += len(W)
        yield W * root[:, :, None], tau * root


def _correction(r: Array, weights: Array) -> float:
    """Return the factor of the covariance of an M-estimate: E[psi^2] E[w] / E[psi']^2 with psi = w r (Huber 1981, (7.6.5))."""
    psi, inside = weights * r, (weights == 1.0).mean()
    return float((psi**2).mean() * weights.mean() / inside**2)
