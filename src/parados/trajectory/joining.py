"""Concatenate motions, add motions, and reverse a motion in time."""

from __future__ import annotations

from bisect import bisect_right
from operator import add, neg

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance
from parados.errors import InputError
from parados.text.numbers import counted
from parados.trajectory.base import States, Trajectory
from parados.trajectory.power_sums import OneState

__all__ = ["concatenate", "reversed_in_time", "superpose"]

Array = NDArray[np.float64]

GAP = 1e-9
"""Largest step between two motions, as a part of their largest position or velocity; a larger step is a jump."""


class Joined(Trajectory):
    def __init__(self, parts: tuple[Trajectory, ...]) -> None:
        first = parts[0]
        self.parts = parts
        self.ends = first.start + np.concatenate([[0.0], np.cumsum([part.duration for part in parts])])
        super().__init__(first.n, float(self.ends[-1] - first.start), first.start, first.n_rates)

    @property
    def breaks(self) -> Array:
        shifts = self.ends - [*(part.start for part in self.parts), self.parts[-1].times[1]]
        inner = [part.breaks[1:-1] + shift for part, shift in zip(self.parts, shifts[:-1], strict=True)]
        return np.unique(np.concatenate([self.ends, *inner]))

    def _derivative(self, t: Array, k: int) -> Array:
        return self._parts("_derivative", t, k, self.n_rates if k else self.n)

    def slope(self, t: Array, k: int) -> Array:
        return self._parts("slope", t, k, self.n_rates if k else self.n)

    def _states(self, t: Array) -> States:
        which = self._which(t)
        states = States(*(np.empty((len(t), width)) for width in (self.n, self.n_rates, self.n_rates)))
        for i in np.unique(which):
            for values, found in zip(states, self.parts[i]._states(self._own(t[which == i], i)), strict=True):
                values[which == i] = found
        return states

    def _at(self, t: float) -> OneState:
        i = min(bisect_right(self.ends, t), len(self.parts)) - 1
        part = self.parts[i]
        return part._at(_within(t - float(self.ends[i]) + part.start, part))

    def _parts(self, method: str, t: Array, k: int, width: int) -> Array:
        which = self._which(t)
        values = np.empty((len(t), width))
        for i in np.unique(which):
            values[which == i] = getattr(self.parts[i], method)(self._own(t[which == i], i), k)
        return values

    def _which(self, t: Array) -> NDArray[np.intp]:
        """(N,) index of the part at each time."""
        return np.minimum(np.maximum(np.searchsorted(self.ends, t, side="right") - 1, 0), len(self.parts) - 1)

    def _own(self, t: Array, i: int) -> Array:
        """(N,) times of part i."""
        start, end = self.parts[i].times
        return np.minimum(np.maximum(t - self.ends[i] + start, start), end)


class Superposed(Trajectory):
    def __init__(self, parts: tuple[Trajectory, ...]) -> None:
        self.parts = parts
        super().__init__(parts[0].n, parts[0].duration, parts[0].start)

    @property
    def breaks(self) -> Array:
        return np.unique(np.concatenate([part.breaks for part in self.parts]).clip(*self.times))

    def _derivative(self, t: Array, k: int) -> Array:
        return np.asarray(sum(part._derivative(np.clip(t, *part.times), k) for part in self.parts))

    def _states(self, t: Array) -> States:
        states = [part._states(np.clip(t, *part.times)) for part in self.parts]
        return States(*(np.asarray(sum(summands)) for summands in zip(*states, strict=True)))

    def _at(self, t: float) -> OneState:
        x, xd, xdd = self.parts[0]._at(_within(t, self.parts[0]))
        for part in self.parts[1:]:
            y, yd, ydd = part._at(_within(t, part))
            x, xd, xdd = list(map(add, x, y)), list(map(add, xd, yd)), list(map(add, xdd, ydd))
        return x, xd, xdd


def _within(t: float, motion: Trajectory) -> float:
    """Return the nearest time of a motion."""
    start, end = motion.times
    return min(max(t, start), end)


class Reversed(Trajectory):
    def __init__(self, motion: Trajectory) -> None:
        self.motion = motion
        super().__init__(motion.n, motion.duration, motion.start, motion.n_rates)

    @property
    def breaks(self) -> Array:
        return self._mirrored(self.motion.breaks[::-1])

    def _derivative(self, t: Array, k: int) -> Array:
        return np.asarray((-1) ** k * self.motion._derivative(self._mirrored(t), k))

    def _states(self, t: Array) -> States:
        x, xd, xdd = self.motion._states(self._mirrored(t))
        return States(x, -xd, xdd)

    def _at(self, t: float) -> OneState:
        start, end = self.times
        x, xd, xdd = self.motion._at(_within(start + (end - t), self.motion))
        return x, list(map(neg, xd)), xdd

    def slope(self, t: Array, k: int) -> Array:
        return np.asarray((-1) ** (k + 1) * self.motion.slope(self._mirrored(t), k))

    def _mirrored(self, t: Array) -> Array:
        start, end = self.times
        return np.minimum(np.maximum(start + (end - t), start), end)


def concatenate(*trajectories: Trajectory) -> Trajectory:
    """Concatenate motions: each starts when the one before ends. Positions and velocities must agree there.

    Accelerations may jump; at a jump the value of the later motion is returned.
    """
    _check_trajectories(trajectories)
    motion = Joined(trajectories)
    for i in range(1, len(trajectories)):
        _check_joint(trajectories[i - 1], trajectories[i], i, float(motion.ends[i]))
    return motion


def _check_joint(before: Trajectory, after: Trajectory, i: int, at: float) -> None:
    if (before.n, before.n_rates) != (after.n, after.n_rates):
        own, other = _coordinates(after), _coordinates(before)
        raise InputError(f"trajectories[{i}]: it has {own}, but the one before has {other}")
    for k, name in enumerate(("position", "velocity")):
        left, right = before.derivative(before.times[1], k), after.derivative(after.start, k)
        size = max(float(np.abs(some.derivative(np.linspace(*some.times, 65), k)).max()) for some in (before, after))
        step = np.abs(right - left)
        j = int(step.argmax())
        if step[j] > GAP * size:
            raise InputError(
                f"trajectories[{i}]: at {at:g} s the {name} of coordinate {j} jumps from {left[j]:.9g} to {right[j]:.9g}"
            )


def _coordinates(motion: Trajectory) -> str:
    """Write how many coordinates a motion has, and whether a quaternion is among them."""
    return counted(motion.n, "coordinate") + (" with a quaternion" if motion.n_rates != motion.n else "")


def superpose(*trajectories: Trajectory) -> Trajectory:
    """Add motions over the same times, for example a crossing and a lift: x is the sum of their x."""
    _check_trajectories(trajectories)
    first = trajectories[0]
    for i, one in enumerate(trajectories):
        if one.n != first.n or one.n_rates != one.n:
            expected = f"a motion of {counted(first.n, 'coordinate')} without a quaternion is expected"
            raise InputError(f"trajectories[{i}]: {expected}, not of {_coordinates(one)}")
        if np.abs(np.subtract(one.times, first.times)).max() > GAP * first.duration:
            own, other = (f"from {some.times[0]:g} s to {some.times[1]:g} s" for some in (one, first))
            raise InputError(f"trajectories[{i}]: it lasts {own}, but the first one lasts {other}")
    return Superposed(trajectories)


def _check_trajectories(given: tuple[Trajectory, ...]) -> None:
    if not given or not all(isinstance(one, Trajectory) for one in given):
        raise InputError("trajectories: give one or more trajectories, each as a separate argument")


def reversed_in_time(trajectory: Trajectory) -> Trajectory:
    """Reverse a motion in time: it starts at the last point and ends at the first."""
    return Reversed(instance("trajectory", trajectory, Trajectory, "a trajectory"))
