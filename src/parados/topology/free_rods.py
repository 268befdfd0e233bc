"""Find the rods that spin freely: one or more bodies between two ball joints, all of which can turn together about one line.

The ball at A is in the tree: three passive revolute joints whose axes pass through A, with massless links between them. The ball
at B is a closure, or such a chain of joints. Between them is one body, or several that slide along AB.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import is_live, nominal, of_members
from parados.spatial.mdh import homogeneous
from parados.spatial.vectors import inverse_frame, snap
from parados.topology.mechanism import Joint, Mechanism

__all__ = ["FreeRod", "free_rods"]

Array = NDArray[np.float64]

NEAR = 1e-9
"""Distance, as a part of the size of the mechanism, or sine of an angle, below which points and directions coincide."""


@dataclass(frozen=True)
class FreeRod:
    """A rod that spins freely between two ball joints with the centres A and B.

    Attributes
    ----------
    ball : indices of the three joints of the ball at A
    root, row : the body on which the ball at A stands; the axes of the ball's first joint with the origin A, (4, 4) in this body
    bodies : for each body of the rod: its index, a point (3,) of the line AB and the direction e (3,) of AB, in the body's frame
    far, far_at : the body on the other side of the ball at B, and the point B (3,) in the frame of this body [m]
    """

    ball: tuple[int, int, int]
    root: int
    row: Array
    bodies: tuple[tuple[int, Array, Array], ...]
    far: int
    far_at: Array


def free_rods(mechanism: Mechanism) -> list[FreeRod]:
    """Return all rods that spin freely."""
    tree = _Attachments(mechanism)
    found = [_rod_from(tree, last) for last in range(len(mechanism.joints))]
    taken: set[int] = set()
    rods = []
    for rod in found:
        if rod is not None and not taken & {*rod.ball, *[body for body, _, _ in rod.bodies]}:
            rods.append(rod)
            taken |= {*rod.ball, *[body for body, _, _ in rod.bodies]}
    return rods


class _Attachments:
    """A mechanism, and for each link its successors in the tree and its closures."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        count = len(mechanism.joints)
        self.successors: list[list[int]] = [[] for _ in range(count)]
        for k, joint in enumerate(mechanism.joints):
            if joint.antecedent >= 0:
                self.successors[joint.antecedent].append(k)
        self.ends: list[list[tuple[int, str]]] = [[] for _ in range(count)]
        for k, closure in enumerate(mechanism.closures):
            for side, link in (("a", closure.a), ("b", closure.b)):
                if link >= 0:
                    self.ends[link].append((k, side))
        self.sprung = {body for spring in mechanism.springs for body in (spring.a, spring.b)}
        self.near = NEAR * mechanism.size

    def is_loose(self, k: int) -> bool:
        """Tell whether joint k is a passive revolute joint in which no effort acts, not coupled and not an entry of x."""
        joint = self.mechanism.joints[k]
        resists = joint.rotor or joint.friction.acts or joint.stiffness or joint.spring
        given = joint.active or joint.coupled or k in self.mechanism.joints_in_x
        return joint.screw.period is not None and not resists and not given and not joint.varying

    def ball_ending_at(self, last: int) -> tuple[tuple[int, int, int], Array] | None:
        """Return the three joints of the ball whose last joint is `last`, and its centre (3,) in the last link's frame."""
        joints = self.mechanism.joints
        middle = joints[last].antecedent
        first = joints[middle].antecedent if middle >= 0 else -1
        if first < 0 or not all(self.is_loose(k) for k in (first, middle, last)):
            return None
        for k in (first, middle):
            if len(self.successors[k]) != 1 or self.ends[k] or joints[k].standard.any() or k in self.sprung:
                return None
        height = self._meeting(joints[last])
        if height is None:
            return None
        centre = np.array([0.0, 0.0, height])
        seen = _point(joints[last].fixed, centre)  # on the axis of the middle joint
        if self._meeting(joints[middle]) is None or self._off_axis(_point(joints[middle].fixed, seen)):
            return None
        return (first, middle, last), centre

    def _meeting(self, joint: Joint) -> Array | None:
        """Coordinate z [m], in the joint's frame, of the point where its axis meets the previous axis; None if there is none."""
        z, p = joint.fixed[:3, 2], joint.fixed[:3, 3]
        across = z[0] * z[0] + z[1] * z[1]
        if (of_members(across) < NEAR).any():
            return None
        height = -(z[0] * p[0] + z[1] * p[1]) / across
        return None if self._off_axis(p + height * z) else _settled(height)

    def _off_axis(self, point: Array) -> bool:
        return bool(np.abs(of_members(point)[:, :2]).max() > self.near)


def _rod_from(tree: _Attachments, last: int) -> FreeRod | None:
    """Return the rod that begins after the ball whose last joint is `last`; None if there is none."""
    ball = tree.ball_ending_at(last)
    if ball is None:
        return None
    (first, middle, _), centre = ball
    joints = tree.mechanism.joints
    bodies, at = [last], [centre]  # the centre A in the frame of each body, with all slides at zero
    while (slide := _slide_after(tree, bodies[-1])) is not None:
        bodies.append(slide)
        at.append(_point(inverse_frame(joints[slide].fixed), at[-1]))
    far = _far_ball(tree, bodies[-1])
    if far is None:
        return None
    end, beyond, beyond_at = far
    span = end - at[-1]
    if len(bodies) > 1:  # B may be anywhere on the line of the slides
        lines = [np.array([0.0, 0.0, 1.0])]
        if np.abs(of_members(span)[:, :2]).max() > tree.near:
            return None
    else:
        length = np.sqrt(span @ span)
        if (of_members(length) < tree.near).any():
            return None
        lines = [_settled(span / length)]
    for k in reversed(range(1, len(bodies))):
        lines.insert(0, _settled(joints[bodies[k]].fixed[:3, :3] @ lines[0]))
        if k > 1 and np.abs(of_members(lines[0])[:, :2]).max() > NEAR:
            return None
    height = _point(joints[middle].fixed, _point(joints[last].fixed, centre))
    row = joints[first].fixed @ homogeneous(np.eye(3), np.array([0.0, 0.0, _settled(height[2])]))
    return FreeRod(
        (first, middle, last), joints[first].antecedent, row, tuple(zip(bodies, at, lines, strict=True)), beyond, beyond_at
    )


def _slide_after(tree: _Attachments, link: int) -> int | None:
    """Return the sliding joint after a link, if nothing else is attached to the link."""
    if tree.ends[link] or len(tree.successors[link]) != 1:
        return None
    (after,) = tree.successors[link]
    joint = tree.mechanism.joints[after]
    return after if not joint.screw.turn and not joint.varying else None


def _far_ball(tree: _Attachments, link: int) -> tuple[Array, int, Array] | None:
    """Find the ball joint at the end of a link; None if there is none, or if anything else is attached to the link.

    Returns the centre B (3,) in the link's frame, the body on the other side of the ball, and B (3,) in the frame of that body.
    """
    if not tree.successors[link] and len(tree.ends[link]) == 1:
        number, side = tree.ends[link][0]
        closure = tree.mechanism.closures[number]
        if len(closure.free_rotations) != 3 or closure.free_translations:
            return None
        a, b = closure.frame_a[:3, 3], closure.frame_b[:3, 3]
        return (a, closure.b, b) if side == "a" else (b, closure.a, a)
    if tree.ends[link] or len(tree.successors[link]) != 1:
        return None
    k = tree.successors[link][0]
    for _ in range(2):
        if len(tree.successors[k]) != 1:
            return None
        k = tree.successors[k][0]
    ball = tree.ball_ending_at(k)
    if ball is None or tree.mechanism.joints[ball[0][0]].antecedent != link:
        return None
    point = ball[1]
    for joint in reversed(ball[0]):
        point = _point(tree.mechanism.joints[joint].fixed, point)
    return point, k, ball[1]


def _point(frame: Array, point: Array) -> Array:
    return np.asarray(frame[:3, :3] @ point + frame[:3, 3])


def _settled(values: Any) -> Any:
    """Replace live numbers by plain ones if all members of the family have the same values; round entries near 0, +1 and -1."""
    members = of_members(values)
    if is_live(values) and np.ptp(members, axis=0).max() > NEAR:
        return values
    return snap(nominal(values))
