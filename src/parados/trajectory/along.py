"""Motion along a path by a speed law; the chain rule gives exact derivatives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, positive, word
from parados.errors import InputError
from parados.trajectory.base import States, Trajectory
from parados.trajectory.chain_rule import composed, composed_at
from parados.trajectory.geometric_paths import PATH, GeometricPath
from parados.trajectory.power_sums import OneState
from parados.trajectory.speed_laws import LAWS, jerk_limited, law_over, trapezoidal

__all__ = ["Along", "along", "passing_times", "speed_law"]

Array = NDArray[np.float64]


class Along(Trajectory):
    """Motion x = p(s(t)) along a path p by a speed law s."""

    def __init__(self, path: GeometricPath, law: Trajectory) -> None:
        self.path, self.law = path, law
        super().__init__(path.n, law.duration, law.start, path.n_rates)

    @property
    def breaks(self) -> Array:
        """(k,) instants at which the law or the path is not smooth [s].

        The law never moves back, so the motion passes each corner once.
        """
        return np.unique(np.concatenate([self.law.breaks, passing_times(self.law, self.path.breaks[1:-1])]))

    def slope(self, t: Array, k: int) -> Array:
        if k:
            return super().slope(t, k)
        return self.path.tangent(self._length(self.law._derivative(t, 0))) * self.law._derivative(t, 1)

    def _derivative(self, t: Array, k: int) -> Array:
        s = [self.law._derivative(t, j) for j in range(k + 1)]
        at = self._length(s[0])
        return composed([self.path.derivative(at, j) for j in range(k + 1)], s)[k]

    def _states(self, t: Array) -> States:
        s = self.law._states(t)
        return States(*composed(self.path._states(self._length(s.x)), s))

    def _at(self, t: float) -> OneState:
        s = self.law._at(t)
        return composed_at(self.path._at(min(max(s[0][0], 0.0), self.path.length)), s)

    def _length(self, s: Array) -> Array:
        """(N,) length of the path, given the law (N, 1), which may be outside by round-off."""
        return np.minimum(np.maximum(s[:, 0], 0.0), self.path.length)


def passing_times(law: Trajectory, s: Array) -> Array:
    """Return the times (k,) at which a law that never moves back passes the lengths s (k,), by bisection [s]."""
    low, high = np.full(len(s), law.times[0]), np.full(len(s), law.times[1])
    for _ in range(60):
        middle = 0.5 * (low + high)
        passed = law._derivative(middle, 0)[:, 0] >= s
        low, high = np.where(passed, low, middle), np.where(passed, middle, high)
    return high


def speed_law(
    length: float,
    *,
    law: str | Trajectory = "jerk-limited",
    duration: float | None = None,
    v_max: float | None = None,
    a_max: float | None = None,
    j_max: float | None = None,
) -> Trajectory:
    """Build the speed law s(t) from 0 to a length: as fast as the limits allow, or over a given duration.

    Parameters
    ----------
    law : "trapezoidal" (limits v_max, a_max) or "jerk-limited" (and j_max); with a duration also "cubic", "quintic", "septic";
        or a trajectory of one coordinate that goes from 0 to the length and never moves back
    duration : [s], instead of limits
    v_max, a_max, j_max : largest speed [m/s], acceleration [m/s^2] and jerk [m/s^3] along the path
    """
    length = positive("length", length, "m or rad")
    limits = {"v_max": v_max, "a_max": a_max, "j_max": j_max}
    given = [name for name, value in limits.items() if value is not None]
    if isinstance(law, Trajectory):
        return _checked_law(law, length, [*given, *(["duration"] if duration is not None else [])])
    if duration is not None:
        if given:
            raise InputError(f"duration: give a duration or limits, not both; leave out either duration or {', '.join(given)}")
        return law_over(length, duration, law)
    word("law", law, LAWS)
    wanted = {"trapezoidal": ["v_max", "a_max"], "jerk-limited": ["v_max", "a_max", "j_max"]}.get(law)
    if wanted is None:
        raise InputError(f"law: {law} needs a duration; only trapezoidal and jerk-limited can be computed from limits")
    if given != wanted:
        raise InputError(
            f"law: {law} needs either {', '.join(wanted)}, or a duration; given: {', '.join(given) or 'none of them'}"
        )
    bounds = [value for value in limits.values() if value is not None]
    return trapezoidal(length, *bounds) if law == "trapezoidal" else jerk_limited(length, *bounds)


def _checked_law(law: Trajectory, length: float, given: list[str]) -> Trajectory:
    if given:
        raise InputError(f"law: a law that is given as a trajectory has its own times; leave out {', '.join(given)}")
    if law.n != 1:
        raise InputError(f"law: a trajectory of one coordinate is expected, not of {law.n}")
    (first, last), limits = law.derivative(np.array(law.times), 0)[:, 0], law.limits()
    low, high = limits.lowest.value[0], limits.highest.value[0]
    off = max(abs(first), abs(last - length), -low, high - length)
    if off > 1e-9 * length:
        raise InputError(
            f"law: it goes from {first:g} to {last:g} and takes values from {low:g} to {high:g}; "
            f"it must go from 0 to the length of the path, {length:g}"
        )
    return law


def along(
    path: GeometricPath,
    *,
    law: str | Trajectory = "jerk-limited",
    duration: float | None = None,
    v_max: float | None = None,
    a_max: float | None = None,
    j_max: float | None = None,
) -> Trajectory:
    """Build a motion along a path from rest to rest; see `speed_law` for the arguments.

    The limits apply to speed, acceleration and jerk along the path. A curve adds the acceleration sd^2 / radius across it.
    """
    instance("path", path, GeometricPath, PATH)
    return Along(path, speed_law(path.length, law=law, duration=duration, v_max=v_max, a_max=a_max, j_max=j_max))
