"""Bounds on a planned motion: joint limits of the robot file, and speeds and efforts of the actuators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, flag, instance, real_array, shown, whole, word
from parados.errors import InputError
from parados.model.model import Model
from parados.trajectory.base import Trajectory

__all__ = ["Demands", "actuator_bound", "checked_demands", "kept_bound", "violation"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Demands:
    """Largest speeds and efforts of the actuators: one number for all, or (n_a,); None for no bound.

    speed : [rad/s or m/s];  effort : [N m or N];  joints : True keeps the joint limits of the robot file
    """

    speed: ArrayLike | None = None
    effort: ArrayLike | None = None
    joints: bool = True

    def __post_init__(self) -> None:
        for name in ("speed", "effort"):
            object.__setattr__(self, name, kept_bound(getattr(self, name)))

    def bound(self, name: str, count: int) -> Array:
        """Return (count,) bounds on "speed" or "effort", infinite if there is no bound."""
        word("name", name, ("speed", "effort"))
        whole("count", count, 1, 10_000)
        return actuator_bound(f"demands.{name}", getattr(self, name), count)


def kept_bound(given: Any) -> Any:
    """Return a bound that is checked later; an array or a list is copied, so that the caller cannot change it until then."""
    return given.copy() if isinstance(given, np.ndarray | list) else given


def actuator_bound(name: str, given: ArrayLike | None, count: int) -> Array:
    """Return (count,) bounds of the actuators from one positive number or (count,); infinite for None."""
    if given is None:
        return np.full(count, np.inf)
    values = real_array(name, given)
    if values.shape not in ((), (count,)) or not (values >= SMALLEST).all():
        raise InputError(f"{name}: one positive number, or {count} (one for each actuator), is expected, not {shown(given)}")
    return np.broadcast_to(values, (count,)).astype(float)


def checked_demands(demands: Demands | None, model: Model) -> Demands:
    """Check that the demands fit the robot's actuators, and return them."""
    expected = "parados.plan.Demands(speed=..., effort=...)"
    checked = Demands() if demands is None else instance("demands", demands, Demands, expected)
    for name in ("speed", "effort"):
        checked.bound(name, len(model.actuated_names))
    flag("demands.joints", checked.joints)
    return checked


def violation(
    model: Model, motion: Trajectory, demands: Demands, efforts: Array, times: Array, mode: ArrayLike | None
) -> str | None:
    """Return a sentence about the first demand that the motion does not meet, or None.

    efforts : (N, n_a) efforts at `times` (N,)
    """
    names, count = model.actuated_names, len(model.actuated_names)
    sampled = motion(times)
    if demands.joints and any(joint.limits for joint in model.mechanism.joints):
        beyond = model.beyond_limits(sampled.x, mode=mode, motion=True)
        when, joint = np.unravel_index(int(np.argmax(beyond)), beyond.shape)
        if beyond[when, joint] > 0:
            name, limits = model.joint_names[joint], model.mechanism.joints[joint].limits
            return (
                f"{name} exceeds its limits {list(limits or ())} in the robot file by {beyond[when, joint]:.4g} rad or m "
                f"at {times[when]:.4g} s"
            )
    speeds = model.joint_rates(sampled.x, sampled.xd, mode=mode) if demands.speed is not None else np.zeros((1, count))
    for what, unit, values, bound in (
        ("speed", "rad/s or m/s", speeds, demands.bound("speed", count)),
        ("effort", "N m or N", efforts, demands.bound("effort", count)),
    ):
        peaks = np.abs(values).max(axis=0)
        worst = int(np.argmax(peaks / bound))
        if peaks[worst] > bound[worst]:
            return f"the {what} of {names[worst]} reaches {peaks[worst]:.4g} {unit}, above its bound of {bound[worst]:.4g}"
    return None
