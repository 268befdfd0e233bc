"""Forward geometric model (FGM): Newton's method on the inverse geometry (Briot & Khalil 7.2.3).

`newton_poses` solves, `tracked_poses` follows a motion. A state that does not converge is reported, never returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import AssemblyError, ParadosError
from parados.geometry.survey import as_x
from parados.geometry.working_modes import Mode
from parados.model.assembly_warnings import warn_other_assembly, warn_touched_singularity
from parados.model.failed_rows import report_failed
from parados.model.forward_solving import doubtful
from parados.model.newton_poses import solve_from
from parados.model.numeric_rows import parts
from parados.model.state_arguments import Stack
from parados.model.tracked_poses import follow
from parados.spatial.turns import continuous, nearest_turn

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["SAME", "frames_at", "newton_forward", "pose_distances", "searched_assemblies"]

Array = NDArray[np.float64]


def _turns_of_actuators(model: Model, x: Array, q: Array) -> Array:
    """Return poses (N, n_x) in which the actuated joints among the entries of x have the whole turns of q (N, n_a)."""
    mechanism = model.mechanism
    for place, joint in enumerate(mechanism.joints_in_x, mechanism.n_x - len(mechanism.joints_in_x)):
        if joint in mechanism.actuated and mechanism.joints[joint].is_periodic:
            x[:, place] = nearest_turn(x[:, place], q[:, mechanism.actuated.index(joint)])
    return x


def _why_not(model: Model, q: Array, guess: Array, mode: ArrayLike | None) -> ParadosError:
    """Build the error for one state that did not converge; the guess itself may be out of reach or singular."""
    try:
        model.inverse_kinematics(guess, mode=mode)
    except ParadosError as error:
        return type(error)(f"guess: Newton's method cannot start there, since {error}; give a guess that every leg reaches")
    return AssemblyError(
        f"no pose with q = {np.round(q, 6).tolist()} was found from the guess {np.round(guess, 6).tolist()}: "
        "the loops may not close at these joint positions, or the guess lies in another aspect"
    )


def newton_forward(model: Model, stack: Stack, mode: ArrayLike | None, motion: bool = False) -> Array:
    """(N, n_x) poses of actuated joints q, by Newton's method.

    A single state that does not converge raises an error; rows of a stack become NaN, with one warning.

    motion : True if the rows are a motion, in which each row starts from the pose of the one before
    """
    q = np.broadcast_to(stack.arrays["q"], (stack.count, len(model.labels["q"])))
    start = np.broadcast_to(stack.arrays["guess"], (stack.count, len(model.labels["x"])))
    if motion:
        turning = [model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated]
        start, sense = start.copy(), np.zeros(stack.count)
        x, good = follow(model, continuous(q, turning), start, mode, sense)
        doubt = doubtful(model, sense, mode)
    else:
        x, good, doubt = _solve_in_parts(model, q, start, mode)
    x = _turns_of_actuators(model, x, q)
    warn_other_assembly(model, x, good & doubt, mode)
    if motion:
        reached = int(np.argmin(good)) if not good.all() else len(good)
        warn_touched_singularity(model.of_rows(np.arange(reached)), x[:reached], sense[:reached], mode)
    if good.all():
        return x
    first = int(np.flatnonzero(~good)[0])
    error = _why_not(model.of_rows(first), q[first], start[first], mode)
    if motion and first > 0:
        error = AssemblyError(
            f"the motion cannot be followed from x = {np.round(start[first], 6).tolist()} "
            f"to q = {np.round(q[first], 6).tolist()}: it passes a Type 2 singularity, where assembly modes meet, "
            "or its rows are too far apart"
        )
    x[~good] = np.nan
    report_failed(stack, np.flatnonzero(~good), error)
    return x


def _solve_in_parts(
    model: Model, q: Array, start: Array, mode: ArrayLike | None
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return poses (N, n_x), (N,) True where they have converged, (N,) True where `doubtful`; part by part, to save memory."""
    x, good, doubt = np.empty(start.shape), np.zeros(len(q), dtype=bool), np.zeros(len(q), dtype=bool)
    for part in parts(len(q)):
        own, sense = model.of_rows(np.arange(part.start, part.stop)), np.zeros(part.stop - part.start)
        x[part], good[part] = solve_from(own, np.array(q[part]), np.array(start[part]), mode, sense)
        doubt[part] = doubtful(own, sense, mode)
    return x, good, doubt


SAME = 1e-4
"""Frames closer than this (lengths divided by the characteristic length) count as one pose. Where assembly modes meet, the
accuracy of a pose is only the square root of the residual."""


def pose_distances(model: Model, frames: Array, joints: Array) -> Array:
    """(N, N) distances of poses from each other, by frames (N, 4, 4) and joints in x (N, n_r)."""
    own, length = [model.mechanism.joints[k] for k in model.mechanism.joints_in_x], model.characteristic_length
    gaps = np.abs(frames[:, None] - frames)
    gaps[:, :, :3, 3] /= length
    apart = gaps.max(axis=(2, 3), initial=0.0)
    for k, joint in enumerate(own):
        gap = joints[:, None, k] - joints[:, k]
        gap = (gap + np.pi) % (2 * np.pi) - np.pi if joint.is_periodic else gap / (length if joint.unit == "m" else 1.0)
        apart = np.maximum(apart, np.abs(gap))
    return np.asarray(apart)


def frames_at(model: Model, x: Array, mode: ArrayLike | None) -> Array:
    """(N, 4, 4) frames of the platform, NaN where a pose is out of reach; without a platform the frame of the base."""
    if model.mechanism.platform.is_absent or not len(x):
        return np.tile(np.eye(4), (len(x), 1, 1))
    return model.quietly("pose", x, mode=mode)["frame"]


def searched_assemblies(model: Model, q: Array, tries: int) -> tuple[Array, Array, tuple[Mode, ...]]:
    """Search poses with q(x) = q from random starts in each working mode.

    Returns the distinct poses (k, n_x), sorted, their frames (k, 4, 4), and the working mode of each.
    """
    rng = np.random.default_rng(7)
    lower, upper = model.survey.lower, model.survey.upper
    centre, half = (lower + upper) / 2, (upper - lower) / 2
    n_r, turning = len(model.mechanism.joints_in_x), model.mechanism.periodic_coordinates
    found: list[tuple[Array, Array, Mode]] = []
    frames, joints = np.zeros((0, 4, 4)), np.zeros((0, n_r))
    for mode in model.working_modes():
        spread = rng.uniform(-1, 1, (tries, len(lower))) * rng.choice([1.0, 2.0, 4.0], (tries, 1))
        starts = as_x(model.mechanism, centre + half * spread)
        try:
            x, good = solve_from(model, np.tile(q, (tries, 1)), starts, mode)
        except ParadosError:
            continue
        for pose, frame in zip(x[good], frames_at(model, x[good], mode), strict=True):
            frames, joints = np.concatenate([frames, frame[None]]), np.vstack([joints, pose[len(pose) - n_r :]])
            if (pose_distances(model, frames, joints)[-1, :-1] < SAME).any():
                frames, joints = frames[:-1], joints[:-1]
            else:
                found.append((np.where(turning, nearest_turn(pose, model.survey.home), pose), frame, mode))
    found.sort(key=lambda one: [round(float(v), 9) for v in one[0]])
    poses, n = [pose for pose, _, _ in found], len(model.labels["x"])
    frames = np.array([T for _, T, _ in found]).reshape(-1, 4, 4)
    return np.array(poses).reshape(-1, n), frames, tuple(mode for _, _, mode in found)
