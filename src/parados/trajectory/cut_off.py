"""Cut-off frequency of a log, from its spectrum.

Measured positions are the motion, at low frequencies, and noise, at all frequencies. In the spectrum of the accelerations,
(2 pi f)^4 P(f), the motion falls and the noise rises: the valley between them is the end of the motion's band. Above it
everything counts as noise, below it the noise is as strong as at the valley. Then the error of the accelerations behind a
low-pass filter of gain G is known for each cut-off,

    E(f_c)^2 = integral of (2 pi f)^4 [ (1 - G)^2 S(f) + G^2 N(f) ] df,    G = 1 / (1 + (f / f_c)^sharpness),

and the proposed cut-off minimises it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import name_list, positive, table, whole
from parados.errors import InputError
from parados.text.result_display import Display, Shown

__all__ = ["BUTTERWORTH", "LEAST", "SPLINE", "CutOff", "propose_cut_off"]

Array = NDArray[np.float64]

KAISER = 16.0
"""Shape of the window; its side lobes are below 1e-6 of the main lobe, whose half width is about five lines."""

LINES = 6
"""First line of the spectrum that is not changed by the removed trend and by the window."""

SMOOTH = 0.08
"""Half width of the mean over neighbouring lines, as a part of the frequency."""

DOMINATED = 0.02
"""Part of the acceleration that may be noise without a warning."""

CANDIDATES = 80

LEAST = 40
"""Least number of samples with a usable spectrum."""

BUTTERWORTH, SPLINE = 8, 10
"""Exponents of the gains of the zero-phase Butterworth filter of order 4, and of the regression spline of degree 7."""


@dataclass(frozen=True)
class CutOff(Shown):
    """Proposed cut-off and the spectrum that it comes from.

    Attributes
    ----------
    proposed : cut-off [Hz] with the smallest expected error of the accelerations
    band : (n,) end of the motion's band in each column [Hz]
    noise : (n,) standard deviation of the noise of each column [rad, m]
    names : of the columns
    frequency : (M,) [Hz]
    spectrum : (M, n) power spectral density of the positions [rad^2/Hz, m^2/Hz]
    acceleration : (n,) standard deviation of the motion's acceleration [rad/s^2, m/s^2]
    candidates : (C,) cut-offs [Hz]
    errors, noises : (C, n) expected standard deviations of the error of the acceleration, in all and by noise alone
    """

    proposed: float
    band: Array
    noise: Array
    names: tuple[str, ...]
    frequency: Array
    spectrum: Array
    acceleration: Array
    candidates: Array
    errors: Array
    noises: Array

    def warning(self, cut_off: float) -> str:
        """Return a sentence if a given cut-off lets noise dominate the accelerations or cuts the motion, else an empty text."""
        share = self.share(self.noises, cut_off)
        total, best = self.share(self.errors, cut_off), self.share(self.errors, self.proposed)
        if total.max() < DOMINATED or (total < 2 * best).all():
            return ""
        k = int(np.argmax(total / np.maximum(best, 1e-12)))
        if share[k] > 0.5 * total[k]:
            return (
                f"cut_off: with {cut_off:g} Hz noise makes {share[k]:.1%} of the acceleration of {self.names[k]}, with the "
                f"proposed {self.proposed:.3g} Hz {self.share(self.noises, self.proposed)[k]:.1%}; estimates would be biased"
            )
        return (
            f"cut_off: {cut_off:g} Hz removes {total[k]:.1%} of the acceleration of {self.names[k]}, whose motion reaches "
            f"{self.band[k]:.3g} Hz; the proposed cut-off is {self.proposed:.3g} Hz"
        )

    def share(self, errors: Array, cut_off: float) -> Array:
        """(n,) errors of the acceleration at a cut-off, as parts of the acceleration."""
        place = np.log(np.clip(cut_off, self.candidates[0], self.candidates[-1]))
        logs = np.log(self.candidates)
        found = np.array([np.interp(place, logs, column) for column in errors.T])
        return np.asarray(found / np.maximum(self.acceleration, 1e-300))

    def _display(self) -> Display:
        facts = {
            "proposed cut-off": f"{self.proposed:.4g} Hz",
            "band of the motion": ", ".join(f"{n} {b:.3g} Hz" for n, b in zip(self.names, self.band, strict=True)),
            "noise": ", ".join(f"{n} {s:.2g}" for n, s in zip(self.names, self.noise, strict=True)),
        }
        return Display("cut-off frequency of a log", facts, picture=self.plot)

    def plot(self, cut_off: float | None = None) -> Any:
        """Plot the spectra and the expected errors of the acceleration; `cut_off` is marked as well."""
        from parados.trajectory.cut_off_figure import cut_off_figure

        return cut_off_figure(self, cut_off)


def power_spectrum(values: Array, step: float) -> tuple[Array, Array]:
    """Frequencies (M,) [Hz] and power spectral densities (M, n) of columns (N, n), without their linear trend."""
    from scipy.signal import detrend, periodogram

    f, P = periodogram(detrend(values, axis=0), 1 / step, window=("kaiser", KAISER), detrend=False, axis=0)
    return f, P


def _smoothed(f: Array, P: Array) -> Array:
    """Mean of the spectrum over neighbouring lines, at least over the main lobe of the window."""
    total = np.vstack([np.zeros((1, P.shape[1])), np.cumsum(P, axis=0)])
    half = np.maximum(LINES, (SMOOTH * np.arange(len(f))).astype(int))
    low, high = np.maximum(np.arange(len(f)) - half, 0), np.minimum(np.arange(len(f)) + half + 1, len(f))
    return (total[high] - total[low]) / (high - low)[:, None]


def _valleys(f: Array, P: Array) -> list[int]:
    """Return for each column the line of the valley between the motion and the noise in the spectrum of accelerations."""
    w = 2 * np.pi * f
    smooth = _smoothed(f, P)
    top = max(int(0.9 * len(f)), LINES + 2)
    found = []
    for rates, accelerations in zip((w[:, None] ** 2 * P).T, (w[:, None] ** 4 * smooth).T, strict=True):
        energy = np.cumsum(rates)
        first = max(int(np.searchsorted(energy, 0.5 * energy[-1])), LINES)
        first = min(first, top - 1)
        found.append(first + int(np.argmin(accelerations[first:top])))
    return found


def propose_cut_off(values: Array, step: float, *, names: tuple[str, ...] = (), sharpness: int = BUTTERWORTH) -> CutOff:
    """Propose the cut-off for positions (N, n) sampled every `step` [s]; N is at least `LEAST`.

    names : of the columns
    sharpness : exponent of the filter's gain: `BUTTERWORTH` for the zero-phase filter, `SPLINE` for the regression spline
    """
    values = table("values", values, LEAST)
    step = positive("step", step)
    whole("sharpness", sharpness, 1, 100)
    own = tuple(name_list("names", names)) or tuple(f"column {k + 1}" for k in range(values.shape[1]))
    if len(own) != values.shape[1]:
        raise InputError(f"names: {values.shape[1]} names are expected, one for each column, not {len(own)}")
    f, P = power_spectrum(values, step)
    smooth, valleys = _smoothed(f, P), _valleys(f, P)
    lines = np.arange(len(f))[:, None]
    ends = np.array(valleys)
    level = smooth[ends, np.arange(P.shape[1])]
    N = np.where(lines < ends, level, P)
    S = np.where(lines < ends, np.maximum(P - level, 0.0), 0.0)
    df, w4 = f[1], (2 * np.pi * f[:, None]) ** 4
    candidates = np.geomspace(max(2 * f[1], f[-1] / 500), 0.8 * f[-1], CANDIDATES)
    G = 1 / (1 + (f[None] / candidates[:, None]) ** sharpness)
    noises = np.sqrt(G**2 @ (w4 * N) * df)
    errors = np.sqrt(noises**2 + (1 - G) ** 2 @ (w4 * S) * df)
    acceleration = np.sqrt((w4 * S).sum(axis=0) * df)
    total = ((errors / np.maximum(acceleration, 1e-300)) ** 2).sum(axis=1)
    best = float(candidates[int(np.argmin(total))])
    noise = np.sqrt(N.sum(axis=0) * df)
    return CutOff(best, f[ends], noise, own, f, P, acceleration, candidates, errors, noises)
