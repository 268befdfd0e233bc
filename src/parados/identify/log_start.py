"""First pose of a log: which assembly mode and which working mode the machine is in.

The actuated joints alone leave several poses possible. In this order the choice is made by: a given start, measured coordinates
of the platform, measured passive joints, a continuous way from home, and the only pose that can be followed along the log.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import AssemblyError, InputError, ParadosError
from parados.geometry.working_modes import Mode
from parados.identify.log import Log
from parados.model.joint_turns import JointTurns
from parados.model.measured_assembly import Assembly, found_assemblies
from parados.model.tracked_poses import follow_least_squares
from parados.spatial.turns import nearest_turn

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["LogStart", "first_pose", "poses_along"]

Array = NDArray[np.float64]

WAY = 40
"""Number of steps on the way from home to the first row."""

FAR = 0.1
"""Largest distance of measured joints or coordinates from those of a pose [rad, characteristic lengths]."""


class LogStart(NamedTuple):
    """First pose x (n_x,) of a log, its working mode, and how both were found."""

    x: Array
    mode: Mode
    how: str


def first_pose(model: Model, log: Log, q: Array, start: Array | None, mode: ArrayLike | None) -> LogStart:
    """Find the pose at the first row of joints q (N, n_a); InputError if there is none, or if several are possible."""
    measured = {name: log.joints[name][0] for name in log.joints if name not in model.actuated_names}
    platform = {name: values[0] for name, values in log.platform.items()}
    x_names = list(model.labels["x"])
    if start is not None:
        return _nearest_to(model, q[0], start, mode, "the given start")
    if platform and set(x_names) <= set(platform) | set(log.joints):
        own = np.array([platform[name] if name in platform else log.joints[name][0] for name in x_names])
        return _nearest_to(model, q[0], own, mode, "the measured coordinates of the platform")
    if measured or platform:
        return _by_measured(model, q[0], measured, platform, mode)
    found = _from_home(model, q[0], mode)
    return found or _searched(model, q, mode)


def _nearest_to(model: Model, q: Array, start: Array, mode: ArrayLike | None, how: str) -> LogStart:
    """Return the pose reached from a start, in the working mode whose joints are nearest to q (n_a,)."""
    modes = model.working_modes() if mode is None else [model.working_mode(mode)]
    away = [_distance(model, start, q, one) for one in modes]
    order = sorted(range(len(modes)), key=lambda k: (round(away[k], 6), modes[k] != model.working_mode()))
    for k in order:
        x = poses_along(model, q[None], start, modes[k]) if np.isfinite(away[k]) else None
        if x is not None:
            return LogStart(x[0], modes[k], f"{how}, working mode {list(modes[k])}")
    raise InputError(
        f"no pose with the first row q = {np.round(q, 6).tolist()} was reached from {how} {np.round(start, 6).tolist()}; "
        "check the start, the units and the zeros of the joints"
    )


def _distance(model: Model, x: Array, q: Array, mode: Mode) -> float:
    """Return the distance of q (n_a,) from the joints at a pose in a working mode; infinite if it is out of reach."""
    try:
        gap = q - model.inverse_kinematics(x, mode=mode)
    except ParadosError:
        return np.inf
    return float(np.abs(JointTurns(model, mode).removed(gap[None])).max())


def _by_measured(
    model: Model, q: Array, measured: dict[str, float], platform: dict[str, float], mode: ArrayLike | None
) -> LogStart:
    """Return the assembly nearest to measured passive joints and platform coordinates; it must be the only near one."""
    modes = model.working_modes() if mode is None else [model.working_mode(mode)]
    found = found_assemblies(model, q, modes)
    told = "measured " + ", ".join([*measured, *platform])
    if not found:
        raise _no_pose(model, q)
    away = np.array([_apart(model, one, measured, platform) for one in found])
    order = np.argsort(away)
    best = found[order[0]]
    if away[order[0]] > FAR:
        raise InputError(
            f"the {told} of the first row fit none of {len(found)} assembly modes; the nearest is off by {away[order[0]]:.3g}: "
            "check units, signs and zeros, or leave these columns out"
        )
    if len(found) > 1 and away[order[1]] < 2 * away[order[0]] + 1e-6:
        raise InputError(
            f"the {told} fit two assembly modes, x = {np.round(best.x, 6).tolist()} and "
            f"x = {np.round(found[order[1]].x, 6).tolist()}; give the start"
        )
    return LogStart(best.x, best.mode, f"{told}, working mode {list(best.mode)}")


def _apart(model: Model, one: Assembly, measured: dict[str, float], platform: dict[str, float]) -> float:
    """Return the largest distance of measured values from an assembly; lengths in characteristic lengths."""
    gaps = [0.0]
    for name, value in measured.items():
        k = model.joint_names.index(name)
        joint, gap = model.mechanism.joints[k], one.joints[k] - value
        gaps.append((gap + np.pi) % (2 * np.pi) - np.pi if joint.is_periodic else gap / model.characteristic_length)
    for name, value in platform.items():
        gap = one.x[list(model.labels["x"]).index(name)] - value
        gaps.append(gap / model.characteristic_length if name in ("px", "py", "pz") else (gap + np.pi) % (2 * np.pi) - np.pi)
    return float(np.abs(gaps).max())


def _from_home(model: Model, q: Array, mode: ArrayLike | None) -> LogStart | None:
    """Follow the straight way of the joints from home to the first row; None if it cannot be followed."""
    own = model.working_mode(mode)
    try:
        home = model.inverse_kinematics(model.survey.home, mode=own)
    except ParadosError:
        return None
    turning = np.array([model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated])
    goal = np.where(turning, nearest_turn(q, home), q)
    way = home + np.linspace(0, 1, WAY)[:, None] * (goal - home)
    x = poses_along(model, way, model.survey.home, own)
    return None if x is None else LogStart(x[-1], own, f"a continuous way from home, working mode {list(own)}")


def _searched(model: Model, q: Array, mode: ArrayLike | None) -> LogStart:
    """Return the only assembly, first in the file's working mode, then in the others, that can be followed along the log."""
    first = model.working_mode(mode)
    groups: list[Sequence[Mode]] = [[first]]
    if mode is None:
        groups.append([one for one in model.working_modes() if one != first])
    any_found = False
    for modes in groups:
        found = found_assemblies(model, q[0], modes)
        any_found |= bool(found)
        usable = [one for one in found if poses_along(model, q, one.x, one.mode) is not None]
        if len(usable) > 1:
            shown = " or ".join(f"{np.round(one.x, 6).tolist()} (mode {list(one.mode)})" for one in usable[:3])
            raise InputError(
                f"{len(usable)} assembly modes are possible along the log, and it cannot be reached from home in a straight way; "
                f"give the start: {shown}"
            )
        if usable:
            told = "the only assembly mode that can be followed along the log"
            return LogStart(usable[0].x, usable[0].mode, f"{told}, working mode {list(usable[0].mode)}")
    if any_found:
        raise InputError(
            "no assembly mode can be followed along the whole log: the motion passes a Type 2 singularity or leaves the "
            "workspace; check units, signs and zeros of the joints, or cut the log there"
        )
    raise _no_pose(model, q[0])


def _no_pose(model: Model, q: Array) -> InputError:
    named = ", ".join(f"{name} = {value:.6g}" for name, value in zip(model.actuated_names, q, strict=True))
    return InputError(
        f"no pose of {model.spec.name} has the joints of the first row, {named}: check the units (angles in rad?), signs and "
        "zeros of the joints, and that this is the right robot"
    )


def poses_along(model: Model, q: Array, start: Array, mode: ArrayLike | None) -> Array | None:
    """(N, n_x) poses along joints q (N, n_a) from a start (n_x,); None if they cannot be followed.

    With redundant actuation the joints of each pose are nearest to q in the sense of least squares.
    """
    if q.shape[1] > len(model.labels["xd"]):
        return follow_least_squares(model, q, start, mode)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            x = model.forward_kinematics(q, guess=start, mode=mode, motion=True)
        except (AssemblyError, ParadosError):
            return None
    return x if np.isfinite(x).all() else None
