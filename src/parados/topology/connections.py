"""Build the connections between the bodies of a robot file: closures, the carried platform, springs and couplings.

A finding is a sentence about one mistake in the robot file; each function appends or yields the findings of its subject.

A serial arm, a tree or a hybrid robot has joint positions as entries of x. Its platform, if it has one, is a frame that is fixed
on a link: the link carries the platform (the tool). A closure without free motions ties the platform to this link, so that all
analyses treat the arm as a leg with a platform. The pose and the motion of the platform are computed from the tree, without
angles of its orientation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from parados.arguments.single_values import listed, repeated
from parados.robot.description import ELEMENTARY, FrameSpec, LegSpec, LoopSpec, RobotSpec
from parados.robot.springs import SpringSpec
from parados.spatial.live_numbers import as_numbers
from parados.topology.joint_couplings import Coupling, contradictions
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Spring

__all__ = [
    "body_index",
    "build_couplings",
    "carried_platform",
    "leg_closures",
    "misplaced_springs",
    "placed_springs",
    "robot_closures",
    "wrong_closures",
]


def body_index(name: str, bodies: dict[str, int], place: str, findings: list[str]) -> int:
    """Return the index of a body; add a finding if no body has the name."""
    if name not in bodies:
        findings.append(f"{place}: {name!r} is not a body of this robot; use {listed(list(bodies))}")
    return bodies.get(name, BASE)


def leg_closures(leg: LegSpec, number: int, bodies: dict[str, int], findings: list[str]) -> Iterator[Closure]:
    """Yield the closures of a leg."""
    place, foot = f"legs[{number}]", bodies.get(leg.carrier, BASE)
    links = {"base": foot} | {name: bodies[name] for joint in leg.joints for name in (*joint.elementary_names, joint.name)}
    if (c := leg.closure) is not None:
        of = leg.joints[-1].name if c.of is None else c.of
        if of not in links:
            findings.append(f"{place}.closure.of: {of!r} is not a joint of {leg.name!r}; use {', '.join(links)}")
        yield Closure(
            name=f"{leg.name} to {c.to}",
            leg=number,
            a=links.get(of, BASE),
            frame_a=c.frame.matrix(),
            b=body_index(c.to, bodies, f"{place}.closure.to", findings),
            frame_b=c.platform.matrix(),
            free=c.freedoms(),
            owner="a" if c.axes == "leg" else "b",
        )
    own = {**bodies, "base": foot}
    for k, loop in enumerate(leg.loops):
        name = loop.name or f"{leg.name} loop {loop.between[0]}-{loop.between[1]}"
        yield _closure(loop, name, number, own, leg.base, f"{place}.loops[{k}]", findings)


def _closure(
    tie: LoopSpec, name: str, leg: int, bodies: dict[str, int], base: FrameSpec, place: str, findings: list[str]
) -> Closure:
    """Build a closure between two named bodies; frames on the base are given relative to `base`."""
    a, b = (body_index(one, bodies, f"{place}.between", findings) for one in tie.between)
    frames = [
        base.matrix() @ frame.matrix() if one == "base" else frame.matrix()
        for one, frame in zip(tie.between, tie.frames, strict=True)
    ]
    return Closure(name, leg, a, frames[0], b, frames[1], tie.freedoms(), "a" if tie.axes == "first" else "b")


def robot_closures(spec: RobotSpec, joints: list[Joint], bodies: dict[str, int], findings: list[str]) -> Iterator[Closure]:
    """Yield the closures under `closures`; each belongs to the leg of its first link."""
    for k, tie in enumerate(spec.closures):
        found = _closure(tie, tie.name or "-".join(tie.between), 0, bodies, FrameSpec(), f"closures[{k}]", findings)
        links = [link for link in (found.a, found.b) if link >= 0]
        yield replace(found, leg=joints[links[0]].leg if links else 0)


def wrong_closures(closures: Sequence[Closure]) -> Iterator[str]:
    """Yield a finding for each name that two closures have, and for each closure that ties a body to itself."""
    for name in repeated(closure.name for closure in closures):
        yield f"closures: the name {name!r} is used twice; give each closure its own name"
    for closure in closures:
        if closure.a == closure.b:
            yield f"closures: {closure.name!r} ties a body to itself; name two different bodies"


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


def _stands_still(link: int, joints: Sequence[Joint]) -> bool:
    """Tell whether a link is fixed on the base."""
    while link >= 0 and joints[link].welded:
        link = joints[link].antecedent
    return link == BASE


def placed_springs(spec: RobotSpec, joints: Sequence[Joint], bodies: Mapping[str, int], findings: list[str]) -> list[Spring]:
    """Return the springs under the legs of the file, then those under `springs`; add a finding for each wrong spring.

    bodies : index of each body by name
    """
    springs: list[Spring] = []
    for number, leg in enumerate(spec.legs):
        own = {**bodies, "base": bodies.get(leg.carrier, BASE)}
        places = [f"legs[{number}].springs[{k}]" for k in range(len(leg.springs))]
        springs += [_placed(*pair, own, leg.base, findings) for pair in zip(leg.springs, places, strict=True)]
    for k, one in enumerate(spec.springs):
        springs.append(_placed(one, f"springs[{k}]", bodies, FrameSpec(), findings))
    findings += _reused_springs(springs, joints)
    return springs


def _placed(one: SpringSpec, place: str, bodies: Mapping[str, int], base: FrameSpec, findings: list[str]) -> Spring:
    """Build one spring; its points on the body "base" are given in the frame `base`, the base of a leg."""
    for name in one.between:
        if name not in bodies:
            findings.append(f"{place}.between: {name!r} is not a body of this robot; use {', '.join(bodies)}")
    points = [as_numbers(at) for at in one.at]
    frame = base.matrix()
    at_a, at_b = (
        frame[:3, :3] @ at + frame[:3, 3] if name == "base" else at for name, at in zip(one.between, points, strict=True)
    )
    a, b = (bodies.get(name, BASE) for name in one.between)
    return Spring(one.label, a, at_a, b, at_b, one.stiffness, one.damping, one.force, one.length)


def _reused_springs(springs: Sequence[Spring], joints: Sequence[Joint]) -> Iterator[str]:
    """Yield a finding for each name that a spring shares with another spring or a joint.

    The names of dynamic parameters end in these names, so the names must be unique.
    """
    names = [spring.name for spring in springs]
    for name in repeated(names):
        yield f"springs: the name {name!r} is used twice; give each spring its own name"
    for name in sorted(set(names) & {joint.name for joint in joints}):
        yield f"springs: {name!r} is the name of a joint; give the spring another name"


def misplaced_springs(mechanism: Mechanism) -> Iterator[str]:
    """Yield a finding for each spring on a platform that does not exist, and for each spring between two parts of one body."""
    carrier, bodies = mechanism.platform.carrier, _joined_bodies(mechanism)
    for spring in mechanism.springs:
        if spring.a == spring.b == BASE:
            continue  # a name that is no body stands for the base; it is a finding of its own
        if mechanism.platform.is_absent and PLATFORM in (spring.a, spring.b):
            yield f"springs: {spring.name!r} is on the platform, but this robot has no platform; name a link or the base"
        elif {spring.a, spring.b} == {carrier, PLATFORM}:
            yield f"springs: {spring.name!r} is between the platform and its carrier; name two bodies that move apart"
        elif bodies[spring.a] == bodies[spring.b]:
            yield f"springs: {spring.name!r} is between two links that are fixed to each other; name two bodies that move apart"


def _joined_bodies(mechanism: Mechanism) -> dict[int, int]:
    """Return for each body one that stands for all bodies that `fixed` joints and `fixed` closures join to it.

    A body with elastic parts moves against a body to which a closure ties its end, so a closure does not join it.
    """
    joints, platform = mechanism.joints, mechanism.platform
    found = {BASE: BASE, PLATFORM: PLATFORM}
    for k, joint in enumerate(joints):
        found[k] = found.get(joint.antecedent, BASE) if joint.welded else k
    elastic = {k for k, joint in enumerate(joints) if joint.beams or joint.superelement}
    elastic |= {PLATFORM} if platform.beams or platform.superelement else set()
    for closure in mechanism.closures:
        if not closure.free and not elastic & {closure.a, closure.b}:
            left, kept = found[closure.a], found[closure.b]
            found = {body: kept if own == left else own for body, own in found.items()}
    return found


def build_couplings(spec: RobotSpec, joints: Sequence[Joint], findings: list[str]) -> tuple[Coupling, ...]:
    """Build the couplings of the file; add a finding for each term that does not name a joint that moves."""
    moving = {joint.name: k for k, joint in enumerate(joints) if not joint.welded}
    fixed = {joint.name for joint in joints if joint.welded}
    composites = {one.name: one.elementary_names for leg in spec.legs for one in leg.joints if len(ELEMENTARY[one.kind]) > 1}
    for name in repeated(one.name for one in spec.couplings):
        findings.append(f"couplings: the name {name!r} is used twice; give each coupling its own name")
    found = []
    for k, one in enumerate(spec.couplings):
        place = f"couplings[{k}].terms"
        for name in one.terms:
            if name in fixed:
                findings.append(f"{place}: {name!r} is a fixed joint, which does not move; name a joint that moves")
            elif name in composites and name not in moving:
                findings.append(f"{place}: {name!r} stands for several joints; name one of {', '.join(composites[name])}")
            elif name not in moving:
                findings.append(f"{place}: {name!r} is not a joint of this robot; use {', '.join(moving)}")
        factors = {moving[name]: value for name, value in one.terms.items() if name in moving}
        found.append(Coupling(factors, one.constant, one.name))
    if not findings:
        against = contradictions(found)
        findings += [f"couplings: {name!r} contradicts the couplings before it; correct its constant" for name in against]
    return tuple(found)
