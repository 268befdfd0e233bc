"""Displacement fields of a beam (Briot & Khalil 10.2.1).

The beam runs along the x axis of its frame, from x = 0 to its length. The k-th elastic coordinate q_k moves the centre
line by Phi_d[:, k](x) q_k and turns its sections by Phi_r[:, k](x) q_k, so that a particle at (x, y, z) goes to

    r = (x, y, z) + (Phi_d(x) - eta^ Phi_r(x)) q,   eta = (0, y, z)                    (10.4), (F.2)

A Bernoulli section stays normal to the centre line. The displacements u, v, w of the centre line and the twist therefore
give the rotations (twist, -w', v') and all strains. The fields are expressions of x and are differentiated exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Protocol

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.spatial.vectors import SX

__all__ = ["BernoulliFields", "ShapeFunctions", "bernoulli", "tip"]

Array = NDArray[np.float64]

CENTRE_LINE = ("u", "v", "w", "twist")
"""Components of a field: displacements along x, y, z and rotation about x."""

POINTS = 24
"""Number of Gauss-Legendre points for fields that are not known to be polynomials; the integrals of products of
sin(k pi x / l) are then exact up to round-off for k up to 5."""

TIP_ZERO = 1e-14
"""A value at the tip is zero if it is below this times the largest along the beam; for example sin(pi) = 1.2e-16."""


class ShapeFunctions(Protocol):
    """Interface of the displacement fields of a beam; any object with these members can be used for `beam_integrals`."""

    @property
    def n(self) -> int:
        """Number of elastic coordinates."""

    @property
    def length(self) -> float:
        """Length of the beam [m]."""

    @property
    def points(self) -> int:
        """Number of Gauss-Legendre points for the integrals of products of two fields."""

    def displacement(self, x: float) -> Array:
        """(3, n) Phi_d at the abscissa x, displacement of the centre line per unit of each coordinate."""

    def rotation(self, x: float) -> Array:
        """(3, n) Phi_r at the abscissa x, rotation of the section per unit of each coordinate."""

    def strain(self, x: float) -> Array:
        """(4, n) stretch u', rate of twist, and curvatures about y and z at x, per unit of each coordinate."""


@dataclass(frozen=True, eq=False)
class BernoulliFields:
    """Displacement fields of a Bernoulli beam, given by the displacement and twist of its centre line.

    Attributes
    ----------
    length : length of the beam [m]
    x : (1, 1) symbol of the abscissa
    centre_line : (4, n) expressions of x, rows u, v, w, twist
    points : number of Gauss-Legendre points
    """

    length: float
    x: SX
    centre_line: SX
    points: int

    @property
    def n(self) -> int:
        return int(self.centre_line.shape[1])

    @cached_property
    def _functions(self) -> ca.Function:
        u, v, w, twist = (self.centre_line[row, :] for row in range(4))
        rotation = ca.vertcat(twist, -self._slope(w), self._slope(v))
        strain = ca.vertcat(self._slope(u), *[self._slope(rotation[row, :]) for row in range(3)])
        return ca.Function("fields", [self.x], [ca.densify(part) for part in (ca.vertcat(u, v, w), rotation, strain)])

    def _slope(self, row: SX) -> SX:
        return ca.jacobian(row.T, self.x).T

    def _value(self, which: int, x: float) -> Array:
        return np.array(self._functions(x)[which].full())

    def displacement(self, x: float) -> Array:
        return self._value(0, x)

    def rotation(self, x: float) -> Array:
        return self._value(1, x)

    def strain(self, x: float) -> Array:
        return self._value(2, x)


def bernoulli(
    length: float, fields: Callable[[SX], Sequence[Mapping[str, Any]]], degree: int | None = None, points: int = POINTS
) -> BernoulliFields:
    """Build displacement fields from expressions of the user.

    Parameters
    ----------
    length : length of the beam [m]
    fields : function of the abscissa x, an expression; returns one mapping per coordinate with any of u, v, w, twist
    degree : highest degree of the fields if all are polynomials; the integrals are then exact
    points : number of Gauss-Legendre points if the degree is not given

    Examples
    --------
    >>> shapes = bernoulli(0.3, lambda x: [{"v": ca.sin(ca.pi * x / 0.3)}, {"u": x / 0.3}])
    """
    if not isfinite(length) or length <= 0:
        raise InputError(f"beam: the length is {length:g} m; it must be finite and positive")
    x = SX.sym("x")
    centre_line = SX(4, 0)
    for k, given in enumerate(fields(x)):
        unknown = sorted(set(given) - set(CENTRE_LINE))
        if unknown:
            raise InputError(f"fields[{k}]: {unknown[0]!r} is not a field; use {', '.join(CENTRE_LINE)}")
        centre_line = ca.horzcat(centre_line, ca.vertcat(*[SX(given.get(name, 0.0)) for name in CENTRE_LINE]))
    return BernoulliFields(float(length), x, centre_line, points if degree is None else max(degree + 1, 2))


def tip(shapes: ShapeFunctions) -> tuple[Array, Array]:
    """(3, n) displacement and (3, n) rotation of the free end, Phi_d and Phi_r at the length of the beam."""
    along = np.linspace(0.0, shapes.length, 2 * shapes.points + 1)
    ends = []
    for field in (shapes.displacement, shapes.rotation):
        values = np.array([field(x) for x in along])
        ends.append(np.where(np.abs(values[-1]) > TIP_ZERO * np.abs(values).max(axis=0), values[-1], 0.0))
    return ends[0], ends[1]
