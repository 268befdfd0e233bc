"""Covariance of an estimate whose noise is correlated in time or between the actuators.

An estimate solves Z^T (tau - W chi) = 0, with Z = W for least squares and with instruments Z otherwise; all rows are divided by the
standard deviations of the noise. Its covariance is the sandwich

    C = A^-1 S A^-T,    A = Z^T W,    S = sum_t sum_l Z_t^T r_l Z_(t+l),

where r_l = E[e_t e_(t+l)^T] (n_a, n_a) is the covariance of the noise at a lag of l samples. White noise has r_0 = 1 and S = Z^T Z.
Noise of the positions that a regressor contains is negatively correlated in time, and S is smaller than Z^T Z; what a model does
not explain is positively correlated, and S is larger.

The residuals give r_l up to the lag M = 2 m, where m is the last lag with a correlation that white noise does not have; a
trapezoidal window takes the upper half to zero, and negative parts of the spectrum are set to zero, so that S is positive.

References
----------
White, Econometrica 48 (1980), 817-838. Newey & West, Econometrica 55 (1987), 703-708.
Politis, Journal of Nonparametric Statistics 15 (2003), 439-467 (the lag and the window).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.fft
from numpy.typing import NDArray

__all__ = ["noise_lag", "sandwich_covariance"]

Array = NDArray[np.float64]

Scores = tuple[Array, Array]
"""Rows that follow one another in time: Z (N, n_a, n_b) and residuals e (N, n_a), divided by the noise."""

QUIET = 5
"""Number of lags without correlation that end the search for the last correlated lag."""

LONGEST = 0.1
"""Longest lag, as a part of the samples."""


def sandwich_covariance(inverse: Array, chunks: Sequence[Scores], freedom: float) -> Array | None:
    """Return the covariance A^-1 S A^-T (n_b, n_b), or None for noise that is white.

    inverse : (n_b, n_b) A^-1;  freedom : number of samples less the share that the parameters take
    """
    r = _covariances([e for _, e in chunks], freedom)
    m = noise_lag(r, sum(len(e) for _, e in chunks))
    if m is None:
        return None
    window = np.clip(2 - np.arange(2 * m + 1) / max(m, 1), 0.0, 1.0)
    S = sum(_products(Z, r[: 2 * m + 1] * window[:, None, None]) for Z, _ in chunks)
    return np.asarray(inverse @ ((S + S.T) / 2) @ inverse.T)


def noise_lag(covariances: Array, count: int) -> int | None:
    """Return the last lag at which noise is correlated; 0 if it is so between actuators alone, None for white noise.

    covariances : (L, n_a, n_a) r_l of `count` samples
    """
    deviations = np.sqrt(np.maximum(np.diagonal(covariances[0]), np.finfo(float).tiny))
    rho = np.abs(covariances) / np.outer(deviations, deviations)
    rho[0] -= np.eye(len(deviations))
    found = (rho > 2 * np.sqrt(np.log10(count) / count)).any(axis=(1, 2))
    if not found[: QUIET + 1].any():
        return None
    quiet = np.convolve(found[1:], np.ones(QUIET))[QUIET - 1 :] == 0
    last = int(np.argmax(quiet)) if quiet.any() else len(found)
    return min(last, (len(found) - 1) // 2)


def _covariances(residuals: Sequence[Array], freedom: float) -> Array:
    """(L, n_a, n_a) covariances r_l = E[e_t e_(t+l)^T]; lags do not cross the end of a chunk."""
    lags = max(2 * QUIET, int(LONGEST * max(map(len, residuals))))
    total = np.zeros((lags, residuals[0].shape[1], residuals[0].shape[1]))
    for e in residuals:
        size = scipy.fft.next_fast_len(len(e) + lags, real=True)
        F = scipy.fft.rfft(e, size, axis=0)
        total += scipy.fft.irfft(F.conj()[:, :, None] * F[:, None, :], size, axis=0)[:lags]
    return total / freedom


def _products(Z: Array, r: Array) -> Array:
    """(n_b, n_b) sum over t and l of Z_t^T r_l Z_(t+l), with r_(-l) = r_l^T."""
    n, n_a, n_b = Z.shape
    size = scipy.fft.next_fast_len(n + len(r), real=True)
    both = np.zeros((size, n_a, n_a))
    both[: len(r)] = r
    both[-len(r) + 1 or size :] = r[:0:-1].transpose(0, 2, 1)
    spectrum = _positive(scipy.fft.rfft(both, axis=0).conj())
    F = scipy.fft.rfft(Z, size, axis=0)
    filtered = scipy.fft.irfft(spectrum @ F, size, axis=0)[:n]
    return np.asarray(Z.reshape(-1, n_b).T @ filtered.reshape(-1, n_b))


def _positive(spectrum: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Set negative eigenvalues of Hermitian matrices (K, n_a, n_a) to zero."""
    values, vectors = np.linalg.eigh(spectrum)
    return np.asarray((vectors * np.maximum(values, 0.0)[:, None, :]) @ vectors.conj().transpose(0, 2, 1))
