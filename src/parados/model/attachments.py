"""Where the legs hold the platform: points and axes of the mechanism, whichever frames a file chooses.

A leg's last turning joint, in its tree or cut, holds the platform along an axis. If the axis before it is not parallel, the
foot of their common perpendicular is a point of the platform, the centre of a U or an S joint for instance. Otherwise every
point of the axis is as good (planar robots).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.model.evaluation import Evaluator
from parados.model.options import Options
from parados.topology.mechanism import PLATFORM, Closure

__all__ = ["Axis", "centre_of", "leg_axes", "mean_square"]

Array = NDArray[np.float64]

CLAMPED = Options(clamped=True)

PARALLEL = 1e-9
"""Sine of the angle below which two axes are parallel."""


@dataclass(frozen=True)
class Axis:
    """A point (3,) [m] in base axes and what it is free along: a projector (3, 3), zero in the direction of an axis."""

    point: Array
    projector: Array


def leg_axes(evaluator: Evaluator) -> tuple[list[Axis], list[Axis], Array]:
    """Where the legs hold the platform and where they stand on the base, at home, and the platform's frame (4, 4).

    Legs without a turning joint are left out.
    """
    mechanism = evaluator.robot.mechanism
    links, frame = _frames_at_home(evaluator)
    ends, feet = [], []
    for closure in mechanism.closures:
        if closure.b == PLATFORM:
            turning = [links[k] for k in mechanism.path(closure.a) if mechanism.joints[k].screw.turn]
            lines = [(T[:3, 2], T[:3, 3]) for T in turning] + _cut_axes(closure, links, frame)
            ends += [_attachment(lines)] if lines else []
            feet += [_attachment(lines[::-1])] if lines else []
    return ends, feet, frame


def _frames_at_home(evaluator: Evaluator) -> tuple[Array, Array]:
    """Frames (n_t, 4, 4) of all links and (4, 4) of the platform; of a sampled pose where the default mode misses home."""
    values = []
    for name, key in (("link_frames", "frames"), ("pose", "frame")):
        found = evaluator.quietly(name, evaluator.robot.survey.home[None], None, CLAMPED)[key]
        values.append((found if np.isfinite(found).all() else evaluator.at_samples(name, CLAMPED, 1)[key])[0])
    return values[0], values[1]


def _cut_axes(closure: Closure, links: Array, frame: Array) -> list[tuple[Array, Array]]:
    """Axes and points of the rotations that a closure leaves free; three of them meet in a ball."""
    a = (links[closure.a] if closure.a >= 0 else np.eye(4)) @ closure.frame_a
    b = frame @ closure.frame_b
    centre = (b if closure.owner == "a" else a)[:3, 3]
    axes = [(a, b)[len(closure.free_rotations) == 2 and place == 1][:3, k] for place, k in enumerate(closure.free_rotations)]
    return [(axis, centre) for axis in axes]


def _attachment(lines: list[tuple[Array, Array]]) -> Axis:
    """The last axis, or the foot on it of the common perpendicular with the axis before."""
    u, p = lines[-1]
    if len(lines) > 1:
        w, r = lines[-2]
        normal = np.cross(u, w)
        if np.linalg.norm(normal) > PARALLEL:
            along = np.cross(w, normal) @ (r - p) / (np.cross(w, normal) @ u)
            return Axis(p + along * u, np.eye(3))
    return Axis(p, np.eye(3) - np.outer(u, u))


def centre_of(axes: list[Axis], near: Array) -> Array:
    """(3,) the point with the least squared distances from all; `near` (3,) decides where that leaves a choice."""
    normal = sum((axis.projector for axis in axes), np.zeros((3, 3)))
    right = sum((axis.projector @ (axis.point - near) for axis in axes), np.zeros(3))
    return near + np.linalg.lstsq(normal, right, rcond=PARALLEL)[0]


def mean_square(axes: list[Axis], point: Array) -> float:
    """Root mean square distance of a point (3,) from all [m]; 0 where there is none."""
    squares = [float((axis.point - point) @ axis.projector @ (axis.point - point)) for axis in axes]
    return float(np.sqrt(np.mean(squares))) if squares else 0.0
