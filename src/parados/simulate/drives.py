"""Evaluate the two kinds of drives: a prescribed motion of the actuators, or a law of their efforts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parados.arguments import call, items, real_array
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.held_ends import held_outside

__all__ = ["ActuatorEfforts", "ActuatorMotion", "efforts_at", "law_slopes", "motion_at"]

Array = NDArray[np.float64]

ActuatorMotion = Trajectory | Callable[[Array], tuple[Array, Array, Array]]
"""Trajectory of the actuated joints, or a function of times (k,) that returns their positions, velocities and accelerations
(k, n_a)."""

ActuatorEfforts = Callable[[float, Array, Array], Array]
"""Function of time and of the positions and velocities (n_a,) of the actuated joints that returns their efforts (n_a,)."""

SHIFT = 1e-6
"""Step of the finite differences of a law. They are used only in a Newton iteration, so they need not be exact."""


def motion_at(motion: ActuatorMotion, times: Array, count: int) -> tuple[Array, Array, Array]:
    """Evaluate a motion at times (k,) and check the positions, velocities and accelerations (k, count)."""
    names = "positions, velocities, accelerations"
    parts = held_outside(motion, times) if isinstance(motion, Trajectory) else call("motion", motion, times)
    found = items("motion", parts, f"a function that returns {names}", 3)
    arrays = [real_array(f"motion: {what}", part) for what, part in zip(names.split(", "), found, strict=True)]
    for array in arrays:
        if array.shape != (len(times), count):
            raise InputError(f"motion: {names} of shape ({len(times)}, {count}) are expected, not {array.shape}")
    return arrays[0], arrays[1], arrays[2]


def efforts_at(law: ActuatorEfforts, t: float, q: Array, qd: Array) -> Array:
    """Evaluate a law and check the efforts (n_a,) that it returns."""
    tau = real_array("efforts", call("efforts", law, t, q, qd))
    if tau.shape != q.shape:
        raise InputError(f"efforts: the law returns the shape {tau.shape}; one effort for each of {len(q)} actuators is expected")
    return tau


def law_slopes(law: ActuatorEfforts, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
    """Return the derivatives of the efforts by positions and by velocities, (n_a, n_a) each, by central differences."""
    steps = SHIFT * np.eye(len(q))
    by_q = [(efforts_at(law, t, q + e, qd) - efforts_at(law, t, q - e, qd)) / (2 * SHIFT) for e in steps]
    by_qd = [(efforts_at(law, t, q, qd + e) - efforts_at(law, t, q, qd - e)) / (2 * SHIFT) for e in steps]
    return np.array(by_q).T, np.array(by_qd).T
