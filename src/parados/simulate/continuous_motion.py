"""Motions of the actuators whose angles do not jump by whole turns.

An inverse geometry gives angles as principal values, so that a joint that passes half a turn seems to jump. A motion is
sampled once, in order, and followed from sample to sample; at any time the angle is then the one nearest to that path.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.model.model import COMPILED, Model
from parados.simulate.drives import ActuatorMotion, motion_at
from parados.spatial.turns import continuous, nearest_turn
from parados.topology.mechanism import Mechanism
from parados.trajectory.base import Trajectory

__all__ = ["ContinuousMotion", "along_trajectory"]

Array = NDArray[np.float64]

SAMPLES = 2001
"""Instants at which a motion is followed where nothing else is said; a joint turns less than half a turn between two."""


class ContinuousMotion:
    """A motion of the actuators with continuous angles.

    Parameters
    ----------
    motion : times (k,) -> positions, velocities, accelerations (k, n_a)
    mechanism : whose actuators move
    times : (m,) instants in order at which the motion is followed [s]
    start : (n_a,) positions within half a turn of which it begins; its own by default
    """

    def __init__(self, motion: ActuatorMotion, mechanism: Mechanism, times: Array, start: Array | None = None) -> None:
        self.motion = motion
        self.turning = mechanism.periodic[list(mechanism.actuated)]
        self.times = times
        path = continuous(motion_at(motion, times, len(self.turning))[0], self.turning.tolist())
        begin = path[0] if start is None else nearest_turn(path[0], start)
        self.path = path + np.where(self.turning, begin - path[0], 0.0)

    def __call__(self, times: Array) -> tuple[Array, Array, Array]:
        """Positions, velocities, accelerations (k, n_a)."""
        q, qd, qdd = motion_at(self.motion, times, len(self.turning))
        near = np.stack([np.interp(times, self.times, column) for column in self.path.T], axis=1)
        return np.where(self.turning, nearest_turn(q, near), q), qd, qdd


def along_trajectory(model: Model, trajectory: Trajectory, mode: ArrayLike | None = None) -> ContinuousMotion:
    """The motion of the actuators that moves the platform along a trajectory, with continuous angles.

    Times count from the trajectory's own start; before and after it the actuators stand still.
    """
    instance("model", model, Model, COMPILED)
    instance("trajectory", trajectory, Trajectory, "a trajectory")
    first, last = trajectory.times

    def motion(times: Array) -> tuple[Array, Array, Array]:
        inside = np.clip(first + np.asarray(times, dtype=float), first, last)
        x, xd, xdd = trajectory(inside)
        moving = ((inside > first) & (inside < last))[:, None]
        q = model.inverse_kinematics(x, mode)
        qd, qdd = model.joint_rates(x, xd, mode), model.joint_accelerations(x, xd, xdd, mode)
        return q, np.where(moving, qd, 0.0), np.where(moving, qdd, 0.0)

    return ContinuousMotion(motion, model.mechanism, np.linspace(0.0, last - first, SAMPLES))
