"""Build motions between poses, through poses and along paths, with continuous orientation coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, shown, table, vector, word
from parados.errors import InputError
from parados.trajectory.along import Along, speed_law
from parados.trajectory.angle_rates import angles_to_quaternion
from parados.trajectory.base import Trajectory
from parados.trajectory.geometric_paths import PATH, GeometricPath
from parados.trajectory.motion_arguments import check_length, increasing
from parados.trajectory.piecewise import Piecewise
from parados.trajectory.point_to_point import PointToPoint
from parados.trajectory.poses import AnglePoses, QuaternionPoses
from parados.trajectory.speed_laws import law_over
from parados.trajectory.splines import through
from parados.trajectory.turning import Turning, spline_turning, straight_turning

__all__ = ["checked_poses", "convention_of", "pose_along", "pose_to_pose", "poses_through", "quaternions_of"]

Array = NDArray[np.float64]

UNIT = 1e-6
"""Largest difference between the length of a quaternion and 1."""


def pose_to_pose(robot: Any, start: ArrayLike, end: ArrayLike, duration: float, *, law: str = "quintic") -> Trajectory:
    """Build a motion from rest to rest: P moves on a straight line, and the platform turns about one axis by the same law.

    Parameters
    ----------
    robot : a model or a robot whose platform has all six coordinates, or the name of its convention: an Euler sequence in
        SciPy's spelling, "tilt-torsion" or "quaternion"
    start, end : (6,) [m, rad], or (7,) with a quaternion. The turn is the shortest one, and the coordinates follow it without
        jumps: at the end they describe the orientation of `end`, but not always with its numbers (e.g. ZYX has two solutions)
    duration : [s]
    law : see `point_to_point`
    """
    convention = convention_of(robot)
    a, b = checked_poses(convention, np.stack(_pair(start, end)))
    s = law_over(1.0, duration, law)
    q = quaternions_of(convention, np.stack([a, b]))
    return _written(convention, PointToPoint(a[:3], (b - a)[:3], s), straight_turning(q[0], q[1], s), a)


def poses_through(robot: Any, poses: ArrayLike, times: ArrayLike, *, kind: str = "quintic", ends: str = "rest") -> Trajectory:
    """Build a motion through poses (k, 6) or (k, 7) at times (k,) [s], with continuous acceleration.

    P follows a spline (see `through`), the platform follows a rotation spline (SciPy's RotationSpline). With `ends="rest"` the
    rotation starts and ends at rest; with "natural" it starts and ends with the mean angular velocity of the first and the last
    piece.
    """
    convention = convention_of(robot)
    x = checked_poses(convention, table("poses", poses, 2))
    t = increasing("times", times, len(x))
    word("ends", ends, ("rest", "natural"))
    turning = spline_turning(t, quaternions_of(convention, x), _clock(t, ends))
    return _written(convention, through(x[:, :3], t, kind=kind, ends=ends), turning, x[0])


def pose_along(
    robot: Any,
    path: GeometricPath,
    start: ArrayLike,
    end: ArrayLike,
    *,
    law: str | Trajectory = "jerk-limited",
    duration: float | None = None,
    v_max: float | None = None,
    a_max: float | None = None,
    j_max: float | None = None,
) -> Trajectory:
    """Build a motion of P along a path, while the platform turns from one orientation to another by the same speed law.

    Parameters
    ----------
    path : path with three coordinates
    start, end : (3,) angles [rad] or (4,) quaternion
    law, duration, v_max, a_max, j_max : speed law of P along the path, see `speed_law`
    """
    instance("path", path, GeometricPath, PATH)
    if path.n != 3:
        raise InputError(f"path: three coordinates are expected, not {path.n}")
    convention = convention_of(robot)
    ends = path.derivative(np.array([0.0, path.length]), 0)
    x = checked_poses(convention, np.hstack([ends, np.stack(_pair(start, end))]))
    s = speed_law(path.length, law=law, duration=duration, v_max=v_max, a_max=a_max, j_max=j_max)
    q = quaternions_of(convention, x)
    return _written(convention, Along(path, s), straight_turning(q[0], q[1], s, path.length), x[0])


def convention_of(robot: Any) -> str:
    """Return the orientation convention of a robot with six platform coordinates, or check its name."""
    from parados.spatial.rotations import SEQUENCES

    if not isinstance(robot, str):
        platform: Any = getattr(getattr(robot, "spec", robot), "platform", None)
        if not isinstance(getattr(platform, "coordinates", None), tuple) or not hasattr(platform, "orientation"):
            raise InputError(f"robot: a robot, a model or the name of an orientation is expected, not {shown(robot)}")
        if len(platform.own_coordinates) != 6:
            own = f"its platform has the coordinates {', '.join(platform.own_coordinates)}, not all six"
            told = own if platform.carrier is None else "its coordinates are joints, not the pose of a platform"
            raise InputError(f"robot: {told}; use point_to_point, through or along")
        return str(platform.orientation)
    if robot not in (*SEQUENCES, "tilt-torsion", "quaternion"):
        raise InputError(f"robot: {shown(robot)} is not an orientation; use tilt-torsion, quaternion or a sequence like ZYX, xyz")
    return robot


def _pair(start: ArrayLike, end: ArrayLike) -> tuple[Array, Array]:
    a, b = vector("start", start), vector("end", end)
    check_length("end", b, len(a), "start")
    return a, b


def checked_poses(convention: str, x: Array) -> Array:
    """Check that poses (k, .) have as many entries as the convention needs, and quaternions of unit length."""
    n = 7 if convention == "quaternion" else 6
    if x.shape[1] != n:
        raise InputError(f"poses: {n} entries are expected with the orientation {convention}, not {x.shape[1]}")
    if n == 7:
        off = np.abs(np.linalg.norm(x[:, 3:], axis=1) - 1)
        if off.max() > UNIT:
            raise InputError(f"poses[{int(off.argmax())}]: the length of the quaternion is not 1; divide it by its length")
    return x


def quaternions_of(convention: str, x: Array) -> Array:
    """Return the quaternions (k, 4) of poses (k, 6) or (k, 7)."""
    if convention == "quaternion":
        return np.asarray(x[:, 3:] / np.linalg.norm(x[:, 3:], axis=1, keepdims=True))
    return angles_to_quaternion(convention, x[:, 3:])


def _written(convention: str, position: Trajectory, turning: Turning, first: Array) -> Trajectory:
    if convention == "quaternion":
        return QuaternionPoses(position, turning)
    return AnglePoses(position, turning, convention, first[3:])


def _clock(t: Array, ends: str) -> Trajectory:
    """Return the parameter of a rotation spline as a function of time, which is the identity for natural ends.

    With rest at the ends, the first piece of duration h is h (6 u^3 - 8 u^4 + 3 u^5): it starts with zero rate and acceleration,
    ends with rate 1 and acceleration 0, and never moves back. The last piece is the reverse. A single piece is the quintic law.
    """
    from scipy.interpolate import BPoly, PPoly

    knots = [[value, 1.0, 0.0] for value in t]
    if ends == "rest":
        knots[0][1] = knots[-1][1] = 0.0
    return Piecewise(PPoly.from_bernstein_basis(BPoly.from_derivatives(t, np.array(knots)[:, :, None])))
