"""Unit twists of a leg (Briot & Khalil 7.53).

These are the twists of the platform for a unit rate of each joint, and of each motion that the closure leaves free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import InverseGeometry, Samples
from parados.geometry.residual import ClosedFrames
from parados.spatial.vectors import SX, Frame, Vector, column, cross, unit
from parados.topology.mechanism import Closure, Mechanism
from parados.topology.tree import Tree

__all__ = ["LegScrews", "closure_screws", "free_twists", "leg_screws", "legs_of_columns", "screw_expressions"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegScrews:
    """Unit twists at P in base axes.

    joints : (..., 6, n_t) unit twists of the joints of the tree; zero for joints that are not on the path to the closure
    free : (..., 6, f) unit twists of the motions that the closure leaves free
    """

    closure: Closure
    joints: Array
    free: Array


def _turning(axis: Vector, at: Vector, P: Vector) -> Vector:
    return ca.vertcat(cross(axis, P - at), axis)


def _sliding(axis: Vector) -> Vector:
    return ca.vertcat(axis, SX(3, 1))


def free_twists(closure: Closure, a: Frame, b: Frame, P: Vector) -> SX:
    """(6, f) unit twists at P that a closure leaves free."""
    centre = b.p if closure.owner == "a" else a.p
    owner = a if closure.owner == "a" else b
    columns = [_sliding(owner.R[:, k]) for k in closure.free_translations]
    for place, k in enumerate(closure.free_rotations):
        axis = (b if len(closure.free_rotations) == 2 and place == 1 else a).R[:, k]
        columns.append(_turning(axis, centre, P))
    return ca.horzcat(*columns) if columns else SX(6, 0)


def screw_expressions(geometry: InverseGeometry) -> list[tuple[Closure, SX, SX]]:
    """Return, for every closure, the unit twists at P of all joints (6, n_t) and of its free motions (6, f)."""
    return closure_screws(geometry.tree, geometry.frames)


def closure_screws(tree: Tree, frames: Sequence[ClosedFrames]) -> list[tuple[Closure, SX, SX]]:
    """Return the same unit twists at P as `screw_expressions`, for a tree whose loops need not be closed.

    frames : each closure with its two frames in the base
    """
    mechanism, P = tree.mechanism, tree.pose.p
    legs = []
    for closure, a, b in frames:
        path_a, path_b = mechanism.fork(closure.a, closure.b)
        J = SX(6, len(mechanism.joints))
        for k in [*path_a, *path_b]:
            axis = tree.to_base(k, unit(2))
            at = tree.point_to_base(k, column([0, 0, 0]))
            screw = mechanism.joints[k].screw
            twist = screw.slide * _sliding(axis) + screw.turn * _turning(axis, at, P)
            J[:, k] = twist if k in path_a else -twist
        legs.append((closure, J, free_twists(closure, a, b, P)))
    return legs


def leg_screws(geometry: InverseGeometry, samples: Samples) -> list[LegScrews]:
    """Evaluate the unit twists of every closure at the sampled configurations."""
    found = screw_expressions(geometry)
    values = samples.values(geometry, ca.horzcat(*[ca.horzcat(J, free) for _, J, free in found]))
    legs, start = [], 0
    for closure, J, free in found:
        middle, end = start + J.shape[1], start + J.shape[1] + free.shape[1]
        legs.append(LegScrews(closure, values[:, :, start:middle], values[:, :, middle:end]))
        start = end
    return legs


def legs_of_columns(mechanism: Mechanism, screws: Array) -> list[LegScrews]:
    """Split one matrix of unit twists into those of each closure.

    screws : (6, k) for each closure, the n_t columns of the joints, then the columns of its free motions
    """
    n_t, start, legs = len(mechanism.joints), 0, []
    for closure in mechanism.closures:
        middle, end = start + n_t, start + n_t + len(closure.free)
        legs.append(LegScrews(closure, screws[:, start:middle], screws[:, middle:end]))
        start = end
    return legs
