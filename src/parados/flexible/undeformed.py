"""Coordinates of the tree of an undeformed flexible robot from the configuration of the rigid one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.flexible.flexible_structure import FlexibleStructure
from parados.spatial.rotations import angles

__all__ = ["undeformed_coordinates"]

Array = NDArray[np.float64]


def undeformed_coordinates(structure: FlexibleStructure, joints: Array, frames: Array | None) -> Array:
    """(k, n) coordinates of the tree.

    joints : (k, n_t) positions of the joints of the rigid robot;  frames : (k, 4, 4) frames of its platform in the base,
    or None for a robot without a platform, whose place among the coordinates stays zero
    """
    z = np.zeros((len(joints), len(structure.mechanism.joints)))
    z[:, list(structure.place_of)] = joints
    if frames is None:
        return z
    turns = np.array([angles("XYZ", frame[:3, :3]) for frame in frames]).reshape(-1, 3)
    pose = np.hstack([frames[:, :3, 3], turns])
    z[:, list(structure.platform)] = pose[:, [0, 1, 5]] if len(structure.platform) == 3 else pose
    return z
