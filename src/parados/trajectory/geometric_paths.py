"""Paths parametrised by their length: lines, arcs and circles."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, ReadOnlyArrays, positive, vector
from parados.errors import InputError
from parados.spatial.states import States
from parados.trajectory.chain_rule import straight_at
from parados.trajectory.motion_arguments import check_length
from parados.trajectory.power_sums import OneState

__all__ = ["PATH", "Arc", "GeometricPath", "Line", "arc", "circle", "line"]

Array = NDArray[np.float64]

PATH = "a path (line, arc, circle, polyline)"
"""Words for a path in messages of functions that take one."""

STRAIGHT = 1e-9
"""Sine of the angle below which three points of an arc lie on a line."""


class GeometricPath(ReadOnlyArrays, ABC):
    """Curve p(s) in n coordinates; s is the length from its start.

    Attributes
    ----------
    length : [m], or the unit of the coordinates
    n : number of coordinates
    n_rates : number of entries of the derivatives; one less than n where p holds a quaternion, n otherwise
    """

    def __init__(self, n: int, length: float, n_rates: int | None = None) -> None:
        self.n = n
        self.n_rates = n if n_rates is None else n_rates
        self.length = length

    @property
    def breaks(self) -> Array:
        """(k,) lengths between which the path is smooth, including both ends."""
        return np.array([0.0, self.length])

    @abstractmethod
    def derivative(self, s: Array, k: int) -> Array:
        """Return the k-th derivative (N, n), or (N, n_rates) for k >= 1, with respect to the length, at s (N,)."""

    def _states(self, s: Array) -> States:
        """Return the derivatives 0, 1 and 2 at s (N,). A subclass that computes them together overrides this."""
        return States(*(self.derivative(s, k) for k in range(3)))

    def _at(self, s: float) -> OneState:
        """Return the derivatives 0, 1 and 2 at one length; a subclass overrides this with plain floats, which are faster."""
        p, p1, p2 = self._states(np.array([s]))
        return p[0].tolist(), p1[0].tolist(), p2[0].tolist()

    def tangent(self, s: Array) -> Array:
        """Return the derivative (N, n) of the coordinates themselves, at s (N,)."""
        return self.derivative(s, 1)


class Line(GeometricPath):
    def __init__(self, a: Array, b: Array) -> None:
        super().__init__(len(a), float(np.linalg.norm(b - a)))
        self.a, self.direction = a, (b - a) / self.length

    def derivative(self, s: Array, k: int) -> Array:
        if k == 0:
            return self.a + s[:, None] * self.direction
        return np.repeat(self.direction[None], len(s), axis=0) if k == 1 else np.zeros((len(s), self.n))

    def _at(self, s: float) -> OneState:
        return straight_at(self.a, self.direction, ([s], [1.0], [0.0]))


class Arc(GeometricPath):
    """Arc p(s) = centre + radius (e1 cos(s / radius) + e2 sin(s / radius)), e1 and e2 orthonormal."""

    def __init__(self, centre: Array, e1: Array, e2: Array, radius: float, angle: float) -> None:
        super().__init__(len(centre), radius * angle)
        self.centre, self.e1, self.e2, self.radius = centre, e1, e2, radius

    def derivative(self, s: Array, k: int) -> Array:
        c, d = np.cos(s / self.radius)[:, None], np.sin(s / self.radius)[:, None]
        along1, along2 = ((c, d), (-d, c), (-c, -d), (d, -c))[k % 4]
        p = self.radius ** (1 - k) * (along1 * self.e1 + along2 * self.e2)
        return self.centre + p if k == 0 else p

    def _at(self, s: float) -> OneState:
        c, d, r = float(np.cos(s / self.radius)), float(np.sin(s / self.radius)), self.radius
        e = list(zip(self.e1.tolist(), self.e2.tolist(), strict=True))
        p = [m + r * (c * a + d * b) for m, (a, b) in zip(self.centre.tolist(), e, strict=True)]
        return p, [-d * a + c * b for a, b in e], [r**-1 * (-c * a - d * b) for a, b in e]


def line(a: ArrayLike, b: ArrayLike) -> GeometricPath:
    """Build the straight line from a (n,) to b (n,)."""
    start, end = vector("a", a), vector("b", b)
    check_length("b", end, len(start), "a")
    if np.linalg.norm(end - start) < SMALLEST:
        raise InputError("b: the line has no length, because both of its ends are the same point")
    return Line(start, end)


def arc(a: ArrayLike, via: ArrayLike, b: ArrayLike) -> GeometricPath:
    """Build the circular arc from a (n,) through `via` (n,) to b (n,), n >= 2."""
    p, q, r = vector("a", a), vector("via", via), vector("b", b)
    check_length("via", q, len(p), "a")
    check_length("b", r, len(p), "a")
    u, v = q - p, r - p
    uu, vv, uv = u @ u, v @ v, u @ v
    area = uu * vv - uv * uv  # |u|^2 |v|^2 sin^2
    if area <= STRAIGHT**2 * uu * vv or np.array_equal(q, r):
        raise InputError("via: the three points lie on one line or two of them coincide, and define no circle; use a line")
    centre = p + (vv * (uu - uv) * u + uu * (vv - uv) * v) / (2 * area)
    radius = float(np.linalg.norm(p - centre))
    e1 = (p - centre) / radius
    across = [(x - centre) - ((x - centre) @ e1) * e1 for x in (q, r)]
    e2 = max(across, key=lambda vector: float(vector @ vector))  # the point opposite to the start does not define a plane
    e2 = e2 / np.linalg.norm(e2)
    angle_via, angle_b = (float(np.arctan2((x - centre) @ e2, (x - centre) @ e1)) % (2 * np.pi) for x in (q, r))
    if angle_b < angle_via:
        return Arc(centre, e1, -e2, radius, 2 * np.pi - angle_b)
    return Arc(centre, e1, e2, radius, angle_b)


def circle(
    centre: ArrayLike, normal: ArrayLike | None, radius: float, *, start: ArrayLike | None = None, angle: float = 2 * np.pi
) -> GeometricPath:
    """Build a circle, or an arc with an angle [rad], counter-clockwise about its normal.

    Parameters
    ----------
    centre : (3,), or (2,) in the plane
    normal : (3,) of any length; None in the plane
    radius : [m]
    start : point (3,) or (2,); the circle starts in its direction from the centre. The default is the x axis, projected on the
        plane of the circle (y if the normal is close to x)
    angle : [rad], positive
    """
    c = vector("centre", centre)
    z = np.array([0.0, 0.0, 1.0]) if normal is None else vector("normal", normal)
    if len(c) != (2 if normal is None else 3) or len(z) != 3 or not z.any():
        raise InputError(
            "centre, normal: in space, give a centre and a normal of three numbers each, and a normal that is not zero; in the "
            "plane, give a centre of two numbers and normal=None"
        )
    R, turned = positive("radius", radius, "m"), positive("angle", angle, "rad")
    z = z / np.linalg.norm(z)
    if start is None:
        towards = np.eye(3)[0] if abs(z[0]) < 0.9 else np.eye(3)[1]
    else:
        given = vector("start", start)
        check_length("start", given, len(c), "centre")
        towards = np.append(given - c, np.zeros(3 - len(c)))
    e1 = towards - (towards @ z) * z
    if np.linalg.norm(e1) <= STRAIGHT * np.linalg.norm(towards):
        raise InputError("start: this point lies on the axis of the circle and defines no direction")
    e1 = e1 / np.linalg.norm(e1)
    return Arc(c, e1[: len(c)], np.cross(z, e1)[: len(c)], R, turned)
