"""Spectra of residuals: power density over frequency, to see what the model does not explain (Welch)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Spectrum", "residual_spectrum"]

Array = NDArray[np.float64]

SEGMENT = 1024
"""Largest number of samples of a segment."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Amplitude densities of signals.

    frequencies : (n_f,) [Hz];  densities : (n_f, n_a) [N m or N / sqrt(Hz)]
    """

    frequencies: Array
    densities: Array


def residual_spectrum(residuals: Array, step: float) -> Spectrum:
    """Estimate the amplitude densities of residuals (N, n_a) that are sampled every `step` [s]."""
    from scipy.signal import welch

    size = min(len(residuals), SEGMENT)
    frequencies, power = welch(residuals, fs=1 / step, nperseg=size, axis=0)
    return Spectrum(np.asarray(frequencies), np.sqrt(power))
