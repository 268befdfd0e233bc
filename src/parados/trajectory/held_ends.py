"""A trajectory that is at rest at its first pose before it begins, and at its last pose after its end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.spatial.states import States
from parados.trajectory.base import Trajectory

__all__ = ["held_outside"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-12
"""Distance of a time outside a trajectory, as a part of its duration, below which the time is inside."""


def held_outside(trajectory: Trajectory, times: Array) -> States:
    """Evaluate a trajectory at times (k,) since its start; before and after it the robot is at rest."""
    since = trajectory.start + times
    inside = np.clip(since, *trajectory.times)
    x, xd, xdd = trajectory(inside)
    moving = (np.abs(since - inside) <= ROUND_OFF * trajectory.duration)[:, None]
    return States(x, np.where(moving, xd, 0.0), np.where(moving, xdd, 0.0))
