"""Motion with one polynomial for each coordinate."""

from __future__ import annotations

from math import comb, factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, positive, table
from parados.trajectory.base import States, Trajectory

__all__ = ["Polynomials"]

Array = NDArray[np.float64]


class Polynomials(Trajectory):
    """Motion x_i(t) = sum over k of coefficients[i, k] u^k with u = (t - about) / duration.

    Near `about` no terms cancel, so x and its derivatives are exact to round-off, however small t - about is.

    Parameters
    ----------
    coefficients : (n, degree + 1), all in the unit of x
    duration : [s]
    about : instant [s] at which u = 0
    """

    highest_derivative = 12

    def __init__(self, coefficients: ArrayLike, duration: float, about: float = 0.0) -> None:
        self.coefficients = table("coefficients", coefficients, 1)
        self.about = number("about", about)
        self._known: dict[int, Array] = {}
        super().__init__(len(self.coefficients), positive("duration", duration))

    @property
    def degree(self) -> int:
        return self.coefficients.shape[1] - 1

    def _derivative(self, t: Array, k: int) -> Array:
        return self._summed(self._powers(t), k)

    def _states(self, t: Array) -> States:
        powers = self._powers(t)
        return States(*(self._summed(powers, k) for k in range(3)))

    def _summed(self, powers: Array, k: int) -> Array:
        """(N, n) k-th derivative; not by a matrix product, whose round-off depends on the number of rows."""
        return np.einsum("nk,kj->nj", powers[:, : self.degree + 1 - k], self._of_derivative(k))

    def _powers(self, t: Array) -> Array:
        """(N, degree + 1) powers of u at times (N,)."""
        powers = np.empty((len(t), self.degree + 1))
        powers[:, 0] = 1.0
        powers[:, 1:] = ((t - self.about) / self.duration)[:, None]
        return np.multiply.accumulate(powers, axis=1, out=powers)

    def _of_derivative(self, k: int) -> Array:
        """(degree + 1 - k, n) coefficients of the k-th derivative in powers of u [unit of x / s^k]."""
        if k not in self._known:
            factors = [factorial(power) / factorial(power - k) for power in range(k, self.degree + 1)]
            self._known[k] = (self.coefficients[:, k:] * factors).T / self.duration**k
        return self._known[k]

    def power_coefficients(self) -> Array:
        """Return the coefficients (n, degree + 1) in powers of t, as in textbooks: x_i(t) = sum of c[i, k] t^k, t in seconds."""
        size = self.degree + 1
        a = self.coefficients / self.duration ** np.arange(size)
        shift = np.array([[comb(k, j) * (-self.about) ** (k - j) if k >= j else 0.0 for j in range(size)] for k in range(size)])
        return a @ shift
