"""Efforts of the actuators and wrenches on the platform as the user gives them: numbers, functions, control laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import call, function, number, real_array, shown, vector, word
from parados.errors import InputError
from parados.model.cut_model import CutModel, CutPose
from parados.model.cut_poses import coordinates_in_time, rate_rows

__all__ = ["ControlLaw", "Drive", "SimulatedState", "drive_of", "wrench_of"]

Array = NDArray[np.float64]

ControlLaw = Callable[[float, Array, Array, Array, Array], ArrayLike]
"""Function of t, q, qd, x, xd that returns the efforts (n_a,)."""


class SimulatedState:
    """The state that functions of the user get: everything is computed when it is asked for.

    Attributes
    ----------
    q, qd : (n_a,) positions and rates of the actuated joints [rad, m]
    joints, joint_rates : (n_t,) positions and rates of all joints
    x, xd : (n_x,) and (n,) coordinates of the robot and their rates
    """

    def __init__(self, cut: CutModel, pose: CutPose, zd: Array, before: Array) -> None:
        self._cut, self._pose, self._zd, self._before = cut, pose, zd, before
        actuated = list(cut.mechanism.actuated)
        self.q, self.qd = pose.z[actuated], zd[actuated]

    @property
    def joints(self) -> Array:
        return self._pose.z[: self._cut.n_t].copy()

    @property
    def joint_rates(self) -> Array:
        return self._zd[: self._cut.n_t].copy()

    @cached_property
    def _report(self) -> dict[str, Array]:
        return self._cut.report(self._pose.z[None], self._zd[None], self._pose.reference)

    @cached_property
    def x(self) -> Array:
        frames = self._report["frame"]
        return np.asarray(coordinates_in_time(self._cut.mechanism, self._pose.z[None], frames, self._before)[0])

    @cached_property
    def xd(self) -> Array:
        now = self._report
        return np.asarray(rate_rows(self._cut.mechanism, self.x, now["frame"][0], now["by_rates"][0]) @ self._zd)


@dataclass(frozen=True)
class Drive:
    """Efforts of the actuators: a law, and the times at which motors are cut off.

    Attributes
    ----------
    law : function of t and state that returns n_a efforts, not yet checked
    cut_off : (n_a,) times from which the effort of an actuator is zero; infinite for none [s]
    constant : True if the law gives the same efforts at all times, so that they were checked before
    """

    name: str
    law: Callable[[float, Any], ArrayLike]
    cut_off: Array
    constant: bool

    def __call__(self, t: float, state: Any) -> Array:
        """Return the checked efforts (n_a,) [N m, N]."""
        given = self.law(t, state)
        n = len(self.cut_off)
        tau = np.asarray(given) if self.constant else _checked(self.name, given, n, "one effort for each actuator")
        return np.asarray(np.where(t < self.cut_off, tau, 0.0))


def _checked(name: str, value: Any, n: int, what: str) -> Array:
    """Return n finite numbers that a function of the user returned."""
    found = real_array(name, value)
    if found.shape != (n,):
        raise InputError(f"{name}: the function returns an array of shape {found.shape}; ({n},) is expected, {what}")
    return found


def drive_of(efforts: Any, control: Any, cut_off: Any, names: tuple[str, ...]) -> Drive:
    """Read the arguments `efforts`, `control` and `cut_off` of a simulation; names : names of the actuators."""
    n, stop = len(names), _cut_off(cut_off, names)
    if efforts is not None and control is not None:
        raise InputError("control: give efforts or control, not both; a control law may add efforts of its own")
    if control is not None:
        function("control", control, "t, q, qd, x, xd")
        return Drive("control", lambda t, s: call("control", control, t, s.q, s.qd, s.x, s.xd), stop, False)
    if callable(efforts):
        function("efforts", efforts, "t, state")
        return Drive("efforts", lambda t, s: call("efforts", efforts, t, s), stop, False)
    tau = np.zeros(n) if efforts is None else vector("efforts", efforts, n, "one effort for each actuator")
    return Drive("efforts", lambda t, s: tau, stop, True)


def wrench_of(wrench: Any, has_platform: bool) -> Callable[[float, SimulatedState], Array]:
    """Read the argument `wrench` of a simulation: None, six numbers, or a function of t and state."""
    if wrench is None:
        none = np.zeros(6)
        return lambda t, s: none
    if not has_platform:
        raise InputError("wrench: this robot has no platform on which a wrench could act")
    if callable(wrench):
        function("wrench", wrench, "t, state")
        what = "force and moment on the platform"
        return lambda t, s: np.ascontiguousarray(_checked("wrench", call("wrench", wrench, t, s), 6, what))
    given = vector("wrench", wrench, 6, "force and moment on the platform")
    return lambda t, s: given


def _cut_off(given: Any, names: tuple[str, ...]) -> Array:
    """Return the time at which each actuator is cut off, infinite for none; one number is for all."""
    times = np.full(len(names), np.inf)
    if given is None:
        return times
    if isinstance(given, Mapping):
        for name, t in given.items():
            place = names.index(word("cut_off", name, names, expected="an actuator"))
            times[place] = number(f"cut_off[{shown(name)}]", t, 0.0, expected="a time [s]")
        return times
    times[:] = number("cut_off", given, 0.0, expected="a time [s], or a time for each named actuator,")
    return times
