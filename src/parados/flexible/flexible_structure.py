"""Describe a flexible robot, with its platform, as a tree of joints with one degree of freedom.

An element of a beam is clamped to the frame that carries it. Its elastic coordinates are the small displacements and
rotations of its tip. For the next body, this tip is a chain of massless joints: three prismatic and three revolute ones (two
and one in the plane). A flexible robot is therefore a tree with more joints than the rigid robot. The only difference is that
the inertia of an element depends on the coordinates of its tip. The free platform is a chain of six joints on the base (three
in the plane), and carries the joints that stand on it. A node of a beam carries the joints and closures at its position; the
rigid frame of the link carries all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.flexible.elements import Element
from parados.flexible.node_clearance import Clearance
from parados.flexible.tree_builder import TreeBuilder
from parados.robot.beams import BeamSpec
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import moved
from parados.spatial.live_numbers import as_numbers, is_live, nominal, of_members
from parados.spatial.mdh import homogeneous
from parados.topology.assembling import weld
from parados.topology.free_rods import free_rods
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Platform, Spring

__all__ = ["Element", "FlexibleStructure", "SprungJoint", "flexible_structure", "is_elastic", "with_own_turns"]

Array = NDArray[np.float64]

CANCELLED = 1e-13
"""A difference of live inertial parameters is zero if it is smaller than this times the larger one, for all members."""

IN_PLANE = {0, 1, 5}
"""Indices of px, py and a3 among the platform coordinates."""


@dataclass(frozen=True)
class SprungJoint:
    """A joint with a spring beside its actuator.

    coordinates : indices of the coordinates whose sum is the position of the joint: its own, or those of motor and transmission;
        the spring is that of the last one
    home : position at home, if the joint has the same position after a whole turn; None for other joints [rad]
    """

    coordinates: tuple[int, ...]
    home: float | None


@dataclass(frozen=True)
class FlexibleStructure:
    """Tree of a flexible robot; all its numbers may be live.

    Attributes
    ----------
    mechanism : all joints, including the elastic ones and those of the platform; its closures connect links only
    elements : elements of the beams, and superelements
    place_of : index in this mechanism of each joint of the rigid mechanism
    platform : indices of the platform's joints
    elastic : indices of the elastic joints
    clearances : joints and closures whose distances from the nodes depend on live parameters
    sprung : joints with a spring beside their actuator
    """

    mechanism: Mechanism
    elements: tuple[Element, ...]
    place_of: tuple[int, ...]
    platform: tuple[int, ...]
    clearances: tuple[Clearance, ...] = ()
    sprung: tuple[SprungJoint, ...] = ()

    @property
    def elastic(self) -> tuple[int, ...]:
        return tuple(k for element in self.elements for k in element.joints)

    @property
    def stiffness(self) -> Array:
        """(n, n) stiffness matrix of all elements and elastic joints."""
        own = as_numbers([joint.stiffness for joint in self.mechanism.joints])
        K = np.diag(own).astype(np.result_type(own, *[element.integrals.Kee for element in self.elements]))
        for element in self.elements:
            K[np.ix_(element.joints, element.joints)] += element.integrals.Kee
        return K


def is_elastic(links: Mechanism) -> bool:
    """Tell whether a part of the robot is elastic: a beam, a superelement or a joint with a stiffness."""
    bodies: list[Joint | Platform] = [*links.joints, links.platform]
    return any(body.beams or body.superelement for body in bodies) or any(joint.stiffness for joint in links.joints)


def flexible_structure(links: Mechanism, homes: Mapping[str, float] | None = None) -> FlexibleStructure:
    """Build the tree of a flexible robot: write its beams, superelements and platform as joints.

    links : mechanism with every link of the file kept separate (`topology.building.build_links`)
    homes : position at home of each joint with a spring that has the same position after a whole turn, by name [rad]
    Raises RobotFileError if nothing in the robot is elastic.
    """
    _check_elastic(links)
    builder = TreeBuilder(planar=_is_planar(links))
    carried = set(links.on_platform)
    placed = {k: _add_link(builder, k, joint) for k, joint in enumerate(links.joints) if k not in carried}
    platform = _add_platform(builder, links.platform)
    placed |= {k: _add_link(builder, k, links.joints[k]) for k in links.on_platform}
    place_of = tuple(placed[k] for k, joint in enumerate(links.joints) if not joint.welded)
    closures = tuple(_moved(closure, builder) for closure in links.closures)
    springs = tuple(_hung(spring, builder) for spring in links.springs)
    couplings = tuple(replace(one, factors={placed[k]: factor for k, factor in one.factors.items()}) for one in links.couplings)
    if builder.findings:
        raise RobotFileError(links.name, builder.findings)
    mechanism = replace(
        links,
        joints=tuple(builder.joints),
        closures=closures,
        platform=replace(links.platform, carrier=None),  # here the platform is a chain of joints, which a closure ties
        actuated=tuple(builder.nodes[k][0].link for k in links.actuated),
        joints_in_x=(),
        springs=springs,
        couplings=couplings,
    )
    sprung = tuple(
        SprungJoint((k,), (homes or {}).get(joint.name)) for k, joint in enumerate(mechanism.joints) if joint.spring is not None
    )
    return FlexibleStructure(mechanism, tuple(builder.elements), place_of, platform, tuple(builder.clearances), sprung)


def with_own_turns(structure: FlexibleStructure) -> FlexibleStructure:
    """Let all springs of joints take the coordinates as they are, whole turns included, as in a simulation."""
    return replace(structure, sprung=tuple(replace(one, home=None) for one in structure.sprung))


def _add_link(builder: TreeBuilder, k: int, joint: Joint) -> int:
    """Add joint k with its link and elastic parts; returns the link in the tree, that of the carrier if the joint is welded."""
    antecedent, fixed = builder.carried(joint.antecedent, joint.fixed)
    own = _rigid_part(joint)
    if joint.welded:
        link, frame = antecedent, fixed
        if link != BASE:
            carrier = builder.joints[link]
            builder.joints[link] = replace(carrier, standard=carrier.standard + moved(own, frame))
    else:
        builder.joints.append(replace(joint, antecedent=antecedent, fixed=fixed, standard=own, beams=(), superelement=None))
        link, frame = len(builder.joints) - 1, np.eye(4)
    builder.add_beams(k, joint.name, joint.leg, link, frame, joint.beams)
    if joint.superelement:
        builder.add_superelement(k, joint.name, joint.leg, link, frame, joint.superelement)
    return link


def _add_platform(builder: TreeBuilder, platform: Platform) -> tuple[int, ...]:
    """Add the free platform as a chain of joints on the base; returns their indices."""
    first = len(builder.joints)
    last, frame = builder.add_chain("platform", -1, BASE, np.eye(4), builder.tip_axes)
    own = tuple(range(first, len(builder.joints)))
    builder.joints[last] = replace(builder.joints[last], standard=moved(_rigid_part(platform), frame))
    builder.add_beams(PLATFORM, "platform", -1, last, frame, platform.beams)
    if platform.superelement:
        builder.add_superelement(PLATFORM, "platform", -1, last, frame, platform.superelement)
    return own


def _check_elastic(links: Mechanism) -> None:
    """Raise RobotFileError if nothing is elastic, or if a joint is rigid in the file and elastic in other robots of a family."""
    if not is_elastic(links):
        advice = "give a joint a stiffness, or a link beams or a superelement"
        raise RobotFileError(links.name, [f"legs: nothing is elastic in this robot; {advice}"])
    if rods := free_rods(weld(links)):
        names = ", ".join(weld(links).joints[rod.ball[2]].name for rod in rods)
        advice = "write U instead of S at one end of each rod"
        raise RobotFileError(links.name, [f"legs: flexible models need rods that do not spin freely ({names}); {advice}"])
    mixed = [joint.name for joint in links.joints if of_members(joint.stiffness).any() and not nominal(joint.stiffness)]
    if mixed:
        advice = "it is rigid there, and elastic for other values of the live parameters"
        raise RobotFileError(links.name, [f"legs: the stiffness of {mixed[0]} is 0 in the file; {advice}"])


def _is_planar(links: Mechanism) -> bool:
    """Tell whether the flexible robot moves in a plane: its platform does, and its only elastic bodies are planar beams."""
    bodies: list[Joint | Platform] = [*links.joints, links.platform]
    beams = [beam for body in bodies for beam in body.beams]
    in_plane = links.platform.carrier is None and {*links.platform.coordinates, *links.platform.dependent} <= IN_PLANE
    condensed = any(body.superelement for body in bodies)
    return in_plane and bool(beams) and not condensed and all(beam.planar for beam in beams)


def _rigid_part(body: Joint | Platform) -> Array:
    """(10,) inertial parameters of a body without those of its undeformed beams and superelement."""
    elastic: list[BeamSpec | SuperelementSpec] = [*body.beams, *([body.superelement] if body.superelement else [])]
    own = body.standard - sum((part.standard() for part in elastic), np.zeros(10))
    if not is_live(own):
        return as_numbers(own)
    return np.where(np.abs(of_members(own)).max(axis=0) > CANCELLED * np.abs(of_members(body.standard)).max(axis=0), own, 0.0)


def _moved(closure: Closure, builder: TreeBuilder) -> Closure:
    a, frame_a = builder.carried(closure.a, closure.frame_a)
    b, frame_b = builder.carried(closure.b, closure.frame_b)
    return replace(closure, a=a, frame_a=frame_a, b=b, frame_b=frame_b)


def _hung(spring: Spring, builder: TreeBuilder) -> Spring:
    """Return a spring whose points are on the nodes or rigid frames that carry them."""
    (a, frame_a), (b, frame_b) = (
        builder.carried(body, homogeneous(np.eye(3), at)) for body, at in ((spring.a, spring.at_a), (spring.b, spring.at_b))
    )
    return replace(spring, a=a, at_a=frame_a[:3, 3], b=b, at_b=frame_b[:3, 3])
