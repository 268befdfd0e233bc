"""Joints on an articulated platform in the dimensionless matrices of the platform.

An articulated platform has several bodies, connected by n_p joints (the joints that the platform carries). Its motion is
V = [t_p; p], where p (n_p,) are the rates of these joints. If a leg is connected to a body with the twist t_p + J_b p, its
wrench w on this body becomes the row [w, w J_b] that multiplies V. Loops between bodies of the platform are constraints on p. An
actuator on the platform drives its own entry of p.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.singularity.leg_blocks import LegBlock, starts
from parados.singularity.leg_wrenches import ResistedWrenches
from parados.spatial.live_numbers import nominal
from parados.topology.joint_couplings import coupling_rows
from parados.topology.leg_groups import platform_couplings, platform_loops
from parados.topology.mechanism import Mechanism

__all__ = ["CarriedJoints", "carried_joints", "over_platform"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class CarriedJoints:
    """The n_p joints between the bodies of an articulated platform.

    joints : their indices in the tree;  driven : places of the actuated ones in `joints`
    loops : for each closure between bodies of the platform: columns of these joints, and of the motions that the closure allows,
        in the unit twists of all closures
    couplings : (c, n_p) coefficients of their rates in the couplings between them
    """

    joints: tuple[int, ...]
    driven: tuple[int, ...]
    loops: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    couplings: Array

    def actuation(self, count: int) -> Array:
        """Return (count, n_driven, 6 + n_p) rows of the actuators on the platform."""
        rows = np.eye(6 + len(self.joints))[[6 + place for place in self.driven]]
        return np.broadcast_to(rows, (count, *rows.shape))

    def constraints(self, screws: Array, scales: Array) -> Array:
        """Return (N, c, 6 + n_p) rows of the loops and couplings within the platform: rows V = 0.

        screws : (N, 6, m) unit twists of all closures;  scales : (n_t,) units of the rates of all joints
        """
        tied = np.hstack([np.zeros((len(self.couplings), 6)), self.couplings * scales[list(self.joints)]])
        rows = [np.broadcast_to(tied, (len(screws), *tied.shape))]
        for joints, free in self.loops:
            normal = np.linalg.svd(screws[:, :, list(free)], full_matrices=True)[0][:, :, len(free) :].transpose(0, 2, 1)
            over_p = normal @ screws[:, :, list(joints)]
            rows.append(np.concatenate([np.zeros((*over_p.shape[:2], 6)), over_p], axis=2))
        return np.concatenate(rows, axis=1)


def carried_joints(mechanism: Mechanism) -> CarriedJoints:
    """Return the joints on the platform of a mechanism; none if the platform is one body."""
    carried, inside = mechanism.on_platform, {closure.name for closure in platform_loops(mechanism)}
    loops = []
    for closure, start in zip(mechanism.closures, starts(mechanism), strict=True):
        if closure.name in inside:
            middle = start + len(carried)
            loops.append((tuple(range(start, middle)), tuple(range(middle, middle + len(closure.free)))))
    driven = tuple(place for place, k in enumerate(carried) if k in mechanism.actuated)
    couplings = nominal(coupling_rows(platform_couplings(mechanism), len(mechanism.joints)))[:, list(carried)]
    return CarriedJoints(carried, driven, tuple(loops), couplings)


def over_platform(leg: ResistedWrenches, block: LegBlock, screws: Array) -> ResistedWrenches:
    """Return the wrenches of a leg as rows (6 + n_p) that multiply the motion V of the platform; screws as in `constraints`."""
    if not block.carried:
        return leg
    J_b = block.held(screws)
    rows = [np.concatenate([w, w @ J_b], axis=2) for w in (leg.actuation, leg.constraint)]
    return replace(leg, actuation=rows[0], constraint=rows[1])
