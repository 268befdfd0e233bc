"""Closures of the tree of a flexible robot as velocities and accelerations (Briot & Khalil 10.104-10.117):

    G zd = 0,   G zdd + b' = 0

G is J_tot of (10.107). The platform is a chain of joints of the tree, so all closures connect links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np

from parados.flexible.elastic_dynamics import FlexibleMotion
from parados.flexible.flexible_structure import FlexibleStructure
from parados.geometry.platform_motion import PlatformMotion
from parados.kinematics.closure_rows import Bodies, RowAxes, acceleration_rows, velocity_rows
from parados.spatial.vectors import SX, Frame, exact_matrix, matrix
from parados.topology.joint_couplings import coupling_rows

__all__ = ["closure_drift", "closure_rates", "own_axes"]


def closure_rates(motion: FlexibleMotion, axes: Sequence[RowAxes]) -> SX:
    """(m, 1) constrained components of the relative twists, G zd; one row for each constrained motion, then the couplings."""
    bodies, mechanism = _bodies(motion), motion.structure.mechanism
    loops = [velocity_rows(c, bodies, own) for c, own in zip(mechanism.closures, axes, strict=True)]
    return ca.vertcat(SX(0, 1), *loops, exact_matrix(coupling_rows(mechanism.couplings, len(mechanism.joints))) @ motion.zd)


def closure_drift(motion: FlexibleMotion, axes: Sequence[RowAxes]) -> SX:
    """(m, 1) b' of (10.117): time derivatives of the relative twists at zdd = 0; zero for couplings, which are linear."""
    weightless = replace(motion.structure, mechanism=replace(motion.structure.mechanism, gravity=np.zeros(3)))
    coasting = FlexibleMotion(weightless, motion.positions, motion.zd, SX(motion.zd.numel(), 1), motion.pose)
    bodies = replace(_bodies(coasting), accelerations=coasting.accelerations)
    loops = [acceleration_rows(c, bodies, own) for c, own in zip(weightless.mechanism.closures, axes, strict=True)]
    return ca.vertcat(SX(0, 1), *loops, SX(len(weightless.mechanism.couplings), 1))


def _bodies(motion: FlexibleMotion) -> Bodies:
    still, nowhere = SX(3, 1), Frame(matrix(np.eye(3)), SX(3, 1))
    return Bodies(motion.tree, nowhere, motion.twists, PlatformMotion(still, still, still, still))


def own_axes(structure: FlexibleStructure) -> list[RowAxes]:
    """Return the axes of link a for each closure."""
    return [RowAxes.own(closure) for closure in structure.mechanism.closures]
