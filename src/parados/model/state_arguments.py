"""Validate the arguments of a call: one state or a stack of states, and the wrenches on platform and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import LARGEST, all_within, instance, real_array, shown
from parados.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from parados.geometry.working_modes import Mode
    from parados.model.compiled_robot import CompiledRobot

__all__ = ["LARGEST_POSITION", "Stack", "check_positions", "check_stack", "check_state", "kept_mode", "loads"]

Array = NDArray[np.float64]

UNIT = 1e-6
"""Largest difference between the length of a quaternion and 1."""


LARGEST_POSITION = 1e9
"""Largest position of an actuated joint from which a pose is computed [rad, m]; round-off of a larger one is 1e-7 or more."""

QUATERNION_POSE = ("px", "py", "pz", "w", "x", "y", "z")
"""First entries of a pose with a quaternion. One name is not enough to recognise it: a live parameter may be called w."""


class Stack:
    """Validated arguments of a call.

    Attributes
    ----------
    arrays : (N, n) each, or (n,) if all states share one row
    count : number N of states
    stacked : True if the caller passed a stack, False for one state
    """

    def __init__(self, arrays: dict[str, Array], count: int, stacked: bool) -> None:
        self.arrays = arrays
        self.count = count
        self.stacked = stacked

    def rows(self, numbers: NDArray[np.intp]) -> dict[str, Array]:
        """Return the arguments (k, n) of the states with the given numbers."""
        return {key: a[numbers] if a.ndim == 2 else np.broadcast_to(a, (len(numbers), len(a))) for key, a in self.arrays.items()}

    def check_numbers(self, *names: str) -> None:
        """Raise InputError if a number of the named arguments is not finite or too large."""
        for name in names:
            if not all_within(self.arrays[name], LARGEST):
                real_array(name, self.arrays[name])

    def unstack(self, result: Array) -> Array:
        """Return the results of the stack, or the single result if the caller passed one state."""
        return result if self.stacked else result[0]


def _checked(name: str, value: ArrayLike, labels: Sequence[str]) -> Array:
    """Validate type and shape of one argument against the names of its entries."""
    array = real_array(name, value, finite=False)
    n = len(labels)
    if array.shape != (n,) and (array.ndim != 2 or array.shape[1] != n):
        entries = ", ".join(labels) if n <= 12 else f"{', '.join(labels[:11])}, ..."
        raise InputError(f"{name}: shape ({n},) or (N, {n}) is expected [{entries}], not {array.shape}")
    if tuple(labels[:7]) == QUATERNION_POSE:
        _check_unit_quaternion(name, real_array(name, array))
    return array if array.flags.c_contiguous else np.ascontiguousarray(array)


def _check_unit_quaternion(name: str, array: Array) -> None:
    length = np.linalg.norm(np.atleast_2d(array)[:, 3:7], axis=1)
    if not len(length):
        return
    worst = int(np.argmax(np.abs(length - 1)))
    if abs(length[worst] - 1) > UNIT:
        row = f"[{worst}]" if array.ndim == 2 else ""
        raise InputError(f"{name}{row}: the quaternion w, x, y, z has the length {length[worst]:.9g}; divide it by its length")


def check_stack(values: Mapping[str, ArrayLike], labels: Mapping[str, Sequence[str]], numbers: bool = True) -> Stack:
    """Validate arguments against the names of their entries; all stacks must have the same number of rows.

    numbers : False to leave it to the caller to check that all numbers are finite (`Stack.check_numbers`)
    """
    arrays = {name: _checked(name, value, labels[name]) for name, value in values.items()}
    stack = _stacked(arrays)
    if numbers:
        stack.check_numbers(*arrays)
    return stack


def _stacked(arrays: dict[str, Array]) -> Stack:
    counts = {name: len(a) for name, a in arrays.items() if a.ndim == 2}
    if not counts:
        return Stack(arrays, 1, stacked=False)
    if len(set(counts.values())) > 1:
        found = ", ".join(f"{name} has {count}" for name, count in counts.items())
        raise InputError(f"stacks must have the same number of rows: {found}")
    return Stack(arrays, next(iter(counts.values())), stacked=True)


def check_state(name: str, value: ArrayLike, labels: Mapping[str, Sequence[str]], key: str = "") -> Array:
    """Return a copy of one state (n,), not a stack; `key` is the key of its labels if it differs from `name`."""
    own = labels[key or name]
    stack = check_stack({name: value}, {name: own})
    if stack.stacked:
        raise InputError(f"{name}: one state ({len(own)},) is expected here, not a stack")
    return stack.arrays[name].copy()


def kept_mode(model: CompiledRobot, mode: ArrayLike | None) -> Mode | None:
    """Return a validated copy of a working mode for an object that keeps it; None stays None and means the default mode."""
    return None if mode is None else model.working_mode(mode)


def check_positions(q: Array) -> Array:
    """Return actuated joint positions; raise InputError if one is so large that round-off hides the angle within a turn."""
    if not all_within(q, LARGEST_POSITION):
        worst = real_array("q", q).flat[int(np.argmax(np.abs(q)))]
        raise InputError(f"q: {worst:g} is too large: round-off would hide the pose; stay below {LARGEST_POSITION:g} rad or m")
    return q


def loads(model: CompiledRobot, wrench: ArrayLike | None, link_wrenches: Mapping[str, ArrayLike] | None) -> dict[str, ArrayLike]:
    """Return the arguments `wrench` and `links` of a loaded kernel; an empty dictionary if no wrench is given."""
    expected = "a mapping of joint names to wrenches"
    given = {} if link_wrenches is None else dict(instance("link_wrenches", link_wrenches, Mapping, expected))
    if wrench is None and not given:
        return {}
    if wrench is not None and not model.spec.has_platform:
        raise InputError("wrench: this robot has no platform; give the wrenches on its links under link_wrenches")
    unknown = [name for name in given if not isinstance(name, str) or name not in model.joint_names]
    if unknown:
        raise UnknownNameError(f"link_wrenches: {shown(unknown[0])} is not a joint; use {', '.join(model.joint_names)}")
    places = {f"link_wrenches[{name!r}]": value for name, value in given.items()}
    stack = check_stack(places, dict.fromkeys(places, model.labels["wrench"]))
    parts = [stack.arrays.get(f"link_wrenches[{name!r}]", np.zeros(6)) for name in model.joint_names]
    shape = (stack.count, 6) if stack.stacked else (6,)
    links = np.concatenate([np.broadcast_to(part, shape) for part in parts], axis=-1)
    return {"wrench": np.zeros(6) if wrench is None else wrench, "links": links}
