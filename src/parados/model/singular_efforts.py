"""Efforts at singular poses of a model: the limit along the motion, checked on both sides of the singularity."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.transform import Rotation

from parados.errors import ParadosError, RobotFileError, SingularConfigurationError
from parados.model.evaluation import Evaluator
from parados.model.failed_rows import report_failed
from parados.model.failures import diagnose
from parados.model.length import characteristic_length
from parados.model.quantity import Options
from parados.model.singular_limit import EffortLimit, Expansion, Place, effort_limit
from parados.model.state_arguments import Stack

__all__ = ["efforts"]

Array = NDArray[np.float64]

STEPS = (1e-4, 1e-5, 1e-6)
"""Distances along the motion, over the characteristic length (or in rad), at which a limit is checked on both sides."""

AGREES = 1e-3
"""Allowed difference between the limit and the mean of the efforts on both sides, over the largest effort; if the efforts
curve strongly, only the smaller steps satisfy it."""


LOST = 1e-13
"""Ratio of the smallest singular value of J_inv to its usual largest one below which the efforts are computed as a limit; above
it, the equations can still be solved."""


def efforts(
    evaluator: Evaluator, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options, motion: bool
) -> Array:
    """(n_a,) or (N, n_a) efforts tau; raises an error for one state without a result, or warns about such rows of a stack.

    If A_r has nearly lost rank, the efforts are solved with pivoting. If it has lost rank, they are the limit along the motion.
    """
    attempt = evaluator.attempt("inverse_dynamics", values, mode, options, motion, careful=True, first=True)
    tau = attempt.outputs["tau"]
    if attempt.failed.any():
        rows, error = np.flatnonzero(attempt.failed), attempt.error
        tau[rows] = np.nan
        if error is None:
            tau[rows], error = _efforts_of_rows(attempt.evaluator, attempt.stack, rows, mode, options)
        if error is not None:
            report_failed(attempt.stack, rows[~np.isfinite(tau[rows]).all(axis=1)], error)
    return attempt.stack.unstack(tau)


def _efforts_of_rows(
    evaluator: Evaluator, stack: Stack, rows: NDArray[np.intp], mode: ArrayLike | None, options: Options
) -> tuple[Array, ParadosError | None]:
    """Return efforts (k, n_a) of the given rows, and the error of the first row without efforts; robot by robot, if the rows
    have different live parameters.
    """
    states = stack.rows(rows)
    live = states.pop("parameters", np.zeros((len(rows), 0)))
    tau = np.full((len(rows), len(evaluator.robot.mechanism.actuated)), np.nan)
    errors: dict[int, ParadosError] = {}
    _, robots = np.unique(live, axis=0, return_inverse=True)
    for robot in range(robots.max() + 1):
        own = np.flatnonzero(robots.ravel() == robot)
        part = {key: value[own] for key, value in states.items()}
        error: ParadosError | None
        try:
            tau[own], error = _efforts_at(evaluator.of_row(rows[own[0]]), part, mode, options)
        except RobotFileError as found:  # a robot that does not reach its home has no usual sizes to compare with
            error = found
        if error is not None:
            errors[int(own[0])] = error
    return tau, errors[min(errors)] if errors else None


def _efforts_at(
    evaluator: Evaluator, states: Mapping[str, Array], mode: ArrayLike | None, options: Options
) -> tuple[Array, ParadosError | None]:
    """Return efforts (k, n_a) at singular or nearly singular states, and the error of the first state without efforts.

    States without efforts are NaN. The error is None if there are none.
    """
    mechanism = evaluator.robot.mechanism
    plain = replace(options, overconstraint=False, book=False)
    tau = np.full((len(states["x"]), len(mechanism.actuated)), np.nan)
    if len(mechanism.actuated) != mechanism.n_dof and options != plain:  # another choice than the smallest efforts has no limit
        return tau, diagnose(evaluator, states["x"][0], mode)
    J, force = _balance(evaluator, states, mode, plain)
    solvable = np.asarray(np.isfinite(np.hstack([J.reshape(len(J), -1), force])).all(axis=1))
    safe: Array = np.where(solvable[:, None, None], J, np.eye(*J.shape[1:]))
    sizes = np.asarray(np.linalg.svd(safe, compute_uv=False))
    singular = solvable & (sizes[:, -1] <= LOST * _usual_size(evaluator))
    regular = solvable & ~singular
    tau[regular] = _smallest(J[regular], force[regular])
    errors = {int(k): _with_remedy(diagnose(evaluator, states["x"][k], mode)) for k in np.flatnonzero(~solvable)[:1]}
    for k in np.flatnonzero(singular):
        try:
            tau[k] = _limit(evaluator, {key: value[k] for key, value in states.items()}, mode, plain)
        except SingularConfigurationError as error:
            errors[int(k)] = error
    return tau, errors[min(errors)] if errors else None


def _smallest(J: Array, force: Array) -> Array:
    """(N, n_a) smallest efforts with J^T tau = f; there is only one solution without redundant actuators."""
    if J.shape[1] == J.shape[2]:
        return np.asarray(np.linalg.solve(J.transpose(0, 2, 1), force[:, :, None])[:, :, 0])
    U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
    return np.asarray(np.einsum("nak,nk,nki,ni->na", U, 1 / sizes, Vt, force))


def _with_remedy(error: ParadosError) -> ParadosError:
    """Add a remedy to the error if x does not determine the passive joints: coordinates of the leg.

    Criterion (9.15) needs the motion of the passive joints, which x(t) does not give.
    """
    if not (isinstance(error, SingularConfigurationError) and "J_td" in str(error)):
        return error
    return SingularConfigurationError(
        f"{error}; x does not determine the motion of the leg here: describe the robot by joints of that leg "
        "(Robot.in_coordinates), then the criterion (9.15) qd_d^s^T tau_td = 0 decides whether the efforts are finite"
    )


def _limit(evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> Array:
    """(n_a,) limit of the efforts at one state."""
    place = _place(evaluator, state["x"])
    limit = effort_limit(_expansion(evaluator, state, mode, options), place)
    _check_from_both_sides(evaluator, state, mode, options, limit, place)
    return limit.tau


def _place(evaluator: Evaluator, x: Array) -> Place:
    """Describe a singular pose for messages.

    If x contains passive joints, the motion that locked actuators leave free may be that of a leg: then the criterion is
    (9.15) instead of (9.11).
    """
    scale = _scale(evaluator)
    shown, passive = np.round(x, 6).tolist(), set(evaluator.robot.mechanism.joints_in_x) - set(evaluator.robot.mechanism.actuated)
    usual = _usual_size(evaluator)
    if passive:
        return Place(f"x = {shown} is singular (LPJTS or Type 2, J_inv has lost rank)", "(9.15) qd_d^s^T tau_td", scale, usual)
    return Place(f"x = {shown} is singular (Type 2, A_r has lost rank)", "(9.11) t_s^T w_d", scale, usual)


def _usual_size(evaluator: Evaluator) -> float:
    """Return the median, over the sampled configurations, of the largest singular value of J with qd = J xd / scale.

    The value at the pose itself cannot be used: with one degree of freedom, J has one singular value, and at a singularity it
    is zero.
    """
    out = evaluator.at_samples("twist_jacobian", Options())
    sizes = np.linalg.svd(_over_coordinates(evaluator, out), compute_uv=False)[:, 0]
    return float(np.median(sizes))


def _over_coordinates(evaluator: Evaluator, out: Mapping[str, Array]) -> Array:
    """(N, n_a, n) matrices J with qd = J xd / scale."""
    return np.asarray(out["J"] @ out["T"] * _scale(evaluator))


def _scale(evaluator: Evaluator) -> Array:
    """(n,) scales that make the entries of xd / scale comparable."""
    return evaluator.robot.mechanism.coordinate_scales(characteristic_length(evaluator))


def _balance(evaluator: Evaluator, states: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> tuple[Array, Array]:
    """Return J (N, n_a, n) and f (N, n) of J^T tau = f at N states, with qd = J xd / scale; NaN where J_td has lost rank."""
    scale = _scale(evaluator)
    motion = {key: value for key, value in states.items() if key not in ("xddd", "overconstraint")}
    with warnings.catch_warnings():  # the caller reports the rows that fail
        warnings.simplefilter("ignore", RuntimeWarning)
        _, out = evaluator.evaluate("twist_jacobian", {"x": states["x"]}, mode)
        _, force = evaluator.evaluate("platform_force", motion, mode, options)
    return _over_coordinates(evaluator, out), force["force"] * scale


def _expansion(evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> Expansion:
    """Return J and f of J^T tau = f, with qd = J xd / scale, and their time derivatives, at a state x, xd, xdd, xddd."""
    scale = _scale(evaluator)
    values = {"xddd": np.zeros_like(scale), **{key: v for key, v in state.items() if key != "overconstraint"}}
    _, out = evaluator.evaluate("effort_expansion", values, mode, options)
    return Expansion(*[out[key][0] * scale for key in ("J", "force", "J_dot", "force_dot")])


def _check_from_both_sides(
    evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options, limit: EffortLimit, place: Place
) -> None:
    """Raise SingularConfigurationError if the efforts do not tend to the limit: (tau(h) + tau(-h)) / 2 = tau(0) + O(h^2)."""
    scale = _scale(evaluator)
    speed = float(np.linalg.norm(state["xd"] / scale))
    for step in STEPS:
        times = np.array([-step, step]) / speed
        sides = {key: np.tile(value, (2, 1)) for key, value in state.items()} | _continued(evaluator, state, times)
        J, force = _balance(evaluator, sides, mode, options)
        left, right = _smallest(J, force)
        apart = float(np.abs((left + right) / 2 - limit.tau).max())
        if apart <= AGREES * float(np.abs([left, right, limit.tau]).max()):
            return
    raise SingularConfigurationError(
        f"{place.sentence} and the efforts do not tend to one value: {np.round(left, 4).tolist()} just before, "
        f"{np.round(right, 4).tolist()} just after, {np.round(limit.tau, 4).tolist()} by expansion"
    )


def _continued(evaluator: Evaluator, state: Mapping[str, Array], times: Array) -> dict[str, Array]:
    """Return x, xd, xdd at times [s] around a state, with constant jerk."""
    t = times[:, None]
    xd, xdd, jerk = state["xd"], state["xdd"], state.get("xddd", np.zeros_like(state["xd"]))
    moved = xd * t + xdd * t**2 / 2 + jerk * t**3 / 6
    rates = {"xd": xd + xdd * t + jerk * t**2 / 2, "xdd": xdd + jerk * t}
    if not evaluator.robot.mechanism.platform.is_quaternion:
        return {"x": state["x"] + moved, **rates}
    turned = Rotation.from_rotvec(moved[:, 3:6]) * Rotation.from_quat(state["x"][3:7], scalar_first=True)
    x = np.hstack([state["x"][:3] + moved[:, :3], turned.as_quat(scalar_first=True), state["x"][7:] + moved[:, 6:]])
    return {"x": x, **rates}
