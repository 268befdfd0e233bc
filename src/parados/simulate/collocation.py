"""Implicit Runge-Kutta formulas of s stages with a chosen spectral radius at infinity.

The nodes are the zeros of P_s - kappa P_{s-1} (Legendre, shifted to [0, 1]). Since R(infinity) = +-(1 - kappa)/(1 + kappa),
kappa = (1 - radius)/(1 + radius) gives every radius from 1 (Gauss: order 2 s, no dissipation) to 0 (Radau IIA: order
2 s - 1, the fastest modes are damped out within one step). All of them are A-stable.

References
----------
E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections IV.5 and IV.13.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial
from numpy.polynomial.legendre import Legendre
from numpy.typing import NDArray

from parados.arguments import freeze, number, whole

__all__ = ["Collocation", "lagrange_polynomials"]

Array = NDArray[np.float64]

MOST_STAGES = 8


@dataclass(frozen=True, eq=False)
class Collocation:
    """Coefficients of a collocation formula.

    Attributes
    ----------
    c : (s,) nodes
    a : (s, s) integrals of the Lagrange polynomials from 0 to c_i
    b : (s,) integrals of the Lagrange polynomials from 0 to 1
    ahead : (s, s) values of the Lagrange polynomials at 1 + c_i, which predict the next step
    order : order of the global error in the step size
    """

    c: Array
    a: Array
    b: Array
    ahead: Array
    order: int

    def __post_init__(self) -> None:
        freeze(self)

    @staticmethod
    def of(stages: int, radius: float) -> Collocation:
        """Compute the formula with a number of stages and a spectral radius at infinity from 0 to 1."""
        radius = number("spectral radius", radius, 0.0, 1.0, "a number from 0 (all dissipation) to 1 (none)")
        stages = whole("stages", stages, 1, MOST_STAGES)
        kappa = (1 - radius) / (1 + radius)
        zeros = (Legendre.basis(stages) - kappa * Legendre.basis(stages - 1)).roots()
        c = (1 + np.sort(zeros.real)) / 2
        lagrange = lagrange_polynomials(c)
        a = np.array([[L.integ()(at) for L in lagrange] for at in c])
        b = np.array([L.integ()(1.0) for L in lagrange])
        ahead = np.array([[L(1 + at) for L in lagrange] for at in c])
        return Collocation(c, a, b, ahead, 2 * stages if radius == 1 else 2 * stages - 1)


def lagrange_polynomials(c: Array) -> list[Polynomial]:
    """Return the polynomials that are 1 at one of the nodes c (s,) and 0 at the others."""
    return [_lagrange(c, j) for j in range(len(c))]


def _lagrange(c: Array, j: int) -> Polynomial:
    others = np.delete(c, j)
    return Polynomial.fromroots(others) / np.prod(c[j] - others) if len(others) else Polynomial([1.0])
