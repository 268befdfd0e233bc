"""Zero-phase low-pass filter (Butterworth, forwards and backwards) and central differences.

The same filter on both sides of a linear regression leaves its solution unchanged ("parallel filter" of Gautier); the filtered
rows can then be decimated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, real_array, whole
from parados.errors import InputError

__all__ = ["ORDER", "central_differences", "decimation", "filtered", "low_pass"]

Array = NDArray[np.float64]

ORDER = 4
"""Order of the Butterworth filter; run forwards and backwards its gain is 1 / (1 + (f / cut_off)^8)."""

LEAST = 10
"""Least number of rows that can be filtered."""

DIFFERENCES = ((1, 0.8), (2, -0.2), (3, 4 / 105), (4, -1 / 280))
"""Weights of the central difference of order 8: f'(t) h = sum of w_k (f(t + k h) - f(t - k h))."""


def low_pass(values: ArrayLike, step: float, cut_off: float) -> Array:
    """Filter rows (N, ...) sampled every `step` [s] without phase shift; `cut_off` [Hz] is where the gain is 1/2."""
    from scipy.signal import butter, sosfiltfilt

    rows, h = real_array("values", values), positive("step", step)
    if rows.ndim == 0 or len(rows) < LEAST:
        raise InputError(f"values: at least {LEAST} rows are expected, not an array of shape {rows.shape}")
    frequency = _below_nyquist(cut_off, h)
    sections = butter(ORDER, 2 * frequency * h, output="sos")
    pad = min(len(rows) - 1, int(np.ceil(2 / (frequency * h))))
    return np.asarray(sosfiltfilt(sections, rows, axis=0, padtype="odd", padlen=pad))


def central_differences(values: Array, step: float) -> Array:
    """Derivative (N, ...) of rows sampled every `step` [s], of order 8; of order 2 within four rows of the ends."""
    slope = np.gradient(values, step, axis=0, edge_order=2)
    if len(values) > 8:
        count = len(values)
        slope[4:-4] = sum(w / step * (values[4 + k : count - 4 + k] - values[4 - k : count - 4 - k]) for k, w in DIFFERENCES)
    return slope


def decimation(step: float, cut_off: float) -> int:
    """Return how many rows of a low-pass signal one kept row stands for: four samples for each period of the cut-off remain."""
    return max(1, int(0.25 / (cut_off * step) + 1e-9))


def filtered(rows: ArrayLike, step: float, cut_off: float, decimate: int | None = None) -> Array:
    """Filter rows (N, ...) of a regressor or of measured efforts, and keep every `decimate`-th: the same for both sides.

    Parameters
    ----------
    rows : (N,), (N, n) or (N, n, m), evenly sampled
    step : distance of the rows [s]
    cut_off : [Hz]
    decimate : keep every `decimate`-th row; None keeps four for each period of the cut-off
    """
    h = positive("step", step)
    frequency = _below_nyquist(cut_off, h)
    smooth = low_pass(rows, h, frequency)
    return smooth[:: decimation(h, frequency) if decimate is None else whole("decimate", decimate, 1)]


def _below_nyquist(cut_off: float, step: float) -> float:
    frequency = positive("cut_off", cut_off, "Hz")
    if frequency >= 0.5 / step:
        raise InputError(f"cut_off: {frequency:g} Hz is not below half the sampling rate, {0.5 / step:g} Hz")
    return frequency
