"""Convex hulls of a few points: a point, a bar, a plate or a body."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["faces", "outline"]

Array = NDArray[np.float64]

FLAT = 1e-6
"""Relative singular value below which it is zero."""


def _spread(points: Array) -> tuple[int, Array]:
    """Return the dimension that the points span, and their coordinates along their principal axes."""
    centred = points - points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
    if sizes[0] < 1e-9:
        return 0, centred
    return int((sizes > FLAT * sizes[0]).sum()), centred @ axes.T


def outline(points: Array) -> Array:
    """Return the corners (k, 3): one point, the two ends of a bar, the corners of a plate in order, or all points of a body."""
    dimension, along = _spread(points)
    if dimension == 0:
        return points[:1]
    if dimension == 1:
        return points[[along[:, 0].argmin(), along[:, 0].argmax()]]
    if dimension == 2:
        return points[_hull(along[:, :2]).vertices]
    return points


def faces(points: Array) -> list[Array]:
    """Return the polygons of the hull: one for a plate, several for a body."""
    dimension, along = _spread(points)
    if dimension < 3:
        return [outline(points)]
    return [points[triangle] for triangle in _hull(along).simplices]


def _hull(coordinates: Array) -> Any:
    from scipy.spatial import ConvexHull

    return ConvexHull(coordinates)
