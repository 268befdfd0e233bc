"""Equations of motion of the tree of a flexible robot (Briot & Khalil 10.4): forces for a given motion.

The recursion is the same as for the rigid tree (`dynamics.newton_euler`). Each element adds its inertial wrench to the
frame that carries it, and generalised forces on its elastic coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.friction import friction, rotors
from parados.dynamics.newton_euler import Wrench, link_wrenches, tree_efforts, tree_wrenches
from parados.flexible.elastic_wrench import ElasticMotion, elastic_forces, elastic_wrench
from parados.flexible.flexible_structure import Element, FlexibleStructure
from parados.kinematics.link_motion import LinkAcceleration, LinkTwist, accelerations, twists
from parados.spatial.vectors import SX, Frame, column, cross
from parados.topology.mechanism import BASE
from parados.topology.tree import JointPosition, Tree

__all__ = ["FlexibleMotion", "tree_forces"]


@dataclass(frozen=True)
class FlexibleMotion:
    """Positions of the tree, with the rates and accelerations (n, 1) of all its coordinates.

    Positions may be constants; the graphs about the undeformed robot are then shorter.
    """

    structure: FlexibleStructure
    positions: Sequence[JointPosition]
    zd: SX
    zdd: SX
    pose: Frame | None = None  #: frame in which the platform's coordinates are measured; by default the base frame

    @cached_property
    def tree(self) -> Tree:
        tree = Tree.at(self.structure.mechanism, self.positions, Frame.identity())
        if self.pose is None:
            return tree
        links, first = list(tree.links), self.structure.platform[0]
        links[first] = replace(links[first], fixed=self.pose @ links[first].fixed)
        return replace(tree, links=tuple(links))

    @cached_property
    def twists(self) -> list[LinkTwist]:
        return twists(self.tree, self.zd)

    @cached_property
    def accelerations(self) -> list[LinkAcceleration]:
        g = column(self.structure.mechanism.gravity)
        return accelerations(self.tree, self.zd, self.twists, self.zdd, -g)

    def of(self, link: int) -> tuple[LinkTwist, LinkAcceleration]:
        """Twist and acceleration of a link; the base is at rest but has the acceleration minus gravity."""
        if link != BASE:
            return self.twists[link], self.accelerations[link]
        still, g = SX(3, 1), column(self.structure.mechanism.gravity)
        return LinkTwist(still, still), LinkAcceleration(-g, still, SX(3, 3))


def tree_forces(motion: FlexibleMotion, with_friction: bool = True, with_elasticity: bool = True) -> SX:
    """(n, 1) generalised forces tau_t on all coordinates that give the motion, (10.99)-(10.102)."""
    structure, tree = motion.structure, motion.tree
    parameters = Parameters.at(tree)
    own = link_wrenches(parameters.links, motion.accelerations)
    on_tips = SX(len(own), 1)
    for element in structure.elements:
        wrench, e = _element(element, motion, with_elasticity)
        if element.carrier != BASE:
            own[element.carrier] = own[element.carrier] + wrench
        for k, joint in enumerate(element.joints):
            on_tips[joint] += e[k]
    totals = tree_wrenches(tree, own).joints
    forces = tree_efforts(tree, totals) + on_tips + rotors(parameters, motion.zdd)
    return forces + friction(structure.mechanism, parameters, motion.zd) if with_friction else forces


def _element(element: Element, motion: FlexibleMotion, with_elasticity: bool) -> tuple[Wrench, SX]:
    """Return the wrench of an element on its carrier (at its origin, in its axes) and the generalised elastic forces."""
    place = Frame.constant(element.frame)
    twist, a = motion.of(element.carrier)
    own = list(element.joints)
    q = ca.vertcat(*[motion.positions[k].q for k in own])
    elastic = ElasticMotion(q, motion.zd[own], motion.zdd[own])
    v_dot, omega = place.unturn(a.v_dot + a.U @ place.p), place.unturn(twist.omega)
    inertia = elastic_wrench(element.integrals, elastic, v_dot, omega, place.R.T @ a.U @ place.R)
    e = inertia.e + elastic_forces(element.integrals, q) if with_elasticity else inertia.e
    f = place.turn(inertia.rigid.f)
    return Wrench(f, place.turn(inertia.rigid.c) + cross(place.p, f)), e
