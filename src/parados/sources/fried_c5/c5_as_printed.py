"""Forces along the path if one formula of the paper is used as printed and all others are corrected."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.sources.fried_c5.model import C5, C5Dynamics, platform_motion
from parados.sources.fried_c5.model.c5_dynamics import eliminate
from parados.sources.fried_c5.model.c5_parameters import AXIS, stack
from parados.sources.fried_c5.model.factors import pi_1_under_28
from parados.sources.fried_simulation import Array, angles_first
from parados.spatial.vectors import SX, Vector, cross
from parados.trajectory.motion_table import MotionTable

__all__ = ["printed_forces", "printed_inverse_jacobian", "propagated_as_printed"]


def printed_forces(motion: MotionTable) -> dict[str, Array]:
    """Return the forces (N, 6) of legs 1..6 [N] for each equation that is used as printed.

    "(22)" is applied to the robot with the plates on the platform, the others to the robot with the plates on the rods.
    """
    X, X_dot, X_ddot = (SX.sym(name, 6) for name in ("X", "X_dot", "X_ddot"))
    moving = platform_motion(X, X_dot, X_ddot)
    platform, rods = (C5Dynamics(C5.at(X, plates), moving) for plates in ("platform", "rods"))
    forces = {
        "(22)": eliminate(printed_inverse_jacobian(platform.robot).T, platform.K),
        "(39)": (rods.robot.J_1 @ pi_1_under_28(rods.robot.P)).T @ rods.K,
        "(60)": rods.robot.J.T @ (rods.F + propagated_as_printed(rods, in_joints=False)),
        "step 3": rods.robot.J.T @ (rods.F + propagated_as_printed(rods, in_joints=True)),
    }
    f = ca.Function("printed", [X, X_dot, X_ddot], [ca.densify(value) for value in forces.values()])
    return {name: np.array(value)[::-1].T for name, value in zip(forces, f(*angles_first(motion)), strict=True)}


def printed_inverse_jacobian(robot: C5) -> SX:
    """(6, 6) J^-1 as printed in (22)."""
    n = robot.parameters.n
    return stack([ca.horzcat(cross(n(i), robot.P[i]).T, n(i).T) for i in range(6)])


def propagated_as_printed(dynamics: C5Dynamics, in_joints: bool) -> SX:
    """(6, 1) Phi with P-hat^t in place of P-hat^-1, (53) and (60); `in_joints` uses the joint efforts T_i, as in step 3."""
    Phi = SX(6, 1)
    for i in range(6):
        wrench = dynamics.at_ball(i)
        Phi += _transposed(dynamics.robot.P[i], _joint_efforts(i, wrench) if in_joints else wrench)
    return Phi


def _transposed(P: Vector, F: SX) -> SX:
    """(6, 1) P-hat^t F for F = [moment; force]."""
    return ca.vertcat(F[:3], F[3:] - cross(P, F[:3]))


def _joint_efforts(i: int, F: SX) -> SX:
    """(6, 1) T_i = J_Bi^t F with the plates on the rods, in the order of (29)."""
    slides = [F[3 + j] for j in (2, 1, 0) if j != AXIS[i]]
    return ca.vertcat(*slides, F[2], F[1], F[0], F[3 + AXIS[i]])
