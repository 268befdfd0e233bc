"""Bars as masses at and between their ends (`topology.rods`): those at the ends are lumped with the bodies that carry
them, those between act as forces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.parameters import Body
from parados.kinematics.closure_rows import Bodies
from parados.spatial.vectors import Vector, cross, unit
from parados.topology.mechanism import BASE
from parados.topology.rods import Rod

__all__ = ["PointForce", "rod_forces", "with_rod_ends"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PointForce:
    """A force at a point (3,) of a body [m], in the body's axes (base axes for the platform)."""

    body: int
    at: Array
    f: Vector


def with_rod_ends(body: Body, own: int, rods: Sequence[Rod]) -> Body:
    """A body with the masses at the ends of the bars that it carries, `own` being its index."""
    ends = [(rod.m_aa, rod.root_at) for rod in rods if rod.root == own]
    ends += [(rod.m_bb, rod.far_at) for rod in rods if rod.far == own]
    return body.with_points(ends) if ends else body


def rod_forces(rod: Rod, bodies: Bodies, gravity: Vector) -> list[PointForce]:
    """The forces at A and B that the masses between them ask for; m_aa and m_bb belong to the bodies there.

    Gravity is apart from the accelerations: it does not turn with the links that carry them.
    """

    def seen_from(body: int) -> tuple[Vector, Vector, Vector, Vector]:
        """Accelerations of A and B, the bar's axis and gravity, in the axes of a body."""
        a_a, a_b = bodies.acceleration(rod.root, rod.root_at), bodies.acceleration(rod.far, rod.far_at)
        z, g = bodies.seen(rod.link, unit(2), body), bodies.seen(BASE, gravity, body)
        return bodies.seen(rod.root, a_a, body), bodies.seen(rod.far, a_b, body), z, g

    _, a_b, z, g = seen_from(rod.root)
    at_a = rod.m_ab * (a_b - g) + rod.s * cross(z, a_b - g)
    a_a, _, z, g = seen_from(rod.far)
    at_b = rod.m_ab * (a_a - g) - rod.s * cross(z, a_a - g)
    return [PointForce(rod.root, rod.root_at, at_a), PointForce(rod.far, rod.far_at, at_b)]
