"""Rods that spin freely about their own axis, and the mechanism without these spins.

A rod with a ball joint at each end, A and B, can turn about the line AB while nothing else moves; so can a cylinder and a piston
that slides along AB. No actuator controls this spin, and no other body feels it if the rod is axisymmetric: starting at rest
with frictionless balls, the rod keeps omega . e = 0, where e is the direction of AB. The model replaces the ball at A by a
universal joint, whose second axis is perpendicular to the rod, and leaves out the moment of inertia about e:

    I -> I - (e . I e) e e^T

The kinetic energy and all efforts are then those of a rod with omega . e = 0, whatever the spin of the universal joint is. A rod
that is not axisymmetric keeps its inertia; it moves as the universal joint moves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.spatial.inertia import moved
from parados.spatial.live_numbers import nominal, of_members
from parados.spatial.mdh import homogeneous
from parados.spatial.vectors import inverse_frame
from parados.topology.free_rods import FreeRod
from parados.topology.mechanism import Closure, IdleSpin, Joint, Mechanism, Spring

__all__ = ["without_idle_spins"]

Array = NDArray[np.float64]

AXISYMMETRIC = 1e-9
"""Relative tolerance of the moments of an axisymmetric body: robot files give about ten digits."""

CANCELLED = 1e-13
"""Moments below this, relative to their size before, are the round-off of a difference of equal numbers."""

FIRST_AXES = (
    np.eye(3),
    np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # z of the new frame along x of the ball's row
    np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),  # ... along y
)
"""Possible first axes of the universal joint, as axes of the frame of the ball's row: z, x or y."""

CROSS = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
"""Axes after the first joint of a universal joint, at zero: turned by a right angle about x."""


def without_idle_spins(
    mechanism: Mechanism, rods: Sequence[FreeRod], first_axes: Sequence[int], names: Mapping[str, str]
) -> Mechanism:
    """Return the mechanism with a universal joint in place of one ball joint of each rod that spins freely.

    mechanism : without fixed joints;  rods : its rods that spin freely
    first_axes : for each such rod, the first axis of its universal joint, an index into `FIRST_AXES`; missing ones are z
    names : name of the last elementary joint of a ball -> name of the ball in the file
    """
    joints, closures, springs = list(mechanism.joints), list(mechanism.closures), list(mechanism.springs)
    spins = []
    for k, rod in enumerate(rods):
        axis = first_axes[k] if k < len(first_axes) else 0
        smooth = all(_is_axisymmetric(joints[body], at, e) for body, at, e in rod.bodies)
        if smooth:
            for body, at, e in rod.bodies:
                joints[body] = replace(joints[body], standard=_without_spin(joints[body].standard, at, e))
        name = names.get(mechanism.joints[rod.ball[2]].name, mechanism.joints[rod.ball[2]].name)
        _check_springs(mechanism, rod, name)
        _replace_ball(joints, closures, springs, rod, axis)
        left_out = mechanism.joints[rod.ball[1]].name
        spins.append(IdleSpin(name, left_out, axis, smooth, rod.root, rod.row, rod.far, rod.far_at))
    left = {rod.ball[1] for rod in rods}
    hung = replace(mechanism, springs=tuple(springs))
    return _renumbered(replace(hung, joints=tuple(joints), closures=tuple(closures), idle=tuple(spins)), left)


def _check_springs(mechanism: Mechanism, rod: FreeRod, name: str) -> None:
    """Raise RobotFileError for a spring that is attached beside the axis AB of the rod, because it acts on the spin."""
    lines = {body: (at, e) for body, at, e in rod.bodies}
    for spring in mechanism.springs:
        if spring.a in lines and spring.b in lines:
            continue  # between the parts of a rod, which spin together
        for body, point in ((spring.a, spring.at_a), (spring.b, spring.at_b)):
            if body not in lines:
                continue
            at, e = lines[body]
            if np.linalg.norm(of_members(np.cross(point - at, e)), axis=1).max() > AXISYMMETRIC * mechanism.size:
                reason = f"{spring.name!r} is hooked beside the axis of the rod at {name}, which spins freely between two balls"
                advice = "hook it on the axis, or write U instead of S at one end of the rod"
                raise RobotFileError(mechanism.name, [f"springs: {reason}; {advice}"])


def _replace_ball(joints: list[Joint], closures: list[Closure], springs: list[Spring], rod: FreeRod, axis: int) -> None:
    """Change the first and the last of the three joints of a ball, in place, into the two joints of a universal joint.

    The caller removes the joint between them. The axis of the last joint must be perpendicular to the rod and pass through A;
    if it is not so, the rod gets another frame, and `Joint.of_file` keeps the frame of the file.
    """
    first, _, last = rod.ball
    _, at, e = rod.bodies[0]
    frame = _frame_of_rod(at, e)
    back = inverse_frame(frame)
    if not (of_members(frame) == np.eye(4)).all():
        joints[last] = replace(joints[last], of_file=back)
        for k, joint in enumerate(joints):
            if joint.antecedent == last:
                joints[k] = replace(joint, fixed=back @ joint.fixed)
        for k, closure in enumerate(closures):
            if closure.a == last:
                closures[k] = replace(closure, frame_a=back @ closure.frame_a)
            if closure.b == last:
                closures[k] = replace(closures[k], frame_b=back @ closure.frame_b)
        for k, spring in enumerate(springs):
            at_a, at_b = (
                (back @ np.append(at, 1.0))[:3] if body == last else at
                for body, at in ((spring.a, spring.at_a), (spring.b, spring.at_b))
            )
            springs[k] = replace(spring, at_a=at_a, at_b=at_b)
    centre = (back @ np.append(at, 1.0))[:3]
    turned = homogeneous(CROSS, np.zeros(3)) @ homogeneous(np.eye(3), -centre)
    branch = joints[first].branch or 1
    joints[first] = replace(joints[first], fixed=rod.row @ homogeneous(FIRST_AXES[axis], np.zeros(3)), branch=branch)
    joints[last] = replace(joints[last], antecedent=first, fixed=turned, branch=joints[last].branch or 1)


def _frame_of_rod(at: Array, e: Array) -> Array:
    """(4, 4) new frame of the rod in its frame of the file, with z perpendicular to e and through A.

    The identity if the frame of the file already has such a z axis.  at : (3,) point A;  e : (3,) direction of AB
    """
    if np.abs(of_members(e)[:, 2]).max() < AXISYMMETRIC and np.abs(of_members(at)[:, :2]).max() < AXISYMMETRIC:
        return np.eye(4)
    return homogeneous(_axes(e), at)


def _axes(e: Array) -> Array:
    """(3, 3) right-handed axes as columns, with x along the unit vector e (3,)."""
    side = np.eye(3)[int(np.argmin(np.abs(nominal(e))))]
    across = side - (side @ e) * e
    y = across / np.sqrt(across @ across)
    return np.stack([e, y, np.cross(e, y)], axis=1)


def _is_axisymmetric(joint: Joint, at: Array, e: Array) -> bool:
    """Tell whether a body is axisymmetric about the line through `at` along e, for every member of a family."""
    xx, xy, xz, yy, yz, zz, _, my, mz, m = of_members(moved(joint.standard, inverse_frame(homogeneous(_axes(e), at)))).T
    size = np.max(np.abs([xx, yy, zz]), axis=0)
    skew = np.max(np.abs([xy, xz, yz, yy - zz]), axis=0)
    off = np.max(np.abs([my, mz]), axis=0)
    return bool((skew <= AXISYMMETRIC * size).all() and (off**2 <= AXISYMMETRIC**2 * np.abs(m) * size).all())


def _without_spin(standard: Array, at: Array, e: Array) -> Array:
    """(10,) inertial parameters of a body minus its moment of inertia about the line through `at` along e."""
    along = moved(standard, inverse_frame(homogeneous(_axes(e), at)))[0]
    moments = standard[:6] - np.outer(e, e)[np.triu_indices(3)] * along
    left = np.abs(of_members(moments)).max(axis=0) > CANCELLED * np.abs(of_members(standard[:6])).max(axis=0)
    return np.concatenate([np.where(left, moments, 0.0), standard[6:]])


def _renumbered(mechanism: Mechanism, left: set[int]) -> Mechanism:
    """Return the mechanism without the joints `left`, with new indices; no link, closure or list may refer to these joints."""
    kept = [k for k in range(len(mechanism.joints)) if k not in left]
    new = {old: place for place, old in enumerate(kept)}

    def at(link: int) -> int:
        return new.get(link, link) if link >= 0 else link

    carrier = mechanism.platform.carrier
    return replace(
        mechanism,
        platform=mechanism.platform if carrier is None else replace(mechanism.platform, carrier=at(carrier)),
        joints=tuple(replace(mechanism.joints[k], antecedent=at(mechanism.joints[k].antecedent)) for k in kept),
        closures=tuple(replace(c, a=at(c.a), b=at(c.b)) for c in mechanism.closures),
        actuated=tuple(at(k) for k in mechanism.actuated),
        joints_in_x=tuple(at(k) for k in mechanism.joints_in_x),
        couplings=tuple(replace(c, factors={at(k): f for k, f in c.factors.items()}) for c in mechanism.couplings),
        springs=tuple(replace(spring, a=at(spring.a), b=at(spring.b)) for spring in mechanism.springs),
        idle=tuple(replace(spin, root=at(spin.root), far=at(spin.far)) for spin in mechanism.idle),
    )
