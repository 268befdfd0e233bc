"""Coordinates x of frames of the platform."""

from __future__ import annotations

from functools import lru_cache

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.platform_forms import declared_frames
from parados.spatial.rotation_angles import angle_expressions, other_set
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["MOVED", "coordinates_of_frames", "declared_six", "frame_gaps", "other_angles", "six_of_frames"]

Array = NDArray[np.float64]

MOVED = 1e-3
"""Largest distance that Newton's method may move a solution [-, or m over the size of the robot]."""

SAME_FRAME = 1e-6
"""Frames closer than this [-, or m over the size of the robot] are the same."""


@lru_cache(maxsize=32)
def _angles(orientation: str) -> ca.Function:
    R = SX.sym("R", 3, 3)
    return ca.Function("angles", [R], [angle_expressions(orientation, R)])


def six_of_frames(mechanism: Mechanism, frames: Array) -> Array:
    """(k, 6) px, py, pz, a1, a2, a3 of frames (k, 4, 4), or (k, 7) with a quaternion."""
    if mechanism.platform.is_quaternion:
        from scipy.spatial.transform import Rotation

        quaternion = np.roll(Rotation.from_matrix(frames[:, :3, :3]).as_quat().reshape(-1, 4), 1, axis=1)
        return np.hstack([frames[:, :3, 3], quaternion * np.where(quaternion[:, :1] < 0, -1.0, 1.0)])
    f = _angles(mechanism.platform.orientation)
    turned = frames[:, :3, :3].transpose(1, 0, 2).reshape(3, -1)
    angles = f(turned).full().T if len(frames) else np.zeros((0, 3))
    return np.hstack([frames[:, :3, 3], angles])


def coordinates_of_frames(
    mechanism: Mechanism, frames: Array, tail: Array, home: Array, six: Array | None = None
) -> tuple[Array, NDArray[np.bool_]]:
    """(k, n_x) coordinates of frames (k, 4, 4), angles in the turn nearest to home; (k,) True if they give these frames.

    tail : (k, n_r) positions of the joints that are entries of x;  six : (k, 6) coordinates of the frames, if they are known
    """
    platform, n = mechanism.platform, len(frames)
    every = np.ones(n, dtype=bool)
    if platform.carrier is not None or six is not None:
        own = np.zeros((n, 0)) if six is None else six[:, list(platform.coordinates)]
        return _near_home(mechanism, np.hstack([own, tail]), home), every
    six, good = declared_six(mechanism, frames)
    if platform.is_quaternion:
        return np.hstack([six, tail]), every
    x = np.hstack([six[:, list(platform.coordinates)], tail])
    return _near_home(mechanism, x, home), good


def declared_six(mechanism: Mechanism, frames: Array) -> tuple[Array, NDArray[np.bool_]]:
    """(k, 6) px, py, pz, a1, a2, a3 of frames (k, 4, 4), (k, 7) with a quaternion; (k,) True if the constants give the frames.

    Of the two sets of angles of a rotation, it is the one that has the constant angles of the robot.
    """
    platform, six = mechanism.platform, six_of_frames(mechanism, frames)
    if platform.is_quaternion:
        return six, np.ones(len(six), dtype=bool)
    free = np.isin(np.arange(6), [*platform.coordinates, *platform.dependent])

    def fits(angles: Array) -> NDArray[np.bool_]:
        given = np.where(free, angles, platform.constant)
        return frame_gaps(mechanism, declared_frames(mechanism, given), frames) < SAME_FRAME

    good = fits(six)
    if not good.all():
        other = other_angles(platform.orientation, six)
        better = ~good & fits(other)
        six, good = np.where(better[:, None], other, six), good | better
    return six, good


def _near_home(mechanism: Mechanism, x: Array, home: Array) -> Array:
    """Return x (k, n_x) with angles in the turn nearest to home."""
    return np.asarray(np.where(mechanism.periodic_coordinates, nearest_turn(x, home), x))


def frame_gaps(mechanism: Mechanism, frames: Array, others: Array) -> Array:
    """(k,) largest differences of frames (k, 4, 4), lengths over the size of the robot; infinite where they are not known."""
    gaps = np.abs(frames - others)
    gaps[:, :3, 3] /= mechanism.size
    return np.asarray(np.where(np.isfinite(gaps), gaps, np.inf).max(axis=(1, 2), initial=0.0))


def other_angles(orientation: str, six: Array) -> Array:
    """Return the other three angles of the same rotation."""
    other = six.copy()
    other[:, 3:] = np.stack(other_set(orientation, *six[:, 3:].T), axis=1)
    if orientation == "tilt-torsion":
        return other
    return np.asarray(np.where(np.arange(6) >= 3, (other + np.pi) % (2 * np.pi) - np.pi, other))
