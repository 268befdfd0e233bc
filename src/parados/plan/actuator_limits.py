"""Limits of the actuators that a fast motion must keep: effort, speed, acceleration, power and jerk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, freeze, instance
from parados.errors import InputError
from parados.model.model import Model
from parados.plan.demands import actuator_bound, kept_bound

__all__ = ["ActuatorLimits", "Bounds", "checked_limits", "optional_limits"]

Array = NDArray[np.float64]

NAMES = ("effort", "speed", "acceleration", "power", "jerk")


@dataclass(frozen=True)
class ActuatorLimits:
    """Largest values of the actuators: one number for all, or (n_a,); None for no limit.

    effort : [N m or N];  speed : [rad/s or m/s];  acceleration : [rad/s^2 or m/s^2]
    power : |effort x speed| [W], driving or braking;  jerk : [rad/s^3 or m/s^3]
    joints : True keeps the joint limits of the robot file
    """

    effort: ArrayLike | None = None
    speed: ArrayLike | None = None
    acceleration: ArrayLike | None = None
    power: ArrayLike | None = None
    jerk: ArrayLike | None = None
    joints: bool = True

    def __post_init__(self) -> None:
        for name in NAMES:
            object.__setattr__(self, name, kept_bound(getattr(self, name)))
        freeze(self)


@dataclass(frozen=True)
class Bounds:
    """Checked limits (n_a,) each, infinite if there is none."""

    effort: Array
    speed: Array
    acceleration: Array
    power: Array
    jerk: Array
    joints: bool

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the limits that bound at least one actuator."""
        return tuple(name for name in NAMES if np.isfinite(getattr(self, name)).any())


def checked_limits(limits: ActuatorLimits, model: Model) -> Bounds:
    """Check that the limits fit the robot's actuators, and that they bound the time from below."""
    bounds = _bounds(limits, model)
    if not {"effort", "acceleration"} & set(bounds.given):
        raise InputError("limits: an effort or an acceleration is needed; without them the robot would start and stop at once")
    return bounds


def optional_limits(limits: ActuatorLimits | None, model: Model) -> Bounds:
    """Check the limits of a motion whose duration is given, None for no limits; a jerk is rejected."""
    bounds = _bounds(ActuatorLimits() if limits is None else limits, model)
    if "jerk" in bounds.given:
        raise InputError("limits.jerk: the motion with the least energy has steps in its acceleration; leave the jerk out")
    return bounds


def _bounds(limits: ActuatorLimits, model: Model) -> Bounds:
    expected = "parados.plan.ActuatorLimits(effort=..., speed=...)"
    given = instance("limits", limits, ActuatorLimits, expected)
    count = len(model.actuated_names)
    values = {name: actuator_bound(f"limits.{name}", getattr(given, name), count) for name in NAMES}
    return Bounds(**values, joints=flag("limits.joints", given.joints))
