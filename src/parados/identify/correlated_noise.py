"""Covariance of an estimate whose noise is correlated in time or between the actuators.

An estimate solves Z^T (tau - W chi) = 0, with Z = W for least squares and with instruments Z otherwise; all rows are divided by the
standard deviations of the noise. Its covariance is the sandwich

    C = A^-1 S A^-T,    A = Z^T W,    S = sum_t sum_s Z_t^T r_(s-t) Z_s = 1/N sum_w Z(w)^H Phi(w) Z(w),

where r_l = E[e_t e_(t+l)^T] (n_a, n_a) is the covariance of the noise at a lag of l samples, Phi its spectrum, and Z(w) the Fourier
transform of the rows. White noise has Phi = 1 and S = Z^T Z. Noise of the positions that a regressor contains is negatively
correlated in time: it has high frequencies alone, where the smooth Z has nothing, and S is smaller than Z^T Z by the residuals'
variance. What a model does not explain is positively correlated, and S is larger.

The spectrum is the periodogram of the residuals, averaged over neighbouring frequencies. The parameters take a part of the residuals
away, that of the leverage h(w) = diag(Z(w) A^-1 Z(w)^H) / N, by which the periodogram is corrected.

Noise that is larger in some poses than in others does not have one spectrum. The influences u_t = A^-1 Z_t^T e_t of the samples on the
parameters, whose sum is the error of the estimate, show it: C is scaled so that its diagonal is N times their spectrum near w = 0.

References
----------
White, Econometrica 48 (1980), 817-838. Hannan, Multiple Time Series (1970), chapter VII (regression in the frequency domain).
MacKinnon & White, Journal of Econometrics 29 (1985), 305-325 (leverage). Politis, J. Nonparametric Statistics 15 (2003), 439-467.
Newey & West, Econometrica 55 (1987), 703-708 (influences).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.fft
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

__all__ = ["noise_lag", "sandwich_covariance"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

Scores = tuple[Array, Array]
"""Rows that follow one another in time: Z (N, n_a, n_b) and residuals e (N, n_a), divided by the noise."""

QUIET = 5
"""Number of lags without correlation that end the search for the last correlated lag."""

NARROW, LAGS = 20, 4
"""Smallest number of frequencies in a mean, and their distance as a part 1 / LAGS of 1 / (last correlated lag)."""

LEFT = 0.25
"""Smallest part of the periodogram that the parameters can leave."""


def sandwich_covariance(inverse: Array, chunks: Sequence[Scores]) -> Array | None:
    """Return the covariance A^-1 S A^-T (n_b, n_b) with A^-1 = `inverse`, or None for noise that is white."""
    count, size = sum(len(e) for _, e in chunks), scipy.fft.next_fast_len(max(len(e) for _, e in chunks), real=True)
    periodogram = sum(_squares(scipy.fft.fft(e, size, axis=0)) for _, e in chunks) / count
    m = noise_lag(scipy.fft.ifft(periodogram, axis=0).real[: size // 2], count)
    if m is None:
        return None
    transforms = [scipy.fft.rfft(Z, size, axis=0) for Z, _ in chunks]
    leverage = sum(np.einsum("kji,kji->kj", F.conj(), F @ inverse.T).real for F in transforms) / count
    width = max(NARROW, int(min(size ** (2 / 3), size / (LAGS * max(m, 1)))))
    Phi = _spectrum(periodogram, np.concatenate((leverage, leverage[-2 + size % 2 : 0 : -1])), width)[: len(leverage)]
    Phi[1 : (size + 1) // 2] *= 2  # the frequencies -w
    S = sum(_products(F, Phi) for F in transforms) / size
    C = inverse @ S @ inverse.T
    scale = np.sqrt(_influences(inverse, chunks, size, width) / np.diag(C))
    return np.asarray(C * np.outer(scale, scale))


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
    return int(np.argmax(quiet)) if quiet.any() else len(found)


def _squares(F: Complex) -> Complex:
    """(K, n_a, n_a) products F F^H of each frequency."""
    return np.asarray(F[:, :, None] * F.conj()[:, None, :])


def _spectrum(periodogram: Complex, leverage: Array, width: int) -> Complex:
    """(K, n_a, n_a) mean of the periodogram over `width` frequencies, without the loss by the leverage (K, n_a)."""
    mean = uniform_filter1d(periodogram, width, axis=0, mode="wrap")
    left = np.sqrt(np.maximum(1 - uniform_filter1d(leverage, width, axis=0, mode="wrap"), LEFT))
    return np.asarray(mean / (left[:, :, None] * left[:, None, :]))


def _influences(inverse: Array, chunks: Sequence[Scores], size: int, width: int) -> Array:
    """(n_b,) variances of the parameters by the mean of the periodogram of the influences over `width` frequencies about 0."""
    part = slice(1, width // 2 + 1)  # the estimate makes the sum of the influences zero
    u = [np.einsum("nji,nj->ni", Z, e) @ inverse.T for Z, e in chunks]
    return np.asarray(sum(np.abs(scipy.fft.rfft(one, size, axis=0)[part]) ** 2 for one in u).mean(axis=0))


def _products(F: Complex, Phi: Complex) -> Array:
    """(n_b, n_b) real part of the sum of F^H Phi F over the frequencies."""
    left, right = F.reshape(-1, F.shape[2]), (Phi @ F).reshape(-1, F.shape[2])
    return np.asarray(left.real.T @ right.real + left.imag.T @ right.imag)
