"""Find the time of the first event in a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from parados.simulate.rigid_system import Moment

__all__ = ["Watch", "first_event"]

Array = NDArray[np.float64]

Watch = Callable[[Moment, Moment], Array]
"""Function of a state, and of an earlier state since which there was no event: numbers, not negative before an event."""

LOOKS = 4
"""Number of instants in a step at which events are looked for."""


def first_event(states: Callable[[float], Moment], watch: Watch, begin: Moment, t0: float, t1: float) -> tuple[float, int] | None:
    """Return the time and the index of the first number that becomes negative between t0, with the state `begin`, and t1."""
    start, since = t0, begin
    for t in np.linspace(t0, t1, LOOKS + 1)[1:]:
        at = states(t)
        passed = np.flatnonzero(watch(at, since) < 0)
        if len(passed):
            return min((_passing(states, watch, since, int(k), start, float(t)), int(k)) for k in passed)
        start, since = float(t), at
    return None


def _passing(states: Callable[[float], Moment], watch: Watch, since: Moment, k: int, a: float, b: float) -> float:
    """Return the time between a and b at which the number k becomes negative; a if it is not positive there."""

    def value(t: float) -> float:
        return float(watch(states(t), since)[k])

    return a if value(a) <= 0 else float(brentq(value, a, b, xtol=1e-15, rtol=1e-15))
