"""Graphs of the tree and the free platform by themselves, by name."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.open_tree import OpenTree
from parados.geometry.residual import closure_frames
from parados.kinematics.leg_twists import closure_screws
from parados.kinematics.link_motion import file_accelerations, file_twists
from parados.model.geometry_quantities import homogeneous
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["tree_graph"]

Array = NDArray[np.float64]


def _frames(tree: OpenTree) -> SX:
    """Frames of all links in the base, stacked (4 n_t, 4)."""
    return ca.vertcat(*[homogeneous(tree.tree.file_frame(k)) for k in range(len(tree.mechanism.joints))])


def _twists(tree: OpenTree) -> SX:
    """(n_t, 6) twists of the links at their origins, base axes."""
    return file_twists(tree.tree, tree.twists)


def _accelerations(tree: OpenTree) -> SX:
    """(n_t, 6) accelerations of the origins of the links, and angular accelerations, base axes."""
    return file_accelerations(tree.tree, tree.accelerations)


def _jacobians(tree: OpenTree) -> SX:
    """(6 n_t, n_t) Jacobians of all links, (5.10), below each other."""
    return ca.jacobian(ca.vec(_twists(tree).T), tree.qd)


def _screws(tree: OpenTree) -> SX:
    """Unit twists at P of all joints and of the free motions of each closure, closure by closure, (7.53)."""
    frames = closure_frames(tree.mechanism, tree.tree, tree.pose)
    return ca.horzcat(*[ca.horzcat(J, free) for _, J, free in closure_screws(tree.tree, frames)])


BUILDERS: dict[str, Callable[[OpenTree], SX]] = {
    "frames": _frames,
    "twists": _twists,
    "accelerations": _accelerations,
    "jacobians": _jacobians,
    "screws": _screws,
    "efforts": lambda tree: tree.efforts(friction=True),
    "bias": lambda tree: ca.substitute([tree.efforts(friction=True)], [tree.qdd], [SX.zeros(tree.qdd.numel())])[0],  # (8.2.4)
    "frictionless_efforts": lambda tree: tree.efforts(friction=False),
    "mass_matrix": lambda tree: ca.jacobian(tree.efforts(friction=False), tree.qdd),  # (8.2.5)
    "platform_wrench": lambda tree: tree.free_platform(),
    "platform_mass_matrix": lambda tree: ca.jacobian(tree.free_platform(), tree.acceleration),
}


def tree_graph(mechanism: Mechanism, home: Array, name: str) -> ca.Function:
    """Build a graph of q, qd, qdd, frame, twist, acceleration and the live parameters, without inputs that it does not use."""
    tree = OpenTree.of(mechanism, home)
    output = ca.cse(ca.densify(BUILDERS[name](tree)))
    inputs = {key: getattr(tree, key) for key in ("q", "qd", "qdd", "frame", "twist", "acceleration")}
    inputs["parameters"] = mechanism.family.symbol
    always = "frame" if name.startswith(("platform", "screws")) else "q"
    used = {key: s for key, s in inputs.items() if key == always or (s.numel() and ca.depends_on(output, s))}
    return ca.Function(f"tree_{name}", list(used.values()), [output], list(used), [name])
