"""Time of a motion at one time, for every kind of trajectory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import processor_time
from parados.trajectory import (
    Condition,
    FourierSeries,
    Trajectory,
    along,
    arc,
    circle,
    concatenate,
    line,
    path_through,
    pick_and_place,
    pick_and_place_cycle,
    point_by_point,
    point_to_point,
    polyline,
    polynomials_from_conditions,
    pose_along,
    pose_to_pose,
    poses_through,
    reversed_in_time,
    sampled,
    superpose,
    through,
)
from parados.trajectory.speed_laws import LAWS

__all__ = ["every_kind", "one_time"]

CALLS = 200
LIMITS = {"v_max": 1.0, "a_max": 5.0, "j_max": 80.0}
A, B, UP = np.array([0.1, 0.2, 0.3]), np.array([0.5, -0.1, 0.4]), np.array([0.0, 0.0, 0.05])
TIMES = np.array([0.5, 0.8, 1.3, 1.8, 2.5, 2.7, 3.5])
ANGLES = np.array([[0.0, 0.0, 0.5, 0.1, 0.2, 0.3], [0.1, 0.2, 0.6, -0.2, 0.1, 0.2], [0.1, 0.3, 0.6, -0.2, 0.3, 2.9]])
CONVENTIONS = ("quaternion", "ZYX", "xyz", "ZXZ", "tilt-torsion")


def every_kind() -> dict[str, Trajectory]:
    """Build a motion of every kind, with three coordinates or with a pose."""
    points = np.random.default_rng(0).normal(size=(7, 3))
    conditions = [Condition(0, 0, A), Condition(0, 1, A), Condition(0.5, 0, B), Condition(1, 0, A), Condition(1, 1, B)]
    forth, back = point_to_point(A, B, 1.0), point_to_point(B, A, 2.0, law="jerk-limited")
    spline = through(points, TIMES)
    straight = line(A, B)
    paths = {
        "a line": straight,
        "an arc": arc(A, B, A + UP),
        "a circle": circle(A, [0, 0, 1], 0.2),
        "a polyline, arcs": polyline(points, 0.1),
        "a polyline, smooth corners": polyline(points, 0.1, corner="smooth"),
        "pick and place": pick_and_place(A, B, UP),
        "a path through points": path_through(points),
    }
    return {
        **{f"point to point, {law}": point_to_point(A, B, 1.0, law=law) for law in LAWS},
        "polynomials from conditions": polynomials_from_conditions(conditions, 1.0, about=0.3),
        **{f"spline, {kind}": through(points, TIMES, kind=kind) for kind in ("quintic", "cubic", "trigonometric")},
        "point by point": point_by_point(points, 0.5, stop=0.1),
        **{f"along {name}, jerk-limited": along(path, **LIMITS) for name, path in paths.items()},
        **{f"along a line, {law}": along(straight, law=law, duration=2.0) for law in LAWS},
        "along a line, law from a spline": along(straight, law=through([[0.0], [0.2], [straight.length]], [1.0, 1.5, 2.0])),
        "pick-and-place cycle": pick_and_place_cycle(A, B, UP, 1.0),
        "joined": concatenate(forth, back),
        "superposed": superpose(forth, point_to_point(A, B, 1.0, law="septic")),
        "reversed": reversed_in_time(spline),
        "Fourier series": FourierSeries(np.random.default_rng(1).normal(size=(11, 3)), 2.0, 3),
        **_sampled(),
        **_poses(),
    }


def _sampled() -> dict[str, Trajectory]:
    t = np.linspace(0.0, 3.0, 200)
    x = np.sin(np.outer(t, [1.0, 2.0, 3.0])) + 1e-3 * np.random.default_rng(2).normal(size=(200, 3))
    return {
        "sampled": sampled(t, x),
        "sampled, ten coordinates": sampled(t, np.sin(np.outer(t, np.arange(1.0, 11.0)))),
        "sampled, smoothed": sampled(t, x, smoothing=1.1e-3),
        "sampled, regression spline": sampled(t, x, smoothing="auto"),
    }


def _poses() -> dict[str, Trajectory]:
    ring, motions = circle([0, 0, 0.5], [0, 0, 1], 0.2), {}
    for name in CONVENTIONS:
        poses = ANGLES.copy()
        poses[:, 4] += 0.7 if name in ("ZXZ", "tilt-torsion") else 0.0  # away from the singularity of the angles
        if name == "quaternion":
            poses = np.hstack([poses[:, :3], np.insert(poses[:, 3:], 0, 1.0, axis=1)])
            poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
        motions[f"pose to pose, {name}"] = pose_to_pose(name, poses[0], poses[1], 1.0)
        motions[f"poses through, {name}"] = poses_through(name, poses, [0.5, 1.0, 2.0])
        motions[f"pose along a circle, {name}"] = pose_along(name, ring, poses[0, 3:], poses[1, 3:], **LIMITS)
        motions[f"along a path through poses, {name}"] = along(path_through(poses, name), **LIMITS)
    return motions


def one_time() -> Iterator[tuple[str, float]]:
    """Yield kind and processor time [us] of x, xd and xdd at one time, with all checks of the time."""
    for name, motion in every_kind().items():
        t = motion.start + 0.37 * motion.duration
        seconds = processor_time(lambda motion=motion, t=t: [motion(t) for _ in range(CALLS)], repeats=40)
        yield name, seconds / CALLS * 1e6
