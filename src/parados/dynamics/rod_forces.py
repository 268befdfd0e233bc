"""Replace bars by masses at and between their ends (`topology.rods`).

The masses at the ends are added to the bodies that carry these ends. The masses between the ends act as forces there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import Body
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
