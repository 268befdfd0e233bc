"""Scales that make translations and rotations of a mechanism comparable."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import Mechanism

__all__ = ["coordinate_scales"]

Array = NDArray[np.float64]


def coordinate_scales(mechanism: Mechanism, length: float) -> Array:
    """(n,) scales that make the entries of xd / scale comparable: the length for translations and strokes, 1 for angles."""
    platform = [length if k < 3 else 1.0 for k in mechanism.platform.coordinates]
    return np.array([*platform, *[length if mechanism.joints[k].unit == "m" else 1.0 for k in mechanism.joints_in_x]])
