"""Compute the matrices of the book and the wrenches of the legs at one pose, from evaluated kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.geometry.platform_motion import declared_angles
from parados.kinematics.leg_twists import LegScrews, legs_of_columns
from parados.kinematics.matrices import KinematicMatrices, SecondOrderTerms, kinematic_matrices, passive_rows
from parados.kinematics.wrench_basis import LastLink, Reference
from parados.kinematics.wrenches import LegWrenches, leg_wrenches
from parados.model.evaluation import Evaluator
from parados.model.state_arguments import check_state
from parados.spatial.rotations import rate_matrix
from parados.topology.leg_groups import leg_groups
from parados.topology.mechanism import BASE

__all__ = ["matrices_at", "wrenches_at"]


def _one(evaluator: Evaluator, name: str, x: ArrayLike, mode: ArrayLike | None) -> dict[str, NDArray[np.float64]]:
    """Evaluate a quantity at one pose."""
    stack, out = evaluator.evaluate(name, {"x": x}, mode)
    if stack.stacked:
        raise InputError(f"x: one pose ({len(evaluator.labels['x'])},) is expected here, not a stack")
    return {key: value[0] for key, value in out.items()}


def _screws(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LegScrews]:
    """Return the unit twists of every closure: those of all joints and of its free motions."""
    return legs_of_columns(evaluator.robot.mechanism, _one(evaluator, "screws", x, mode)["screws"])


def _last_links(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LastLink]:
    """Return the last link of every leg, in the order of `leg_wrenches`."""
    frames = _one(evaluator, "link_frames", x, mode)["frames"]
    P = _one(evaluator, "pose", x, mode)["frame"][:3, 3]
    ends = [group.outer[0].a for group in leg_groups(evaluator.robot.mechanism) if group.outer]
    links = [np.eye(4) if k == BASE else frames[k] for k in ends]
    return [LastLink(frame[:3, :3], frame[:3, 3] - P) for frame in links]


def wrenches_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LegWrenches]:
    """Compute the actuation and constraint wrenches of every leg."""
    mechanism, home = evaluator.robot.mechanism, evaluator.robot.survey.home
    here = _screws(evaluator, x, mode)
    if not mechanism.joints_in_x:
        return leg_wrenches(mechanism, here)
    rows = [leg.actuation for leg in leg_wrenches(mechanism, _screws(evaluator, home, mode))]
    links = zip(_last_links(evaluator, home, mode), _last_links(evaluator, x, mode), strict=True)
    # actuators on the platform come after the legs and need no reference
    references = {k: Reference(own, *pair) for k, (own, pair) in enumerate(zip(rows, links, strict=False))}
    return leg_wrenches(mechanism, here, references)


def matrices_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None, xd: ArrayLike | None = None) -> KinematicMatrices:
    """Compute the matrices of one pose and, with xd, the terms of the second order.

    The closure rows for the passive joints are chosen at home.
    """
    mechanism = evaluator.robot.mechanism
    here = _one(evaluator, "closure_jacobian", x, mode)
    home = _one(evaluator, "closure_jacobian", evaluator.robot.survey.home, mode)
    chosen = passive_rows(home["rows"], mechanism)
    pose, orientation = _one(evaluator, "pose", x, mode)["coordinates"], mechanism.platform.orientation
    D = np.eye(3) if mechanism.platform.is_quaternion else rate_matrix(orientation, pose[3:])
    first = kinematic_matrices(mechanism, here["rows"], here["psi"], wrenches_at(evaluator, x, mode), chosen, D)
    return first if xd is None else replace(first, second=_second_order(evaluator, x, xd, mode, first))


def _second_order(
    evaluator: Evaluator, x: ArrayLike, xd: ArrayLike, mode: ArrayLike | None, first: KinematicMatrices
) -> SecondOrderTerms:
    """Evaluate the accelerations of the motion with xdd = 0."""
    mechanism = evaluator.robot.mechanism
    rates, state = check_state("xd", xd, evaluator.labels), {"x": x, "xd": xd, "xdd": np.zeros(mechanism.n_dof)}
    names = ("all_joint_accelerations", "pose_accelerations", "platform_acceleration")
    qdd, angles, twist = (next(iter(evaluator.evaluate(name, state, mode)[1].values()))[0] for name in names)
    quaternion = mechanism.platform.is_quaternion
    e = np.zeros(3) if quaternion else twist[3:] - first.D @ angles[3:]
    t_r_dot, end = np.zeros(len(rates)), len(mechanism.platform.coordinates)
    if declared_angles(mechanism.platform):
        t_r_dot[end - 3 : end] = e
    passive, actuated = list(mechanism.passive), list(mechanism.actuated)
    return SecondOrderTerms(t_r_dot[: first.Psi_t.shape[1]], qdd[actuated], qdd[passive], e)
