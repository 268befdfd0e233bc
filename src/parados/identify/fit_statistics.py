"""Statistics of a fit: correlation, autocorrelation of the residuals, whiteness, chi-square.

Standard deviations of least squares assume independent noise. Noise that was filtered, or that contains what the model cannot
explain, is correlated in time: N samples of it count as N / s independent ones, where s = 1 + 2 sum_k rho_k is the
autocorrelation time and rho_k the autocorrelation at a lag of k samples.

References
----------
Sokal, Monte Carlo methods in statistical mechanics (1997), section 3. Ljung & Box, Biometrika 65 (1978), 297-303.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

__all__ = ["autocorrelation", "autocorrelation_time", "chi_square", "correlation", "relative_deviations", "whiteness"]

Array = NDArray[np.float64]

WINDOW = 5.0
"""The autocorrelation is summed up to the first lag that is this many autocorrelation times (Sokal)."""

LAGS = 20
"""Number of lags of the test of whiteness."""


def correlation(covariance: Array) -> Array:
    """(n, n) correlation matrix of a covariance matrix."""
    deviations = np.sqrt(np.diag(covariance))
    return np.asarray(covariance / np.outer(deviations, deviations))


def relative_deviations(values: Array, covariance: Array) -> Array:
    """(n,) standard deviations relative to the values; infinite for a value of zero."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.sqrt(np.diag(covariance)) / np.abs(values))


def autocorrelation(residuals: Array) -> Array:
    """(N,) autocorrelation rho_k of residuals (N,) at lags 0 ... N - 1, about a mean of zero; rho_0 = 1."""
    n = len(residuals)
    spectrum = np.fft.rfft(residuals, 2 * n)
    rho = np.fft.irfft(np.abs(spectrum) ** 2)[:n]
    return np.asarray(rho / rho[0]) if rho[0] > 0 else np.r_[1.0, np.zeros(n - 1)]


def autocorrelation_time(residuals: Array) -> float:
    """Autocorrelation time s = 1 + 2 sum_k rho_k of residuals (N,) [samples]; at least 1.

    The sum ends at the first lag k >= WINDOW s. A value that does not differ from 1 by two of its own standard deviations, as for
    white noise, is 1.
    """
    n = len(residuals)
    s = np.cumsum(2 * autocorrelation(residuals)) - 1
    ends = np.arange(n) >= WINDOW * s
    last = int(np.argmax(ends)) if ends.any() else n - 1
    deviation = np.sqrt(2 * (2 * last + 1) / n)
    return float(s[last]) if s[last] > 1 + 2 * deviation else 1.0


def whiteness(residuals: Array) -> float:
    """Probability that white noise has autocorrelations as large as these residuals (N,) (test of Ljung and Box)."""
    n, lags = len(residuals), min(LAGS, len(residuals) - 1)
    rho = autocorrelation(residuals)[1 : lags + 1]
    statistic = n * (n + 2) * np.sum(rho**2 / (n - np.arange(1, lags + 1)))
    return float(chi2.sf(statistic, lags))


def chi_square(values: Array, covariance: Array, truth: Array) -> float:
    """Squared distance of the values from the truth in units of their covariance, divided by their number; about 1."""
    error = values - truth
    return float(error @ np.linalg.solve(covariance, error) / len(error))
