"""Kinetic, elastic and gravitational energy of the tree of a flexible robot."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import Parameters
from parados.flexible.elastic_dynamics import FlexibleMotion, tree_forces
from parados.flexible.elastic_wrench import elastic_forces
from parados.spatial.vectors import SX, Frame, column, dot

__all__ = ["elastic_energy", "gravitational_energy", "kinetic_energy", "spring_energy"]


def kinetic_energy(motion: FlexibleMotion) -> SX:
    """Kinetic energy zd^T M_t zd / 2 [J].

    M_t zd is computed as the forces at rest and without gravity, for accelerations equal to zd.
    """
    weightless = replace(motion.structure, mechanism=replace(motion.structure.mechanism, gravity=np.zeros(3)))
    pushed = FlexibleMotion(weightless, motion.positions, SX(motion.zd.numel(), 1), motion.zd)
    return ca.dot(motion.zd, tree_forces(pushed, with_friction=False, with_elasticity=False)) / 2


def elastic_energy(motion: FlexibleMotion) -> SX:
    """Elastic energy of the elements, sum of q^T Kee q / 2 [J] (10.35)."""
    total = SX(1, 1)
    for element in motion.structure.elements:
        q = ca.vertcat(*[motion.positions[k].q for k in element.joints])
        total += ca.dot(q, elastic_forces(element.integrals, q)) / 2
    return total


def gravitational_energy(motion: FlexibleMotion) -> SX:
    """Potential energy of gravity, -sum of m g . r [J], zero at the base origin.

    The first moment of an element is s0 + S q (10.40).
    """
    tree, g = motion.tree, column(motion.structure.mechanism.gravity)
    total = SX(1, 1)
    for k, body in enumerate(Parameters.at(tree).links):
        origin = tree.point_to_base(k, column([0, 0, 0]))
        total -= dot(g, body.m * origin + tree.to_base(k, body.ms))
    for element in motion.structure.elements:
        q = ca.vertcat(*[motion.positions[k].q for k in element.joints])
        inertia, place = element.integrals, Frame.constant(element.frame)
        moment = place.turn(SX(ca.DM(inertia.s0)) + SX(ca.DM(inertia.S)) @ q)
        origin = tree.point_to_base(element.carrier, place.p)
        total -= dot(g, inertia.m * origin + tree.to_base(element.carrier, moment))
    return total


def spring_energy(motion: FlexibleMotion, rest: NDArray[np.float64] | None) -> SX:
    """Energy of joints with a `stiffness` [J]; their force is zero at the positions `rest` (n,), or at zero if that is None."""
    total = SX(1, 1)
    for k, (joint, position) in enumerate(zip(motion.structure.mechanism.joints, motion.positions, strict=True)):
        if joint.stiffness:
            total += joint.stiffness * (position.q - (0.0 if rest is None else float(rest[k]))) ** 2 / 2
    return total
