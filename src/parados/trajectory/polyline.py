"""Path of straight lines through points, with rounded corners."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, table, word
from parados.errors import InputError
from parados.trajectory.geometric_paths import Arc, GeometricPath, Line
from parados.trajectory.power_sums import OneState
from parados.trajectory.smooth_corner import SmoothCorner

__all__ = ["CORNERS", "SMOOTH", "Chain", "polyline"]

Array = NDArray[np.float64]

SMOOTH = "smooth"
CORNERS = ("arc", SMOOTH)
"""Kinds of corners."""

STRAIGHT = 1e-9
"""Angle between two lines below which their corner needs no arc [rad]."""


class Chain(GeometricPath):
    """Path made of several paths, one after the other."""

    def __init__(self, parts: Sequence[GeometricPath]) -> None:
        self.parts = parts
        self.ends = np.concatenate([[0.0], np.cumsum([part.length for part in parts])])
        super().__init__(parts[0].n, float(self.ends[-1]))

    @property
    def breaks(self) -> Array:
        return self.ends

    def derivative(self, s: Array, k: int) -> Array:
        which = np.clip(np.searchsorted(self.ends, s, side="right") - 1, 0, len(self.parts) - 1)
        p = np.empty((len(s), self.n))
        for i in np.unique(which):
            p[which == i] = self.parts[i].derivative(s[which == i] - self.ends[i], k)
        return p

    def _at(self, s: float) -> OneState:
        i = min(bisect_right(self.ends, s), len(self.parts)) - 1
        return self.parts[i]._at(s - float(self.ends[i]))


def polyline(points: ArrayLike, blend: float, *, corner: str = "arc") -> GeometricPath:
    """Build a path of lines through points (k, n); each corner is rounded from `blend` [m] before to `blend` [m] after it.

    corner : "arc": the direction is continuous, but not the curvature, so the acceleration jumps by sd^2 / radius where an arc
        starts; "smooth": the third derivative is continuous too, so the jerk is finite (`smooth_corner`)
    """
    p = table("points", points, 2)
    b = positive("blend", blend, "m")
    word("corner", corner, CORNERS)
    ways = np.diff(p, axis=0)
    lengths = np.linalg.norm(ways, axis=1)
    used = b * np.array([(i > 0) + (i < len(ways) - 1) for i in range(len(ways))])
    short = np.flatnonzero((lengths <= 0) | (used > lengths))
    if len(short):
        k = int(short[0])
        raise InputError(f"blend: {b:g} m does not fit on the line from points[{k}] to points[{k + 1}], {lengths[k]:g} m long")
    unit = ways / lengths[:, None]
    parts: list[GeometricPath] = []
    here = p[0]
    for i in range(1, len(p) - 1):
        before, after = p[i] - b * unit[i - 1], p[i] + b * unit[i]
        parts += _straight(here, before)
        if corner == SMOOTH:
            parts.append(SmoothCorner(before, unit[i - 1], unit[i], b))
            _check_turn(unit[i - 1], unit[i], i)
        else:
            parts += _corner(before, p[i], after, unit[i - 1], unit[i], i)
        here = after
    return Chain(parts + _straight(here, p[-1]))


def _straight(a: Array, b: Array) -> list[GeometricPath]:
    return [Line(a, b)] if np.linalg.norm(b - a) > 0 else []


def _corner(before: Array, corner: Array, after: Array, u: Array, v: Array, i: int) -> list[GeometricPath]:
    """Return the arc that is tangent to both lines at the points before and after their corner."""
    cosine = float(np.clip(u @ v, -1, 1))
    turn = _check_turn(u, v, i)
    if turn < STRAIGHT:
        return [Line(before, after)]
    radius = float(np.linalg.norm(corner - before)) / np.tan(turn / 2)
    inward = v - cosine * u
    e1 = -inward / np.linalg.norm(inward)
    return [Arc(before - radius * e1, e1, u, radius, turn)]


def _check_turn(u: Array, v: Array, i: int) -> float:
    """Return the angle between two directions [rad]; raise an error if the second is the opposite of the first."""
    turn = 2 * float(np.arctan2(np.linalg.norm(u - v), np.linalg.norm(u + v)))
    if np.pi - turn < 1e-6:
        raise InputError(f"points[{i}]: the path turns back on itself at this point; an arc cannot round this corner")
    return turn
