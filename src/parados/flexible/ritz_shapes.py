"""Displacement fields of a beam from shape functions that the user gives (Rayleigh-Ritz, modal) (Briot & Khalil 10.2.1).

The first coordinates of a beam are the displacements and rotations of its end, as those of a Bernoulli element, because the next
body follows the end. The functions are combined for this: if T are their rows at the end, A = [A_t, A_m] has T A_t = 1 and
T A_m = 0. The coordinates of the columns of A_m are internal: they do not move the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.robot.beam_shapes import ShapeSpec, shape_sizes, tip_rows

__all__ = ["RitzShapes", "ritz_shapes"]

Array = NDArray[np.float64]


ROUND_OFF = 1e-13
"""A factor of an internal coordinate is zero if it is below this; the largest ones are about 1."""


@dataclass(frozen=True, eq=False)
class RitzShapes:
    """Displacement fields of a Bernoulli beam as combinations of given functions.

    Attributes
    ----------
    length : length of the beam [m]
    functions : the m functions of s = x / length
    A : (m, n) factors of the functions in each of the n coordinates
    """

    length: float
    functions: Sequence[ShapeSpec]
    A: Array

    @property
    def n(self) -> int:
        return int(self.A.shape[1])

    @cached_property
    def breaks(self) -> Array:
        """(k,) abscissae between which all fields are polynomials, from 0 to the length [m]."""
        own = {float(s) for shape in self.functions for f in shape.given.values() for s in f.breaks}
        return self.length * np.array(sorted(own))

    @property
    def points(self) -> int:
        """Number of Gauss-Legendre points between two breaks; products of two fields are integrated exactly."""
        return max(max(f.degree for shape in self.functions for f in shape.given.values()) + 1, 2)

    def _derivative(self, x: float, order: int) -> Array:
        """(4, n) derivatives of u, v, w, twist with respect to x."""
        values = np.stack([shape.values([x / self.length], order)[:, 0] for shape in self.functions], axis=1)
        return np.asarray(values @ self.A) / self.length**order

    def displacement(self, x: float) -> Array:
        return self._derivative(x, 0)[:3]

    def rotation(self, x: float) -> Array:
        slope = self._derivative(x, 1)
        return np.stack([self._derivative(x, 0)[3], -slope[2], slope[1]])

    def strain(self, x: float) -> Array:
        slope, second = self._derivative(x, 1), self._derivative(x, 2)
        return np.stack([slope[0], slope[3], -second[2], second[1]])


def ritz_shapes(functions: Sequence[ShapeSpec], length: float, planar: bool) -> RitzShapes:
    """Combine functions so that the first coordinates are those of the end: dx dy dz rx ry rz, or dx dy rz in the plane.

    The combination of a beam of unit length is scaled, so that beams of all lengths have the same internal coordinates.
    """
    sizes = shape_sizes(functions)
    T = tip_rows(functions, planar) / sizes
    twisting = np.array(["twist" in shape.given for shape in functions])
    rows = np.arange(len(T)) == 3 if not planar else np.zeros(len(T), dtype=bool)
    tips, internal = np.zeros(T.T.shape), []
    for own_rows, own in ((~rows, ~twisting), (rows, twisting)):  # twist is in rad, the other functions are in m
        part = T[np.ix_(own_rows, own)]
        tips[np.ix_(own, own_rows)] = np.linalg.pinv(part)
        free = np.zeros((len(own), own.sum() - own_rows.sum()))
        free[own] = _without_end(part)
        internal.append(free)
    slopes = np.arange(len(T)) >= (2 if planar else 4)  # rotations that are derivatives with respect to x
    A = np.hstack([tips * np.where(slopes, length, 1.0), *internal])
    return RitzShapes(length, functions, A / sizes[:, None])


def _without_end(T: Array) -> Array:
    """(m, m - r) combinations A of m functions that do not move the end: T A = 0, T (r, m)."""
    from scipy.linalg import null_space

    A = null_space(T) if T.shape[1] else np.zeros((0, 0))
    return np.where(np.abs(A) > ROUND_OFF, A, 0.0)
