"""Periodic motions: a finite Fourier series for each coordinate, with exact derivatives."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, table, whole
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.power_sums import OneState, split_in_three

__all__ = ["FourierSeries", "fourier_matrix"]

Array = NDArray[np.float64]


def fourier_matrix(t: Array, period: float, harmonics: int, k: int) -> Array:
    """(N, 2 harmonics + 1) k-th time derivatives of 1, sin(w t) ... sin(K w t), cos(w t) ... cos(K w t) at times (N,) [s]."""
    w = 2 * np.pi / period * np.arange(1, harmonics + 1)
    sine, cosine = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    # each derivative advances the phase by a quarter of a turn
    of_sine, of_cosine = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[k % 4]
    constant = np.ones((len(t), 1)) if k == 0 else np.zeros((len(t), 1))
    return np.hstack([constant, w**k * of_sine, w**k * of_cosine])


class FourierSeries(Trajectory):
    """Motion x(t) = c_0 + sum_k (a_k sin(k w t) + b_k cos(k w t)), w = 2 pi / period, k = 1 ... K.

    Parameters
    ----------
    coefficients : (2 K + 1, n) rows c_0, a_1 ... a_K, b_1 ... b_K
    period : [s]
    periods : number of repetitions
    """

    def __init__(self, coefficients: ArrayLike, period: float, periods: int = 1) -> None:
        rows = table("coefficients", coefficients, 1)
        if len(rows) % 2 == 0:
            raise InputError(f"coefficients: an odd number of rows is expected (c_0, then a_k, then b_k), not {len(rows)}")
        self.coefficients = rows
        self.period = positive("period", period)
        self.harmonics = len(rows) // 2
        super().__init__(rows.shape[1], self.period * whole("periods", periods, 1, 100_000))

    def _derivative(self, t: Array, k: int) -> Array:
        return np.asarray(fourier_matrix(t, self.period, self.harmonics, k) @ self.coefficients)

    def _at(self, t: float) -> OneState:
        angle = t * self._frequencies
        return split_in_three(np.concatenate(([1.0], np.sin(angle), np.cos(angle))).dot(self._with_rates).tolist())

    @cached_property
    def _frequencies(self) -> Array:
        return np.asarray(2 * np.pi / self.period * np.arange(1.0, self.harmonics + 1.0))

    @cached_property
    def _with_rates(self) -> Array:
        """(2 K + 1, 3 n) coefficients of x, xd and xdd."""
        constant, a, b = np.split(self.coefficients, [1, 1 + self.harmonics])
        w, still = self._frequencies[:, None], np.zeros_like(constant)
        parts = [self.coefficients, np.vstack([still, -w * b, w * a]), np.vstack([still, -(w**2) * a, -(w**2) * b])]
        return np.hstack(parts)
