"""A short correction around a singular instant: it changes the acceleration there and keeps position and velocity.

    b(s) = s^2 / 2 (1 - (s / w)^2)^4    for |s| < w,  s = t - t_s,      b(0) = b'(0) = 0,  b''(0) = 1

It ends smoothly, with three derivatives equal to zero. For a unit acceleration it moves the robot by less than 0.05 w^2,
so a shorter correction changes the path less.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike, NDArray

from parados.trajectory.base import Trajectory

__all__ = ["Corrected"]

Array = NDArray[np.float64]

BUMP = Polynomial([0, 0, 0.5]) * Polynomial([1, 0, -1]) ** 4
"""b(w u) / w^2 as a polynomial in u."""


class Corrected(Trajectory):
    """A trajectory with changed accelerations at some instants.

    Parameters
    ----------
    base : the motion to correct
    times : (k,) instants [s];  changes : (k, n) added accelerations
    widths : (k,) half widths w of the corrections [s]; a correction must end within the motion
    """

    def __init__(self, base: Trajectory, times: ArrayLike, changes: Array, widths: ArrayLike) -> None:
        super().__init__(base.n, base.duration, base.start)
        self.base = base
        self.instants, self.changes, self.widths = np.array(times), np.array(changes), np.array(widths)

    @property
    def breaks(self) -> Array:
        edges = [self.instants - self.widths, self.instants, self.instants + self.widths]
        return np.unique(np.concatenate([self.base.breaks, *edges]))

    def _derivative(self, t: Array, k: int) -> Array:
        x = self.base._derivative(t, k)
        bump = BUMP.deriv(k) if k else BUMP
        for instant, change, w in zip(self.instants, self.changes, self.widths, strict=True):
            u = (t - instant) / w
            x = x + np.where(np.abs(u) < 1, bump(u), 0.0)[:, None] * (w ** (2 - k) * change)
        return x
