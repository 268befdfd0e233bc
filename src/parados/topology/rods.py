"""Bars whose motion is that of their two ends, which are points of other bodies.

The statement: the last links of many legs are bars. One end A lies on the axis of the bar's joint, so that it is also a
point of the link before (or of one still further in, if its axis meets A too); the other end B is where the closure ties
it to the platform or to another link. The distance of A and B is constant whatever the passive joints do. If the bar is
slender (all its mass on the line AB), or moves in a plane, velocities and accelerations of its particles are linear in
those of its ends, and its inertial power is

    m_aa a_A . v_A + m_ab (a_A . v_B + a_B . v_A) + m_bb a_B . v_B + s ((z x a_B) . v_A - (z x a_A) . v_B)

with constant masses; s is not zero only for a planar bar with its centre of mass off the line. The accelerations of the
passive joints at its ends need not be known then, nor, if nothing acts in them, their rates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import Closure, Mechanism

__all__ = ["Rod", "rods"]

Array = NDArray[np.float64]

NEAR = 1e-12
"""A point closer than this to an axis is on it [m]."""

SLENDER = 1e-9
"""Part of the moments of a slender body that may be off its line: files give them to ten digits."""


@dataclass(frozen=True)
class Rod:
    """A link and its two ends, (3,) positions [m].

    Attributes
    ----------
    link : the bar
    root, root_at : the link (or BASE) that A belongs to as well, and A in its frame
    far, far_at : the body (or PLATFORM) that B belongs to as well, and B in its frame
    m_aa, m_ab, m_bb, s : masses of the ends and between them [kg]
    apart : its length is worth an equation of its own, since nothing acts in the passive joints at its ends, or since only
        actuated rates stand in it
    """

    link: int
    root: int
    root_at: Array
    far: int
    far_at: Array
    m_aa: float
    m_ab: float
    m_bb: float
    s: float
    apart: bool


def rods(mechanism: Mechanism) -> list[Rod]:
    """Every bar of which the ends tell all; the bodies that carry the ends are not such bars themselves."""
    found: list[Rod] = []
    bars: set[int] = set()
    carriers: set[int] = set()
    for closure in mechanism.closures:
        rod = None if closure.free_translations or closure.a < 0 else _along_leg(mechanism, closure)
        if rod is None or rod.link in bars | carriers or {rod.root, rod.far} & bars:
            continue
        found.append(rod)
        bars.add(rod.link)
        carriers |= {rod.root, rod.far}
    return found


def _along_leg(mechanism: Mechanism, closure: Closure) -> Rod | None:
    """The first bar inwards from a closure: links that merely turn about B are passed over."""
    link, b, far_at = closure.a, closure.frame_a[:3, 3], closure.frame_b[:3, 3]
    if not closure.free and mechanism.joints[link].standard.any():  # one body with the far one: its origin will do for B
        b, far_at = (closure.frame_a @ np.linalg.inv(closure.frame_b))[:3, 3], np.zeros(3)
    while link >= 0 and _is_hinge(mechanism, link):
        a = np.array([0.0, 0.0, b[2]])
        joint = mechanism.joints[link]
        if np.linalg.norm(b - a) > NEAR:
            root, root_at = _innermost(mechanism, joint.antecedent, _before(mechanism, link, a))
            masses = _masses(joint.standard, a, b, planar=_is_planar(mechanism, link))
            if masses is None or joint.varying:
                return None
            idle = all(_is_idle(mechanism, k) for k in mechanism.fork(root, closure.a)[1])
            driven = all(mechanism.joints[k].active for k in mechanism.path(root))
            return Rod(link, root, root_at, closure.b, far_at, *masses, idle or driven)
        if joint.standard.any():
            return None
        link, b = joint.antecedent, _before(mechanism, link, b)
    return None


def _masses(standard: Array, a: Array, b: Array, planar: bool) -> tuple[float, float, float, float] | None:
    """m_aa, m_ab, m_bb and s, or None for a body that its ends do not represent."""
    xx, xy, xz, yy, yz, zz, *ms, m = standard
    length = float(np.linalg.norm(b - a))
    e = (b - a) / length
    K = np.array([[yy + zz - xx, -2 * xy, -2 * xz], [-2 * xy, xx + zz - yy, -2 * yz], [-2 * xz, -2 * yz, xx + yy - zz]]) / 2
    K_a = K - np.outer(ms, a) - np.outer(a, ms) + m * np.outer(a, a)
    first = np.array(ms) - m * a
    along, second = float(first @ e) / length, zz / length**2
    if planar:
        return m - 2 * along + second, along - second, second, float(np.cross(e, first)[2]) / length
    second = float(e @ K_a @ e) / length**2
    off_line = np.abs(K_a - second * length**2 * np.outer(e, e)).max()
    if off_line > SLENDER * np.abs(K_a).max() or np.linalg.norm(np.cross(e, first)) > SLENDER * np.linalg.norm(first):
        return None
    return m - 2 * along + second, along - second, second, 0.0


def _is_planar(mechanism: Mechanism, link: int) -> bool:
    """Whether the angular velocity of a link is always along the axis of its own joint."""
    direction = np.array([0.0, 0.0, 1.0])
    while link >= 0:
        joint = mechanism.joints[link]
        if joint.screw.turn and np.hypot(direction[0], direction[1]) > NEAR:
            return False
        direction, link = joint.fixed[:3, :3] @ direction, joint.antecedent
    return True


def _is_hinge(mechanism: Mechanism, link: int) -> bool:
    joint = mechanism.joints[link]
    return joint.screw.period is not None and not joint.active


def _is_idle(mechanism: Mechanism, link: int) -> bool:
    """Whether nothing acts in a joint."""
    joint = mechanism.joints[link]
    return not (joint.rotor or joint.friction.fv or joint.friction.fs or joint.friction.fb)


def _before(mechanism: Mechanism, link: int, point: Array) -> Array:
    """A point on the axis of a link's revolute joint, in the frame of the antecedent."""
    fixed = mechanism.joints[link].fixed
    return np.asarray(fixed[:3, :3] @ point + fixed[:3, 3])


def _innermost(mechanism: Mechanism, link: int, point: Array) -> tuple[int, Array]:
    """The link nearest to the base that a point belongs to."""
    while link >= 0 and _is_hinge(mechanism, link) and np.hypot(point[0], point[1]) < NEAR:
        link, point = mechanism.joints[link].antecedent, _before(mechanism, link, point)
    return link, point
