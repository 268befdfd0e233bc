"""List what a picture of a robot shows: bars, joints, springs and corners, each fixed on the bodies of the mechanism.

The list depends on the robot alone. `SkeletonParts.placed` gives the places of all its points at one pose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import nominal
from parados.spatial.vectors import inverse_frame
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.model.surveyed_robot import SurveyedRobot
    from parados.robot.joints import ClosureSpec
    from parados.topology.mechanism import Closure, Joint

__all__ = ["BodyPoint", "SkeletonPart", "SkeletonParts", "body_frames", "skeleton_parts"]

Array = NDArray[np.float64]

Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class BodyPoint:
    """A point `at` (3,) in the frame of a body [m]; the body is a link, BASE or PLATFORM."""

    body: int
    at: Array


@dataclass(frozen=True)
class SkeletonPart:
    """A segment between two points, or a mark at one point.

    Attributes
    ----------
    kind : "bar", "rail", "strut" (a bar that an actuator lengthens) or "spring" for segments; "motor" (it turns), "slider",
        "pin", "ball", "corner" of the platform, "base" or "origin" of the platform for marks
    name : the joint, closure or spring that the part belongs to
    leg : index of the leg; -1 for none
    points : one or two points
    axis : (3,) axis of the joint in the frame of the last point's body; None if the part has none
    """

    kind: str
    name: str
    leg: int
    points: tuple[BodyPoint, ...]
    axis: Array | None = None


@dataclass(frozen=True)
class SkeletonParts:
    """All parts of one robot, and their points in the order of the parts."""

    parts: tuple[SkeletonPart, ...]

    @cached_property
    def _bodies(self) -> NDArray[np.intp]:
        return np.array([point.body for part in self.parts for point in part.points], dtype=np.intp)

    @cached_property
    def _at(self) -> Array:
        return np.array([point.at for part in self.parts for point in part.points]).reshape(-1, 3)

    @cached_property
    def starts(self) -> NDArray[np.intp]:
        """(n_parts,) index of the first point of every part."""
        return np.cumsum([0, *(len(part.points) for part in self.parts)])[:-1]

    def placed(self, bodies: Array) -> Array:
        """Return all points (n_points, 3) in base axes [m], for frames (n_t + 2, 4, 4) of `body_frames`."""
        frames = bodies[self._bodies]
        return np.asarray(np.einsum("nij,nj->ni", frames[:, :3, :3], self._at) + frames[:, :3, 3])

    def axes(self, bodies: Array) -> Array:
        """Return the axes (n_parts, 3) of all parts in base axes; z of the base for parts without an axis."""
        return np.array(
            [Z if part.axis is None else bodies[part.points[-1].body, :3, :3] @ part.axis for part in self.parts]
        ).reshape(-1, 3)


def body_frames(robot: Model | SurveyedRobot, frames: Array, platform: Array) -> Array:
    """Return frames (n_t + 2, 4, 4) of all bodies: those of the joints, then platform and base, at the indices PLATFORM and BASE.

    frames, platform : (n_t, 4, 4) and (4, 4), as the robot file gives the frames of the links
    """
    own = np.array([inverse_frame(joint.file_frame) for joint in robot.mechanism.joints]).reshape(-1, 4, 4)
    return np.concatenate([frames @ own, platform[None], np.eye(4)[None]])


def skeleton_parts(robot: Model | SurveyedRobot) -> SkeletonParts:
    """List the parts of a robot: joints from the base outwards, then closures, springs and the platform."""
    mechanism = robot.mechanism
    parts = [part for k, joint in enumerate(mechanism.joints) for part in _joint_parts(k, joint)]
    parts += [part for closure in mechanism.closures for part in _closure_parts(robot, closure)]
    for spring in mechanism.springs:
        ends = (BodyPoint(spring.a, nominal(spring.at_a)), BodyPoint(spring.b, nominal(spring.at_b)))
        parts.append(SkeletonPart("spring", spring.name, -1, ends))
    if not mechanism.platform.is_absent:
        parts.append(SkeletonPart("origin", "platform", -1, (_point(PLATFORM),)))
    return SkeletonParts(tuple(parts))


def _point(body: int, frame: Array | None = None) -> BodyPoint:
    """Return the origin of a frame (4, 4) that is fixed on a body; without a frame, that of the body's own."""
    return BodyPoint(body, np.zeros(3) if frame is None else np.asarray(nominal(frame[:3, 3]), dtype=float))


def _joint_parts(k: int, joint: Joint) -> Iterator[SkeletonPart]:
    here = _point(k)
    on_base, slides = joint.antecedent == BASE, not joint.screw.turn
    before = _point(joint.antecedent, joint.fixed if joint.antecedent < 0 else None)
    if on_base:
        yield SkeletonPart("base", joint.name, joint.leg, (before,))
    if joint.antecedent == PLATFORM:
        yield SkeletonPart("corner", joint.name, joint.leg, (before,))
    is_strut = slides and joint.active and not on_base
    segment = "rail" if on_base and slides else "strut" if is_strut else "bar"
    yield SkeletonPart(segment, joint.name, joint.leg, (before, here), Z)
    if not is_strut and (joint.active or not slides):
        mark = ("slider" if slides else "motor") if joint.active else "pin"
        yield SkeletonPart(mark, joint.name, joint.leg, (here,), Z)


def _closure_parts(robot: Model | SurveyedRobot, closure: Closure) -> Iterator[SkeletonPart]:
    if robot.mechanism.is_weld(closure):
        if closure.a != BASE:
            yield SkeletonPart("bar", closure.name, closure.leg, (_point(closure.a), _point(PLATFORM)))
        return
    written = robot.spec.legs[closure.leg].closure
    if closure.b == PLATFORM and closure.a >= 0 and written is not None and closure.name.endswith(" to platform"):
        yield from _attachment_parts(robot, closure, written)
        return
    for body, frame in ((closure.a, closure.frame_a), (closure.b, closure.frame_b)):
        at = _point(body, frame)
        if body == PLATFORM:
            yield SkeletonPart("corner", closure.name, closure.leg, (at,))
        elif body != BASE:
            yield SkeletonPart("bar", closure.name, closure.leg, (_point(body), at))
    yield _cut_joint(closure, at, closure.frame_b)


def _attachment_parts(robot: Model | SurveyedRobot, closure: Closure, written: ClosureSpec) -> Iterator[SkeletonPart]:
    """Yield the end of a leg on the platform.

    A massless last link that is fixed to the platform is part of it; the corner is then the joint of this link.
    """
    start = _point(closure.a)
    if not closure.free and not nominal(robot.mechanism.joints[closure.a].standard).any():
        yield SkeletonPart("corner", closure.name, closure.leg, (start,))
        return
    corner = _point(PLATFORM, np.asarray(written.platform.matrix()))
    end = _point(closure.a, closure.frame_a) if closure.free else corner
    yield SkeletonPart("corner", closure.name, closure.leg, (corner,))
    yield SkeletonPart("bar", closure.name, closure.leg, (start, end))
    if closure.free:
        yield _cut_joint(closure, end, closure.frame_a)
        yield SkeletonPart("bar", closure.name, closure.leg, (end, corner))  # apart where the closure slides, as in a C5 joint


def _cut_joint(closure: Closure, at: BodyPoint, frame: Array) -> SkeletonPart:
    """Return the mark of a closure: a pin if it turns about one axis, else a ball."""
    turning = closure.free_rotations
    if len(turning) != 1:
        return SkeletonPart("ball", closure.name, closure.leg, (at,))
    return SkeletonPart("pin", closure.name, closure.leg, (at,), np.asarray(nominal(frame[:3, turning[0]]), dtype=float))
