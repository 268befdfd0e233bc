"""Home of a planned leg: positions of its nodes, lengths of its links, and joint positions.

All positions are in the leg's frame: x outward, z up, the origin at the centre of the base. The links between the first and
the last node lie on an arc that is bent outward (in the plane of the robot for planar legs), so that no leg is straight at home.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.drafting.leg_plan import LegPlan
from parados.drafting.right_angle_rows import X, Y, Z
from parados.spatial.mdh import rotation_x, rotation_y, rotation_z

__all__ = ["LegHome", "Sizes", "leg_home", "sizes_of"]

Array = NDArray[np.float64]

BULGE = 0.3
"""Distance of the middle of a bent leg from the line between its ends, over the length of that line."""

RAIL, SLIDE = 0.2, 0.15
"""Positions of a rail and of a slide at home [m]."""


@dataclass(frozen=True)
class Sizes:
    """Radii of the feet on the base and on the platform, and height of the platform above the base at home [m]."""

    base: float
    platform: float
    height: float


@dataclass(frozen=True)
class LegHome:
    """Lengths of the links by name [m], and positions of all joints of the tree at home [rad, m]."""

    lengths: dict[str, float]
    positions: tuple[float, ...]


def sizes_of(plan: LegPlan) -> Sizes:
    """Return the radii of base and platform and the height of the platform [m]; the arrangement of the legs decides them."""
    return {
        "planar": Sizes(0.5, 0.15, 0.0),
        "orthogonal": Sizes(0.0, 0.0, 0.4),
        "radial": Sizes(0.4, 0.2, 0.6),
        "schoenflies": Sizes(0.45, 0.12, 0.4),
    }[plan.arrangement]


def leg_home(plan: LegPlan, sizes: Sizes, aside: float) -> LegHome:
    """Compute link lengths and joint positions of a leg at home.

    aside : angle about z from its attachment on the base to its attachment on the platform [rad]
    """
    nodes = _nodes(plan, sizes, aside)
    lengths: dict[str, float] = {}
    positions: list[float] = []
    axes, k, rails = np.eye(3), 0, 0
    letters = [joint.letter for joint in plan.joints]
    for j, joint in enumerate(plan.joints):
        if joint.link:
            lengths[joint.link] = round(float(np.linalg.norm(nodes[k] - nodes[k - 1])), 3)
        if joint.kind == "P":
            first = j == 0 or plan.joints[j - 1].kind != "P"
            amount = float(np.linalg.norm(nodes[k] - nodes[k - 1])) if joint.role == "strut" and first else 0.0
            amount = SLIDE if joint.role == "slide" and first else amount
            positions.append(_rail(plan, sizes, rails) if joint.role == "rail" else amount)
            rails += joint.role == "rail"
            continue
        end = -X if plan.joints[-1].role == "slide" else X  # the platform is not turned at home
        target = nodes[k + 1] - nodes[k] if k + 1 < len(nodes) else end
        q = _aim(axes, joint.axis, target)
        positions.append(q)
        axes = axes @ _turn(joint.axis, q)
        if letters[j + 1 : j + 2] != [joint.letter]:
            k += 1
    return LegHome(lengths, tuple(positions[: len(plan.tree)]))


def _rail(plan: LegPlan, sizes: Sizes, number: int) -> float:
    """Position at home [m] of rail number `number` of a leg, from 0; in an orthogonal leg it is a coordinate of the platform."""
    if plan.arrangement == "orthogonal":
        return sizes.height
    return RAIL if number == 0 and plan.arrangement != "planar" else 0.0


def _nodes(plan: LegPlan, sizes: Sizes, aside: float) -> Array:
    """(n, 3) nodes of the leg at home [m]."""
    count = len({joint.letter for joint in plan.joints if joint.role == "node"})
    end = np.array([sizes.platform * np.cos(aside), sizes.platform * np.sin(aside), sizes.height])
    start = np.array([sizes.base, 0.0, 0.0])
    if plan.arrangement == "orthogonal":
        start, end = np.zeros(3), np.array([sizes.height, sizes.height, 0.0])
    else:
        rails = sum(joint.role == "rail" for joint in plan.joints)
        start = start + (_rail(plan, sizes, 0) * Z if rails else 0.0)
    if any(joint.role == "slide" for joint in plan.joints):
        end = end + SLIDE * X
    if plan.arrangement == "schoenflies" and count > 2 and (plan.joints[0].axis == Z).all() and plan.joints[1].link:
        return np.array([start, start + 0.22 * Y - 0.05 * X, end])
    part = np.linspace(0.0, 1.0, count)[:, None] if count > 1 else np.ones((count, 1))
    chord = end - start
    out = np.cross(Z, chord) if plan.normal[2] else np.linalg.norm(chord) * X
    return np.asarray(start + part * chord + 4 * part * (1 - part) * BULGE * out)


def _aim(axes: Array, axis: Array, target: Array) -> float:
    """Angle [rad] of the rotation of a frame about one of its axes that brings its x axis nearest to the direction `target`.

    The angle is 0 if the rotation is about x.

    axes : (3, 3) axes of the frame as columns;  axis : (3,) the axis in this frame;  target : (3,)
    """
    v = axes.T @ target
    if axis[2]:
        return float(np.arctan2(v[1], v[0]))
    return float(np.arctan2(-v[2], v[0])) if axis[1] else 0.0


def _turn(axis: Array, q: float) -> Array:
    return rotation_x(q) if axis[0] else rotation_y(q) if axis[1] else rotation_z(q)
