"""A robot with beams as a tree of one-degree-of-freedom joints, its platform included.

The statement: an element of a beam is clamped to the frame that carries it, and its elastic coordinates are the small
displacements and rotations of its tip. Seen from the next body that is a chain of three sliding and three turning joints
(two and one in the plane) without mass. So a flexible robot is a tree like a rigid one, with more joints; what is new is
that an element's inertia depends on the coordinates of its own tip. The free platform is a chain of six joints on the
base. Joints and closures that stand at a node of a beam are carried by that node, all others by the rigid frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.robot.beams import BeamSpec
from parados.robot.description import FrictionSpec
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import moved
from parados.spatial.mdh import homogeneous
from parados.spatial.screws import PRISMATIC, REVOLUTE
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Platform

__all__ = ["Element", "FlexibleStructure", "flexible_structure"]

Array = NDArray[np.float64]

AT = 1e-9
"""A place closer than this to a node is at the node [m]."""

CLOSE = 1e-3
"""A place closer than this part of a beam's length to a node was meant to be at it."""

TO_Z = (
    np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # z of the joint's frame along x of the beam
    np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    np.eye(3),
)

SPATIAL = ((True, 0), (True, 1), (True, 2), (False, 0), (False, 1), (False, 2))
PLANAR = ((True, 0), (True, 1), (False, 2))
"""Sliding or turning, and along which axis: the coordinates of a tip, and those of the platform."""

IN_PLANE = {0, 1, 5}
"""px, py and a3 among the platform's coordinates."""


@dataclass(frozen=True)
class Element:
    """One element of a beam.

    Attributes
    ----------
    carrier, frame : the link that it is clamped to, and its (4, 4) frame there; it lies along x
    joints : indices of its elastic coordinates
    length : of a beam's element [m]; None for a condensed body
    """

    name: str
    carrier: int
    frame: Array
    joints: tuple[int, ...]
    integrals: BodyIntegrals
    length: float | None = None


@dataclass(frozen=True)
class _Node:
    """A place (4, 4) of an undeformed body, and the joint frame that carries it, with its own (4, 4) frame there."""

    place: Array
    link: int
    frame: Array


@dataclass(frozen=True)
class FlexibleStructure:
    """The tree of a flexible robot.

    Attributes
    ----------
    mechanism : all joints, elastic ones and those of the platform included; its closures tie links only
    elements : the beams
    place_of : where each joint of the rigid mechanism stands in it
    platform : indices of the platform's joints
    elastic : indices of the elastic joints
    """

    mechanism: Mechanism
    elements: tuple[Element, ...]
    place_of: tuple[int, ...]
    platform: tuple[int, ...]

    @property
    def elastic(self) -> tuple[int, ...]:
        return tuple(k for element in self.elements for k in element.joints)

    @property
    def stiffness(self) -> Array:
        """(n, n) of all elements and elastic joints."""
        K = np.diag([joint.stiffness for joint in self.mechanism.joints])
        for element in self.elements:
            K[np.ix_(element.joints, element.joints)] += element.integrals.Kee
        return K


def element_integrals(beam: BeamSpec) -> BodyIntegrals:
    """The constants of one element of a beam."""
    length = beam.length / beam.elements
    shapes = planar_element(length) if beam.planar else spatial_element(length)
    G = beam.shear_modulus or beam.E  # of no effect in a planar beam
    return beam_integrals(Beam(shapes, beam.section.section(), beam.E, G, beam.rho, beam.rotary))


class _Builder:
    def __init__(self, planar: bool) -> None:
        self.tip_axes = PLANAR if planar else SPATIAL
        self.joints: list[Joint] = []
        self.elements: list[Element] = []
        self.beams: dict[int, tuple[BeamSpec, ...]] = {}
        self.condensed: set[int] = set()
        self.findings: list[str] = []
        self.nodes: dict[int, list[_Node]] = {BASE: [_Node(np.eye(4), BASE, np.eye(4))]}

    def add_chain(
        self, names: str, leg: int, antecedent: int, frame: Array, axes: tuple[tuple[bool, int], ...]
    ) -> tuple[int, Array]:
        """Massless joints along and about axes; returns the last of them and the frame that moves with it."""
        for prismatic, axis in axes:
            fixed = frame @ homogeneous(TO_Z[axis], [0, 0, 0])
            name = f"{names}.{'d' if prismatic else 'r'}{'xyz'[axis]}"
            still = FrictionSpec()
            screw = PRISMATIC if prismatic else REVOLUTE
            self.joints.append(Joint(name, leg, antecedent, screw, fixed, False, np.zeros(10), {}, 0.0, still, None, None))
            antecedent, frame = len(self.joints) - 1, homogeneous(TO_Z[axis].T, [0, 0, 0])
        return antecedent, frame

    def add_beams(self, body: int, name: str, leg: int, link: int, frame: Array, beams: tuple[BeamSpec, ...]) -> None:
        """The body's own frame and the nodes of its beams."""
        self.beams[body] = beams
        self.nodes[body] = [_Node(np.eye(4), link, frame)]
        for number, beam in enumerate(beams):
            (carrier, here), place = self.carried(body, beam.frame.matrix()), beam.frame.matrix()
            step = homogeneous(np.eye(3), [beam.length / beam.elements, 0, 0])
            for k in range(beam.elements):
                label = f"{name}.{'abcdefghij'[number] if len(beams) > 1 else 'e'}{k + 1}"
                axes = PLANAR if beam.planar else SPATIAL
                first = len(self.joints)
                last, tip = self.add_chain(label, leg, carrier, here @ step, axes)
                own = tuple(range(first, len(self.joints)))
                self.elements.append(Element(label, carrier, here, own, element_integrals(beam), beam.length / beam.elements))
                carrier, here, place = last, tip, place @ step
                self.nodes[body].append(_Node(place, last, tip))

    def add_superelement(self, body: int, name: str, leg: int, link: int, frame: Array, spec: SuperelementSpec) -> None:
        """Interface nodes with six coordinates each; internal modes are sliders that carry nothing."""
        self.condensed.add(body)
        first = len(self.joints)
        for number, at in enumerate(spec.nodes):
            place = homogeneous(np.eye(3), list(at))
            last, tip = self.add_chain(f"{name}.n{number + 1}", leg, link, frame @ place, SPATIAL)
            self.nodes[body].append(_Node(place, last, tip))
        for number in range(spec.modes):
            self.add_chain(f"{name}.m{number + 1}", leg, link, frame, ((True, 0),))
        own = tuple(range(first, len(self.joints)))
        self.elements.append(Element(name, link, frame, own, BodyIntegrals.from_matrices(*spec.matrices())))

    def carried(self, body: int, frame: Array) -> tuple[int, Array]:
        """Who carries a frame of a body, and the frame there: the node at its place, or the body's own frame."""
        nodes = self.nodes[body]
        at = [node for node in nodes if np.linalg.norm(node.place[:3, 3] - frame[:3, 3]) < AT]
        if not at:
            self._check_not_between_nodes(body, frame[:3, 3])
        node = at[-1] if at else nodes[0]
        return node.link, node.frame @ np.linalg.inv(node.place) @ frame

    def _check_not_between_nodes(self, body: int, place: Array) -> None:
        if body in self.condensed:
            self.findings.append(
                f"legs: something stands at {np.round(place, 6).tolist()} on a superelement, where it has no node; "
                "only its nodes and its link's origin can carry"
            )
        for beam in self.beams.get(body, ()):
            nearest = min(float(np.linalg.norm(node.place[:3, 3] - place)) for node in self.nodes[body])
            if nearest < CLOSE * beam.length:
                self.findings.append(
                    f"legs: something stands {nearest:.3g} m beside a node of a beam of {beam.length:g} m; "
                    "put it at the node, or further away"
                )
                return
            x, y, z, _ = np.linalg.inv(beam.frame.matrix()) @ [*place, 1.0]
            if 0 < x < beam.length and np.hypot(y, z) < AT:
                part = x / beam.length
                self.findings.append(
                    f"legs: something stands on a beam of {beam.length:g} m at {part:.4g} of its length, between its nodes; "
                    f"give the beam a number of elements that puts a node there, not {beam.elements}"
                )


def flexible_structure(links: Mechanism) -> FlexibleStructure:
    """Write out beams and platform as joints, from every link of the file by itself (`topology.building.build_links`).

    Refuses a robot without anything elastic.
    """
    bodies: list[Joint | Platform] = [*links.joints, links.platform]
    beams = [beam for body in bodies for beam in body.beams]
    condensed = any(body.superelement for body in bodies)
    if not beams and not condensed and not any(joint.stiffness for joint in links.joints):
        advice = "give a joint a stiffness, or a link beams or a superelement"
        raise RobotFileError(links.name, [f"legs: nothing is elastic in this robot; {advice}"])
    in_plane = {*links.platform.coordinates, *links.platform.dependent} <= IN_PLANE
    builder = _Builder(planar=in_plane and bool(beams) and not condensed and all(beam.planar for beam in beams))
    place_of = []
    for k, joint in enumerate(links.joints):
        antecedent, fixed = builder.carried(joint.antecedent, joint.fixed)
        own = joint.standard - _elastic_part(joint)
        if joint.welded:
            link, frame = antecedent, fixed
            if link != BASE:
                carrier = builder.joints[link]
                builder.joints[link] = replace(carrier, standard=carrier.standard + moved(own, frame))
        else:
            builder.joints.append(replace(joint, antecedent=antecedent, fixed=fixed, standard=own, beams=(), superelement=None))
            link, frame = len(builder.joints) - 1, np.eye(4)
            place_of.append(link)
        builder.add_beams(k, joint.name, joint.leg, link, frame, joint.beams)
        if joint.superelement:
            builder.add_superelement(k, joint.name, joint.leg, link, frame, joint.superelement)
    first = len(builder.joints)
    last, frame = builder.add_chain("platform", -1, BASE, np.eye(4), builder.tip_axes)
    platform = tuple(range(first, len(builder.joints)))
    own = links.platform.standard - _elastic_part(links.platform)
    builder.joints[last] = replace(builder.joints[last], standard=moved(own, frame))
    builder.add_beams(PLATFORM, "platform", -1, last, frame, links.platform.beams)
    if links.platform.superelement:
        builder.add_superelement(PLATFORM, "platform", -1, last, frame, links.platform.superelement)
    closures = tuple(_moved(closure, builder) for closure in links.closures)
    if builder.findings:
        raise RobotFileError(links.name, builder.findings)
    mechanism = replace(
        links,
        joints=tuple(builder.joints),
        closures=closures,
        actuated=tuple(builder.nodes[k][0].link for k in links.actuated),
        redundant=(),
    )
    return FlexibleStructure(mechanism, tuple(builder.elements), tuple(place_of), platform)


def _elastic_part(body: Joint | Platform) -> Array:
    """(10,) inertial parameters of what bends in a body, undeformed."""
    elastic: list[BeamSpec | SuperelementSpec] = [*body.beams, *([body.superelement] if body.superelement else [])]
    return sum((part.standard() for part in elastic), np.zeros(10))


def _moved(closure: Closure, builder: _Builder) -> Closure:
    a, frame_a = builder.carried(closure.a, closure.frame_a)
    b, frame_b = builder.carried(closure.b, closure.frame_b)
    return replace(closure, a=a, frame_a=frame_a, b=b, frame_b=frame_b)
