"""What drives the actuators: motions from rest to rest through points, and a PD law that follows a motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import function, number, positive, real_array, vector
from parados.errors import InputError
from parados.simulate.drives import ActuatorMotion, motion_at

__all__ = ["PDLaw", "PointToPoint"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PointToPoint:
    """From each point to the next by 10 s^3 - 15 s^4 + 6 s^5 (Briot & Khalil D.13), each followed by a stop.

    Attributes
    ----------
    points : (k, n_a) positions of the actuators [rad or m]
    travel, stop : times of each edge and of each stop [s]
    """

    points: ArrayLike
    travel: float
    stop: float = 0.0

    def __post_init__(self) -> None:
        points = np.array(real_array("points", self.points))
        if points.ndim != 2 or len(points) < 2 or not points.shape[1]:
            raise InputError(f"points: an array of shape (k, n_a) with k >= 2 is wanted, not one of shape {points.shape}")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "travel", positive("travel", self.travel))
        object.__setattr__(self, "stop", number("stop", self.stop, 0.0, told="a time from 0 s on"))

    @property
    def duration(self) -> float:
        return (len(np.asarray(self.points)) - 1) * (self.travel + self.stop)

    def __call__(self, times: Array) -> tuple[Array, Array, Array]:
        """Positions, velocities, accelerations (k, n_a)."""
        times = np.atleast_1d(real_array("times", times))
        if times.ndim != 1:
            raise InputError(f"times: shape (k,) is expected [s], not {times.shape}")
        points, edge = np.asarray(self.points), self.travel + self.stop
        k = np.clip(np.floor(times / edge + 1e-12), 0, len(points) - 2).astype(int)
        s = np.clip((times - k * edge) / self.travel, 0.0, 1.0)[:, None]
        delta, T = points[k + 1] - points[k], self.travel
        q = points[k] + delta * s**3 * (10 - 15 * s + 6 * s**2)
        return q, delta * 30 * (s * (1 - s)) ** 2 / T, delta * 60 * s * (1 - s) * (1 - 2 * s) / T**2


@dataclass(frozen=True, eq=False)
class PDLaw:
    """tau = stiffness (q_d - q) + damping (qd_d - qd) + mass qdd_d, each constant one number or (n_a,)."""

    motion: ActuatorMotion
    stiffness: ArrayLike
    damping: ArrayLike
    mass: ArrayLike = 0.0

    def __post_init__(self) -> None:
        function("motion", self.motion, "times")
        for name in ("stiffness", "damping", "mass"):
            constant = real_array(name, getattr(self, name))
            if constant.ndim > 1:
                raise InputError(f"{name}: one number or one for each actuator is expected, not the shape {constant.shape}")
            object.__setattr__(self, name, constant)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        """(n_a,) efforts."""
        own = vector("q", q)
        motion = motion_at(self.motion, np.array([number("t", t, told="one time [s]")]), len(own))
        wanted, rate, acceleration = (part[0] for part in motion)
        q, qd = own, vector("qd", qd, len(own))
        for name in ("stiffness", "damping", "mass"):
            if np.shape(getattr(self, name)) not in ((), own.shape):
                raise InputError(f"{name}: one number or {len(own)} are expected, not {np.shape(getattr(self, name))}")
        push = np.multiply(self.stiffness, wanted - q) + np.multiply(self.damping, rate - qd)
        return np.asarray(push + np.multiply(self.mass, acceleration))
