"""Ground reaction: the wrench that the ground applies to the robot at the base origin (Briot & Khalil 8.6.1, 8.206)."""

from __future__ import annotations

import casadi as ca

from parados.dynamics.closed_loop import ClosedLoop
from parados.dynamics.newton_euler import Wrench
from parados.spatial.vectors import SX, column, cross
from parados.topology.mechanism import BASE

__all__ = ["ground_reaction"]


def ground_reaction(loop: ClosedLoop) -> SX:
    """(6, 1) force and moment that the ground applies to the robot, at the base origin, base axes [N, N m].

    The reaction is the sum of the wrenches that the tree and the platform require. Forces in the closures act between bodies of
    the robot and cancel. Springs between the robot and the ground are included.
    """
    base, platform = loop.wrenches.base, loop.platform_wrench
    for force in loop.point_forces:
        if force.body == BASE:
            base = base + Wrench.at(column(force.at), force.f)
    moment = base.c + platform.c + cross(loop.kinematics.pose.p, platform.f)
    return ca.vertcat(base.f + platform.f, moment)
