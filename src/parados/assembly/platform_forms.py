"""Forms that hold for every pose that the coordinates of the platform allow: constant orientation, constant height, and so on."""

from __future__ import annotations

from functools import lru_cache

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.study_functions import forms_of_frames
from parados.spatial.rotations import rotation_matrix
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["declared_forms", "declared_frames"]

Array = NDArray[np.float64]

COUNT = 60
"""Number of random poses; the forms have 17 coefficients."""

ZERO = 1e-9
"""Singular values below this times the largest count as zero."""


@lru_cache(maxsize=32)
def _rotation(orientation: str) -> ca.Function:
    """Build the function from three angles to the rotation matrix."""
    angles = SX.sym("angles", 3)
    return ca.Function("rotation", [angles], [ca.densify(rotation_matrix(orientation, ca.cos(angles), ca.sin(angles)))])


def declared_frames(mechanism: Mechanism, six: Array) -> Array:
    """(N, 4, 4) frames of the platform at values six (N, 6) of px, py, pz, a1, a2, a3; constants keep their own values."""
    platform, count = mechanism.platform, len(six)
    own = six.astype(float)
    for k in {0, 1, 2, 3, 4, 5}.difference(platform.coordinates, platform.dependent):
        own[:, k] = platform.constant[k]
    frames = np.tile(np.eye(4), (count, 1, 1))
    frames[:, :3, 3] = own[:, :3]
    if count:
        frames[:, :3, :3] = _rotation(platform.orientation)(own[:, 3:].T).full().reshape(3, count, 3).transpose(1, 0, 2)
    return frames


def declared_forms(mechanism: Mechanism, size: float) -> Array:
    """(k, 17) independent forms that vanish on all poses that the coordinates allow; none for a platform that moves freely."""
    if mechanism.platform.is_quaternion:
        return np.zeros((0, 17))
    six = np.random.default_rng(3).uniform(-1, 1, (COUNT, 6)) * ([size] * 3 + [3.0] * 3)
    values = forms_of_frames(declared_frames(mechanism, six))
    scale = np.array([1.0] * 9 + [size] * 6 + [size**2, 1.0])
    _, singular, rows = np.linalg.svd(values / scale)
    rank = int((singular > ZERO * singular[0]).sum())
    return np.where(np.abs(rows[rank:]) < 1e-13, 0.0, rows[rank:]) / scale
