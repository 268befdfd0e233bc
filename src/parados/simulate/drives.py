"""What may drive the actuators: a motion of theirs, or a law of their efforts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["ActuatorEfforts", "ActuatorMotion", "law_slopes"]

Array = NDArray[np.float64]

ActuatorMotion = Callable[[Array], tuple[Array, Array, Array]]
"""times (k,) -> positions, velocities, accelerations (k, n_a) of the actuated joints."""

ActuatorEfforts = Callable[[float, Array, Array], Array]
"""time, positions and velocities (n_a,) of the actuated joints -> their efforts (n_a,)."""

SHIFT = 1e-6
"""Step of the differences that give the derivatives of a law, which need not be exact: they serve Newton's iteration."""


def law_slopes(law: ActuatorEfforts, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
    """(n_a, n_a) derivatives of the efforts by positions and by velocities, by central differences."""
    steps = SHIFT * np.eye(len(q))
    by_q = [np.subtract(law(t, q + e, qd), law(t, q - e, qd)) / (2 * SHIFT) for e in steps]
    by_qd = [np.subtract(law(t, q, qd + e), law(t, q, qd - e)) / (2 * SHIFT) for e in steps]
    return np.array(by_q).T, np.array(by_qd).T
