"""Find the time of the first event in a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

__all__ = ["first_event"]

Array = NDArray[np.float64]

LOOKS = 4
"""Number of instants in a step at which events are looked for."""


def first_event(values: Callable[[float], Array], t0: float, t1: float) -> tuple[float, int] | None:
    """Return the time and the index of the first number that becomes negative between t0 and t1."""
    start = t0
    for t in np.linspace(t0, t1, LOOKS + 1)[1:]:
        now = values(t)
        if (now < 0).any():
            found = []
            for k in np.flatnonzero(now < 0):
                begin = values(start)[k]
                found.append((start if begin <= 0 else _root(values, int(k), start, float(t)), int(k)))
            return min(found)
        start = float(t)
    return None


def _root(values: Callable[[float], Array], k: int, a: float, b: float) -> float:
    return float(brentq(lambda t: values(t)[k], a, b, xtol=1e-15, rtol=1e-15))
