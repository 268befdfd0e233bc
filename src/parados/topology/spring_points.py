"""Build the springs between points from a robot file: find their two bodies, and the points on these bodies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import casadi as ca

from parados.arguments.single_values import repeated
from parados.robot.description import FrameSpec, RobotSpec
from parados.robot.springs import SpringSpec
from parados.spatial.live_numbers import as_numbers
from parados.spatial.vectors import SX, column
from parados.topology.mechanism import BASE, Joint, Spring
from parados.topology.tree import Tree

__all__ = ["placed_springs", "spring_vectors"]


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
    findings += _reused(springs, joints)
    findings += _within_one_body(springs, joints)
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


def _reused(springs: Sequence[Spring], joints: Sequence[Joint]) -> Iterator[str]:
    """Yield a finding for each name that a spring shares with another spring or a joint.

    The names of dynamic parameters end in these names, so the names must be unique.
    """
    names = [spring.name for spring in springs]
    for name in repeated(names):
        yield f"springs: the name {name!r} is used twice; give each spring its own name"
    for name in sorted(set(names) & {joint.name for joint in joints}):
        yield f"springs: {name!r} is the name of a joint; give the spring another name"


def _within_one_body(springs: Sequence[Spring], joints: Sequence[Joint]) -> Iterator[str]:
    """Yield a finding for each spring between links that are fixed to each other."""

    def body(link: int) -> int:
        while link >= 0 and joints[link].welded:
            link = joints[link].antecedent
        return link

    for spring in springs:
        if spring.a != spring.b and body(spring.a) == body(spring.b):
            yield f"springs: {spring.name!r} is between two links that are fixed to each other; name two bodies that move apart"


def spring_vectors(tree: Tree) -> SX:
    """(3, n) vectors from the first to the second point of each spring, base axes [m]."""
    ends = [
        tree.point_to_base(spring.b, column(spring.at_b)) - tree.point_to_base(spring.a, column(spring.at_a))
        for spring in tree.mechanism.springs
    ]
    return ca.horzcat(*ends) if ends else SX(3, 0)
