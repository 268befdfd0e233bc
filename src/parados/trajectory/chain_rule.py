"""Compute the first three time derivatives of p(s(t)), a curve followed by a speed law, and of products."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.trajectory.power_sums import OneState

__all__ = ["composed", "composed_at", "product", "straight_at"]

Array = NDArray[np.float64]


def composed(p: Sequence[Array], s: Sequence[Array]) -> list[Array]:
    """Return the time derivatives of p(s(t)), up to 3, given as many of p by s and of s by t; the arrays are broadcast."""
    found = [p[0]]
    if len(p) > 1:
        found.append(p[1] * s[1])
    if len(p) > 2:
        found.append(p[2] * s[1] ** 2 + p[1] * s[2])
    if len(p) > 3:
        found.append(p[3] * s[1] ** 3 + 3 * p[2] * s[1] * s[2] + p[1] * s[3])
    return found


def composed_at(p: OneState, s: OneState) -> OneState:
    """Return the motion p(s(t)) at one time, given p and its derivatives by s at that place, and a law of one coordinate."""
    (_,), (sd,), (sdd,) = s
    squared = sd * sd
    return p[0], [a * sd for a in p[1]], [a * sdd + b * squared for a, b in zip(p[1], p[2], strict=True)]


def straight_at(origin: Array, way: Array, s: OneState) -> OneState:
    """Return the motion origin + s(t) way (n,) at one time, given a law of one coordinate."""
    (moved,), (sd,), (sdd,) = s
    w = way.tolist()
    return [a + moved * b for a, b in zip(origin.tolist(), w, strict=True)], [sd * b for b in w], [sdd * b for b in w]


def product(a: Sequence[Array], b: Sequence[Array]) -> list[Array]:
    """Return the derivatives 0 to 3 of a product, given those of its factors (Leibniz rule)."""
    return [
        a[0] * b[0],
        a[1] * b[0] + a[0] * b[1],
        a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2],
        a[3] * b[0] + 3 * (a[2] * b[1] + a[1] * b[2]) + a[0] * b[3],
    ]
