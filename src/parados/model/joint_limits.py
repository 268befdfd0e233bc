"""Compare joint positions with the limits in the robot file.

The inverse geometry determines angles modulo whole turns. At a single pose, an angle is taken in the turn nearest to the middle
of its limits. Along a motion, this holds for the first row, and the other rows follow without jumps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import as_numbers
from parados.spatial.turns import followed, nearest_turn
from parados.topology.mechanism import Mechanism

__all__ = ["beyond_limits", "joint_bounds", "limit_margin", "limited_joints"]

Array = NDArray[np.float64]


def joint_bounds(mechanism: Mechanism) -> Array:
    """(n_t, 2) lower and upper limits of all joints of the tree [rad, m]; infinite if the file gives none."""
    return as_numbers([joint.limits or (-np.inf, np.inf) for joint in mechanism.joints])


def limited_joints(mechanism: Mechanism) -> list[int]:
    """Return the indices of the joints that have limits."""
    return [k for k, joint in enumerate(mechanism.joints) if joint.limits is not None]


def beyond_limits(mechanism: Mechanism, joints: Array, motion: bool = False, bounds: Array | None = None) -> Array:
    """Return how far joints are beyond their limits [rad, m]: negative below the lower, positive above the upper, 0 within.

    joints : (n_t,) or (N, n_t) positions of all joints of the tree [rad, m]
    motion : True if the rows follow each other in time
    bounds : (n_t, 2) or (N, n_t, 2) other limits than those of the mechanism
    """
    limits = joint_bounds(mechanism) if bounds is None else bounds
    low, high = limits[..., 0], limits[..., 1]
    values = _on_their_turns(mechanism, limits, joints, motion)
    return np.asarray(np.minimum(values - low, 0.0) + np.maximum(values - high, 0.0))


def limit_margin(mechanism: Mechanism, joints: Array) -> Array:
    """(N,) smallest margin of all joints from their limits.

    The margin of a joint is 1 in the middle of its limits, 0 at a limit and negative beyond. It is infinite for a robot
    without limits.

    joints : (N, n_t) positions of all joints of the tree [rad, m]
    """
    own = limited_joints(mechanism)
    bounds = joint_bounds(mechanism)
    low, high = bounds[own].T
    values = _on_their_turns(mechanism, bounds, joints, False)[:, own]
    margins = 1 - np.abs(values - (low + high) / 2) / ((high - low) / 2)
    return np.asarray(margins.min(axis=1, initial=np.inf))


def _on_their_turns(mechanism: Mechanism, bounds: Array, joints: Array, motion: bool) -> Array:
    """Return the joint positions; angles with limits are moved by whole turns to the turn that is compared with the limits."""
    values = np.array(joints, dtype=float)
    for k in limited_joints(mechanism):
        if mechanism.joints[k].is_periodic:
            column, middle = values[..., k], bounds[..., k, :].mean(axis=-1)
            values[..., k] = _followed(column, np.ravel(middle)[0]) if motion and column.ndim else nearest_turn(column, middle)
    return values


def _followed(angles: Array, middle: float) -> Array:
    """(N,) angles [rad] without jumps; the first is in the turn nearest to `middle`, and rows that are NaN are skipped."""
    path = followed(angles)
    start = next((angle for angle in path if np.isfinite(angle)), middle)
    return np.asarray(path + (nearest_turn(start, middle) - start))
