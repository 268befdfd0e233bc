"""Forward geometric model (FGM): Newton's method on the inverse geometry (Briot & Khalil 7.2.3).

q(x) = q is solved with the exact Jacobian: x <- x + step J_inv^+ (q - q(x)). The step is halved while the residual grows
or the pose is out of reach. Convergence is quadratic. A state that does not converge is reported, never returned. Compiled C does
the same (`c_forward`); this file does it without a compiler, and for starts at a singularity.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import AssemblyError, ParadosError
from parados.geometry.survey import as_x
from parados.model.c_forward import CONVERGED, HALVINGS, ITERATIONS, LOOSE, SINGULAR
from parados.model.c_forward_rows import ASTRAY, SAME_POSE
from parados.model.failed_rows import report_failed
from parados.model.forward_solving import solve_in_c
from parados.model.state_arguments import Stack
from parados.spatial.turns import continuous, nearest_turn

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["all_assemblies", "newton_forward", "solve_from"]

Array = NDArray[np.float64]


def _advance(model: Model, x: Array, rates: Array) -> Array:
    """(N, n_x) poses after a step `rates`, which is a twist if x contains a quaternion."""
    if not model.mechanism.platform.is_quaternion:
        return x + rates
    omega, quaternion = rates[:, 3:6], x[:, 3:7]
    w, v = quaternion[:, :1], quaternion[:, 1:]
    turned = np.hstack([-np.sum(omega * v, axis=1, keepdims=True), w * omega + np.cross(omega, v)])
    moved = quaternion + 0.5 * turned
    moved /= np.linalg.norm(moved, axis=1, keepdims=True)
    return np.hstack([x[:, :3] + rates[:, :3], moved, x[:, 7:] + rates[:, 6:]])


def _residual(model: Model, x: Array, q: Array, mode: ArrayLike | None) -> Array:
    """(N, n_a) difference q - q(x); for joints that turn, modulo whole turns."""
    difference = q - model.inverse_kinematics(x, mode=mode)
    turning = [model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated]
    difference[:, turning] = (difference[:, turning] + np.pi) % (2 * np.pi) - np.pi
    return difference


def solve_from(model: Model, q: Array, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses (N, n_x) with actuated joints q, from starts x (N, n_x), and (N,) True for those that have converged."""
    solved = solve_in_c(model, q, x, mode, motion=False)
    if solved is None:
        return _solve_in_python(model, q, x, mode)
    found, good, rest = solved
    if rest.any():
        rows = np.flatnonzero(rest)
        found[rows], good[rows] = _solve_in_python(model.of_rows(rows), q[rows], x[rows], mode)
    return found, good


def _solve_in_python(model: Model, q: Array, x: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Solve a stack like `solve_from`, row by row together."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        x = x.copy()
        r = _residual(model, x, q, mode)
        goal = CONVERGED * np.maximum(1.0, np.abs(q).max(axis=1))
        for _ in range(ITERATIONS):
            size = np.abs(r).max(axis=1)
            active = np.flatnonzero(np.isfinite(size) & (size > goal))
            if len(active) == 0:
                break
            # from a start at a Type 2 singularity, the pseudo-inverse steps along the motions that the actuators control there
            own = model.of_rows(active)
            J = np.linalg.pinv(own.inverse_jacobian(x[active], mode=mode), rcond=SINGULAR)
            step = np.einsum("nij,nj->ni", J, r[active])
            scale = np.ones((len(active), 1))
            moved = np.zeros(len(active), dtype=bool)
            for _ in range(HALVINGS):
                trial = _advance(model, x[active], scale * step)
                trial_r = _residual(own, np.where(np.isfinite(trial), trial, 0.0), q[active], mode)
                better = np.abs(trial_r).max(axis=1) < size[active] * (1 - 0.1 * scale[:, 0])
                better &= np.isfinite(trial).all(axis=1) & ~moved
                x[active[better]], r[active[better]] = trial[better], trial_r[better]
                moved |= better
                if moved.all():
                    break
                scale[~moved] /= 2
            if not moved.any():
                break
        return x, np.abs(r).max(axis=1) <= LOOSE * goal


def _follow(model: Model, q: Array, start: Array, mode: ArrayLike | None) -> tuple[Array, NDArray[np.bool_]]:
    """Return poses (N, n_x) along a motion and (N,) True for those that were reached; writes each row's start into `start`.

    A pose is rejected if it is far from the prediction by the Jacobian of the row before: the motion has passed a Type 2
    singularity, where assembly modes meet, or its rows are too far apart.
    """
    solved = solve_in_c(model, q, start, mode, motion=True)
    if solved is not None and not solved[2].any():
        start[1:] = solved[0][:-1]
        return solved[:2]
    x, good = start.copy(), np.zeros(len(q), dtype=bool)
    for k in range(len(q)):
        if k > 0:
            start[k] = x[k - 1]
        own = model.of_rows([k])
        found, converged = solve_from(own, q[k : k + 1], start[k : k + 1], mode)
        if not converged[0] or (k > 0 and _astray(own, start[k : k + 1], found, q[k] - q[k - 1], mode)):
            break
        x[k], good[k] = found[0], True
    return x, good


def _astray(model: Model, x: Array, found: Array, dq: Array, mode: ArrayLike | None) -> bool:
    """Tell whether the pose `found` (1, n_x) is far from where a step dq (n_a,) of the joints leads from the pose x (1, n_x)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        J_inv = model.inverse_jacobian(x, mode=mode)
    if not np.isfinite(J_inv).all():
        return True
    ahead = _advance(model, x, np.linalg.pinv(J_inv) @ dq)
    return bool(np.linalg.norm(found - ahead) > ASTRAY * np.linalg.norm(ahead - x) + SAME_POSE)


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
    start = np.array(np.broadcast_to(stack.arrays["guess"], (stack.count, len(model.labels["x"]))))
    if motion:
        turning = [model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated]
        x, good = _follow(model, continuous(q, turning), start, mode)
    else:
        x, good = solve_from(model, np.array(q), start, mode)
    x = _turns_of_actuators(model, x, q)
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


SAME = 1e-4
"""Frames closer than this (lengths divided by the characteristic length) count as one pose. Where assembly modes meet, the
accuracy of a pose is only the square root of the residual."""


def _apart(model: Model, frames: Array, joints: Array, length: float) -> Array:
    """(N - 1,) distances of the other poses from the last one, by frames (N, 4, 4) and joints in x (N, n_r)."""
    own = [model.mechanism.joints[k] for k in model.mechanism.joints_in_x]
    periodic = np.array([joint.is_periodic for joint in own], dtype=bool)
    scale = np.array([length if joint.unit == "m" else 1.0 for joint in own])
    moved = np.abs(frames[:-1, :3, 3] - frames[-1, :3, 3]).max(axis=1) / length
    turned = np.abs(frames[:-1, :3, :3] - frames[-1, :3, :3]).max(axis=(1, 2))
    gaps = joints[:-1] - joints[-1]
    gaps = np.where(periodic, (gaps + np.pi) % (2 * np.pi) - np.pi, gaps) / scale
    return np.max([moved, turned, np.abs(gaps).max(axis=1, initial=0.0)], axis=0)


def _frames(model: Model, x: Array, mode: ArrayLike | None) -> Array:
    """(N, 4, 4) frames of the platform; without a platform the frame of the base."""
    if model.mechanism.platform.is_absent or not len(x):
        return np.tile(np.eye(4), (len(x), 1, 1))
    return model.platform_frame(x, mode=mode)


def all_assemblies(model: Model, q: Array, tries: int) -> Array:
    """(k, n_x) distinct poses with q(x) = q, found in any working mode, sorted; raises AssemblyError if none is found."""
    rng = np.random.default_rng(7)
    lower, upper = model.survey.lower, model.survey.upper
    centre, half = (lower + upper) / 2, (upper - lower) / 2
    length, n_r = model.characteristic_length, len(model.mechanism.joints_in_x)
    turning = model.mechanism.periodic_coordinates
    found: list[Array] = []
    frames, joints = np.zeros((0, 4, 4)), np.zeros((0, n_r))
    for mode in model.working_modes():
        spread = rng.uniform(-1, 1, (tries, len(lower))) * rng.choice([1.0, 2.0, 4.0], (tries, 1))
        starts = as_x(model.mechanism, centre + half * spread)
        try:
            x, good = solve_from(model, np.tile(q, (tries, 1)), starts, mode)
        except ParadosError:
            continue
        for pose, frame in zip(x[good], _frames(model, x[good], mode), strict=True):
            frames, joints = np.concatenate([frames, frame[None]]), np.vstack([joints, pose[len(pose) - n_r :]])
            if (_apart(model, frames, joints, length) < SAME).any():
                frames, joints = frames[:-1], joints[:-1]
            else:
                found.append(np.where(turning, nearest_turn(pose, model.survey.home), pose))
    if not found:
        raise AssemblyError(f"no pose with q = {np.round(q, 6).tolist()} was found in {tries} tries for each working mode")
    return np.array(sorted(found, key=lambda pose: [round(float(v), 9) for v in pose]))
