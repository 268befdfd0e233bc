"""Quantities of the geometry: positions of joints, platform and links."""

from __future__ import annotations

import casadi as ca

from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.platform_quantities import CarriedAngles, check_platform
from parados.model.quantity import Options, Quantity, entering, frames, matrix, vector
from parados.spatial.vectors import SX, Frame

__all__ = ["GEOMETRY", "homogeneous"]

GEOMETRY: dict[str, Quantity] = {}
quantity = entering(GEOMETRY)


@quantity({"q": vector}, solves=False, exported=True)
def inverse_kinematics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Positions q of the actuated joints."""
    joints = graphs.survey.geometry.joints
    return {"q": ca.vertcat(*[joints[k].q for k in graphs.mechanism.actuated])}


@quantity({"joints": vector}, solves=False, exported=True)
def joints(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Positions of all joints of the tree."""
    return {"joints": ca.vertcat(*[j.q for j in graphs.survey.geometry.joints])}


def homogeneous(frame: Frame) -> SX:
    """(4, 4) homogeneous matrix of a frame."""
    return ca.vertcat(ca.horzcat(frame.R, frame.p), ca.horzcat(0, 0, 0, 1))


@quantity({"coordinates": vector, "frame": matrix}, solves=False)
def pose(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """All coordinates of the platform, and its frame (4, 4)."""
    check_platform(graphs.mechanism, "pose")
    coordinates = graphs.survey.geometry.coordinates
    if graphs.mechanism.platform.carrier is not None:
        return {"coordinates": CarriedAngles(graphs).coordinates, "frame": homogeneous(graphs.survey.geometry.pose)}
    six = ca.vertcat(*[c.q for c in coordinates.six])
    if coordinates.quaternion is not None:
        six = ca.vertcat(six[:3], coordinates.quaternion)
    return {"coordinates": six, "frame": homogeneous(graphs.survey.geometry.pose)}


@quantity({"frames": frames}, solves=False)
def link_frames(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Frames of all links in the base, as the file gives them, stacked: (4 n_t, 4)."""
    frames = [graphs.survey.geometry.tree.file_frame(k) for k in range(len(graphs.mechanism.joints))]
    return {"frames": ca.vertcat(*[homogeneous(f) for f in frames])}
