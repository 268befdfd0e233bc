"""Motion with one polynomial for each coordinate."""

from __future__ import annotations

from functools import cached_property
from math import comb, factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, positive, table
from parados.trajectory.base import States, Trajectory
from parados.trajectory.power_sums import OneState, power_sums, split_in_three

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
        return self._summed(((t - self.about) / self.duration)[:, None], k)

    def _states(self, t: Array) -> States:
        u = ((t - self.about) / self.duration)[:, None]
        return States(*(self._summed(u, k) for k in range(3)))

    def _at(self, t: float) -> OneState:
        T = self.duration
        x, xd, xdd = split_in_three(power_sums(self._columns, (t - self.about) / T))
        return x, [value / T for value in xd], [value / T**2 for value in xdd]

    @cached_property
    def _columns(self) -> list[list[float]]:
        """Coefficients in powers of u of each entry of x and of its first two derivatives by u."""
        return [column for k in range(3) for column in self._of_derivative(k).T.tolist()]

    def _summed(self, u: Array, k: int) -> Array:
        """(N, n) k-th derivative at u (N, 1); not by a matrix product, whose round-off depends on the number of rows."""
        value, power = np.zeros((len(u), self.n)), np.ones_like(u)
        for row in self._of_derivative(k):
            value += row * power
            power = power * u
        return value / self.duration**k  # at last, so that the derivatives of a law are exactly zero where it is at rest

    def _of_derivative(self, k: int) -> Array:
        """(degree + 1 - k, n) coefficients in powers of u of the k-th derivative by u [unit of x]."""
        if k not in self._known:
            factors = [factorial(power) / factorial(power - k) for power in range(k, self.degree + 1)]
            self._known[k] = (self.coefficients[:, k:] * factors).T
        return self._known[k]

    def power_coefficients(self) -> Array:
        """Return the coefficients (n, degree + 1) in powers of t, as in textbooks: x_i(t) = sum of c[i, k] t^k, t in seconds."""
        size = self.degree + 1
        a = self.coefficients / self.duration ** np.arange(size)
        shift = np.array([[comb(k, j) * (-self.about) ** (k - j) if k >= j else 0.0 for j in range(size)] for k in range(size)])
        return a @ shift
