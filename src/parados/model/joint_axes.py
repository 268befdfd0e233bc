"""Distinct joint axes and joint centres of a robot at home, however its file writes them.

Axes of one body that meet in one point belong to a joint such as a universal or a ball joint: they count as one point. Whether
the tree holds a joint or a closure cuts it, and in which order a file describes them, does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.model.attachments import Axis, cut_axes, foot, frames_at_home
from parados.model.evaluation import Evaluator

__all__ = ["joint_axes"]

Array = NDArray[np.float64]

MEET = 1e-6
"""Two axes meet, and two points are the same, if they are closer than this times the size of the robot."""


@dataclass(frozen=True)
class _Line:
    """A joint axis: its direction u, one point p of it [m], and the bodies that the joint connects."""

    u: Array
    p: Array
    bodies: frozenset[int]

    @property
    def projector(self) -> Array:
        return np.eye(3) - np.outer(self.u, self.u)


def joint_axes(evaluator: Evaluator) -> list[Axis]:
    """Return the centres of joints with several axes and the axes of all other joints that turn, each one once."""
    mechanism = evaluator.robot.mechanism
    links, frame = frames_at_home(evaluator)
    lines = [
        _Line(links[k][:3, 2], links[k][:3, 3], frozenset((joint.antecedent, k)))
        for k, joint in enumerate(mechanism.joints)
        if joint.screw.turn
    ]
    for closure in mechanism.closures:
        own = frozenset((closure.a, closure.b))
        lines += [_Line(axis, centre, own) for axis, centre in cut_axes(closure, links, frame)]
    near = MEET * mechanism.size
    axes = [_own_place(line, [other for other in lines if other is not line], near) for line in lines]
    return [axis for k, axis in enumerate(axes) if not any(_are_one(axis, other, near) for other in axes[:k])]


def _own_place(line: _Line, others: list[_Line], near: float) -> Axis:
    """Return the point in which an axis meets others of its bodies; the axis if there is no such point, or more than one."""
    found = [centre for other in others if (centre := _meeting(line, other, near)) is not None]
    if found and all(np.linalg.norm(centre - found[0]) < near for centre in found):
        return Axis(found[0], np.eye(3))
    return Axis(line.p, line.projector)


def _meeting(one: _Line, other: _Line, near: float) -> Array | None:
    """Return the point in which two axes of one body meet; None if they are parallel or pass each other."""
    if not one.bodies & other.bodies:
        return None
    at, there = foot((one.u, one.p), (other.u, other.p)), foot((other.u, other.p), (one.u, one.p))
    return at if at is not None and there is not None and np.linalg.norm(at - there) < near else None


def _are_one(one: Axis, other: Axis, near: float) -> bool:
    """Tell whether two features are the same point or the same line."""
    same = np.abs(one.projector - other.projector).max() < MEET
    return bool(same and np.linalg.norm(one.projector @ (one.point - other.point)) < near)
