"""PD law with which the actuators follow a motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze, function, number, real_array, vector
from parados.errors import InputError
from parados.simulate.drives import ActuatorMotion, motion_at

__all__ = ["PDLaw"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PDLaw:
    """PD law tau = stiffness (q_d - q) + damping (qd_d - qd) + mass qdd_d; each constant is one number or (n_a,).

    `motion` is a trajectory of the actuators, or a function of times as in `ElasticSimulation.prescribed`.
    """

    motion: ActuatorMotion
    stiffness: ArrayLike
    damping: ArrayLike
    mass: ArrayLike = 0.0

    def __post_init__(self) -> None:
        function("motion", self.motion, "times")
        for name in ("stiffness", "damping", "mass"):
            constant = np.array(real_array(name, getattr(self, name)))
            if constant.ndim > 1:
                raise InputError(f"{name}: one number, or one for each actuator, is expected, not the shape {constant.shape}")
            object.__setattr__(self, name, constant)
        freeze(self)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        """Return the efforts (n_a,)."""
        own = vector("q", q)
        motion = motion_at(self.motion, np.array([number("t", t, expected="one time [s]")]), len(own))
        wanted, rate, acceleration = (part[0] for part in motion)
        q, qd = own, vector("qd", qd, len(own))
        for name in ("stiffness", "damping", "mass"):
            if np.shape(getattr(self, name)) not in ((), own.shape):
                raise InputError(f"{name}: one number or {len(own)} are expected, not {np.shape(getattr(self, name))}")
        push = np.multiply(self.stiffness, wanted - q) + np.multiply(self.damping, rate - qd)
        return np.asarray(push + np.multiply(self.mass, acceleration))
