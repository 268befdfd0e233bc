"""Finite Fourier series through a periodic log, with exact derivatives.

q(t) = a_0 + sum_k a_k cos(k w t) + b_k sin(k w t), k = 1 ... K, by least squares. The period is given or found; K is the last
harmonic that stands above the noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["FourierFit", "find_period", "fourier_fit"]

Array = NDArray[np.float64]

SHARE = 0.05
"""Largest part of the number of samples that the number of coefficients may have; more would follow the noise."""

ABOVE = 12.0
"""Power of a harmonic over the mean power of noise in one harmonic above which it is signal; by chance once in 160,000."""

BANDS = 3.0
"""Frequency up to which harmonics are searched, in ends of the motion's band."""

ENOUGH = 2000
"""Number of rows with which a period is improved."""

LACK = 4.0
"""Largest variance of the residual of a periodic log over that of the noise, estimated from the differences of neighbours."""

ROUND_OFF = 1e-9
"""Smallest noise in a log, as a part of its range: numbers in files are rounded."""


@dataclass(frozen=True)
class FourierFit:
    """A Fourier series: period [s], start [s], coefficients (2 K + 1, n), residual (n,) standard deviation of the samples."""

    period: float
    start: float
    coefficients: Array
    residual: Array

    @property
    def harmonics(self) -> int:
        return (len(self.coefficients) - 1) // 2

    @property
    def band(self) -> float:
        """Highest frequency [Hz]."""
        return self.harmonics / self.period

    def __call__(self, time: Array, derivative: int = 0) -> Array:
        """(N, n) the series or a derivative at instants (N,)."""
        return _basis(time - self.start, self.period, self.harmonics, derivative) @ self.coefficients


def _basis(t: Array, period: float, harmonics: int, derivative: int = 0) -> Array:
    """(N, 2 K + 1) columns 1, cos(k w t), sin(k w t), or a derivative of them."""
    w = 2 * np.pi / period * np.arange(1, harmonics + 1)
    phases = np.exp(1j * np.outer(t, w)) * (1j * w) ** derivative
    constant = np.full((len(t), 1), 0.0 if derivative else 1.0)
    return np.hstack([constant, phases.real, phases.imag])


def fourier_fit(time: Array, values: Array, period: float, harmonics: int | None = None, band: float = np.inf) -> FourierFit:
    """Fit a series to samples (N, n); without `harmonics`, K is the last harmonic above the noise in any column.

    band : end of the motion's band [Hz]; harmonics are searched up to some times this frequency
    """
    t = time - time[0]
    most = _most(time, period, band)
    count = most if harmonics is None else harmonics
    coefficients, residual = _solved(t, values, period, count)
    if harmonics is None:
        noise = np.maximum(residual, ROUND_OFF * np.ptp(values, axis=0))
        power = (coefficients[1 : count + 1] ** 2 + coefficients[count + 1 :] ** 2) * len(t) / 2
        # noise alone has a mean power of 2 noise^2 here, chi-square with two freedoms
        loud = (power > ABOVE * 2 * noise**2).any(axis=1)
        count = int(np.flatnonzero(loud)[-1]) + 1 if loud.any() else 1
        coefficients, residual = _solved(t, values, period, count)
    return FourierFit(period, float(time[0]), coefficients, residual)


def _most(time: Array, period: float, band: float) -> int:
    """Return the largest number of harmonics: near the motion's band, and few coefficients for the samples."""
    step = (time[-1] - time[0]) / (len(time) - 1)
    return max(1, int(min(0.4 * period / step, SHARE * len(time) / 2, 400, BANDS * band * period + 2)))


def _solved(t: Array, values: Array, period: float, harmonics: int) -> tuple[Array, Array]:
    basis = _basis(t, period, harmonics)
    gram = basis.T @ basis
    coefficients: Array = np.asarray(np.linalg.solve(gram, basis.T @ values), dtype=float)
    coefficients += np.linalg.solve(gram, basis.T @ (values - basis @ coefficients))  # removes the loss of the normal equations
    spread: Array = (values - basis @ coefficients).std(axis=0) * np.sqrt(len(t) / max(len(t) - basis.shape[1], 1))
    return coefficients, spread


def find_period(time: Array, values: Array, noise: Array, band: float = np.inf) -> float | None:
    """Return the period [s] of a log, or None if it is not periodic; the last period may be incomplete.

    noise, band : (n,) standard deviation of the noise of each column, and end of the motion's band [Hz], of `propose_cut_off`

    Candidates are the lags at which the log repeats itself, and its whole duration; a period must leave no more than the noise as
    residual, with few harmonics.
    """
    step = (time[-1] - time[0]) / (len(time) - 1)
    floor = np.maximum(noise, ROUND_OFF * np.ptp(values, axis=0))
    for candidate in _candidates(time, values, step, floor):
        period = _refined(time, values, candidate, step, band)
        fit = fourier_fit(time, values, period, None, band)
        if fit.harmonics < _most(time, period, band) and (fit.residual**2 <= LACK * floor**2).all():
            return period
    return None


def _candidates(time: Array, values: Array, step: float, floor: Array) -> list[float]:
    """Return lags at which the log is closest to itself, the shortest first, then the duration."""
    even = np.linspace(time[0], time[-1], len(time))
    y = np.column_stack([np.interp(even, time, column) for column in values.T])
    y = (y - y.mean(axis=0)) / y.std(axis=0)
    count, size = len(y), 2 * len(y)
    spectrum = np.fft.rfft(y, size, axis=0)
    product = np.fft.irfft((np.abs(spectrum) ** 2).sum(axis=1), size)[:count]
    power = np.concatenate([[0.0], np.cumsum((y**2).sum(axis=1))])
    lags = np.arange(1, max(2, int(0.9 * count)))
    mismatch = (power[count - lags] + power[count] - power[lags] - 2 * product[lags]) / (count - lags)
    low = np.flatnonzero((mismatch[1:-1] < mismatch[:-2]) & (mismatch[1:-1] <= mismatch[2:])) + 1
    scale = 2 * y.shape[1]  # mismatch of unrelated samples
    near = [k for k in low if mismatch[k] < 0.02 * scale]
    least = min((mismatch[k] for k in near), default=0.0)
    best = [k for k in near if mismatch[k] < 10 * least + 1e-6 * scale]
    return [float(lags[k] * step) for k in best[:3]] + ([len(time) * step] if _joins(values, floor) else [])


def _joins(values: Array, floor: Array) -> bool:
    """Tell whether the end of a log (N, n) leads on to its start, as after one whole period."""
    jump = np.abs(values[0] - (2 * values[-1] - values[-2]))
    bend = np.abs(np.diff(values, 2, axis=0)).max(axis=0)
    return bool((jump <= 3 * bend + 20 * floor).all())


def _refined(time: Array, values: Array, period: float, step: float, band: float) -> float:
    """Improve a period by Gauss-Newton steps on the frequency, for the first harmonics; a period of whole samples is kept."""
    few, best = min(20, _most(time, period, band)), period
    if time[-1] - time[0] < 1.5 * period:
        return period
    some = slice(None, None, max(1, len(time) // ENOUGH))
    time, values = time[some], values[some]
    t = time - time[0]
    for _ in range(6):
        fit = fourier_fit(time, values, best, few)
        rest = (values - fit(time)) / np.ptp(values, axis=0)
        slope = fit(time, 1) / np.ptp(values, axis=0) * (-t / best)[:, None]  # d q / d T, since q depends on t / T
        change = float((slope * rest).sum() / (slope * slope).sum())
        best += float(np.clip(change, -step, step))
        if abs(change) < 1e-9 * best:
            break
    samples = best / step
    return round(samples) * step if abs(samples - round(samples)) < 0.01 else best
