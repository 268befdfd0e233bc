"""What may drive the actuators: a motion of theirs, or a law of their efforts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parados.arguments import call, items, real_array
from parados.errors import InputError
from parados.spatial.states import States
from parados.trajectory.base import Trajectory

__all__ = ["ActuatorEfforts", "ActuatorMotion", "efforts_at", "law_slopes", "motion_at"]

Array = NDArray[np.float64]

ActuatorMotion = Trajectory | Callable[[Array], tuple[Array, Array, Array]]
"""A trajectory of the actuated joints, or times (k,) -> their positions, velocities, accelerations (k, n_a)."""

ActuatorEfforts = Callable[[float, Array, Array], Array]
"""time, positions and velocities (n_a,) of the actuated joints -> their efforts (n_a,)."""

ROUND_OFF = 1e-12
"""Part of a trajectory's duration by which a time may be outside of it."""

SHIFT = 1e-6
"""Step of the differences that give the derivatives of a law, which need not be exact: they serve Newton's iteration."""


def motion_at(motion: ActuatorMotion, times: Array, count: int) -> tuple[Array, Array, Array]:
    """Positions, velocities and accelerations (k, count) that a motion returns for times (k,), checked."""
    told = "positions, velocities, accelerations"
    parts = held_outside(motion, times) if isinstance(motion, Trajectory) else call("motion", motion, times)
    found = items("motion", parts, f"a function that returns {told}", 3)
    arrays = [real_array(f"motion: {what}", part) for what, part in zip(told.split(", "), found, strict=True)]
    for array in arrays:
        if array.shape != (len(times), count):
            raise InputError(f"motion: {told} of shape ({len(times)}, {count}) are expected, not {array.shape}")
    return arrays[0], arrays[1], arrays[2]


def held_outside(trajectory: Trajectory, times: Array) -> States:
    """A trajectory at times (k,) since its start; before and after it everything stands still."""
    since = trajectory.start + times
    inside = np.clip(since, *trajectory.times)
    x, xd, xdd = trajectory(inside)
    moving = (np.abs(since - inside) <= ROUND_OFF * trajectory.duration)[:, None]
    return States(x, np.where(moving, xd, 0.0), np.where(moving, xdd, 0.0))


def efforts_at(law: ActuatorEfforts, t: float, q: Array, qd: Array) -> Array:
    """(n_a,) efforts that a law returns, checked."""
    tau = real_array("efforts", call("efforts", law, t, q, qd))
    if tau.shape != q.shape:
        raise InputError(f"efforts: the law returns the shape {tau.shape}; one effort for each of {len(q)} actuators is wanted")
    return tau


def law_slopes(law: ActuatorEfforts, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
    """(n_a, n_a) derivatives of the efforts by positions and by velocities, by central differences."""
    steps = SHIFT * np.eye(len(q))
    by_q = [(efforts_at(law, t, q + e, qd) - efforts_at(law, t, q - e, qd)) / (2 * SHIFT) for e in steps]
    by_qd = [(efforts_at(law, t, q, qd + e) - efforts_at(law, t, q, qd - e)) / (2 * SHIFT) for e in steps]
    return np.array(by_q).T, np.array(by_qd).T
