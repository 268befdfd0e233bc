"""Crossing motions of platforms whose orientation is a quaternion.

The planner needs independent coordinates, so it plans in a sequence of angles that stays far from its own singularities on the
way. The motion is then given back as positions and quaternions, twists, and their derivatives.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.charts.angle_description import angle_description, angles_at, clearest_sequence
from parados.model.model import Model
from parados.model.state_arguments import check_stack, check_state
from parados.spatial.states import States
from parados.trajectory.angle_rates import angles_to_quaternion
from parados.trajectory.base import Trajectory

__all__ = ["InAngles", "QuaternionTrajectory"]

Array = NDArray[np.float64]


class InAngles:
    """A request of a robot with a quaternion, in angles.

    model : the same robot in angles;  start, end, through : the poses in angles
    """

    def __init__(self, model: Model, start: ArrayLike, end: ArrayLike, through: ArrayLike | None) -> None:
        ends = [check_state(name, value, model.labels, "x") for name, value in (("start", start), ("end", end))]
        places: list[Array] = []
        if through is not None:
            given = check_stack({"through": through}, {"through": model.labels["x"]}).arrays["through"]
            places = list(np.atleast_2d(given))
        stops = np.array([ends[0], *places, ends[1]])
        sequence = clearest_sequence(stops[:, 3:7])
        self.model = Model(angle_description(model.single_robot(), sequence), model.backend)
        track = [angles_at(sequence, stops[0])]
        for stop in stops[1:]:
            track.append(angles_at(sequence, stop, track[-1]))
        self.start, self.end = track[0], track[-1]
        self.through = np.array(track[1:-1]) if through is not None else None


class QuaternionTrajectory(Trajectory):
    """Motion x = [p, w, x, y, z, ...] with twists, of a robot whose other model and trajectory are in angles."""

    highest_derivative = 2

    def __init__(self, model: Model, trajectory: Trajectory, mode: ArrayLike | None) -> None:
        super().__init__(trajectory.n + 1, trajectory.duration, trajectory.start, trajectory.n)
        self.model, self.trajectory, self.mode = model, trajectory, mode

    @property
    def breaks(self) -> Array:
        return self.trajectory.breaks

    @cached_property
    def _sequence(self) -> str:
        return str(self.model.spec.platform.orientation)

    def _pose(self, y: Array) -> Array:
        return np.hstack([y[:, :3], angles_to_quaternion(self._sequence, y[:, 3:6]), y[:, 6:]])

    def _states(self, t: Array) -> States:
        y, yd, ydd = self.trajectory._states(t)
        twist = self.model.platform_twist(y, yd, mode=self.mode)
        change = self.model.platform_acceleration(y, yd, ydd, mode=self.mode)
        return States(self._pose(y), np.hstack([twist, yd[:, 6:]]), np.hstack([change, ydd[:, 6:]]))

    def _derivative(self, t: Array, k: int) -> Array:
        return self._states(t)[k]

    def slope(self, t: Array, k: int) -> Array:
        if k:
            return super().slope(t, k)
        _, xd, _ = self._states(t)
        q = self._pose(self.trajectory._derivative(t, 0))[:, 3:7]
        w, v, omega = q[:, :1], q[:, 1:], xd[:, 3:6]
        turned = np.hstack([-np.sum(omega * v, axis=1, keepdims=True), omega * w + np.cross(omega, v)]) / 2
        return np.hstack([xd[:, :3], turned, xd[:, 6:]])
