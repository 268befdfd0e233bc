"""Laws by name, with gains from one bandwidth, for commands and quick trials.

With the bandwidth omega [rad/s], the computed torque gets kp = omega^2 and kd = 2 omega: a double pole at -omega. The laws of the
joints get these numbers times the inertia that each actuator feels at the start; the PID law has a triple pole at -omega,
kp = 3 omega^2, kd = 3 omega, ki = omega^3.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, word
from parados.control.computed_torque import ComputedTorque, FeedForwardPD
from parados.control.joint_pid import PDGravity, PIDGravity
from parados.control.law import Law
from parados.model.model import COMPILED, Model
from parados.trajectory.base import Trajectory

__all__ = ["LAWS", "named_law"]

Array = NDArray[np.float64]
Reference = Trajectory | ArrayLike
Build = Callable[[Model, Reference, float, Array, ArrayLike | None], Law]
"""Function of model, reference, bandwidth [rad/s], inertia of each actuator, and working mode, which returns a law."""


def _computed(space: str) -> Build:
    def build(model: Model, reference: Reference, omega: float, inertia: Array, mode: ArrayLike | None) -> Law:
        return ComputedTorque(model, reference, omega**2, 2 * omega, space=space, friction="reference", mode=mode)

    return build


def _pd(model: Model, reference: Reference, omega: float, inertia: Array, mode: ArrayLike | None) -> Law:
    return PDGravity(model, reference, omega**2 * inertia, 2 * omega * inertia, mode=mode)


def _pid(model: Model, reference: Reference, omega: float, inertia: Array, mode: ArrayLike | None) -> Law:
    return PIDGravity(model, reference, 3 * omega**2 * inertia, 3 * omega * inertia, omega**3 * inertia, mode=mode)


def _feed_forward(model: Model, reference: Reference, omega: float, inertia: Array, mode: ArrayLike | None) -> Law:
    return FeedForwardPD(model, reference, omega**2 * inertia, 2 * omega * inertia, mode=mode)


LAWS: dict[str, Build] = {
    "computed-torque": _computed("platform"),
    "computed-torque-joints": _computed("joints"),
    "feed-forward": _feed_forward,
    "pd": _pd,
    "pid": _pid,
}


def named_law(name: str, model: Model, reference: Reference, *, bandwidth: float = 10.0, mode: ArrayLike | None = None) -> Law:
    """Return the law of a name out of `LAWS` for a model and a reference.

    bandwidth : [Hz];  mode : working mode of the controller's model
    """
    word("name", name, tuple(LAWS))
    instance("model", model, Model, COMPILED)
    omega = 2 * np.pi * positive("bandwidth", bandwidth, "Hz")
    law = LAWS[name](model, reference, omega, np.ones(len(model.labels["q"])), mode)
    if name.startswith("computed"):
        return law
    return LAWS[name](model, reference, omega, _inertia(model, law.reference.states(np.zeros(1))[0][0], mode), mode)


def _inertia(model: Model, x: Array, mode: ArrayLike | None) -> Array:
    """(n_a,) kinetic energy of a unit rate of each actuator, times two, at a pose; redundant actuators share the platform."""
    M, J_inv = model.mass_matrix(x, mode=mode), model.inverse_jacobian(x, mode=mode)
    back = np.linalg.pinv(J_inv)
    return np.asarray(np.diag(back.T @ M @ back))
