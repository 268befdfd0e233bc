"""Compute the points and lines of a robot at one pose, for drawings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.spatial.vectors import inverse_frame
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.model.surveyed_robot import SurveyedRobot
    from parados.robot.joints import ClosureSpec
    from parados.topology.mechanism import Closure, Joint

__all__ = ["Skeleton", "is_planar", "placed_skeleton", "skeleton"]

Array = NDArray[np.float64]

NEAR = 1e-9
"""Distance below which two points are the same [m]."""


@dataclass
class Skeleton:
    """Points (3,) and segments (2, 3) of a robot in base axes [m]."""

    base: list[Array] = field(default_factory=list)
    links: list[Array] = field(default_factory=list)
    cylinders: list[Array] = field(default_factory=list)
    slides: list[Array] = field(default_factory=list)
    springs: list[Array] = field(default_factory=list)
    revolute: list[Array] = field(default_factory=list)
    prismatic: list[Array] = field(default_factory=list)
    passive: list[Array] = field(default_factory=list)
    corners: list[Array] = field(default_factory=list)
    origin: list[Array] = field(default_factory=list)

    def points(self) -> Array:
        """Return all points (n, 3) that must be visible in the drawing."""
        segments = [end for segment in (*self.links, *self.slides, *self.springs) for end in segment]
        return np.array([*self.base, *segments, *self.corners, *self.origin])


def is_planar(model: Model | SurveyedRobot, frames: Array) -> bool:
    """Tell whether a robot is planar: its R joints turn about z of the base, its P joints move normal to z."""
    along = np.abs(frames[:, 2, 2])
    slides = np.array([not joint.screw.turn for joint in model.mechanism.joints])
    return bool(np.all(np.abs(along - ~slides) < 1e-6))


def skeleton(model: Model, x: Array, mode: ArrayLike | None = None) -> Skeleton:
    """Return the skeleton of a robot at a pose x in a working mode (default: that of the file)."""
    absent = model.mechanism.platform.is_absent
    platform = np.eye(4) if absent else model.platform_frame(x, mode=mode)
    return placed_skeleton(model, model.link_frames(x, mode=mode), platform)


def placed_skeleton(robot: Model | SurveyedRobot, frames: Array, platform: Array, leg: int | None = None) -> Skeleton:
    """Return the skeleton of a robot whose links and platform have the frames (n_t, 4, 4) and (4, 4) of the file.

    leg : index of a leg, to get this leg alone
    """
    pairs = zip(frames, robot.mechanism.joints, strict=True)
    frames = np.array([frame @ inverse_frame(joint.file_frame) for frame, joint in pairs])  # those of joints and closures
    drawn = Skeleton(origin=[] if robot.mechanism.platform.is_absent else [platform[:3, 3]])
    size = float(np.ptp(np.vstack([frames[:, :3, 3], *[point[None] for point in drawn.origin]]), axis=0).max())
    for joint, frame in zip(robot.mechanism.joints, frames, strict=True):
        if leg is None or joint.leg == leg:
            _add_joint(drawn, joint, frame, _body(joint.antecedent, frames, platform), 0.12 * size)
    _add_closures(drawn, robot, frames, platform, leg)
    for spring in robot.mechanism.springs if leg is None else ():
        ends = ((spring.a, spring.at_a), (spring.b, spring.at_b))
        drawn.springs.append(np.array([(_body(body, frames, platform) @ [*at, 1.0])[:3] for body, at in ends]))
    return drawn


def _body(link: int, frames: Array, platform: Array) -> Array:
    """Return the frame (4, 4) of a link, of the base or of the platform."""
    if link == BASE:
        return np.eye(4)
    return platform if link == PLATFORM else frames[link]


def _add_joint(drawn: Skeleton, joint: Joint, frame: Array, antecedent: Array, overhang: float) -> None:
    here = frame[:3, 3]
    on_base, slides = joint.antecedent == BASE, not joint.screw.turn
    before = (antecedent @ joint.fixed)[:3, 3] if joint.antecedent < 0 else antecedent[:3, 3]
    if on_base:
        drawn.base.append(before)
    if joint.antecedent == PLATFORM:
        drawn.corners.append(before)
    if on_base and slides:
        axis = frame[:3, 2] * overhang
        low, high = sorted((before, here), key=lambda p: float(p @ axis))
        drawn.slides.append(np.array([low - axis, high + axis]))
    else:
        _add_bar(drawn, before, here)
    if slides and joint.active and not on_base:
        drawn.cylinders.append(np.array([before, (before + here) / 2]))
        drawn.prismatic.append((before + here) / 2)
    elif joint.active:
        (drawn.prismatic if slides else drawn.revolute).append(here)
    elif not slides:
        drawn.passive.append(here)


def _add_closures(drawn: Skeleton, model: Model | SurveyedRobot, frames: Array, platform: Array, leg: int | None) -> None:
    for closure in model.mechanism.closures:
        if leg is not None and closure.leg != leg:
            continue
        if model.mechanism.is_weld(closure):
            if closure.a != BASE:
                _add_bar(drawn, frames[closure.a, :3, 3], platform[:3, 3])
            continue
        written = model.spec.legs[closure.leg].closure
        if closure.b == PLATFORM and closure.a >= 0 and written is not None and closure.name.endswith(" to platform"):
            _add_attachment(drawn, model, closure, written, frames, platform)
            continue
        for link, frame in ((closure.a, closure.frame_a), (closure.b, closure.frame_b)):
            own = _body(link, frames, platform)
            placed = (own @ frame)[:3, 3]
            if link == PLATFORM:
                drawn.corners.append(placed)
            elif link != BASE:
                _add_bar(drawn, own[:3, 3], placed)
        drawn.passive.append(placed)


def _add_attachment(
    drawn: Skeleton, model: Model | SurveyedRobot, closure: Closure, written: ClosureSpec, frames: Array, platform: Array
) -> None:
    """Add the end of a leg on the platform.

    A massless last link that is fixed to the platform is part of it; the corner is then the joint of this link.
    """
    start = frames[closure.a, :3, 3]
    if not closure.free and not model.mechanism.joints[closure.a].standard.any():
        drawn.corners.append(start)
        return
    corner = (platform @ written.platform.matrix())[:3, 3]
    end = (frames[closure.a] @ closure.frame_a)[:3, 3] if closure.free else corner
    drawn.corners.append(corner)
    _add_bar(drawn, start, end)
    if closure.free:
        drawn.passive.append(end)
        _add_bar(drawn, end, corner)  # they are apart where the closure slides, as in a C5 joint


def _add_bar(drawn: Skeleton, start: Array, end: Array) -> None:
    if np.linalg.norm(end - start) > NEAR:
        drawn.links.append(np.array([start, end]))
