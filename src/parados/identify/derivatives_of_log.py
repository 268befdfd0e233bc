"""Positions, rates and accelerations of the joints along a log, on evenly spaced instants."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import positive
from parados.errors import InputError
from parados.identify.fourier_fit import FourierFit, find_period, fourier_fit
from parados.identify.zero_phase_filter import central_differences, low_pass
from parados.trajectory.cut_off import BUTTERWORTH, SPLINE, CutOff, propose_cut_off
from parados.trajectory.regression_spline import regression_spline

__all__ = ["METHODS", "Derivatives", "SignalChoice", "differentiated", "even_instants", "evenly"]

Array = NDArray[np.float64]
Rows = NDArray[np.bool_]

METHODS = ("auto", "fourier", "spline", "filter")

EVEN = 0.05
"""Largest distance of an instant from an even clock, in steps, of a log that counts as evenly sampled."""

WHOLE = 1.01
"""Largest period over the length of a log; the last instant of a period may be missing, and clocks differ."""

MARGINS = {"fourier": 0.0, "spline": 1.0, "filter": 2.0}
"""Part at each end of a log that the method distorts, in periods of the cut-off."""


@dataclass(frozen=True)
class SignalChoice:
    """Choices for derivatives: method, cut-off [Hz], period [s], number of harmonics; None leaves a choice to the data."""

    method: str = "auto"
    cut_off: float | None = None
    period: float | None = None
    harmonics: int | None = None


@dataclass(frozen=True)
class Derivatives:
    """q, qd, qdd (N, n) at instants (N,); `valid` (N,) False near the ends; `method`, `cut_off` [Hz], and their origin."""

    time: Array
    q: Array
    qd: Array
    qdd: Array
    valid: Rows
    method: str
    cut_off: float
    spectrum: CutOff
    series: FourierFit | None
    remarks: tuple[str, ...]


def even_instants(time: Array) -> Array:
    """(M,) evenly spaced instants over the time (N,) of a log, with its median step; its own ones if they are even."""
    even = np.linspace(time[0], time[-1], len(time))
    step = float(np.median(np.diff(time)))
    if np.abs(time - even).max() <= EVEN * step:
        return even
    return time[0] + step * np.arange(int((time[-1] - time[0]) / step + 1e-6) + 1)


def evenly(instants: Array, time: Array, values: Array) -> Array:
    """(M, n) values (N, n) at even instants by linear interpolation; unchanged if there is one instant for each row."""
    if len(instants) == len(time) and np.abs(instants - time).max() <= EVEN * (instants[1] - instants[0]):
        return values
    return np.column_stack([np.interp(instants, time, column) for column in values.T])


def differentiated(time: Array, q: Array, names: tuple[str, ...], choice: SignalChoice) -> Derivatives:
    """Derive positions (N, n) of a log; instants that lie in gaps of it are not valid."""
    instants = even_instants(time)
    step = float(instants[1] - instants[0])
    sharpness = BUTTERWORTH if choice.method == "filter" else SPLINE
    spectrum = propose_cut_off(_interpolated(instants, time, q), step, names=names, sharpness=sharpness)
    method, series, remarks = _method(time, q, spectrum, choice)
    cut_off = _cut_off(spectrum, choice, series, step)
    if method == "fourier":
        assert series is not None
        values = [series(instants, k) for k in range(3)]
    elif method == "spline":
        spline = regression_spline(time, q, cut_off)
        values = [spline(instants, nu=k) for k in range(3)]
    else:
        smooth = low_pass(_interpolated(instants, time, q), step, cut_off)
        rate = central_differences(smooth, step)
        values = [smooth, rate, central_differences(rate, step)]
    if method != "fourier":
        remarks.append(f"Rates and accelerations: {method}, cut-off {cut_off:.4g} Hz ({_source(choice)}).")
        warning = spectrum.warning(cut_off)
        if warning:
            remarks.append(warning)
            warnings.warn(warning, RuntimeWarning, stacklevel=4)
    valid = _covered(instants, time, step) & _inside(instants, MARGINS[method] / cut_off)
    if not valid.any():
        raise InputError(
            f"the log of {time[-1] - time[0]:.3g} s is too short for a cut-off of {cut_off:.3g} Hz; give a higher one"
        )
    return Derivatives(instants, values[0], values[1], values[2], valid, method, cut_off, spectrum, series, tuple(remarks))


def _source(choice: SignalChoice) -> str:
    return "from the spectrum" if choice.cut_off is None else "given"


def _interpolated(instants: Array, time: Array, q: Array) -> Array:
    """(M, n) positions at even instants, by cubic splines through the samples; unchanged if they are even."""
    from scipy.interpolate import CubicSpline

    if len(instants) == len(time) and np.abs(instants - time).max() <= EVEN * (instants[1] - instants[0]):
        return q
    return np.asarray(CubicSpline(time, q)(instants))


def _method(time: Array, q: Array, spectrum: CutOff, choice: SignalChoice) -> tuple[str, FourierFit | None, list[str]]:
    """Choose the method; a periodic log gets a Fourier series unless another method or a cut-off is asked for."""
    if choice.method in ("spline", "filter") or (choice.method == "auto" and choice.cut_off is not None):
        for name, value in (("period", choice.period), ("harmonics", choice.harmonics)):
            if value is not None:
                raise InputError(f"{name}: it belongs to a Fourier series; use derivatives='fourier' and no cut-off")
        return "spline" if choice.method == "auto" else choice.method, None, []
    if choice.cut_off is not None:
        raise InputError("cut_off: a Fourier series has none; give the number of harmonics, or use another method")
    period = _given_period(time, choice) or find_period(time, q, spectrum.noise, float(spectrum.band.max()))
    if period is None:
        if choice.method == "auto" and choice.harmonics is None:
            return "spline", None, []
        raise InputError("derivatives: the log is not periodic; give its period, or use spline or filter")
    series = fourier_fit(time, q, period, choice.harmonics, float(spectrum.band.max()))
    found = "given" if choice.period is not None else "found"
    count = (time[-1] - time[0]) / period
    periods = "period" if f"{count:.3g}" == "1" else "periods"
    noise = ", ".join(f"{s:.2g}" for s in series.residual)
    told = (
        f"Rates and accelerations: Fourier series with the period {period:.6g} s ({found}, {count:.3g} {periods}) and "
        f"{series.harmonics} harmonics, up to {series.band:.3g} Hz; the samples differ from it by {noise} rad or m."
    )
    return "fourier", series, [told]


def _given_period(time: Array, choice: SignalChoice) -> float | None:
    """Return the period that was asked for [s], None without one; the log must contain the whole period."""
    if choice.period is None:
        return None
    period, lasts = positive("period", choice.period), float(time[-1] - time[0])
    if period > lasts * len(time) / (len(time) - 1) * WHOLE:
        raise InputError(f"period: {period:g} s is longer than the log, which lasts {lasts:.6g} s; use spline or filter")
    return period


def _cut_off(spectrum: CutOff, choice: SignalChoice, series: FourierFit | None, step: float) -> float:
    if choice.cut_off is not None:
        cut_off = positive("cut_off", choice.cut_off, "Hz")
        if cut_off >= 0.5 / step:
            raise InputError(f"cut_off: {cut_off:g} Hz is not below half the sampling rate, {0.5 / step:g} Hz")
        return cut_off
    return min(max(series.band, 1 / series.period) * 2, 0.4 / step) if series else spectrum.proposed


def _covered(instants: Array, time: Array, step: float) -> Rows:
    """(M,) True for instants between samples that are not far apart, or at a sample."""
    after = np.clip(np.searchsorted(time, instants), 1, len(time) - 1)
    low, high = time[after - 1], time[after]
    near = np.minimum(np.abs(instants - low), np.abs(instants - high)) <= EVEN * step
    return np.asarray(near | (high - low <= 1.5 * step))


def _inside(instants: Array, margin: float) -> Rows:
    return np.asarray((instants >= instants[0] + margin) & (instants <= instants[-1] - margin))
