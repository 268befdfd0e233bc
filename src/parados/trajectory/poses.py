"""Motions of platforms with six degrees of freedom, interpolated on the rotation group, in the coordinates of the robot."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.trajectory.angle_rates import angle_derivatives, angles_of, other_branch, regularity
from parados.trajectory.base import States, Trajectory
from parados.trajectory.one_orientation import angle_rates_at, angles_at, angular_at, nearest_turns
from parados.trajectory.power_sums import OneState
from parados.trajectory.turning import Turning

if TYPE_CHECKING:
    from parados.spatial.rotations import Factor

__all__ = ["AnglePoses", "QuaternionPoses"]

Array = NDArray[np.float64]

NEAREST = 1e-2
"""Smallest accepted sine of the angle to the singularity of the angle convention; the rates grow as its inverse."""

STEPS = 128
"""Number of samples of each smooth piece for continuous angles; samples are added where the angles change fast."""

LARGEST_STEP = 0.5
"""Largest change of an angle between two samples [rad]."""


class QuaternionPoses(Trajectory):
    """Motion x = [p, w, x, y, z], xd = [v, omega], xdd = [dv/dt, d omega/dt]; the sign of the quaternion does not jump."""

    def __init__(self, position: Trajectory, turning: Turning) -> None:
        self.position, self.turning = position, turning
        super().__init__(7, position.duration, position.start, n_rates=6)

    @property
    def breaks(self) -> Array:
        return _all_breaks(self.position, self.turning)

    def _derivative(self, t: Array, k: int) -> Array:
        q = self.turning.quaternions(t)
        turned = q[0] if k == 0 else self.turning.angular(q)[k - 1]
        return np.hstack([self.position._derivative(t, k), turned])

    def _states(self, t: Array) -> States:
        q = self.turning.quaternions(t)
        return _side_by_side(self.position._states(t), [q[0], *self.turning.angular(q)])

    def _at(self, t: float) -> OneState:
        q = self.turning.quaternion_at(t)
        x, xd, xdd = self.position._at(t)
        omega, change = angular_at(q)
        return x + q[0], xd + omega, xdd + change

    def slope(self, t: Array, k: int) -> Array:
        if k:
            return self._derivative(t, k + 1)
        return np.hstack([self.position._derivative(t, 1), self.turning.quaternions(t)[1]])


class AnglePoses(Trajectory):
    """Motion x = [p, a1, a2, a3]; the angles start at the given values and change without jumps."""

    def __init__(self, position: Trajectory, turning: Turning, orientation: str, first: Array) -> None:
        self.position, self.turning, self.orientation = position, turning, orientation
        super().__init__(6, position.duration, position.start)
        self._check_regular()
        self.other = self._is_other_branch(first)
        self.track_times, self.track = self._follow(first)

    @property
    def breaks(self) -> Array:
        return _all_breaks(self.position, self.turning)

    def _derivative(self, t: Array, k: int) -> Array:
        q = self.turning.quaternions(t)
        turned = angles = self._angles(t, q[0])
        if k:
            turned = angle_derivatives(self.orientation, angles, self.turning.angular(q))[k - 1]
        return np.hstack([self.position._derivative(t, k), turned])

    def _states(self, t: Array) -> States:
        q = self.turning.quaternions(t)
        angles = self._angles(t, q[0])
        rates = angle_derivatives(self.orientation, angles, self.turning.angular(q))
        return _side_by_side(self.position._states(t), [angles, *rates])

    def _at(self, t: float) -> OneState:
        q = self.turning.quaternion_at(t)
        near = self.track[min(bisect_right(self._track_times, t), len(self.track)) - 1]
        angles = nearest_turns(angles_at(self.orientation, q[0], self.other), near.tolist())
        rates, changes = angle_rates_at(self._factors, angles, *angular_at(q))
        x, xd, xdd = self.position._at(t)
        return x + angles, xd + rates, xdd + changes

    @cached_property
    def _track_times(self) -> list[float]:
        return [float(t) for t in self.track_times]

    @cached_property
    def _factors(self) -> tuple[Factor, ...]:
        from parados.spatial.rotations import factors  # imports CasADi, which other trajectories do not need

        return factors(self.orientation)

    def _angles(self, t: Array, q: Array) -> Array:
        """Return the angles (N, 3), with whole turns added so that they are close to the continuous samples."""
        near = np.column_stack([np.interp(t, self.track_times, column) for column in self.track.T])
        return _next_to(near, self._raw(q))

    def _raw(self, q: Array) -> Array:
        angles = angles_of(self.orientation, q)
        return other_branch(self.orientation, angles) if self.other else angles

    def _is_other_branch(self, first: Array) -> bool:
        angles = angles_of(self.orientation, self.turning.quaternions(np.array([self.start]))[0])
        off = [np.abs(_next_to(first, some) - first).max() for some in (angles, other_branch(self.orientation, angles))]
        return bool(off[1] < off[0])

    def _samples(self) -> Array:
        parts = [np.linspace(a, b, STEPS, endpoint=False) for a, b in pairwise(self.breaks)]
        return np.concatenate([*parts, [self.times[1]]])

    def _check_regular(self) -> None:
        """Reject a motion that comes too close to the singularity of the angle convention."""
        from scipy.optimize import minimize_scalar

        def distance(t: float) -> float:
            return float(regularity(self.orientation, self.turning.quaternions(np.array([t]))[0])[0])

        t = self._samples()
        d = regularity(self.orientation, self.turning.quaternions(t)[0])
        worst = int(d.argmin())
        lows = [k for k in range(1, len(t) - 1) if d[k] <= min(d[k - 1], d[k + 1]) and d[k] < 0.3]
        at, closest = float(t[worst]), float(d[worst])
        for k in lows:
            found = minimize_scalar(distance, bounds=(t[k - 1], t[k + 1]), method="bounded", options={"xatol": 1e-12})
            if found.fun < closest:
                at, closest = float(found.x), float(found.fun)
        if closest < NEAREST:
            raise InputError(
                f"orientation: at {at:.6g} s the motion comes within {closest:.2g} rad of the singularity of the angles "
                f"{self.orientation}; use a quaternion or another convention for this robot, or choose another motion"
            )

    def _follow(self, first: Array) -> tuple[Array, Array]:
        """Return times and continuous angles (m, 3), starting with the given angles."""
        return followed(self._samples(), lambda t: self._raw(self.turning.quaternions(t)[0]), first)


def followed(t: Array, raw: Callable[[Array], Array], first: Array) -> tuple[Array, Array]:
    """Return times and unwrapped angles; where the angles change fast, times are added between the given ones."""
    while True:
        angles = np.unwrap(np.vstack([first, raw(t)]), axis=0)[1:]
        fast = np.flatnonzero(np.abs(np.diff(angles, axis=0)).max(axis=1) > LARGEST_STEP)
        if not len(fast):
            return t, angles
        t = np.insert(t, fast + 1, 0.5 * (t[fast] + t[fast + 1]))


def _next_to(near: Array, angles: Array) -> Array:
    return angles + 2 * np.pi * np.round((near - angles) / (2 * np.pi))


def _side_by_side(position: States, turned: Sequence[Array]) -> States:
    """Return states of P and of the orientation together; further derivatives of the orientation are left out."""
    return States(*(np.hstack(pair) for pair in zip(position, turned[:3], strict=True)))


def _all_breaks(position: Trajectory, turning: Turning) -> Array:
    breaks = np.union1d(position.breaks, turning.breaks)
    gap = 1e-12 * (breaks[-1] - breaks[0])
    return breaks[np.append(True, np.diff(breaks) > gap)]
