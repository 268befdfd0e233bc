"""Carried platforms, robots without a platform, and the joints that are entries of x.

A serial arm, a tree or a hybrid robot has joint positions as entries of x. Its platform, if it has one, is a frame that is fixed
on a link: the link carries the platform (the tool). A closure without free motions ties the platform to this link, so that all
analyses treat the arm as a leg with a platform. The pose and the motion of the platform are computed from the tree, without
angles of its orientation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from parados.robot.description import RobotSpec
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism

__all__ = ["carried_platform", "find_joints_in_x", "misplaced_springs"]


def carried_platform(
    spec: RobotSpec, joints: Sequence[Joint], bodies: dict[str, int], closures: Sequence[Closure], findings: list[str]
) -> list[Closure]:
    """Return the closure that fixes a carried platform on its link; add a finding for each impossible use of the platform.

    bodies : index of each body by name
    For a robot without a platform the link is the base. The list is empty if the link does not exist.
    """
    on = spec.platform.carrier or "base"
    if on not in bodies or on == "platform":
        known = ", ".join(name for name in bodies if name not in ("base", "platform"))
        findings.append(f"platform.carrier: {on!r} is not a link of this robot; use {known}")
        return []
    link = bodies[on]
    if spec.has_platform and _stands_still(link, joints):
        findings.append(f"platform.carrier: the link {on!r} is fixed on the base, so the platform would not move")
    if not spec.has_platform:
        told = "this robot has no platform; describe it under platform, or name another body"
        findings += [f"closures: {c.name!r} ties a link to the platform, but {told}" for c in closures if PLATFORM in (c.a, c.b)]
        findings += [f"legs: {j.name!r} stands on the platform, but {told}" for j in joints if j.antecedent == PLATFORM]
    for joint in joints[: link + 1]:
        if joint.antecedent == PLATFORM:
            findings.append(f"legs: {joint.name!r} stands on the platform and comes before {on!r}, which carries it")
    for closure in closures:
        if {closure.a, closure.b} == {link, PLATFORM}:
            findings.append(f"closures: {closure.name!r} ties the platform to {on!r}, which carries it; leave this closure out")
    leg = joints[link].leg if link >= 0 else 0
    return [Closure(f"platform on {on}", leg, link, spec.platform.frame.matrix(), PLATFORM, np.eye(4), (), "a")]


def misplaced_springs(mechanism: Mechanism) -> Iterator[str]:
    """Yield a finding for each spring on a platform that does not exist, or between a platform and the link that carries it."""
    carrier = mechanism.platform.carrier
    for spring in mechanism.springs:
        if mechanism.platform.is_absent and PLATFORM in (spring.a, spring.b):
            yield f"springs: {spring.name!r} is on the platform, but this robot has no platform; name a link or the base"
        elif {spring.a, spring.b} == {carrier, PLATFORM}:
            yield f"springs: {spring.name!r} is between the platform and its carrier; name two bodies that move apart"


def _stands_still(link: int, joints: Sequence[Joint]) -> bool:
    """Tell whether a link is fixed on the base."""
    while link >= 0 and joints[link].welded:
        link = joints[link].antecedent
    return link == BASE


def find_joints_in_x(spec: RobotSpec, joints: Sequence[Joint], findings: list[str]) -> list[int]:
    """Return the indices of the joints whose positions are entries of x; adds a finding for each name that is not a joint."""
    moving = {joint.name: k for k, joint in enumerate(joints) if not joint.welded}
    active = ", ".join(joint.name for joint in joints if joint.active)
    if not joints_named(spec) and not active:
        return []  # the missing actuators are a finding of their own
    for name in spec.redundancy:
        if name not in moving:
            known = f"the actuated joints are {active}" if active else "this robot has none"
            findings.append(f"redundancy: {name!r} is not an actuated joint; {known}")
    place = "platform.coordinates" if spec.has_platform else "coordinates"
    own = "" if spec.platform.carrier is not None else "neither a coordinate of the platform (px, py, pz, a1, a2, a3) nor "
    for name in (*spec.platform.joint_coordinates, *spec.coordinates):
        if name not in moving:
            is_not = f"is {own}a joint that moves" if own else "is not a joint that moves"
            findings.append(f"{place}: {name!r} {is_not}; the joints are {', '.join(moving)}")
    return [moving[name] for name in spec.joint_coordinates if name in moving]


def joints_named(spec: RobotSpec) -> bool:
    """Tell whether the file names joints as entries of x."""
    return bool(spec.platform.joint_coordinates or spec.coordinates or spec.redundancy)
