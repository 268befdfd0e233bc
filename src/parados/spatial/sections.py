"""Cross-sections of beams: area, second moments of area and torsion constant.

The beam runs along x; y and z are the principal axes of its section through the centroid.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import pi, tanh
from typing import Any

import casadi as ca
import numpy as np

from parados.arguments import number
from parados.errors import InputError
from parados.spatial.live_numbers import LiveNumber, of_members

__all__ = ["Section"]

ODD_FIFTH_POWERS = 31 / 32 * 1.0369277551433699
"""Sum of 1/n^5 over the odd n: 31/32 zeta(5)."""


@dataclass(frozen=True)
class Section:
    """Constants of a cross-section, which may be live numbers.

    A constant that the beam does not need (Iy and I0 of a planar beam) may be zero.

    Attributes
    ----------
    A : area [m^2]
    Iy : integral z^2 dA, for bending about y [m^4]
    Iz : integral y^2 dA, for bending about z [m^4]
    I0 : torsion constant; equal to Ip for round sections and smaller for all others [m^4]
    """

    A: float
    Iy: float
    Iz: float
    I0: float

    def __post_init__(self) -> None:
        for field in fields(self):
            given = _of_file(getattr(self, field.name))
            value = number(f"section: {field.name}", given, 0.0, expected="a finite number, zero or positive,")
            if value == 0 and field.name == "A":
                raise InputError("section: A is 0; it must be finite and positive")

    @property
    def Ip(self) -> float:
        """Polar moment of area Iy + Iz, for the inertia in torsion [m^4]."""
        return self.Iy + self.Iz

    @staticmethod
    def rectangle(width: float, height: float) -> Section:
        """Section of a solid rectangle, `width` along y and `height` along z [m]."""
        _positive(width=width, height=height)
        A = width * height
        return Section(A, A * height**2 / 12, A * width**2 / 12, _rectangle_torsion(width, height))

    @staticmethod
    def circle(diameter: float) -> Section:
        """Section of a solid disc with this diameter [m]."""
        _positive(diameter=diameter)
        return Section.tube(diameter, 0.0)

    @staticmethod
    def tube(outer: float, inner: float) -> Section:
        """Section of a tube with these outer and inner diameters [m]."""
        _positive(outer=outer)
        least, most = number("section: inner", _of_file(inner)), _of_file(outer)
        if not 0 <= least < most:
            raise InputError(f"tube: the inner diameter {least:g} m must be at least 0 and below the outer one, {most:g} m")
        I = pi / 64 * (outer**4 - inner**4)  # noqa: E741
        return Section(pi / 4 * (outer**2 - inner**2), I, I, 2 * I)


def _rectangle_torsion(width: float, height: float) -> float:
    """Torsion constant of a rectangle, to round-off [m^4].

    With sides a >= b Saint-Venant's series is a b^3 (1/3 - 64 b / (pi^5 a) sum tanh(n pi a / (2 b)) / n^5) over odd n.
    Its slow part, tanh = 1, has a closed form; the rest decreases like exp(-n pi) or faster, so that n = 1 ... 13 suffice.

    References
    ----------
    Timoshenko & Goodier, Theory of Elasticity, torsion of rectangular bars.
    """
    a, b = _larger_and_smaller(width, height)
    rest = sum((1 - _tanh(n * pi * a / (2 * b))) / n**5 for n in range(1, 14, 2))
    return a * b**3 * (1 / 3 - 64 * b / (pi**5 * a) * (ODD_FIFTH_POWERS - rest))


def _positive(**lengths: float) -> None:
    for name, value in lengths.items():
        if not number(f"section: {name}", _of_file(value)) > 0:
            raise InputError(f"section: the {name} is {float(_of_file(value)):g} m; it must be finite and positive")


def _of_file(value: Any) -> Any:
    """Return the value that a live number has in the robot file; other values are returned unchanged."""
    return value.values[0] if isinstance(value, LiveNumber) else value


def _larger_and_smaller(first: Any, second: Any) -> tuple[Any, Any]:
    """Sort two numbers, constant or live; which of two live numbers is larger is decided in the graph."""
    if not (isinstance(first, LiveNumber) or isinstance(second, LiveNumber)):
        return max(first, second), min(first, second)
    values, x, y = (of_members(first), of_members(second)), ca.SX(first), ca.SX(second)
    larger = LiveNumber(ca.if_else(x < y, y, x), np.maximum(*values))
    return larger, LiveNumber(ca.if_else(x < y, x, y), np.minimum(*values))


def _tanh(value: Any) -> Any:
    return value.tanh() if isinstance(value, LiveNumber) else tanh(value)
