"""From the coordinates x of a robot to the coordinates z of the cut robot, and back."""

from __future__ import annotations

from functools import lru_cache

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.cut_model import CutModel, CutPose
from parados.model.frame_coordinates import other_angles, six_of_frames
from parados.spatial.rotations import rate_columns, rate_drift
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["accelerations_of", "angle_rates", "coordinates_in_time", "pose_at", "rate_rows"]

Array = NDArray[np.float64]

STILL = np.eye(3).ravel()

SINGULAR_ANGLES = 1e-12
"""Determinant of D, omega = D d(a1, a2, a3)/dt, below which the angles are singular."""


def pose_at(cut: CutModel, x: Array, mode: ArrayLike | None) -> CutPose:
    """Return the coordinates z of the closed robot at a pose x (n_x,) in a working mode."""
    joints = cut.model.joints(x, mode=mode)
    if not cut.moving:
        return CutPose(joints, STILL)
    frame = cut.model.platform_frame(x, mode=mode)
    if cut.turns_freely:
        place = [frame[k, 3] for k in cut.moving if k < 3]
        return CutPose(np.concatenate([joints, place, np.zeros(3)]), np.ascontiguousarray(frame[:3, :3]).ravel())
    six = cut.model.pose(x, mode=mode)
    return CutPose(np.concatenate([joints, six[list(cut.moving)]]), STILL)


def coordinates_in_time(mechanism: Mechanism, z: Array, frames: Array, first: Array) -> Array:
    """(k, n_x) coordinates x of states in the order of time.

    z, frames : (k, n_z) coordinates of the cut robot, (k, 4, 4) frames of its platform
    first : (n_x,) x before the first state; angles and quaternions continue it without jumps
    """
    platform, joints = mechanism.platform, z[:, list(mechanism.joints_in_x)]
    if not platform.coordinates:
        return joints
    six = six_of_frames(mechanism, frames)
    if platform.is_quaternion:
        before = first[3:7]
        for row in six:
            row[3:] *= np.copysign(1.0, row[3:] @ before)
            before = row[3:]
        return np.hstack([six, joints])
    chosen = list(platform.coordinates)
    before = first[: len(chosen)]
    x = np.empty((len(z), len(chosen)))
    for k in range(len(z)):
        x[k] = before = _nearest_six(mechanism, six[k], before)[chosen]
    return np.hstack([x, joints])


def _nearest_six(mechanism: Mechanism, six: Array, near: Array) -> Array:
    """Return px ... a3 (6,) with the one of two sets of angles of the same rotation that is nearer to an x.

    near : (n_x,) coordinates x, or those of the platform alone; the angles of x are in the same turn as these
    """
    chosen = list(mechanism.platform.coordinates)
    turning = [k for k in chosen if k >= 3]
    wanted = six.copy()
    wanted[chosen] = near[: len(chosen)]
    both = [six.copy(), other_angles(mechanism.platform.orientation, six[None])[0]]
    for one in both:
        one[turning] = nearest_turn(one[turning], wanted[turning])
    return min(both, key=lambda one: float(np.abs(one - wanted)[turning].sum()))


@lru_cache(maxsize=32)
def _angle_rates(orientation: str) -> ca.Function:
    a, rates = SX.sym("a", 3), SX.sym("rates", 3)
    c, s = ca.cos(a), ca.sin(a)
    outputs = [rate_columns(orientation, c, s), rate_drift(orientation, c, s, rates)]
    return ca.Function("angle_rates", [a, rates], [ca.densify(output) for output in outputs])


def angle_rates(orientation: str, a: Array, rates: Array) -> tuple[Array, Array]:
    """Return D (3, 3) and dD/dt rates (3,) at angles a (3,) with the given rates (3,), where omega = D rates."""
    D, drift = _angle_rates(orientation)(a, rates)
    return D.full(), drift.full()[:, 0]


def rate_rows(mechanism: Mechanism, x: Array, frame: Array, by_rates: Array) -> Array:
    """(n, n_z) matrix X with xd = X zd at one state; rows of angles are infinite where the angles are singular.

    x : (n_x,) coordinates; a rotation has two sets of angles, whose rates differ
    frame : (4, 4) frame of the platform;  by_rates : (6, n_z) derivatives of its twist by zd
    """
    platform = mechanism.platform
    tied = np.eye(by_rates.shape[1])[list(mechanism.joints_in_x)]
    if not platform.coordinates:
        return tied
    rates = by_rates.copy()
    if not platform.is_quaternion and any(k >= 3 for k in platform.coordinates):
        angles = _nearest_six(mechanism, six_of_frames(mechanism, frame[None])[0], x)[3:]
        D, _ = angle_rates(platform.orientation, angles, np.zeros(3))
        rates[3:] = np.linalg.solve(D, by_rates[3:]) if abs(np.linalg.det(D)) > SINGULAR_ANGLES else np.inf
    return np.vstack([rates[list(platform.coordinates)], tied])


def accelerations_of(mechanism: Mechanism, x: Array, frame: Array, twist: Array, acceleration: Array, zdd: Array) -> Array:
    """(n,) accelerations xdd at one state, from the twist (6,) of the platform and its derivative; see `rate_rows`."""
    platform, joints = mechanism.platform, zdd[list(mechanism.joints_in_x)]
    if not platform.coordinates:
        return joints
    six = acceleration.copy()
    if not platform.is_quaternion and any(k >= 3 for k in platform.coordinates):
        angles = _nearest_six(mechanism, six_of_frames(mechanism, frame[None])[0], x)[3:]
        D, _ = angle_rates(platform.orientation, angles, np.zeros(3))
        if abs(np.linalg.det(D)) > SINGULAR_ANGLES:
            _, drift = angle_rates(platform.orientation, angles, np.asarray(np.linalg.solve(D, twist[3:])))
            six[3:] = np.linalg.solve(D, acceleration[3:] - drift)
        else:
            six[3:] = np.inf
    return np.concatenate([six[list(platform.coordinates)], joints])
