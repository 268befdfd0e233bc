"""Motion from rest to rest along a straight line in the coordinates, Briot & Khalil appendix D."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, vector
from parados.trajectory.base import States, Trajectory
from parados.trajectory.chain_rule import straight_at
from parados.trajectory.motion_arguments import check_length
from parados.trajectory.polynomials import Polynomials
from parados.trajectory.power_sums import OneState
from parados.trajectory.speed_laws import law_over

__all__ = ["PointToPoint", "point_to_point"]

Array = NDArray[np.float64]


class PointToPoint(Trajectory):
    """Motion x = start + s(t) * way, where way = end - start and the scalar law s goes from 0 to 1, (D.1)-(D.3)."""

    def __init__(self, start: Array, way: Array, law: Trajectory) -> None:
        self.law = law
        self.origin, self.way = start, way
        super().__init__(len(start), law.duration)

    @property
    def breaks(self) -> Array:
        return self.law.breaks

    def _derivative(self, t: Array, k: int) -> Array:
        moved = self.law._derivative(t, k) * self.way
        return self.origin + moved if k == 0 else moved

    def _states(self, t: Array) -> States:
        x, xd, xdd = (part * self.way for part in self.law._states(t))
        return States(self.origin + x, xd, xdd)

    def _at(self, t: float) -> OneState:
        return straight_at(self.origin, self.way, self.law._at(t))


def point_to_point(start: ArrayLike, end: ArrayLike, duration: float, *, law: str = "quintic") -> Trajectory:
    """Build a motion from `start` (n,) to `end` (n,) in `duration` [s]; all coordinates start and stop together.

    Parameters
    ----------
    law : polynomials "cubic" (zero velocity at both ends), "quintic" (also zero acceleration), "septic" (also zero jerk);
        "trapezoidal" (constant acceleration, constant velocity, constant deceleration, a third of the time each); "jerk-limited"
        (the same, but each ramp has three equal phases: constant jerk, constant acceleration, constant jerk).
        `along(line(start, end), ...)` takes limits instead of a duration.
    """
    a, b = vector("start", start), vector("end", end)
    check_length("end", b, len(a), "start")
    s = law_over(1.0, positive("duration", duration), law)
    if isinstance(s, Polynomials):
        coefficients = np.outer(b - a, s.coefficients[0])
        coefficients[:, 0] = a
        return Polynomials(coefficients, s.duration)
    return PointToPoint(a, b - a, s)
