"""Errors of predicted efforts, as a fit and a comparison of models show them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["EffortErrors", "relative_norms"]

Array = NDArray[np.float64]


class EffortErrors:
    """Measured efforts (N, n_a) beside predicted ones (N, n_a), or (k, N, n_a) of k models [N m, N]."""

    measured: Array
    predicted: Array

    @property
    def errors(self) -> Array:
        """(..., N, n_a) measured - predicted [N m, N]."""
        return self.measured - self.predicted

    @property
    def relative_errors(self) -> Array:
        """(..., n_a) ||measured - predicted|| / ||measured|| of each actuator."""
        return relative_norms(self.errors, self.measured)

    @property
    def mean(self) -> Array:
        """(..., n_a) mean of the errors [N m, N]."""
        return np.asarray(self.errors.mean(axis=-2))

    @property
    def deviation(self) -> Array:
        """(..., n_a) standard deviation of the errors about their mean [N m, N]."""
        return np.asarray(self.errors.std(axis=-2))

    @property
    def rms(self) -> Array:
        """(..., n_a) root mean square of the errors [N m, N]."""
        return np.sqrt((self.errors**2).mean(axis=-2))


def relative_norms(errors: Array, measured: Array) -> Array:
    """(..., n_a) norms of the errors (..., N, n_a), divided by those of the measured efforts (N, n_a); NaN without efforts."""
    size = np.linalg.norm(measured, axis=0)
    return np.asarray(np.linalg.norm(errors, axis=-2) / np.where(size > 0, size, np.nan))
