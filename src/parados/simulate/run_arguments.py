"""Read and check the arguments of `simulate`."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, number, positive, real_array, shown, vector, whole, word
from parados.errors import InputError
from parados.flexible.flexible_structure import is_elastic
from parados.model.model import Model
from parados.simulate.fixed_steps import FIXED_METHODS
from parados.simulate.joint_stops import Stops
from parados.simulate.run_settings import METHODS, Tolerances

__all__ = [
    "MOST_STATES",
    "TOLERANCE",
    "check_flexible",
    "check_friction",
    "is_flexible",
    "jump_times",
    "kept_times",
    "stops_of",
    "tolerances_of",
]

Array = NDArray[np.float64]

MOST_STATES = 10_000_000

TOLERANCE = 1e-11
"""Error of each step that a method with error control allows, if none is given."""

FEWEST_STEPS = 50
"""The largest step is this part of the duration, if none is given: events within a step are looked for at four instants of it."""


def check_friction(friction: bool | str) -> None:
    if not isinstance(friction, bool) and not (isinstance(friction, str) and friction == "viscous"):
        raise InputError(f"friction: {shown(friction)} is not known; use True, False or 'viscous'")


def is_flexible(model: Model, flexible: bool | None) -> bool:
    """Tell whether a robot is simulated with its elastic parts."""
    elastic = is_elastic(model.robot.links)
    if flexible is None:
        return elastic
    if flag("flexible", flexible) and not elastic:
        raise InputError("flexible: nothing in this robot is elastic; leave it out, or use False")
    return flexible


def check_flexible(given: tuple[object, ...], limits: str, method: str, tolerance: float, breaks: ArrayLike) -> None:
    """Raise InputError for arguments that only rigid robots have."""
    names = ("period", "wrench", "restitution", "joints")
    odd = [name for name, value in zip(names, given, strict=True) if value is not None]
    usual = (("limits", limits, "end"), ("method", method, "DOP853"), ("tolerance", tolerance, TOLERANCE), ("breaks", breaks, ()))
    odd += [name for name, value, default in usual if not np.array_equal(value, default)]
    if odd:
        told = "this is for rigid robots, and this robot has elastic parts"
        raise InputError(f"{odd[0]}: {told}; use flexible=False, or leave it out")


def tolerances_of(method: str, tolerance: float, largest_step: float | None, duration: float, model: Model) -> Tolerances:
    """Check how a run is integrated."""
    word("method", method, (*METHODS, *FIXED_METHODS))
    relative = number("tolerance", tolerance, 1e-13, 1e-3, "a number from 1e-13 to 1e-3")
    longest = duration / FEWEST_STEPS if largest_step is None else positive("largest_step", largest_step)
    return Tolerances(method, relative, relative * min(1.0, model.mechanism.size), longest, duration)


def stops_of(model: Model, limits: str, restitution: float | None) -> Stops:
    """Return the limits of the joints, and what happens at them."""
    word("limits", limits, ("end", "stop", "ignore"))
    if limits != "stop" and restitution is not None:
        raise InputError(f"restitution: it needs limits='stop', not limits={limits!r}")
    bounds = model.joint_bounds if limits != "ignore" else np.full((len(model.joint_names), 2), [-np.inf, np.inf])
    back = 0.0 if restitution is None else number("restitution", restitution, 0.0, 1.0, "a number from 0 to 1")
    return Stops(bounds, back if limits == "stop" else None)


def kept_times(times: int | ArrayLike, duration: float) -> Array:
    """Return the times at which states are kept."""
    if isinstance(times, int | np.integer) and not isinstance(times, bool):
        return np.linspace(0.0, duration, whole("times", times, 2, MOST_STATES, "a number of states"))
    given = vector("times", times)
    if given[0] < 0 or given[-1] > duration * (1 + 1e-12) or (np.diff(given) <= 0).any():
        raise InputError(f"times: increasing times from 0 to the duration, {duration:g} s, are expected")
    return np.unique(np.concatenate([[0.0], np.minimum(given, duration)]))


def jump_times(
    breaks: ArrayLike, period: float | None, cut_off: Array, names: tuple[str, ...], duration: float
) -> list[tuple[float, str | None]]:
    """Return the increasing times at which the efforts may jump, each with the name of a motor that is cut off then."""
    given = np.asarray(real_array("breaks", breaks))
    if given.ndim > 1 or not ((given >= 0) & (given <= duration)).all():
        raise InputError(f"breaks: times from 0 to the duration, {duration:g} s, are expected, not {shown(breaks)}")
    found: dict[float, str | None] = {float(t): None for t in np.ravel(given)}
    if period is not None:
        step = positive("period", period)
        if duration / step > MOST_STATES:
            raise InputError(f"period: {step:g} s makes {duration / step:.3g} samples; at most {MOST_STATES:,} are accepted")
        found |= {float(t): None for t in step * np.arange(1, int(duration / step * (1 + 1e-12)) + 1)}
    for t in np.unique(cut_off[np.isfinite(cut_off)]):
        found[float(t)] = ", ".join(name for name, own in zip(names, cut_off, strict=True) if own == t)
    return sorted((t, motor) for t, motor in found.items() if 0 < t < duration)
