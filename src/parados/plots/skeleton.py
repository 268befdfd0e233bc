"""Compute the points and lines of a robot at one pose, for drawings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.plots.skeleton_parts import body_frames, skeleton_parts

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.model.surveyed_robot import SurveyedRobot

__all__ = ["Skeleton", "is_planar", "placed_skeleton", "skeleton"]

Array = NDArray[np.float64]

NEAR = 1e-9
"""Distance below which two points are the same [m]."""

OVERHANG = 0.12
"""Length of a rail beyond its slider, over the size of the robot."""


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

    def add_segment(self, kind: str, ends: Array, axis: Array, overhang: float) -> None:
        """Add a bar, rail, strut or spring between two points (2, 3); rails go beyond both along the joint's `axis` (3,)."""
        if kind == "rail":
            low, high = sorted(ends, key=lambda point: float(point @ axis))
            self.slides.append(np.array([low - overhang * axis, high + overhang * axis]))
        elif kind == "spring":
            self.springs.append(ends)
        elif np.linalg.norm(ends[1] - ends[0]) > NEAR:
            self.links.append(ends)
        if kind == "strut":
            middle = ends.mean(axis=0)
            self.cylinders.append(np.array([ends[0], middle]))
            self.prismatic.append(middle)


MARKS = {"motor": "revolute", "slider": "prismatic", "pin": "passive", "ball": "passive", "corner": "corners"}
"""Kinds of marks, each with the list of a skeleton that has their points; the others have the name of their kind."""


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
    plan = skeleton_parts(robot)
    bodies = body_frames(robot, frames, platform)
    points, axes = plan.placed(bodies), plan.axes(bodies)
    absent = robot.mechanism.platform.is_absent
    overhang = OVERHANG * float(np.ptp(bodies[: -2 if absent else -1, :3, 3], axis=0).max())
    drawn = Skeleton()
    for part, start, axis in zip(plan.parts, plan.starts, axes, strict=True):
        if leg is not None and part.leg != leg and part.kind != "origin":
            continue
        if len(part.points) == 2:
            drawn.add_segment(part.kind, points[start : start + 2], axis, overhang)
        else:
            getattr(drawn, MARKS.get(part.kind, part.kind)).append(points[start])
    return drawn
