"""Straight line between two poses in the space of the actuated joints, as a path of the platform.

    q(s) = q_0 + s (q_1 - q_0),  0 <= s <= 1      x' = J (q_1 - q_0)      x'' = - J qdd(x, x', 0)

The forward kinematics gives x(s), tracked from the start; the second line holds since q'' = 0.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.model.model import Model
from parados.spatial.turns import nearest_turn
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["JointLine"]

Array = NDArray[np.float64]

TRACKED = 201
"""Number of points at which the platform is tracked from the start; between them it is found from their interpolation."""

SAME = 1e-6
"""Largest difference between the last tracked pose and the given end [m, rad]."""

STEP = 1e-5
"""Step of the difference that gives third derivatives."""


class JointLine(GeometricPath):
    """Path from the pose `start` to the pose `end`, (n_x,) each; its parameter is the part of the way, from 0 to 1."""

    def __init__(self, model: Model, start: Array, end: Array, mode: ArrayLike | None) -> None:
        names = model.labels
        super().__init__(len(names["x"]), 1.0, len(names["xd"]))
        self.model, self.mode = model, mode
        ends = model.inverse_kinematics(np.stack([start, end]), mode=mode)
        turning = np.array([model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated])
        last = np.where(turning, nearest_turn(ends[1], ends[0]), ends[1])
        self.first, self.change = ends[0], last - ends[0]
        self.places = np.linspace(0.0, 1.0, TRACKED)
        self.track = self._tracked(start, end)

    def _tracked(self, start: Array, end: Array) -> Array:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # rows without a pose are told below
            x = self.model.forward_kinematics(self._joints(self.places), guess=start, mode=self.mode, motion=True)
        lost = np.flatnonzero(~np.isfinite(x).all(axis=1))
        if len(lost):
            raise InputError(f"end: at {self.places[lost[0]]:.4g} of the straight way of the joints the loops cannot be closed")
        off = np.abs(self._same(x[-1:], end[None])[0] - end).max()
        if off > SAME:
            raise InputError(
                f"end: the straight way of the joints leads to another assembly mode, x = {np.round(x[-1], 6).tolist()}; "
                "use a path of the platform"
            )
        return x

    def _joints(self, s: Array) -> Array:
        return np.asarray(self.first + s[:, None] * self.change)

    def _same(self, x: Array, near: Array) -> Array:
        """Return poses with angles in the turn, and quaternions with the sign, nearest to others."""
        if self.model.mechanism.platform.is_quaternion:
            signs = np.sign(np.sum(x[:, 3:7] * near[:, 3:7], axis=1, keepdims=True))
            return np.hstack([x[:, :3], x[:, 3:7] * np.where(signs == 0, 1.0, signs), x[:, 7:]])
        return np.where(self.model.mechanism.periodic_coordinates, nearest_turn(x, near), x)

    def derivative(self, s: Array, k: int) -> Array:
        if k == 3:
            before, after = np.clip(s - STEP, 0.0, 1.0), np.clip(s + STEP, 0.0, 1.0)
            return np.asarray((self.derivative(after, 2) - self.derivative(before, 2)) / (after - before)[:, None])
        near = np.column_stack([np.interp(s, self.places, column) for column in self.track.T])
        if self.model.mechanism.platform.is_quaternion:
            near[:, 3:7] /= np.linalg.norm(near[:, 3:7], axis=1, keepdims=True)
        x = self._same(self.model.forward_kinematics(self._joints(s), guess=near, mode=self.mode), near)
        if k == 0:
            return x
        J = self.model.jacobian(x, mode=self.mode, motion=True)
        x1 = J @ self.change
        if k == 1:
            return np.asarray(x1)
        drift = self.model.joint_accelerations(x, x1, np.zeros_like(x1), mode=self.mode, motion=True)
        return np.asarray(-np.einsum("nij,nj->ni", J, drift))

    def tangent(self, s: Array) -> Array:
        if self.n == self.n_rates:
            return self.derivative(s, 1)
        before, after = np.clip(s - STEP, 0.0, 1.0), np.clip(s + STEP, 0.0, 1.0)
        return np.asarray((self.derivative(after, 0) - self.derivative(before, 0)) / (after - before)[:, None])
