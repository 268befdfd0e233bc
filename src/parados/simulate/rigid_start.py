"""The state at which a simulation of a rigid robot begins."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import vector
from parados.errors import InputError, SingularConfigurationError
from parados.model.cut_model import CutModel, CutPose
from parados.model.cut_poses import pose_at, rate_rows
from parados.model.mode_matching import nearest_mode
from parados.simulate.joint_stops import AT_LIMIT
from parados.simulate.tangent_chart import LostChartError, TangentChart
from parados.spatial.turns import nearest_turn

__all__ = ["check_inertia", "check_limits", "starting_pose", "starting_rates"]

Array = NDArray[np.float64]

OPEN = 1e-6
"""Largest error of the closures [m, -] of joint positions that the user gives; they are then closed exactly."""

DETERMINED = 1e-10
"""Smallest singular value, relative to the largest, at which xd determines the rates of all joints."""

MASSLESS = 1e-14
"""Largest ratio of the smallest to the largest kinetic energy of a unit motion that is round-off."""

FITS = 1e-8
"""Largest part of xd that the closures may forbid."""


def starting_pose(cut: CutModel, x: Array, mode: ArrayLike | None, joints: ArrayLike | None, bounds: Array) -> CutPose:
    """Return the closed configuration at x (n_x,), in a working mode or with given positions of all joints (n_t,)."""
    pose = pose_at(cut, x, mode) if joints is None else _pose_of_joints(cut, x, mode, joints)
    pose = CutPose(_on_their_turns(cut, pose.z, bounds), pose.reference)
    try:
        chart = TangentChart(cut, pose)
        return chart.configuration(np.zeros(chart.size), pose.z)[0]
    except (LostChartError, SingularConfigurationError):
        told = f"x = {np.round(x, 6).tolist()} is singular: the closures lose rank there, so that several motions are possible"
        raise SingularConfigurationError(f"x: the motion cannot begin there; {told}; begin beside it") from None


def _pose_of_joints(cut: CutModel, x: Array, mode: ArrayLike | None, joints: ArrayLike) -> CutPose:
    """Return z at x with given positions of all joints; dependent coordinates are those of the working mode of the joints."""
    if mode is not None:
        raise InputError("mode: the joints, which are given too, determine the working mode; give one of the two")
    given = vector("joints", joints, cut.n_t, "one position for each joint of the tree")
    pose = pose_at(cut, x, nearest_mode(cut.model, x, given[list(cut.mechanism.actuated)]))
    pose.z[: cut.n_t] = given
    g, _ = cut.closing(pose)
    if np.abs(g).max(initial=0.0) > OPEN:
        told = f"these positions leave the loops open by {np.abs(g).max():.1e} at x"
        raise InputError(f"joints: {told}; give closed ones, or none")
    return pose


def _on_their_turns(cut: CutModel, z: Array, bounds: Array) -> Array:
    """Move angles by whole turns: near the middle of their limits, or near home if a spring counts from there.

    A joint of x with a spring stays: the turns that x gives it are those of its spring.
    """
    home, z = cut.model.survey.home_joints, z.copy()
    for k, joint in enumerate(cut.mechanism.joints):
        sprung = joint.spring is not None
        if sprung and not cut.mechanism.turning[k]:
            continue
        if joint.is_periodic and np.isfinite(bounds[k]).all():
            z[k] = nearest_turn(z[k], bounds[k].mean())
        elif sprung:
            z[k] = nearest_turn(z[k], home[k])
    return z


def starting_rates(cut: CutModel, pose: CutPose, x: Array, xd: Array) -> Array:
    """(n_z,) rates zd of all coordinates that satisfy the closures and have the given xd (n,) at x (n_x,)."""
    now = cut.report(pose.z[None], np.zeros((1, cut.n_z)), pose.reference)
    rows = rate_rows(cut.mechanism, x, now["frame"][0], now["by_rates"][0])
    _, G = cut.closing(pose)
    if not np.isfinite(rows).all():
        raise SingularConfigurationError("x: the angles of the platform are singular there; use a quaternion platform")
    A, right = np.vstack([G, rows]), np.concatenate([np.zeros(len(G)), xd])
    zd, _, rank, _ = np.linalg.lstsq(A, right, rcond=DETERMINED)
    left = float(np.abs(A @ zd - right).max(initial=0.0))
    if left > FITS * max(float(np.abs(xd).max(initial=0.0)), 1e-300):
        told = "the closures do not allow these rates at x, which is singular"
        raise SingularConfigurationError(f"xd: {told}; they differ by {left:.1e}")
    if rank < cut.n_z:
        told = "at x, which is singular, xd does not determine the rates of all joints"
        raise SingularConfigurationError(f"xd: {told}; begin beside it")
    return np.asarray(zd)


def check_inertia(cut: CutModel, pose: CutPose) -> None:
    """Raise InputError if the robot has a motion without kinetic energy, whose acceleration no effort determines."""
    _, G = cut.closing(pose)
    free = np.linalg.svd(G)[2][cut.n_z - cut.mechanism.n_dof :] if len(G) else np.eye(cut.n_z)
    M = cut.motion(pose, np.zeros(cut.n_z), np.zeros(cut.n_t), np.zeros(6))["M"]
    energies, motions = np.linalg.eigh(free @ M @ free.T)
    if energies[0] <= MASSLESS * energies[-1]:
        moves = np.abs(free.T @ motions[:, 0])[: cut.n_t]
        name = cut.mechanism.joints[int(np.argmax(moves))].name
        told = "can move without inertia, so that its accelerations are not determined"
        remedy = f"give masses to the links that move with {name}, or a rotor inertia"
        raise InputError(f"model: {cut.model.spec.name} {told}; {remedy}")


def check_limits(cut: CutModel, pose: CutPose, bounds: Array) -> None:
    """Raise InputError if a joint is beyond its limits; the last state of a run that ended at a limit is not."""
    q = pose.z[: cut.n_t]
    for k in np.flatnonzero((q < bounds[:, 0] - AT_LIMIT) | (q > bounds[:, 1] + AT_LIMIT)):
        name, unit = cut.mechanism.joints[k].name, cut.mechanism.joints[k].unit
        told = f"{name} is at {q[k]:.6g} {unit}, beyond its limits {bounds[k, 0]:.6g} and {bounds[k, 1]:.6g}"
        raise InputError(f"x: {told}; begin within the limits, or use limits='ignore'")
