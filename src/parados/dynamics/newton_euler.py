"""Newton-Euler recursion of the tree (Briot & Khalil 8.2.1) and of the platform (8.3); forces of bars.

With U = omega_dot^ + omega^ omega^ the acceleration of a point r of a body is v_dot + U r. The inertial wrench at the
origin of the body is

    f = m v_dot + U ms                               (8.9)
    c = vee(U K) + ms x v_dot,  K = integral r r^T dm

where vee returns the vector of the skew part of a matrix. Gravity is modelled as an upward acceleration of the base.

A bar (`topology.rods`) is replaced by masses at and between its ends. The masses at the ends are added to the bodies that carry
these ends. The masses between the ends act as forces there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import Body
from parados.geometry.platform_motion import PlatformMotion
from parados.kinematics.closure_rows import Bodies
from parados.kinematics.link_motion import LinkAcceleration
from parados.spatial.vectors import SX, Frame, Vector, column, cross, snap, tangent, unit
from parados.topology.mechanism import BASE, PLATFORM
from parados.topology.rods import Rod
from parados.topology.tree import Tree, inward

__all__ = [
    "PointForce",
    "TreeWrenches",
    "Wrench",
    "inertial_wrench",
    "platform_wrench",
    "rod_forces",
    "tree_efforts",
    "tree_wrenches",
    "with_rod_ends",
]

Array = NDArray[np.float64]

SYMMETRIC = 1e-12
"""Two eigenvalues of K are equal if they differ by less than this times the largest."""


@dataclass(frozen=True)
class Wrench:
    """Force and moment at the origin of a frame, in its axes."""

    f: Vector
    c: Vector

    @staticmethod
    def none() -> Wrench:
        return Wrench(SX(3, 1), SX(3, 1))

    @staticmethod
    def at(point: Vector, f: Vector) -> Wrench:
        """Wrench of a force f at a point."""
        return Wrench(f, cross(point, f))

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.f + other.f, self.c + other.c)


def inertial_wrench(body: Body, v_dot: Vector, U: SX) -> Wrench:
    """Wrench that gives a body its acceleration, at the origin of its frame and in its axes."""
    S = U @ body.K
    skew_part = ca.vertcat(S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1])
    return Wrench(body.m * v_dot + U @ body.ms, skew_part + cross(body.ms, v_dot))


class TreeWrenches(NamedTuple):
    """Wrenches that the joints of the tree transmit [N, N m].

    joints : wrench that each joint transmits to its link, at the origin of the link and in its axes
    base, platform : sum of the wrenches that the base, or the platform, transmits to the links that stand on it, at the origin of
        this body and in its axes
    """

    joints: list[Wrench]
    base: Wrench
    platform: Wrench


def tree_wrenches(tree: Tree, own: list[Wrench]) -> TreeWrenches:
    """Add up the wrenches that the joints transmit, from the tips to the roots.

    own : wrench that each link alone requires, at its origin and in its axes
    """

    def step(k: int, total: Wrench, partial: Wrench | None) -> Wrench:
        link = tree.links[k]
        f = link.turn(total.f)
        carried = Wrench(f, link.turn(total.c) + cross(link.origin, f))
        return carried if partial is None else partial + carried

    totals, roots = inward(tree.mechanism, own, step)
    return TreeWrenches(totals, roots.get(BASE, Wrench.none()), roots.get(PLATFORM, Wrench.none()))


def tree_efforts(tree: Tree, totals: list[Wrench]) -> SX:
    """(n_t, 1) effort of each joint: the component of the transmitted wrench along the joint's screw."""
    pairs = zip(tree.links, totals, strict=True)
    return ca.vertcat(*[link.screw.turn * w.c[2] + link.screw.slide * w.f[2] for link, w in pairs])


def link_wrenches(bodies: list[Body], motion: list[LinkAcceleration]) -> list[Wrench]:
    """Inertial wrench of each link alone, at its origin and in its axes."""
    return [inertial_wrench(body, a.v_dot, a.U) for body, a in zip(bodies, motion, strict=True)]


def platform_wrench(body: Body, pose: Frame, motion: PlatformMotion, gravity: Vector) -> Wrench:
    """Wrench at P, base axes, that gives the free platform its motion, (8.57).

    For a symmetric body, K = k 1 + l n n^T, the computation is in base axes: vee(U K) = 2 k omega_dot + l n x (U n).
    For other bodies the computation in the platform's axes takes fewer operations.
    """
    a = motion.v_dot - gravity
    top = symmetric_top(body.K) if body.ms.is_zero() else None
    if top is not None:
        n = pose.turn(column(top.axis))
        return Wrench(body.m * a, 2 * top.k * motion.omega_dot + top.l * cross(n, motion.tangent @ n))
    omega, omega_dot = pose.unturn(motion.omega), pose.unturn(motion.omega_dot)
    own = inertial_wrench(body, pose.unturn(a), tangent(omega, omega_dot))
    return Wrench(body.m * a if body.ms.is_zero() else pose.turn(own.f), pose.turn(own.c))


@dataclass(frozen=True)
class SymmetricTop:
    """Pseudo-inertia of a body with an axis of symmetry: K = k 1 + l n n^T, where `axis` is the unit vector n."""

    k: float
    l: float  # noqa: E741
    axis: Array


def symmetric_top(K: SX) -> SymmetricTop | None:
    """Decompose a constant K that has two equal eigenvalues; return None for any other K."""
    if not K.is_constant():
        return None
    values, vectors = np.linalg.eigh(ca.DM(K).full())
    low, middle, high = values
    near = SYMMETRIC * max(abs(low), abs(high))
    if middle - low <= near:
        return SymmetricTop(low, high - low if high - low > near else 0.0, snap(vectors[:, 2]))
    if high - middle <= near:
        return SymmetricTop(high, low - high, snap(vectors[:, 0]))
    return None


@dataclass(frozen=True)
class PointForce:
    """A force at a point (3,) of a body [m], in the body's axes (base axes for the platform)."""

    body: int
    at: Array
    f: Vector


def with_rod_ends(body: Body, own: int, rods: Sequence[Rod]) -> Body:
    """Add the end masses of the bars to the body that carries them; `own` is the index of the body."""
    ends = [(rod.m_aa, rod.root_at) for rod in rods if rod.root == own]
    ends += [(rod.m_bb, rod.far_at) for rod in rods if rod.far == own]
    return body.with_points(ends) if ends else body


def rod_forces(rod: Rod, bodies: Bodies, gravity: Vector) -> list[PointForce]:
    """Forces at A and B that accelerate the masses between them; m_aa and m_bb are already part of the bodies there.

    Gravity is a separate argument and not part of the accelerations, because its direction is fixed in base axes.
    """

    def seen_from(body: int) -> tuple[Vector, Vector, Vector, Vector]:
        """Accelerations of A and B, axis of the bar, and gravity, all in the axes of one body."""
        a_a, a_b = bodies.acceleration(rod.root, rod.root_at), bodies.acceleration(rod.far, rod.far_at)
        z, g = bodies.seen(rod.link, unit(2), body), bodies.seen(BASE, gravity, body)
        return bodies.seen(rod.root, a_a, body), bodies.seen(rod.far, a_b, body), z, g

    _, a_b, z, g = seen_from(rod.root)
    at_a = rod.m_ab * (a_b - g) + rod.s * cross(z, a_b - g)
    a_a, _, z, g = seen_from(rod.far)
    at_b = rod.m_ab * (a_a - g) - rod.s * cross(z, a_a - g)
    return [PointForce(rod.root, rod.root_at, at_a), PointForce(rod.far, rod.far_at, at_b)]
