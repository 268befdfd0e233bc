"""Covariance of an estimate whose noise is correlated in time or between the actuators.

An estimate solves Z^T (tau - W chi) = 0, with Z = W for least squares and with instruments Z otherwise; all rows are divided by
the standard deviations of the noise. Its covariance is the sandwich

    C = A^-1 S A^-T,    A = Z^T W,    S = sum_t sum_s Z_t^T r_(s-t) Z_s = 1/N sum_w Z(w)^H Phi(w) Z(w),

where r_l = E[e_t e_(t+l)^T] (n_a, n_a) is the covariance of the noise at a lag of l samples, Phi its spectrum, and Z(w) the
Fourier transform of the rows. White noise has Phi = 1 and S = Z^T Z. Noise of the positions that a regressor contains is
negatively correlated in time: it has high frequencies alone, where the smooth Z has little, and S is smaller than Z^T Z. What a
model does not explain is positively correlated, and S is larger.

The spectrum is the periodogram of the residuals, averaged over neighbouring frequencies. The parameters take a part of the
residuals away, that of the leverage h(w) = diag(W(w) A^-1 Z(w)^H) / N, by which the periodogram is corrected.

References
----------
White, Econometrica 48 (1980), 817-838. Hannan, Multiple Time Series (1970), chapter VII (regression in the frequency domain).
MacKinnon & White, Journal of Econometrics 29 (1985), 305-325 (leverage). Politis, J. Nonparametric Statistics 15 (2003), 439-467.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.fft
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

__all__ = ["noise_lag", "sandwich_covariance", "whitened_rows"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

Scores = tuple[Array, Array, Array]
"""Rows that follow one another in time: W and Z (N, n_a, n_b) and residuals e (N, n_a), divided by the noise."""

QUIET = 5
"""Number of lags without correlation that end the search for the last correlated lag."""

NARROW, LAGS = 20, 4
"""Smallest number of frequencies in a mean, and their distance as a part 1 / LAGS of 1 / (last correlated lag)."""

LEFT = 0.25
"""Smallest part of the periodogram that the parameters can leave."""


def sandwich_covariance(inverse: Array, chunks: Sequence[Scores]) -> Array | None:
    """Return the covariance A^-1 S A^-T (n_b, n_b) with A^-1 = `inverse`, or None for noise that is white."""
    size = _size(chunks)
    transforms = [scipy.fft.rfft(Z, size, axis=0) for _, Z, _ in chunks]
    Phi = _spectrum(inverse, chunks, transforms, size)
    if Phi is None:
        return None
    Phi[1 : (size + 1) // 2] *= 2  # the frequencies -w
    S = sum(_products(F, Phi) for F in transforms) / size
    return np.asarray(inverse @ S @ inverse.T)


def whitened_rows(inverse: Array, chunks: Sequence[Scores]) -> list[Array] | None:
    """Return the rows Phi(w)^-1 Z(w) of each chunk, in time: the best instruments for this noise; None if it is white."""
    size = _size(chunks)
    transforms = [scipy.fft.rfft(Z, size, axis=0) for _, Z, _ in chunks]
    Phi = _spectrum(inverse, chunks, transforms, size)
    if Phi is None:
        return None
    inverses = np.linalg.inv(Phi)
    filtered = [scipy.fft.irfft(inverses @ F, size, axis=0) for F in transforms]
    return [one[: len(e)] for one, (_, _, e) in zip(filtered, chunks, strict=True)]


def _size(chunks: Sequence[Scores]) -> int:
    """Return the number of samples of the Fourier transforms."""
    return int(scipy.fft.next_fast_len(max(len(e) for _, _, e in chunks), real=True))


def _spectrum(inverse: Array, chunks: Sequence[Scores], transforms: Sequence[Complex], size: int) -> Complex | None:
    """(K, n_a, n_a) spectrum of the noise at the frequencies of the transforms Z(w); None for noise that is white."""
    count = sum(len(e) for _, _, e in chunks)
    periodogram = np.sum([_squares(scipy.fft.fft(e, size, axis=0)) for _, _, e in chunks], axis=0) / count
    m = noise_lag(scipy.fft.ifft(periodogram, axis=0).real[: size // 2], count)
    if m is None:
        return None
    h = np.zeros((size // 2 + 1, periodogram.shape[1]))
    for (W, Z, _), F in zip(chunks, transforms, strict=True):
        rows = F if W is Z else scipy.fft.rfft(W, size, axis=0)
        h += np.einsum("kji,kji->kj", F.conj(), rows @ inverse).real / count
    leverage = np.concatenate((h, h[-2 + size % 2 : 0 : -1]))  # with the frequencies -w
    width = max(NARROW, int(min(size ** (2 / 3), size / (LAGS * max(m, 1)))))
    mean = uniform_filter1d(periodogram, width, axis=0, mode="wrap")
    left = np.sqrt(np.maximum(1 - uniform_filter1d(leverage, width, axis=0, mode="wrap"), LEFT))
    return np.asarray(mean / (left[:, :, None] * left[:, None, :]))[: len(h)]


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


def _products(F: Complex, Phi: Complex) -> Array:
    """(n_b, n_b) real part of the sum of F^H Phi F over the frequencies."""
    left, right = F.reshape(-1, F.shape[2]), (Phi @ F).reshape(-1, F.shape[2])
    return np.asarray(left.real.T @ right.real + left.imag.T @ right.imag)
