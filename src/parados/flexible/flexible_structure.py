"""Describe a flexible robot, with its platform, as a tree of joints with one degree of freedom.

An element of a beam is clamped to the frame that carries it. Its elastic coordinates are the small displacements and
rotations of its tip. For the next body, this tip is a chain of massless joints: three prismatic and three revolute ones (two
and one in the plane). A flexible robot is therefore a tree with more joints than the rigid robot. The only difference is that
the inertia of an element depends on the coordinates of its tip. The free platform is a chain of six joints on the base (three
in the plane). A node of a beam carries the joints and closures at its position; the rigid frame of the link carries all others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.flexible.beam_integrals import Beam, beam_integrals
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.live_elements import live_element
from parados.flexible.node_clearance import AT, Clearance
from parados.robot.beams import BeamSpec
from parados.robot.description import FrictionSpec
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import moved
from parados.spatial.joint_screw import PRISMATIC, REVOLUTE
from parados.spatial.live_numbers import as_numbers, is_live, nominal, of_members
from parados.spatial.mdh import homogeneous
from parados.spatial.vectors import inverse_frame
from parados.topology.free_rods import free_rods
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Platform
from parados.topology.welding import weld

__all__ = ["Element", "FlexibleStructure", "flexible_structure", "is_elastic"]

Array = NDArray[np.float64]

CANCELLED = 1e-13
"""A difference of live inertial parameters is zero if it is smaller than this times the larger one, for all members."""

TO_Z = (
    np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # z of the joint's frame along x of the beam
    np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    np.eye(3),
)

SPATIAL = ((True, 0), (True, 1), (True, 2), (False, 0), (False, 1), (False, 2))
PLANAR = ((True, 0), (True, 1), (False, 2))
"""Coordinates of a tip and of the platform: True for a displacement, False for a rotation, and the index of the axis."""

IN_PLANE = {0, 1, 5}
"""Indices of px, py and a3 among the platform coordinates."""


@dataclass(frozen=True)
class Element:
    """One element of a beam, or one superelement.

    Attributes
    ----------
    carrier, frame : link to which the element is clamped, and its (4, 4) frame in that link; the element is along x
    joints : indices of its elastic coordinates
    integrals : constants of inertia and stiffness
    length : length of a beam element [m]; None for a superelement
    """

    name: str
    carrier: int
    frame: Array
    joints: tuple[int, ...]
    integrals: BodyIntegrals
    length: float | None = None


@dataclass(frozen=True)
class _Node:
    """Node of a flexible body: its pose (4, 4) in the undeformed body, the link that carries it, its (4, 4) frame there."""

    place: Array
    link: int
    frame: Array


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
    """

    mechanism: Mechanism
    elements: tuple[Element, ...]
    place_of: tuple[int, ...]
    platform: tuple[int, ...]
    clearances: tuple[Clearance, ...] = ()

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


def element_integrals(beam: BeamSpec) -> BodyIntegrals:
    """Compute the constants of one element of a beam."""
    section = beam.section.section()
    if is_live([beam.length, section.A, section.Iy, section.Iz, section.I0, beam.E, beam.shear_modulus, beam.rho]):
        return live_element(beam)
    length = beam.length / beam.elements
    shapes = planar_element(length) if beam.planar else spatial_element(length)
    G = beam.shear_modulus or beam.E  # has no effect in a planar beam
    return beam_integrals(Beam(shapes, section, beam.E, G, beam.rho, beam.rotary))


class _Builder:
    """Joints, elements and nodes of the tree while it is built."""

    def __init__(self, planar: bool) -> None:
        self.tip_axes = PLANAR if planar else SPATIAL
        self.joints: list[Joint] = []
        self.elements: list[Element] = []
        self.beams: dict[int, tuple[BeamSpec, ...]] = {}
        self.condensed: set[int] = set()
        self.findings: list[str] = []
        self.clearances: list[Clearance] = []
        self.nodes: dict[int, list[_Node]] = {BASE: [_Node(np.eye(4), BASE, np.eye(4))]}

    def add_chain(
        self, names: str, leg: int, antecedent: int, frame: Array, axes: tuple[tuple[bool, int], ...]
    ) -> tuple[int, Array]:
        """Add massless joints along and about axes; return the last one and the frame that moves with it."""
        for prismatic, axis in axes:
            fixed = frame @ homogeneous(TO_Z[axis], [0, 0, 0])
            name = f"{names}.{'d' if prismatic else 'r'}{'xyz'[axis]}"
            still = FrictionSpec()
            screw = PRISMATIC if prismatic else REVOLUTE
            self.joints.append(Joint(name, leg, antecedent, screw, fixed, False, np.zeros(10), {}, 0.0, still, None, None))
            antecedent, frame = len(self.joints) - 1, homogeneous(TO_Z[axis].T, [0, 0, 0])
        return antecedent, frame

    def add_beams(self, body: int, name: str, leg: int, link: int, frame: Array, beams: tuple[BeamSpec, ...]) -> None:
        """Add the nodes of a body: its rigid frame and the nodes of its beams."""
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
        """Add a superelement: six coordinates per interface node, and one prismatic joint without load per internal mode."""
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
        """Return the link that carries a frame of a body (a node at its position, or the rigid frame), and the frame there."""
        nodes = self.nodes[body]
        at = [node for node in nodes if self._is_at(node, frame)]
        if not at:
            self._check_not_between_nodes(body, frame[:3, 3])
        node = at[-1] if at else nodes[0]
        return node.link, node.frame @ inverse_frame(node.place) @ frame

    def _is_at(self, node: _Node, frame: Array) -> bool:
        """Tell whether a frame is at a node; it must be so for every member of a family, or for none."""
        near = np.linalg.norm(of_members(node.place[:3, 3] - frame[:3, 3]), axis=1) < AT
        if near[0] and not near.all():
            self.findings.append("legs: a joint or closure is at a node of a beam only for some values of the live parameters")
        return bool(near.all())

    def _check_not_between_nodes(self, body: int, place: Array) -> None:
        if body in self.condensed:
            self.findings.append(
                f"legs: a joint or closure is at {np.round(nominal(place), 6).tolist()} on a superelement, which has no node "
                "there; move it to a node or to the origin of the link"
            )
        nodes = as_numbers([node.place[:3, 3] for node in self.nodes[body]])
        for beam in self.beams.get(body, ()):
            clearance = Clearance(place, nodes, beam.frame.matrix(), beam.length, beam.elements)
            problem = clearance.at(nominal(clearance.numbers)).problem()
            if problem:
                self.findings.append(f"legs: {problem}")
                return
            if is_live(clearance.numbers):
                self.clearances.append(clearance)


def is_elastic(links: Mechanism) -> bool:
    """Tell whether a part of the robot is elastic: a beam, a superelement or a joint with a stiffness."""
    bodies: list[Joint | Platform] = [*links.joints, links.platform]
    return any(body.beams or body.superelement for body in bodies) or any(joint.stiffness for joint in links.joints)


def flexible_structure(links: Mechanism) -> FlexibleStructure:
    """Build the tree of a flexible robot: write its beams, superelements and platform as joints.

    links : mechanism with every link of the file kept separate (`topology.building.build_links`)
    Raises RobotFileError if nothing in the robot is elastic.
    """
    _check_elastic(links)
    builder = _Builder(planar=_is_planar(links))
    place_of = []
    for k, joint in enumerate(links.joints):
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
            place_of.append(link)
        builder.add_beams(k, joint.name, joint.leg, link, frame, joint.beams)
        if joint.superelement:
            builder.add_superelement(k, joint.name, joint.leg, link, frame, joint.superelement)
    first = len(builder.joints)
    last, frame = builder.add_chain("platform", -1, BASE, np.eye(4), builder.tip_axes)
    platform = tuple(range(first, len(builder.joints)))
    builder.joints[last] = replace(builder.joints[last], standard=moved(_rigid_part(links.platform), frame))
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
        platform=replace(links.platform, carrier=None),  # here the platform is a chain of joints, which a closure ties
        actuated=tuple(builder.nodes[k][0].link for k in links.actuated),
        redundant=(),
    )
    return FlexibleStructure(mechanism, tuple(builder.elements), tuple(place_of), platform, tuple(builder.clearances))


def _check_elastic(links: Mechanism) -> None:
    """Raise RobotFileError if nothing is elastic, or if a joint is rigid in the file and elastic in other robots of a family."""
    if not is_elastic(links):
        advice = "give a joint a stiffness, or a link beams or a superelement"
        raise RobotFileError(links.name, [f"legs: nothing is elastic in this robot; {advice}"])
    if links.couplings:
        names = ", ".join(coupling.name for coupling in links.couplings)
        raise RobotFileError(links.name, [f"couplings: flexible models of robots with couplings ({names}) are not available"])
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


def _moved(closure: Closure, builder: _Builder) -> Closure:
    a, frame_a = builder.carried(closure.a, closure.frame_a)
    b, frame_b = builder.carried(closure.b, closure.frame_b)
    return replace(closure, a=a, frame_a=frame_a, b=b, frame_b=frame_b)
