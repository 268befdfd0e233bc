"""Indices of the actuators along a motion: efforts, speeds, accelerations, powers, energy, and use of the motors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.study.design_states import DesignStates
from parados.study.index_table import index, slopes_of
from parados.study.motor_curve import motors_of

__all__ = [
    "energy",
    "mean_power",
    "motor_use",
    "motor_use_rms",
    "peak_acceleration",
    "peak_effort",
    "peak_power",
    "peak_speed",
    "rms_effort",
    "rms_speed",
]

Array = NDArray[np.float64]


def _flat(values: Array) -> Array:
    """(D, N k, ...) all terms of a design in one axis, from values (D, N, k, ...)."""
    return values.reshape(len(values), -1, *values.shape[3:])


def _rms(at: DesignStates, values: Array) -> Array:
    """(D, k) root mean square over time of values (D, N, k)."""
    return np.sqrt(np.einsum("n,dnk->dk", at.states.shares, values**2))


def _rms_slopes(at: DesignStates, values: Array, slopes: Array) -> Array:
    """(D, k, n) derivatives of `_rms`: mean of v dv/dp over the root mean square; slopes (D, N, k, n)."""
    mean = np.einsum("n,dnk,dnkp->dkp", at.states.shares, values, slopes)
    return np.asarray(mean / np.maximum(_rms(at, values), 1e-300)[..., None])


@index("{effort}", over="motion")
def peak_effort(at: DesignStates, actuators: Any = None) -> Array:
    """Largest effort of an actuator along the motion."""
    return np.abs(_flat(at.tau[..., at.actuators(actuators)]))


@slopes_of("peak_effort")
def _(at: DesignStates, actuators: Any = None) -> Array:
    own = at.actuators(actuators)
    return _flat(np.sign(at.tau[..., own, None]) * at.slopes("inverse_dynamics", "x", "xd", "xdd")[:, :, own])


@index("{effort}", over="motion")
def rms_effort(at: DesignStates, actuators: Any = None) -> Array:
    """Root mean square effort over time, of the actuator that has the largest."""
    return _rms(at, at.tau[..., at.actuators(actuators)])


@slopes_of("rms_effort")
def _(at: DesignStates, actuators: Any = None) -> Array:
    own = at.actuators(actuators)
    return _rms_slopes(at, at.tau[..., own], at.slopes("inverse_dynamics", "x", "xd", "xdd")[:, :, own])


@index("{speed}", over="motion")
def peak_speed(at: DesignStates, actuators: Any = None) -> Array:
    """Largest speed of an actuator along the motion."""
    return np.abs(_flat(at.qd[..., at.actuators(actuators)]))


@slopes_of("peak_speed")
def _(at: DesignStates, actuators: Any = None) -> Array:
    own = at.actuators(actuators)
    return _flat(np.sign(at.qd[..., own, None]) * at.slopes("joint_rates", "x", "xd")[:, :, own])


@index("{speed}", over="motion")
def rms_speed(at: DesignStates, actuators: Any = None) -> Array:
    """Root mean square speed over time, of the actuator that has the largest."""
    return _rms(at, at.qd[..., at.actuators(actuators)])


@slopes_of("rms_speed")
def _(at: DesignStates, actuators: Any = None) -> Array:
    own = at.actuators(actuators)
    return _rms_slopes(at, at.qd[..., own], at.slopes("joint_rates", "x", "xd")[:, :, own])


@index("{speed}/s", over="motion")
def peak_acceleration(at: DesignStates, actuators: Any = None) -> Array:
    """Largest acceleration of an actuator along the motion."""
    return np.abs(_flat(at.qdd[..., at.actuators(actuators)]))


@index("W", over="motion")
def peak_power(at: DesignStates) -> Array:
    """Largest power of an actuator along the motion, delivered or taken by braking."""
    return np.abs(_flat(at.tau * at.qd))


@index("W", over="motion", take="sum")
def mean_power(at: DesignStates) -> Array:
    """Mean over time of the power that the actuators deliver together; braking takes nothing back."""
    return np.asarray(np.einsum("n,dnk->dk", at.states.shares, np.maximum(at.tau * at.qd, 0.0)))


@index("J", over="motion", take="sum", timed=True)
def energy(at: DesignStates) -> Array:
    """Work that the actuators deliver along the motion; braking takes nothing back."""
    return mean_power(at) * at.states.duration


@index("-", over="motion")
def motor_use(at: DesignStates, motor: Any) -> Array:
    """Largest part of what its motor can do that an actuator needs: 1 is on the limit curve of effort over speed."""
    motors = motors_of(motor, at.family.actuated_names)
    parts = [one.use(at.tau[..., k], at.qd[..., k]) for k, one in enumerate(motors)]
    return _flat(np.stack(parts, axis=-1))


@index("-", over="motion")
def motor_use_rms(at: DesignStates, motor: Any) -> Array:
    """Largest root mean square effort as a part of the continuous effort of the motor: 1 is on its thermal limit."""
    motors, rms = motors_of(motor, at.family.actuated_names), _rms(at, at.tau)
    return np.stack([one.thermal_use(rms[:, k]) for k, one in enumerate(motors)], axis=-1)
