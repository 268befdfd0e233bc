"""Transformations of twists, wrenches and accelerations between frames of one body (Briot & Khalil 3.5 to 3.7).

T (4, 4) is the frame j seen from the frame i. A twist is [v, omega] [m/s, rad/s], a wrench is [f, m] [N, N m]. Both are given at
the origin of a frame and in the axes of this frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, vector
from parados.errors import InputError

__all__ = ["acceleration_drift", "check_frame", "twist_transform", "wrench_transform"]

Array = NDArray[np.float64]

ORTHONORMAL = 1e-6
"""Tolerance of R R^T from the unit matrix."""


def check_frame(name: str, T: Array) -> None:
    """Check that frames (4, 4) or (N, 4, 4) have a right-handed rotation, and 0 0 0 1 as the last row.

    name : name of the argument, for the message.  Raises InputError if a frame is wrong
    """
    R = T[..., :3, :3]
    off = np.abs(R @ R.swapaxes(-1, -2) - np.eye(3)).max(initial=0.0)
    if off > ORTHONORMAL or (np.linalg.det(R) < 0).any():
        raise InputError(f"{name}: its axes, the first three columns, are not perpendicular unit vectors that are right-handed")
    if np.abs(T[..., 3, :] - [0, 0, 0, 1]).max(initial=0.0) > ORTHONORMAL:
        raise InputError(f"{name}: the last row of a frame is 0, 0, 0, 1")


def _parts(T: ArrayLike) -> tuple[Array, Array]:
    """Return R_ij (3, 3), and the skew matrix (3, 3) of the origin of j in the axes of i [m]."""
    frame = real_array("T", T)
    if frame.shape != (4, 4):
        raise InputError(f"T: a frame of shape (4, 4) is expected, not {frame.shape}")
    check_frame("T", frame)
    x, y, z = frame[:3, 3]
    return frame[:3, :3], np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def twist_transform(T: ArrayLike) -> Array:
    """(6, 6) matrix from the twist at frame i to the twist of the same body at frame j, each in its own axes, (3.13).

    T : (4, 4) frame j seen from frame i
    """
    R, r_hat = _parts(T)
    return np.block([[R.T, -R.T @ r_hat], [np.zeros((3, 3)), R.T]])


def wrench_transform(T: ArrayLike) -> Array:
    """(6, 6) matrix from a wrench at frame i to the same wrench at frame j, each in its own axes, (3.17) and (3.18).

    T : (4, 4) frame j seen from frame i
    """
    R, r_hat = _parts(T)
    return np.block([[R.T, np.zeros((3, 3))], [-R.T @ r_hat, R.T]])


def acceleration_drift(T: ArrayLike, omega: ArrayLike) -> Array:
    """(6,) term b_j of (3.22): acceleration at frame j = twist_transform(T) @ (acceleration at frame i) + b_j [m/s^2, rad/s^2].

    T : (4, 4) frame j seen from frame i;  omega : (3,) angular velocity in the axes of i [rad/s]
    """
    R, r_hat = _parts(T)
    w = vector("omega", omega, 3)
    return np.concatenate([R.T @ np.cross(w, r_hat.T @ w), np.zeros(3)])
