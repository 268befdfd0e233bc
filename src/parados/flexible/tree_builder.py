"""Write elastic parts as joints of a tree: chains of massless joints for the ends of beams, and nodes at these ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.element_shapes import PLANAR, SPATIAL, internal_coordinates
from parados.flexible.elements import Element, element_integrals
from parados.flexible.node_clearance import AT, Clearance
from parados.robot.beams import BeamSpec
from parados.robot.description import FrictionSpec
from parados.robot.superelements import SuperelementSpec
from parados.spatial.live_numbers import as_numbers, is_live, nominal, of_members
from parados.spatial.mdh import PRISMATIC, REVOLUTE, homogeneous
from parados.spatial.vectors import inverse_frame
from parados.topology.mechanism import BASE, Joint

__all__ = ["TreeBuilder"]

Array = NDArray[np.float64]

TO_Z = (
    np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # z of the joint's frame along x of the beam
    np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    np.eye(3),
)


@dataclass(frozen=True)
class _Node:
    """Node of a flexible body: its pose (4, 4) in the undeformed body, the link on which it is, its frame (4, 4) in this link."""

    place: Array
    link: int
    frame: Array


class TreeBuilder:
    """Joints, elements and nodes of the tree while it is built; `findings` are problems, one sentence each."""

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
        """Add a chain of massless joints; return the index of the last joint, and a frame (4, 4) that moves with it.

        axes : for each joint, True if it is prismatic, and the number of its axis: 0, 1, 2 for x, y, z
        """
        for prismatic, axis in axes:
            fixed = frame @ homogeneous(TO_Z[axis], [0, 0, 0])
            name = f"{names}.{'d' if prismatic else 'r'}{'xyz'[axis]}"
            still = FrictionSpec()
            screw = PRISMATIC if prismatic else REVOLUTE
            self.joints.append(Joint(name, leg, antecedent, screw, fixed, False, np.zeros(10), {}, 0.0, still, None, None))
            antecedent, frame = len(self.joints) - 1, homogeneous(TO_Z[axis].T, [0, 0, 0])
        return antecedent, frame

    def add_beams(self, body: int, name: str, leg: int, link: int, frame: Array, beams: tuple[BeamSpec, ...]) -> None:
        """Add the beams of a body: their elements, the joints of each tip, and nodes at the rigid frame and at each tip."""
        self.beams[body] = beams
        self.nodes[body] = [_Node(np.eye(4), link, frame)]
        for number, beam in enumerate(beams):
            if any(is_live(shape.numbers()) for shape in beam.shapes):
                self.findings.append(f"legs: the shapes of the beam of {name} cannot depend on live parameters")
                return
            (carrier, here), place = self.carried(body, beam.frame.matrix()), beam.frame.matrix()
            step = homogeneous(np.eye(3), [beam.length / beam.elements, 0, 0])
            for k in range(beam.elements):
                label = f"{name}.{'abcdefghij'[number] if len(beams) > 1 else 'e'}{k + 1}"
                axes = PLANAR if beam.planar else SPATIAL
                first = len(self.joints)
                last, tip = self.add_chain(label, leg, carrier, here @ step, axes)
                self.add_internal(label, leg, carrier, here, internal_coordinates(beam))
                own = tuple(range(first, len(self.joints)))
                self.elements.append(Element(label, carrier, here, own, element_integrals(beam), beam))
                carrier, here, place = last, tip, place @ step
                self.nodes[body].append(_Node(place, last, tip))

    def add_internal(self, name: str, leg: int, link: int, frame: Array, count: int) -> None:
        """Add `count` coordinates that move no node; each is a prismatic joint to which nothing is attached."""
        for number in range(count):
            self.add_chain(f"{name}.m{number + 1}", leg, link, frame, ((True, 0),))

    def add_superelement(self, body: int, name: str, leg: int, link: int, frame: Array, spec: SuperelementSpec) -> None:
        """Add a superelement: six coordinates per interface node, and one per internal mode."""
        self.condensed.add(body)
        first = len(self.joints)
        for number, at in enumerate(spec.nodes):
            place = homogeneous(np.eye(3), list(at))
            last, tip = self.add_chain(f"{name}.n{number + 1}", leg, link, frame @ place, SPATIAL)
            self.nodes[body].append(_Node(place, last, tip))
        self.add_internal(name, leg, link, frame, spec.modes)
        own = tuple(range(first, len(self.joints)))
        self.elements.append(Element(name, link, frame, own, BodyIntegrals.from_matrices(*spec.matrices())))

    def carried(self, body: int, frame: Array) -> tuple[int, Array]:
        """Return the link to which a frame (4, 4) of a body is fixed, and the frame (4, 4) in this link.

        If a node is at the position of the frame, the link is that of the node, otherwise that of the rigid frame.
        """
        nodes = self.nodes[body]
        at = [node for node in nodes if self._is_at(node, frame)]
        if not at:
            self._check_not_between_nodes(body, frame[:3, 3])
        node = at[-1] if at else nodes[0]
        return node.link, node.frame @ inverse_frame(node.place) @ frame

    def _is_at(self, node: _Node, frame: Array) -> bool:
        """Tell whether a frame is at a node; adds a finding if this depends on the values of live parameters."""
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
