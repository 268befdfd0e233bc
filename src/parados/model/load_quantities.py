"""Quantities `joint_loads` and `elastic_loads`: what the motion of the tree, of its elastic parts and of the platform needs."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from parados.dynamics.closed_loop import ClosedLoop
from parados.dynamics.newton_euler import Wrench
from parados.flexible.undeformed_loads import UndeformedLoads
from parados.kinematics.leg_twists import screw_expressions
from parados.kinematics.structured_solve import Pivots
from parados.model.geometry_quantities import homogeneous
from parados.model.graphs import Graphs
from parados.model.quantity import Options, Quantity, entering, frames, matrix, vector
from parados.spatial.vectors import SX, column, cross
from parados.topology.mechanism import BASE

__all__ = ["LOADS"]

LOADS: dict[str, Quantity] = {}
quantity = entering(LOADS)

PARTS = {"totals": matrix, "efforts": vector, "platform": vector, "anchors": vector}
PARTS |= {"screws": matrix, "frames": frames, "points": matrix}


@quantity(PARTS, public=False, rare=True)
def joint_loads(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Wrenches of the Newton-Euler recursion at all joints of the tree (6, n_t) and at the platform w_p (6,), (8.16), (8.57).

    Further outputs: the efforts tau_t (n_t,) of the tree, the wrench (6,) of the ground on springs that are fixed to it, the unit
    twists of every closure, the frames of all links and of the platform, and the points of the closures.
    A bar is one rigid body here. Point masses at its ends would give the same efforts, but not the same reactions.
    """
    loop = replace(graphs.loop(options), with_rods=False)
    tree, w_p = loop.kinematics.tree, loop.platform_wrench
    moments = [w.c - cross(tree.file_origin(k), w.f) for k, w in enumerate(loop.wrenches.joints)]
    totals = [ca.vertcat(tree.to_base(k, w.f), tree.to_base(k, moments[k])) for k, w in enumerate(loop.wrenches.joints)]
    geometry = graphs.survey.geometry
    bodies = [tree.file_frame(k) for k in range(len(tree.links))]
    return {
        "totals": graphs.in_rates_of_x(ca.horzcat(*totals)),
        "efforts": graphs.in_rates_of_x(loop.tree_efforts),
        "platform": graphs.in_rates_of_x(ca.vertcat(w_p.f, w_p.c)),
        "anchors": graphs.in_rates_of_x(_anchors(loop)),
        "screws": ca.horzcat(*[ca.horzcat(J, free) for _, J, free in screw_expressions(geometry)]),
        "frames": ca.vertcat(*[homogeneous(frame) for frame in (*bodies, geometry.pose)]),
        "points": ca.horzcat(*closure_points(graphs)),
    }


@quantity({"demand": vector, "twists": matrix}, public=False, rare=True)
def elastic_loads(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Forces f_e (n_e,) that the elastic coordinates require if the robot moves undeformed and all closures are cut.

    The other output (6, n_e n_c) is, for each closure, the relative twist at P for unit rates of the elastic coordinates.
    """
    loop, geometry = graphs.loop(options), graphs.survey.geometry
    qdd = loop.rates_dot[: len(graphs.mechanism.joints)]
    moving = graphs.kinematics.qd, qdd, geometry.pose, loop.platform
    loads = UndeformedLoads(
        graphs.robot.flexible, graphs.mechanism, geometry.joints, *moving, loop.loads.links, loop.loads.wrench
    )
    return {"demand": graphs.in_rates_of_x(loads.demand), "twists": ca.horzcat(*loads.twists)}


def _anchors(loop: ClosedLoop) -> SX:
    """(6, 1) wrench of the ground on the springs that are fixed to it, at the base origin."""
    held = [Wrench.at(column(force.at), force.f) for force in loop.springs.forces if force.body == BASE]
    total = sum(held, Wrench.none())
    return ca.vertcat(total.f, total.c)


def closure_points(graphs: Graphs) -> list[SX]:
    """(3, 1) origin of the first frame of each closure, in the base."""
    geometry, points = graphs.survey.geometry, []
    for closure in graphs.mechanism.closures:
        a, b = closure.file_frames()
        body, frame = (closure.b, b) if closure.exchanged else (closure.a, a)
        points.append(geometry.tree.point_to_base(body, column(frame[:3, 3])))
    return points
