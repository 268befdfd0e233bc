"""Select the assembly mode by measured joints (Briot & Khalil 7.2.3).

The actuated joints alone leave several poses, the assembly modes, possible. Sensors in passive joints tell them apart. All
assembly modes are computed (`every_assembly`), or, for a numeric geometry and for robots with other equations, searched from
random starts in each working mode; the selected one is the nearest to the measured joints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, real_array, shown
from parados.errors import AssemblyError, InputError, ParadosError, UnknownNameError
from parados.geometry.survey import as_x
from parados.geometry.working_modes import Mode
from parados.model.every_assembly import every_assembly
from parados.model.failed_rows import report_failed
from parados.model.mode_matching import reproduces
from parados.model.newton_poses import solve_from
from parados.model.state_arguments import Stack
from parados.spatial.turns import nearest_turn

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Assembly", "found_assemblies", "measured_forward"]

Array = NDArray[np.float64]

STARTS, FEW_STARTS = 60, 12
"""Number of random starts in each working mode; the second one for a numeric geometry, which is a hundred times slower."""

SAME = 1e-4
"""Two configurations are the same if their joints differ by less than this [rad, characteristic lengths]."""

FAR = 0.1
"""Largest distance of the measured joints from those of the selected configuration [rad, characteristic lengths]."""

EQUAL = 1e-6
"""Smallest difference between the distances of two configurations that measured joints can tell apart."""


class Assembly(NamedTuple):
    """A configuration at given actuated joints: pose x (n_x,), working mode, and positions of all joints (n_t,)."""

    x: Array
    mode: Mode
    joints: Array


def _apart(model: Model, joints: Array, others: Array, names: Sequence[int]) -> Array:
    """Return the distances of joints, `names` are their indices: angles modulo whole turns, strokes in characteristic lengths."""
    own = [model.mechanism.joints[k] for k in names]
    gaps = joints - others
    turning = np.array([joint.is_periodic for joint in own], dtype=bool)
    gaps = np.where(turning, (gaps + np.pi) % (2 * np.pi) - np.pi, gaps)
    return np.abs(gaps) / np.array([model.characteristic_length if joint.unit == "m" else 1.0 for joint in own])


def found_assemblies(model: Model, q: Array, modes: Sequence[Mode], start: Array | None = None) -> list[Assembly]:
    """Search the configurations with actuated joints q (n_a,) in some working modes, from random poses and from one given pose.

    start : (n_x,) the given pose, by default home
    """
    solver = model.single_robot().pose_solver if model.survey.geometry.is_closed_form else None
    if solver is not None:
        first = model.survey.home if start is None else start
        return _computed(model, q, modes, np.vstack([first, every_assembly(model, q, None).x]))
    rng, survey = np.random.default_rng(7), model.survey
    count = STARTS if survey.geometry.is_closed_form else FEW_STARTS
    centre, half = (survey.lower + survey.upper) / 2, (survey.upper - survey.lower) / 2
    every = list(range(len(model.mechanism.joints)))
    found: list[Assembly] = []
    for mode in modes:
        spread = rng.uniform(-1, 1, (count, len(centre))) * rng.choice([1.0, 2.0, 4.0], (count, 1))
        first = survey.home if start is None else start
        starts = np.vstack([first, as_x(model.mechanism, centre + half * spread)])
        try:
            x, good = solve_from(model, np.tile(q, (len(starts), 1)), starts, mode)
        except ParadosError:
            continue
        for pose, joints in zip(x[good], model.joints(x[good], mode=mode) if good.any() else (), strict=True):
            if all(_apart(model, joints, other.joints, every).max() > SAME for other in found):
                turning = model.mechanism.periodic_coordinates
                found.append(Assembly(np.where(turning, nearest_turn(pose, survey.home), pose), mode, joints))
    return found


def _computed(model: Model, q: Array, modes: Sequence[Mode], poses: Array) -> list[Assembly]:
    """Return the configurations with actuated joints q in some working modes, from poses (k, n_x): a start, then solutions."""
    found: list[Assembly] = []
    every = list(range(len(model.mechanism.joints)))
    for mode in modes:
        near = reproduces(model, poses, q, mode) | (np.arange(len(poses)) == 0)
        x, good = solve_from(model, np.tile(q, (int(near.sum()), 1)), poses[near], mode)
        for pose, joints in zip(x[good], model.joints(x[good], mode=mode) if good.any() else (), strict=True):
            if all(_apart(model, joints, other.joints, every).max() > SAME for other in found):
                turning = model.mechanism.periodic_coordinates
                found.append(Assembly(np.where(turning, nearest_turn(pose, model.survey.home), pose), mode, joints))
    return found


def measured_forward(
    model: Model, stack: Stack, measured: Mapping[str, Any], mode: ArrayLike | None, guess: Array | None
) -> Array:
    """(N, n_x) poses with the actuated joints q of the stack that are nearest to measured positions of joints.

    A single state without a unique result raises AssemblyError; rows of a stack become NaN, with one warning.
    """
    names, values = _checked(model, measured, stack)
    modes = model.working_modes() if mode is None else [model.working_mode(mode)]
    q = np.broadcast_to(stack.arrays["q"], (stack.count, len(model.labels["q"])))
    x = np.full((stack.count, len(model.labels["x"])), np.nan)
    failed: list[int] = []
    error: ParadosError | None = None
    for row in range(stack.count):
        try:
            x[row] = _selected(model.of_rows([row]), q[row], names, values[row], modes, guess)
        except AssemblyError as reason:
            failed.append(row)
            error = error or reason
    if error is not None:
        report_failed(stack, np.array(failed, dtype=np.intp), error)
    return x


def _checked(model: Model, measured: Mapping[str, Any], stack: Stack) -> tuple[list[int], Array]:
    """Return the indices of the measured joints and their positions (N, k)."""
    given = dict(instance("measured", measured, Mapping, "a mapping of joint names to measured positions"))
    if not given:
        raise InputError("measured: give the position of at least one joint")
    for name in given:
        if not isinstance(name, str) or name not in model.joint_names:
            raise UnknownNameError(f"measured: {shown(name)} is not a joint; use {', '.join(model.joint_names)}")
    columns = []
    for name, value in given.items():
        column = real_array(f"measured[{name!r}]", value)
        if column.shape not in ((), (stack.count,)):
            raise InputError(f"measured[{name!r}]: a number, or one for each row of q, is expected, not shape {column.shape}")
        columns.append(np.broadcast_to(column, (stack.count,)))
    return [model.joint_names.index(name) for name in given], np.stack(columns, axis=1)


def _selected(
    model: Model, q: Array, names: list[int], values: Array, modes: Sequence[Mode], guess: Array | None
) -> Array:
    """(n_x,) the pose of the configuration whose joints are nearest to the measured ones; it must be unique."""
    found = found_assemblies(model, q, modes, guess)
    told = ", ".join(f"{model.joint_names[k]} = {value:.6g}" for k, value in zip(names, values, strict=True))
    at = f"q = {np.round(q, 6).tolist()}"
    if not found:
        raise AssemblyError(f"no pose with {at} was found")
    away = np.array([_apart(model, one.joints[names], values, names).max() for one in found])
    order = np.argsort(away)
    best = order[0]
    if away[best] > FAR:
        near = ", ".join(f"{model.joint_names[k]} = {found[best].joints[k]:.6g}" for k in names)
        raise AssemblyError(f"no assembly mode with {at} has {told}; the nearest of {len(found)} has {near}")
    equal = [k for k in order[1:] if away[k] < 2 * away[best] + EQUAL]
    if equal:
        raise AssemblyError(
            f"measured: {len(equal) + 1} assembly modes with {at} have {told}, e.g. x = {np.round(found[best].x, 6).tolist()} "
            f"and x = {np.round(found[equal[0]].x, 6).tolist()}; measure another joint, or give the working mode"
        )
    return found[best].x
