"""Grid over a path on which a profile is a polygon: every interval lies in one smooth piece of the robot's equations.

Grid points are the ends of the path's smooth pieces, and the places where a joint with friction turns back: its dry friction
jumps there. The rest of the points is spread evenly.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.model import Model
from parados.spatial.live_numbers import is_live
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["friction_turns", "path_grid", "points_within"]

Array = NDArray[np.float64]

INSET = 1e-9
"""Distance of the outer points of an interval from its ends, as a part of the interval: the equations may jump at the ends."""

LEAST = 8
"""Smallest number of intervals in a smooth piece."""

CLOSE = 1e-9
"""Grid points closer than this part of the path are one point."""

HALVINGS = 50
"""Number of steps of bisection."""

HALVED = 10
"""Number of times that the intervals at both ends are halved."""


def path_grid(model: Model, path: GeometricPath, count: int, mode: ArrayLike | None) -> Array:
    """Return the grid (N + 1,) over the length of a path, with about `count` intervals."""
    breaks = _apart(np.asarray(path.breaks, dtype=float), path.length)
    evenly = _fine_ends(_spread(breaks, count))
    turns = friction_turns(model, path, evenly, mode)
    if not len(turns):
        return evenly
    return _apart(np.union1d(evenly, turns), path.length, keep=np.union1d(breaks, turns))


def points_within(grid: Array, parts: Array) -> Array:
    """Return (N, len(parts)) points of each interval; parts from 0 to 1, moved inwards at the ends."""
    return np.asarray(grid[:-1, None] + np.diff(grid)[:, None] * np.clip(parts, INSET, 1 - INSET))


def rough_joints(model: Model) -> list[int]:
    """Return the joints of the tree whose friction jumps where they turn back."""
    laws = [joint.friction for joint in model.mechanism.joints]
    return [k for k, law in enumerate(laws) if law.fn is not None or any(is_live(one) or one != 0 for one in (law.fs, law.fb))]


def _spread(breaks: Array, count: int) -> Array:
    length = breaks[-1] - breaks[0]
    pieces = [np.linspace(a, b, max(LEAST, round(count * (b - a) / length)) + 1)[:-1] for a, b in pairwise(breaks)]
    return np.concatenate([*pieces, breaks[-1:]])


def _fine_ends(grid: Array) -> Array:
    """Halve the first and the last interval again and again towards the ends, where a robot at rest starts to move."""
    halves = 0.5 ** np.arange(1, HALVED + 1)
    first, last = grid[1] - grid[0], grid[-1] - grid[-2]
    return np.concatenate([grid[:1], (grid[0] + first * halves)[::-1], grid[1:-1], grid[-1] - last * halves, grid[-1:]])


def _apart(points: Array, length: float, keep: Array | None = None) -> Array:
    """Drop points that are too close to their neighbour before them; points in `keep` displace others."""
    kept = [points[0]]
    for point in points[1:-1]:
        if point - kept[-1] > CLOSE * length and points[-1] - point > CLOSE * length:
            kept.append(point)
        elif keep is not None and len(kept) > 1 and point in keep and kept[-1] not in keep:
            kept[-1] = point
    return np.array([*kept, points[-1]])


def friction_turns(model: Model, path: GeometricPath, grid: Array, mode: ArrayLike | None) -> Array:
    """Find by bisection where a joint with dry friction turns back along the path; the grid must be fine enough to see it."""
    joints = rough_joints(model)
    if not joints:
        return np.zeros(0)

    def signs(s: Array) -> Array:
        x, xd = path.derivative(s, 0), path.derivative(s, 1)
        return np.sign(model.joint_rates(x, xd, mode=mode, joints="all", motion=True))[:, joints]

    inside = points_within(grid, np.array([0.0, 1.0]))
    at = signs(inside.ravel()).reshape(len(inside), 2, -1)
    where, joint = np.nonzero(at[:, 0] * at[:, 1] < 0)
    low, high, first = inside[where, 0], inside[where, 1], at[where, 0, joint]
    for _ in range(HALVINGS if len(where) else 0):
        middle = 0.5 * (low + high)
        before = signs(middle)[np.arange(len(where)), joint] == first
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return np.unique(high)
