"""Trajectories of the actuators whose angles do not jump by whole turns.

The inverse geometry gives angles as principal values, so a joint that passes half a turn seems to jump. Here a motion is sampled
once, in order, and its angles are made continuous from sample to sample. At any other time, whole turns are added so that the
angle is nearest to these samples.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.model.joint_turns import TurnsAlong
from parados.model.model import COMPILED, Model
from parados.simulate.drives import ActuatorMotion, motion_at
from parados.spatial.states import States
from parados.spatial.turns import continuous, nearest_turn
from parados.topology.mechanism import Mechanism
from parados.trajectory.base import Trajectory

__all__ = ["ContinuousMotion", "along_trajectory"]

Array = NDArray[np.float64]

SAMPLES = 2001
"""Default number of samples of a motion; between two samples a joint must turn less than half a turn."""


class ContinuousMotion(Trajectory):
    """Trajectory of the actuators with continuous angles.

    Parameters
    ----------
    motion : motion of the actuators
    mechanism : mechanism with these actuators
    instants : (m,) increasing times at which the motion is sampled, from its start to its end [s]
    start : (n_a,) positions; the motion begins within half a turn of them. By default the motion begins with its own values
    """

    highest_derivative = 2

    def __init__(self, motion: ActuatorMotion, mechanism: Mechanism, instants: Array, start: Array | None = None) -> None:
        self.motion = motion
        self.turning = mechanism.periodic[list(mechanism.actuated)]
        self.instants = instants
        super().__init__(len(self.turning), float(instants[-1] - instants[0]), float(instants[0]))
        path = continuous(motion_at(motion, instants, self.n)[0], self.turning.tolist())
        begin = path[0] if start is None else nearest_turn(path[0], start)
        self.path = path + np.where(self.turning, begin - path[0], 0.0)

    def _states(self, t: Array) -> States:
        q, qd, qdd = motion_at(self.motion, t, self.n)
        near = np.stack([np.interp(t, self.instants, column) for column in self.path.T], axis=1)
        return States(np.where(self.turning, nearest_turn(q, near), q), qd, qdd)

    def _derivative(self, t: Array, k: int) -> Array:
        return self._states(t)[k]


def along_trajectory(model: Model, trajectory: Trajectory, *, mode: ArrayLike | None = None) -> ContinuousMotion:
    """Return the trajectory of the actuators that moves the platform along `trajectory`, with continuous angles."""
    instance("model", model, Model, COMPILED)
    instance("trajectory", trajectory, Trajectory, "a trajectory")

    along = TurnsAlong(model, lambda t: trajectory(t).x, trajectory.times, mode)

    def motion(times: Array) -> tuple[Array, Array, Array]:
        x, xd, xdd = trajectory(times)
        q = along.at(times, x).inverse_kinematics(x, mode=mode)
        return q, model.joint_rates(x, xd, mode=mode), model.joint_accelerations(x, xd, xdd, mode=mode)

    return ContinuousMotion(motion, model.mechanism, np.linspace(*trajectory.times, SAMPLES))
