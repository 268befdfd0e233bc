"""Bars whose motion follows from their two ends, which are points of other bodies.

The last links of many legs are bars. One end A lies on the axis of the bar's joint, so that it is also a point of the
previous link (or of a link nearer to the base, if the axes of the joints between also pass through A). At the other
end B the closure ties the bar to the platform or to another link. The distance between A and B is constant for all
positions of the passive joints. If the bar is slender (all its mass on the line AB) or moves in a plane, the velocities
and accelerations of its particles are linear in those of A and B, and its inertial power is

    m_aa a_A . v_A + m_ab (a_A . v_B + a_B . v_A) + m_bb a_B . v_B + s ((z x a_B) . v_A - (z x a_A) . v_B)

with constant masses; s is not zero only for a planar bar whose centre of mass is not on the line AB. The accelerations
of the passive joints at its ends are then not needed. If no effort acts in these joints, their rates are not needed either.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import of_members
from parados.spatial.vectors import inverse_frame
from parados.topology.mechanism import BASE, Closure, Mechanism

__all__ = ["Rod", "rods"]

Array = NDArray[np.float64]

NEAR = 1e-12
"""Distance [m] below which a point counts as lying on an axis."""

SLENDER = 1e-9
"""Relative tolerance of the moments of a slender body off its line: robot files give about ten digits."""


@dataclass(frozen=True)
class Rod:
    """A bar and its two ends A and B, (3,) positions [m].

    Attributes
    ----------
    link : index of the bar
    root, root_at : the other link (or BASE, PLATFORM) that A is a point of, and A in the frame of this link
    far, far_at : the other body (or PLATFORM) that B is a point of, and B in the frame of this body
    m_aa, m_ab, m_bb, s : coefficients of the inertial power in the docstring of this module [kg]
    apart : True if the constant length of the bar is used as a separate equation, because no effort acts in the passive joints
        at its ends, or because the equation contains only actuated rates
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
    """Find all bars whose motion follows from their ends; the bodies that carry the ends are not used as bars."""
    found: list[Rod] = []
    bars: set[int] = set()
    carriers = set() if mechanism.platform.carrier is None else {mechanism.platform.carrier}
    for closure in mechanism.loops:
        rod = None if closure.free_translations or closure.a < 0 else _along_leg(mechanism, closure)
        if rod is None or rod.link in bars | carriers or {rod.root, rod.far} & bars:
            continue
        found.append(rod)
        bars.add(rod.link)
        carriers |= {rod.root, rod.far}
    return found


def _along_leg(mechanism: Mechanism, closure: Closure) -> Rod | None:
    """Find the first bar from a closure towards the base; links that only turn about B are skipped."""
    link, b, far_at = closure.a, closure.frame_a[:3, 3], closure.frame_b[:3, 3]
    if not closure.free and mechanism.joints[link].standard.any():  # rigidly connected: take the origin of the other body as B
        b, far_at = (closure.frame_a @ inverse_frame(closure.frame_b))[:3, 3], np.zeros(3)
    while link >= 0 and _is_hinge(mechanism, link):
        a = np.array([0.0, 0.0, b[2]])
        joint = mechanism.joints[link]
        apart = _distances(b[:2])
        if apart.min() > NEAR:
            root, root_at = _innermost(mechanism, joint.antecedent, _before(mechanism, link, a))
            masses = _masses(joint.inertia, a, b, planar=_is_planar(mechanism, link))
            if masses is None or joint.varying:
                return None
            sprung = {body for spring in mechanism.springs for body in (spring.a, spring.b)}
            no_effort = all(_without_effort(mechanism, k) and k not in sprung for k in mechanism.fork(root, closure.a)[1])
            driven = all(mechanism.joints[k].active for k in mechanism.path(root))
            return Rod(link, root, root_at, closure.b, far_at, *masses, no_effort or driven)
        if apart.max() > NEAR or joint.standard.any():
            return None
        link, b = joint.antecedent, _before(mechanism, link, b)
    return None


def _masses(standard: Array, a: Array, b: Array, planar: bool) -> tuple[float, float, float, float] | None:
    """Return m_aa, m_ab, m_bb and s; None if the inertia of the body does not follow from its ends."""
    xx, xy, xz, yy, yz, zz, *ms, m = standard
    length = np.sqrt((b - a) @ (b - a))
    e = (b - a) / length
    K = np.array([[yy + zz - xx, -2 * xy, -2 * xz], [-2 * xy, xx + zz - yy, -2 * yz], [-2 * xz, -2 * yz, xx + yy - zz]]) / 2
    K_a = K - np.outer(ms, a) - np.outer(a, ms) + m * np.outer(a, a)
    first = np.array(ms) - m * a
    along, second = first @ e / length, zz / length**2
    if planar:
        return m - 2 * along + second, along - second, second, np.cross(e, first)[2] / length
    second = e @ K_a @ e / length**2
    off_line, moments = (np.abs(of_members(k)).max(axis=(1, 2)) for k in (K_a - second * length**2 * np.outer(e, e), K_a))
    if (off_line > SLENDER * moments).any() or (_distances(np.cross(e, first)) > SLENDER * _distances(first)).any():
        return None
    return m - 2 * along + second, along - second, second, 0.0


def _distances(vector: Array) -> Array:
    """(K,) length of a vector for each member of the family; (1,) if nothing is live."""
    return np.asarray(np.linalg.norm(of_members(vector), axis=1))


def _is_planar(mechanism: Mechanism, link: int) -> bool:
    """Tell whether the angular velocity of a link is always along the axis of its joint."""
    direction = np.array([0.0, 0.0, 1.0])
    while link >= 0:
        joint = mechanism.joints[link]
        if joint.screw.turn and _distances(direction[:2]).max() > NEAR:
            return False
        direction, link = joint.fixed[:3, :3] @ direction, joint.antecedent
    return link == BASE or (mechanism.platform.turns_about_z and _distances(direction[:2]).max() <= NEAR)


def _is_hinge(mechanism: Mechanism, link: int) -> bool:
    """Tell whether the joint of a link is a passive revolute joint."""
    joint = mechanism.joints[link]
    return joint.screw.period is not None and not joint.active


def _without_effort(mechanism: Mechanism, link: int) -> bool:
    """Tell whether no effort acts in the joint of a link: no rotor, no friction and no spring."""
    joint = mechanism.joints[link]
    return not (joint.rotor or joint.friction.acts or joint.spring)


def _before(mechanism: Mechanism, link: int, point: Array) -> Array:
    """Express a point on the axis of a link's revolute joint in the frame of the antecedent."""
    fixed = mechanism.joints[link].fixed
    return np.asarray(fixed[:3, :3] @ point + fixed[:3, 3])


def _innermost(mechanism: Mechanism, link: int, point: Array) -> tuple[int, Array]:
    """Find the link nearest to the base that a point belongs to, and the point in its frame."""
    while link >= 0 and _is_hinge(mechanism, link) and _distances(point[:2]).max() < NEAR:
        link, point = mechanism.joints[link].antecedent, _before(mechanism, link, point)
    return link, point
