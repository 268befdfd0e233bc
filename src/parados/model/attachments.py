"""Attachments of the legs to the platform and to the base: points and axes that do not depend on the frames of the file.

The last joint of a leg that turns, in the tree or at the closure, holds the platform along an axis. If the axis before it is not
parallel, the foot of their common perpendicular is the attachment point, for example the centre of a U or S joint. If the
axes are parallel (planar robots), every point of the axis is an attachment point.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.model.evaluation import Evaluator
from parados.model.quantity import Options
from parados.spatial.vectors import inverse_frame
from parados.topology.mechanism import PLATFORM, Closure

__all__ = ["Axis", "centre_of", "cut_axes", "foot", "frames_at_home", "leg_axes", "mean_square"]

Array = NDArray[np.float64]

CLAMPED = Options(clamped=True)

PARALLEL = 1e-9
"""Sine of the angle below which two axes are parallel."""


@dataclass(frozen=True)
class Axis:
    """An attachment: a point, or an axis of which all points are equivalent.

    Attributes
    ----------
    point : (3,) the point, or one point of the axis [m], in base axes
    projector : (3, 3) identity for a point; projector onto the plane normal to the axis otherwise
    """

    point: Array
    projector: Array


def leg_axes(evaluator: Evaluator) -> tuple[list[Axis], list[Axis], Array]:
    """Return the attachments of the legs to the platform and to the base, at home, and the platform's frame (4, 4).

    If home is not reached in the default mode, they are those at a sampled pose. Legs without a joint that turns are left out.
    """
    mechanism = evaluator.robot.mechanism
    links, frame = frames_at_home(evaluator)
    ends, feet = [], []
    for closure in mechanism.closures:
        if not mechanism.is_inner(closure):
            turning = [links[k] for k in mechanism.path(closure.a) if mechanism.joints[k].screw.turn]
            lines = [(T[:3, 2], T[:3, 3]) for T in turning] + cut_axes(closure, links, frame)
            ends += [_attachment(lines)] if lines else []
            feet += [_attachment(lines[::-1])] if lines else []
    return ends, feet, frame


def frames_at_home(evaluator: Evaluator) -> tuple[Array, Array]:
    """Return the frames of all links of the mechanism (n_t, 4, 4) and of the platform (4, 4) at home.

    They are those of a sampled pose if the robot does not reach its home in the default mode.
    """
    values = []
    for name, key in (("link_frames", "frames"), ("pose", "frame")):
        found = evaluator.quietly(name, evaluator.robot.survey.home[None], None, CLAMPED)[key]
        values.append((found if np.isfinite(found).all() else evaluator.at_samples(name, CLAMPED, 1)[key])[0])
    joints = evaluator.robot.mechanism.joints
    return np.array([own @ inverse_frame(joint.file_frame) for own, joint in zip(values[0], joints, strict=True)]), values[1]


def cut_axes(closure: Closure, links: Array, frame: Array) -> list[tuple[Array, Array]]:
    """Return axis and point of each rotation that a closure leaves free; the three axes of a ball meet in its centre."""
    a = (links[closure.a] if closure.a >= 0 else np.eye(4)) @ closure.frame_a
    b = (frame if closure.b == PLATFORM else links[closure.b] if closure.b >= 0 else np.eye(4)) @ closure.frame_b
    centre = (b if closure.owner == "a" else a)[:3, 3]
    axes = [(a, b)[len(closure.free_rotations) == 2 and place == 1][:3, k] for place, k in enumerate(closure.free_rotations)]
    return [(axis, centre) for axis in axes]


def _attachment(lines: list[tuple[Array, Array]]) -> Axis:
    """Return the foot of the common perpendicular on the last axis, or the last axis if the one before is parallel."""
    u, p = lines[-1]
    at = foot(lines[-1], lines[-2]) if len(lines) > 1 else None
    return Axis(p, np.eye(3) - np.outer(u, u)) if at is None else Axis(at, np.eye(3))


def foot(line: tuple[Array, Array], other: tuple[Array, Array]) -> Array | None:
    """(3,) foot of the common perpendicular of two lines (direction, point) on the first one; None if they are parallel."""
    (u, p), (w, r) = line, other
    normal = np.cross(u, w)
    if np.linalg.norm(normal) <= PARALLEL:
        return None
    return np.asarray(p + np.cross(w, normal) @ (r - p) / (np.cross(w, normal) @ u) * u)


def centre_of(axes: list[Axis], near: Array) -> Array:
    """(3,) point with the least sum of squared distances from all attachments; if several have, the nearest to `near`."""
    normal = sum((axis.projector for axis in axes), np.zeros((3, 3)))
    right = sum((axis.projector @ (axis.point - near) for axis in axes), np.zeros(3))
    return near + np.linalg.lstsq(normal, right, rcond=PARALLEL)[0]


def mean_square(axes: list[Axis], point: Array) -> float:
    """Return the root mean square distance of a point (3,) from all attachments [m]; 0 if there are none."""
    squares = [float((axis.point - point) @ axis.projector @ (axis.point - point)) for axis in axes]
    return float(np.sqrt(np.mean(squares))) if squares else 0.0
