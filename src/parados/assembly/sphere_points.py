"""Points on planes and spheres: forward geometry of robots whose platform keeps its orientation (Briot & Khalil 7.2.2.4).

Each equation is k p . p + v . p + c = 0: a sphere, or a plane if k = 0. One sphere is subtracted from the others, which leaves
linear equations. If they have the rank 2, the solutions lie on a line, and the sphere gives two of them: Delta, Orthoglide. If
all equations are planes, there is one solution: Tripteron.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FoundPoints", "sphere_points"]

Array = NDArray[np.float64]

RANK = 1e-9
"""Singular values below this times the largest count as zero; so do gaps below it."""

TOUCH = 1e-13
"""Discriminants between -TOUCH and TOUCH, relative to their terms, count as zero: the sphere touches the line."""


class FoundPoints(NamedTuple):
    """Real points (k, 3), the number of complex ones, and True if the solutions form a curve or surface."""

    points: Array
    complex_count: int
    is_curve: bool = False


def sphere_points(k: Array, v: Array, c: Array) -> FoundPoints:
    """Find the common points of spheres and planes: k (m,), v (m, 3), c (m,)."""
    size = np.sqrt(k * k + (v * v).sum(axis=1) + c * c)
    used = size > RANK
    k, v, c = k[used], v[used], c[used]
    pivot = int(np.argmax(np.abs(k)))
    if abs(k[pivot]) > RANK:
        ratio = np.delete(k, pivot) / k[pivot]
        A = np.delete(v, pivot, axis=0) - ratio[:, None] * v[pivot]
        b = ratio * c[pivot] - np.delete(c, pivot)
        sphere = (1.0, v[pivot] / k[pivot], c[pivot] / k[pivot])
    else:
        A, b, sphere = v, -c, None
    U, singular, rows = np.linalg.svd(A)
    rank = int((singular > RANK * max(1.0, singular.max(initial=0.0))).sum())
    along = (U.T @ b)[:rank] / singular[:rank]
    start = rows[:rank].T @ along
    if np.abs(A @ start - b).max(initial=0.0) > RANK * 1e2:
        return FoundPoints(np.zeros((0, 3)), 0)  # the equations contradict each other
    if rank == 3:
        off = 0.0 if sphere is None else start @ start + sphere[1] @ start + sphere[2]
        on = abs(off) < RANK * 1e2
        return FoundPoints(start[None][: int(on)], int(on))
    if sphere is None or rank < 2:
        return FoundPoints(start[None][:0], 0, is_curve=True)
    return _on_line(start, rows[2], sphere[1], sphere[2])


def _on_line(start: Array, u: Array, v: Array, c: float) -> FoundPoints:
    """Intersect the line start + t u, |u| = 1, with the sphere p . p + v . p + c = 0."""
    half = u @ start + u @ v / 2
    constant = start @ start + v @ start + c
    inside = half * half - constant
    if abs(inside) <= TOUCH * (half * half + abs(constant) + start @ start):
        return FoundPoints((start - half * u)[None], 2)
    if inside < 0:
        return FoundPoints(np.zeros((0, 3)), 2)
    root = np.sqrt(inside)
    return FoundPoints(start + np.array([[-half - root], [-half + root]]) * u, 2)
