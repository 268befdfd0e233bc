"""Recursions over the tree: outward from the base and from the platform, and inward from the tips.

An algorithm supplies the step. Every antecedent is visited before its successors (outward) or after them (inward).
`Link` is the frame of a link in its antecedent for given joint positions; it turns vectors factor by factor, which
costs fewer operations than a product of rotation matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import casadi as ca

from parados.spatial.mdh import Screw
from parados.spatial.vectors import SX, Frame, Vector, column, traced, unit
from parados.topology.mechanism import PLATFORM, Mechanism

__all__ = ["JointPosition", "Link", "Tree", "inward", "outward"]

T = TypeVar("T")

Z = unit(2)


@dataclass(frozen=True)
class JointPosition:
    """Position of a joint: its variable q [rad or m], and the cosine and sine of q for a joint that turns."""

    q: SX
    c: SX
    s: SX

    @staticmethod
    def at(q: SX) -> JointPosition:
        """Build the position from the joint variable q."""
        return JointPosition(q, ca.cos(q), ca.sin(q))


@traced(1, 1, 3)
def turn_z(c: SX, s: SX, v: Vector) -> Vector:
    """Turn a vector v about z by the angle with cosine c and sine s."""
    return ca.vertcat(c * v[0] - s * v[1], s * v[0] + c * v[1], v[2])


@dataclass(frozen=True)
class Link:
    """Frame of a link in the frame of its antecedent: a constant frame, then the joint's motion about and along z."""

    fixed: Frame
    position: JointPosition
    screw: Screw

    @property
    def origin(self) -> Vector:
        """(3, 1) origin of the link in the antecedent's frame [m]."""
        slide = self.screw.slide
        return self.fixed.p + self.fixed.R @ (Z * (slide * self.position.q)) if slide else self.fixed.p

    def turn(self, v: Vector) -> Vector:
        """Express a vector, given in the link's axes, in the antecedent's axes."""
        return self.fixed.turn(turn_z(self.position.c, self.position.s, v) if self.screw.turn else v)

    def unturn(self, v: Vector) -> Vector:
        """Express a vector, given in the antecedent's axes, in the link's axes."""
        w = self.fixed.unturn(v)
        return turn_z(self.position.c, -self.position.s, w) if self.screw.turn else w


@dataclass(frozen=True)
class Tree:
    """Tree of a mechanism in one configuration.

    links : frame of each link in its antecedent
    pose : frame of the platform in the base. It is given for a free platform; if a link carries the platform, it is computed
    """

    mechanism: Mechanism
    links: tuple[Link, ...]
    pose: Frame

    @staticmethod
    def at(mechanism: Mechanism, positions: Sequence[JointPosition], pose: Frame) -> Tree:
        """Build the tree for given positions of all joints; `pose` is used only if no link carries the platform."""
        links = [
            Link(Frame.constant(joint.fixed), position, joint.screw)
            for joint, position in zip(mechanism.joints, positions, strict=True)
        ]
        tree = Tree(mechanism, tuple(links), pose)
        on = mechanism.platform.carrier
        return tree if on is None else replace(tree, pose=tree.frame_of(on, Frame.constant(mechanism.platform.frame)))

    def frame_of(self, link: int, local: Frame) -> Frame:
        """Return a frame in the base; `local` is the same frame in the frame of a link."""
        axes = [self.to_base(link, local.R[:, k]) for k in range(3)]
        return Frame(ca.horzcat(*axes), self.point_to_base(link, local.p))

    def file_frame(self, link: int) -> Frame:
        """Return the frame that the file gives to a link, in the base."""
        return self.frame_of(link, Frame.constant(self.mechanism.joints[link].file_frame))

    def file_origin(self, link: int) -> Vector:
        """(3, 1) origin of the frame that the file gives to a link, in the link's frame."""
        frame = self.mechanism.joints[link].of_file
        return SX(3, 1) if frame is None else column(frame[:3, 3])

    def to_base(self, link: int, v: Vector) -> Vector:
        """Express a vector, given in a link's axes, in base axes."""
        while link >= 0:
            v = self.links[link].turn(v)
            link = self.mechanism.joints[link].antecedent
        return self.pose.turn(v) if link == PLATFORM else v

    def from_base(self, link: int, v: Vector) -> Vector:
        """Express a vector, given in base axes, in a link's axes."""
        if self.mechanism.root(link) == PLATFORM:
            v = self.pose.unturn(v)
        for k in self.mechanism.path(link):
            v = self.links[k].unturn(v)
        return v

    def seen(self, link: int, v: Vector, axes: int) -> Vector:
        """Express a vector, given in the axes of `link`, in the axes of link `axes`, through their common antecedent."""
        up, down = self.mechanism.fork(link, axes)
        for k in reversed(up):
            v = self.links[k].turn(v)
        root, other = self.mechanism.root(link), self.mechanism.root(axes)
        if root != other:
            v = self.pose.turn(v) if root == PLATFORM else self.pose.unturn(v)
        for k in down:
            v = self.links[k].unturn(v)
        return v

    def point_to_base(self, link: int, r: Vector) -> Vector:
        """Express a point, given in a link's frame, in the base frame."""
        while link >= 0:
            r = self.links[link].turn(r) + self.links[link].origin
            link = self.mechanism.joints[link].antecedent
        return self.pose.point(r) if link == PLATFORM else r


def outward(mechanism: Mechanism, roots: Mapping[int, T], step: Callable[[int, T], T]) -> list[T]:
    """Compute value[j] = step(j, value of the antecedent of j) from the roots to the tips.

    roots : the value of BASE, and of PLATFORM if the platform carries links
    """
    values: list[T] = []
    for k, joint in enumerate(mechanism.joints):
        values.append(step(k, values[joint.antecedent] if joint.antecedent >= 0 else roots[joint.antecedent]))
    return values


def inward(mechanism: Mechanism, values: Sequence[T], step: Callable[[int, T, T | None], T]) -> tuple[list[T], dict[int, T]]:
    """Accumulate values from the tips to the roots.

    The total of a link begins with its entry of `values`. For each successor j, step(j, total of j, partial total of the link)
    returns the new partial total. Returns the totals of the links, and those of BASE and PLATFORM if they carry links.
    """
    totals: list[T] = list(values)
    roots: dict[int, T] = {}
    for k in range(len(mechanism.joints) - 1, -1, -1):
        antecedent = mechanism.joints[k].antecedent
        if antecedent < 0:
            roots[antecedent] = step(k, totals[k], roots.get(antecedent))
        else:
            totals[antecedent] = step(k, totals[k], totals[antecedent])
    return totals, roots


def spring_vectors(tree: Tree) -> SX:
    """(3, n) vectors from the first to the second point of each spring, base axes [m]."""
    ends = [
        tree.point_to_base(spring.b, column(spring.at_b)) - tree.point_to_base(spring.a, column(spring.at_a))
        for spring in tree.mechanism.springs
    ]
    return ca.horzcat(*ends) if ends else SX(3, 0)
