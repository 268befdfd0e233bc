"""Paths and motions that a user of the studio asks for, in the coordinates of the robot."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.control import ComputedTorque
from parados.errors import InputError
from parados.plan import ActuatorLimits, time_optimal
from parados.simulate import simulate
from parados.simulate.run_arguments import is_flexible
from parados.studio.scene_view import upward
from parados.trajectory import (
    Polynomials,
    along,
    circle,
    concatenate,
    path_through,
    pick_and_place,
    point_to_point,
    pose_along,
    pose_to_pose,
    reversed_in_time,
)
from parados.trajectory.geometric_paths import Arc
from parados.trajectory.path_through import MotionPath

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parados.plan import OptimalMotion
    from parados.simulate import Run
    from parados.studio.posed_robot import PosedRobot
    from parados.trajectory import GeometricPath, Trajectory

__all__ = [
    "check_points",
    "circle_path",
    "fastest_along",
    "pick_and_place_path",
    "planes_of",
    "points_path",
    "simulated",
    "stopping_motion",
    "there_and_back",
    "timed",
]

Array = NDArray[np.float64]

AXES = "xyz"

FREQUENCY = 8.0
"""Natural frequency of the simulated position control [Hz]."""


def planes_of(pose: PosedRobot) -> list[str]:
    """List the planes in which P can draw a circle: those of two coordinates in x, e.g. "xy"."""
    own = [k for k in pose.model.mechanism.platform.coordinates if k < 3]
    pairs = [(a, b) for a in own for b in own if a < b]
    return [AXES[a] + AXES[b] for a, b in pairs]


def circle_path(pose: PosedRobot, radius: float, plane: str) -> GeometricPath:
    """Return a circle of P about its present place, in the plane of two base axes; the orientation stays."""
    if plane not in planes_of(pose):
        raise InputError("circle: x has no two coordinates of P, so that there is no plane for a circle; use points")
    a, b = (AXES.index(letter) for letter in plane)
    if _has_whole_pose(pose):
        flat = circle(pose.x[:3], np.cross(np.eye(3)[a], np.eye(3)[b]), radius, start=pose.x[:3] + np.eye(3)[a])
        return _with_turn(pose, flat, pose.x, pose.x)
    place = {k: n for n, k in enumerate(pose.model.mechanism.platform.coordinates)}
    unit = np.eye(len(pose.x))
    return Arc(pose.x.copy(), unit[place[a]], unit[place[b]], radius, 2 * np.pi)


def points_path(pose: PosedRobot, points: Sequence[Array]) -> GeometricPath:
    """Return a smooth path through at least two points (n_x,)."""
    check_points(points)
    return path_through(np.array(points), pose.model if _has_whole_pose(pose) else None)


def pick_and_place_path(pose: PosedRobot, points: Sequence[Array], lift: float) -> GeometricPath:
    """Return the path from the first to the last point over corners that are higher by `lift` [m]."""
    check_points(points)
    start, end, up = points[0], points[-1], _lift(pose) * lift
    if _has_whole_pose(pose):
        return _with_turn(pose, pick_and_place(start[:3], end[:3], up[:3]), start, end)
    return pick_and_place(start, end, up)


def _lift(pose: PosedRobot) -> Array:
    """(n_x,) unit way up: against gravity; in a planar robot along its last coordinate of P."""
    own = [k for k in pose.model.mechanism.platform.coordinates if k < 3]
    if not own:
        raise InputError("pick and place: x has no coordinates of P, so that there is no way up; use points")
    up = np.zeros(len(pose.x))
    up[: len(own)] = upward(pose)[own]
    length = float(np.linalg.norm(up))
    return up / length if length > 1e-9 else np.eye(len(pose.x))[len(own) - 1]


def timed(path: GeometricPath, duration: float) -> Trajectory:
    """Return the motion along a path from rest to rest in a given time [s]."""
    return along(path, law="quintic", duration=duration)


def stopping_motion(pose: PosedRobot, points: Sequence[Array], duration: float) -> Trajectory:
    """Return the motion from point to point that rests at each of them; all pieces take the same time."""
    check_points(points)
    piece = duration / (len(points) - 1)
    if not _has_whole_pose(pose):
        return concatenate(*[point_to_point(a, b, piece) for a, b in pairwise(points)])
    made: list[Trajectory] = []
    for end in points[1:]:  # the angles of a pose go on where the piece before ended
        start = points[0] if not made else made[-1](made[-1].times[1]).x
        made.append(pose_to_pose(pose.model, start, end, piece))
    return concatenate(*made)


def there_and_back(motion: Trajectory) -> Trajectory:
    """Return a motion that goes back the same way."""
    return concatenate(motion, reversed_in_time(motion))


def fastest_along(
    pose: PosedRobot, path: GeometricPath, effort: float, progress: Callable[[int, int], None] | None = None
) -> OptimalMotion:
    """Return the fastest motion along a path with a largest effort of every actuator [N m, N]."""
    return time_optimal(pose.model, path, ActuatorLimits(effort=effort), mode=pose.mode, progress=progress)


def simulated(pose: PosedRobot, motion: Trajectory, progress: Callable[[int, int], None] | None = None) -> Run:
    """Simulate the robot under computed torque along a motion; it starts on the motion.

    Rigid robots move in fixed steps of compiled C, flexible ones by collocation.
    """
    start, omega = motion(motion.start), 2 * np.pi * FREQUENCY
    law = ComputedTorque(pose.model, motion, omega**2, 2 * omega, mode=pose.mode)
    count = int(np.clip(120 * motion.duration, 201, 2001)) // 2 * 2 + 1  # a flexible robot keeps an odd number of states
    how: dict[str, Any] = {"control": law, "mode": pose.mode, "times": count, "progress": progress}
    if not is_flexible(pose.model, None):
        how |= {"method": "rk4", "limits": "ignore"}
    return simulate(pose.model, start.x, start.xd, motion.duration, **how)


def _has_whole_pose(pose: PosedRobot) -> bool:
    """Tell whether x is the pose of a platform with six degrees of freedom, whose turns are not interpolated by coordinates."""
    mechanism = pose.model.mechanism
    return len(mechanism.platform.coordinates) == 6 and not mechanism.joints_in_x


def _with_turn(pose: PosedRobot, path: GeometricPath, start: Array, end: Array) -> GeometricPath:
    """Return a path of P (3 coordinates) on which the platform turns from one pose to another, evenly over its length."""
    evenly = Polynomials([[0.0, path.length]], path.length)
    return MotionPath(pose_along(pose.model, path, start[3:], end[3:], law=evenly))


def check_points(points: Sequence[Array]) -> None:
    if len(points) < 2:
        raise InputError("points: two or more are needed; move the robot, and press 'Add this pose' at each of them")
