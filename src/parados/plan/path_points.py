"""A robot at points of a path: xd = x' sd, xdd = x' sdd + x'' sd^2, and what follows for its actuators.

With z = sd^2 and u = sdd (Bobrow, Dubowsky, Gibson 1985; Shin, McKay 1985):

    qd = q' sqrt(z)        qdd = q' u + q'' z        tau = a u + h(z)

The model gives all of them: h(z) is the effort at u = 0 with gravity, springs, dampers, wrench and every friction law; a is
linear in x'. At rest the direction of dry friction is that of the motion to come.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.model.model import Model
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["CREEP", "PathPoints"]

Array = NDArray[np.float64]

CREEP = 1e-12
"""Path speed, as a part of the length in a second, that stands for rest: friction has its direction, and hardly any speed."""


@dataclass(frozen=True)
class PathPoints:
    """Points s (N, k) of N intervals; every result has the shape (N, k, n_a).

    wrench : (6,) wrench of the environment on the platform [N, N m], or None
    """

    model: Model
    path: GeometricPath
    s: Array
    mode: ArrayLike | None
    wrench: Array | None

    def only(self, places: list[int]) -> PathPoints:
        """Return some of the k points of each interval."""
        return PathPoints(self.model, self.path, self.s[:, places], self.mode, self.wrench)

    def _along(self, k: int) -> Array:
        return self.path.derivative(self.s.ravel(), k)

    @cached_property
    def x(self) -> tuple[Array, Array, Array]:
        """Return x, x', x'' (N k, .)."""
        return self._along(0), self._along(1), self._along(2)

    @cached_property
    def rates(self) -> Array:
        """Return q', the speed of the actuators for sd = 1."""
        x, x1, _ = self.x
        return self._shaped(self.model.joint_rates(x, x1, mode=self.mode, motion=True))

    @cached_property
    def curvatures(self) -> Array:
        """Return q'', the acceleration of the actuators for sd = 1 and sdd = 0."""
        return self._shaped(self.model.joint_accelerations(*self.x, mode=self.mode, motion=True))

    @cached_property
    def inertia(self) -> Array:
        """Return a, the effort for sdd = 1 alone."""
        x, x1, _ = self.x
        still = np.zeros_like(x1)
        return self._efforts(x, still, x1, False) - self._efforts(x, still, still, False)

    def efforts(self, z: Array, u: Array | float, friction: bool = True) -> Array:
        """Return tau at squared speeds z (N, k) and accelerations u (N, k) along the path."""
        x, x1, x2 = self.x
        speed = np.maximum(np.sqrt(np.maximum(z, 0.0)), CREEP * self.path.length).ravel()[:, None]
        pushed = np.broadcast_to(u, self.s.shape).ravel()[:, None]
        return self._efforts(x, x1 * speed, x1 * pushed + x2 * z.ravel()[:, None], friction)

    def _efforts(self, x: Array, xd: Array, xdd: Array, friction: bool) -> Array:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # rows without a result are told below, with their place
            tau = self.model.inverse_dynamics(x, xd, xdd, mode=self.mode, wrench=self.wrench, friction=friction, motion=True)
        bad = np.flatnonzero(~np.isfinite(tau).all(axis=1))
        if len(bad):
            reason = self.model.diagnose(x[bad[0]], mode=self.mode)
            raise InputError(f"path: at s = {self.s.ravel()[bad[0]]:.6g} of {self.path.length:.6g}, {reason}")
        return self._shaped(tau)

    def _shaped(self, values: Array) -> Array:
        return np.asarray(values.reshape(*self.s.shape, -1))
