"""Smooth paths through points or poses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, table
from parados.errors import InputError
from parados.trajectory.angle_rates import angles_of
from parados.trajectory.base import States, Trajectory
from parados.trajectory.geometric_paths import GeometricPath
from parados.trajectory.pose_motion import checked_poses, convention_of, poses_through, quaternions_of
from parados.trajectory.power_sums import OneState
from parados.trajectory.splines import through
from parados.trajectory.turning import as_rotation

__all__ = ["MotionPath", "path_through"]

Array = NDArray[np.float64]


class MotionPath(GeometricPath):
    """Path of a motion with continuous second derivatives; the parameter of the path is the time of the motion.

    For the splines of `path_through` this is near the length of the path.
    """

    def __init__(self, motion: Trajectory) -> None:
        super().__init__(motion.n, motion.duration, motion.n_rates)
        self.motion = motion

    def _time(self, s: Array) -> Array:
        return np.clip(self.motion.start + s, *self.motion.times)

    def derivative(self, s: Array, k: int) -> Array:
        return self.motion._derivative(self._time(s), k)

    def _states(self, s: Array) -> States:
        return self.motion._states(self._time(s))

    def _at(self, s: float) -> OneState:
        first, last = self.motion.times
        return self.motion._at(min(max(self.motion.start + s, first), last))

    def tangent(self, s: Array) -> Array:
        return self.motion.slope(self._time(s), 0)


def path_through(points: ArrayLike, robot: Any = None, *, closed: bool = False) -> GeometricPath:
    """Build a smooth path through points (k, n): a quintic spline over the distances between the points.

    Parameters
    ----------
    robot : a robot or model with all six platform coordinates, or the name of its orientation, as in `pose_to_pose`: the points
        are then poses (k, 6) or (k, 7), and the platform turns by a spline on the rotation group. A turn counts as a distance,
        in the unit that makes all turns together as long as the way of P
    closed : True for a path that ends as it starts, with the same direction and curvature; not with `robot`
    """
    p = table("points", points, 2)
    flag("closed", closed)
    if robot is None:
        p = np.stack([p[0], p.mean(axis=0), p[1]]) if len(p) == 2 else p  # a spline of this kind needs three points
        steps = np.linalg.norm(np.diff(p, axis=0), axis=1)
        return MotionPath(through(p, _lengths(steps), ends="periodic" if closed else "natural"))
    if closed:
        raise InputError("closed: a path of poses is not closed smoothly; leave it out, or give points without robot")
    convention = convention_of(robot)
    p = _three(convention, checked_poses(convention, p))
    turned = as_rotation(quaternions_of(convention, p))
    angles = (turned[:-1].inv() * turned[1:]).magnitude()
    steps = np.linalg.norm(np.diff(p[:, :3], axis=0), axis=1)
    unit = steps.sum() / angles.sum() if steps.sum() > 0 and angles.sum() > 0 else 1.0
    return MotionPath(poses_through(convention, p, _lengths(np.hypot(steps, unit * angles)), ends="natural"))


def _three(convention: str, p: Array) -> Array:
    """Return poses (k, .), with one in the middle if there are only two: a spline of this kind needs three."""
    if len(p) > 2:
        return p
    first, last = as_rotation(quaternions_of(convention, p))
    half = first * (first.inv() * last) ** 0.5
    q = np.roll(half.as_quat(), 1)
    turned = q if convention == "quaternion" else angles_of(convention, q[None])[0]
    return np.stack([p[0], np.concatenate([p[:, :3].mean(axis=0), turned]), p[1]])


def _lengths(steps: Array) -> Array:
    same = np.flatnonzero(steps <= 0)
    if len(same):
        k = int(same[0])
        raise InputError(f"points[{k + 1}]: it is the same as the point before it; remove one of them")
    return np.concatenate([[0.0], np.cumsum(steps)])
