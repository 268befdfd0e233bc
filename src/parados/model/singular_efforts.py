"""Efforts at singular poses of a model: the limit along the motion, checked from both sides."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.transform import Rotation

from parados.errors import ParadosError, SingularConfigurationError
from parados.model.evaluation import Evaluator
from parados.model.failed_rows import report_failed
from parados.model.failures import diagnose
from parados.model.length import characteristic_length, coordinate_scales
from parados.model.options import Options
from parados.model.singular_limit import EffortLimit, Expansion, Place, effort_limit

__all__ = ["efforts"]

Array = NDArray[np.float64]

STEPS = (1e-4, 1e-5, 1e-6)
"""Parts of the characteristic length (or angle) that the motion moves to either side to check a limit."""

AGREES = 1e-3
"""Part of the efforts by which their mean on both sides may differ from the limit; curved efforts need the smaller steps."""


LOST = 1e-13
"""Smallest singular value of J_inv over its usual largest below which the efforts are a limit; above, digits are left to solve
with."""


def efforts(
    evaluator: Evaluator, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options, motion: bool
) -> Array:
    """tau (n_a,) or (N, n_a); raises or warns about what cannot be served.

    States at which A_r has nearly lost rank are solved with pivoting; where it has lost it, tau is a limit along the motion.
    """
    attempt = evaluator.attempt("inverse_dynamics", values, mode, options, motion, careful=True)
    tau = attempt.outputs["tau"]
    if attempt.failed.any():
        rows, error = np.flatnonzero(attempt.failed), attempt.error
        tau[rows] = np.nan
        if error is None:
            tau[rows], error = _efforts_at(evaluator, attempt.stack.rows(rows), mode, options)
        if error is not None:
            report_failed(attempt.stack, rows[~np.isfinite(tau[rows]).all(axis=1)], error)
    return attempt.stack.unstack(tau)


def _efforts_at(
    evaluator: Evaluator, states: Mapping[str, Array], mode: ArrayLike | None, options: Options
) -> tuple[Array, ParadosError | None]:
    """(k, n_a) efforts at singular or nearly singular states, NaN where there are none, and why the first of these has none."""
    mechanism = evaluator.robot.mechanism
    plain = replace(options, overconstraint=False, book=False)
    tau = np.full((len(states["x"]), len(mechanism.actuated)), np.nan)
    if len(mechanism.actuated) != mechanism.n_dof:
        return tau, diagnose(evaluator, states["x"][0], mode)
    J, force = _balance(evaluator, states, mode, plain)
    solvable = np.asarray(np.isfinite(np.hstack([J.reshape(len(J), -1), force])).all(axis=1))
    safe: Array = np.where(solvable[:, None, None], J, np.eye(J.shape[1]))
    sizes = np.asarray(np.linalg.svd(safe, compute_uv=False))
    singular = solvable & (sizes[:, -1] <= LOST * _usual_size(evaluator))
    regular = solvable & ~singular
    tau[regular] = np.linalg.solve(J[regular].transpose(0, 2, 1), force[regular][:, :, None])[:, :, 0]
    errors = {int(k): _with_remedy(diagnose(evaluator, states["x"][k], mode)) for k in np.flatnonzero(~solvable)[:1]}
    for k in np.flatnonzero(singular):
        try:
            tau[k] = _limit(evaluator, {key: value[k] for key, value in states.items()}, mode, plain)
        except SingularConfigurationError as error:
            errors[int(k)] = error
    return tau, errors[min(errors)] if errors else None


def _with_remedy(error: ParadosError) -> ParadosError:
    """Where x does not determine the passive joints, no motion x(t) can be judged by (9.15); in joints of the leg it can."""
    if not (isinstance(error, SingularConfigurationError) and "J_td" in str(error)):
        return error
    return SingularConfigurationError(
        f"{error}; the motion of the leg does not follow from x here: in joints of that leg (Robot.in_coordinates) the criterion "
        "(9.15) qd_d^s^T tau_td = 0 decides whether the efforts are finite"
    )


def _limit(evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> Array:
    """(n_a,) the limit of the efforts at one state."""
    place = _place(evaluator, state["x"])
    limit = effort_limit(_expansion(evaluator, state, mode, options), place)
    _check_from_both_sides(evaluator, state, mode, options, limit, place)
    return limit.tau


def _place(evaluator: Evaluator, x: Array) -> Place:
    """In joints of a leg, the motion that locked actuators leave free may be the leg's own: (9.15) instead of (9.11)."""
    scale = _scale(evaluator)
    shown, passive = np.round(x, 6).tolist(), set(evaluator.robot.mechanism.redundant) - set(evaluator.robot.mechanism.actuated)
    usual = _usual_size(evaluator)
    if passive:
        return Place(f"x = {shown} is singular (LPJTS or Type 2, J_inv has lost rank)", "(9.15) qd_d^s^T tau_td", scale, usual)
    return Place(f"x = {shown} is singular (Type 2, A_r has lost rank)", "(9.11) t_s^T w_d", scale, usual)


def _usual_size(evaluator: Evaluator) -> float:
    """The largest singular value of J over xd / scale, in the median of the sampled configurations: of one degree of freedom J
    has only one, which vanishes at a singularity."""
    out = evaluator.at_samples("twist_jacobian", Options())
    sizes = np.linalg.svd(_over_coordinates(evaluator, out), compute_uv=False)[:, 0]
    return float(np.median(sizes))


def _over_coordinates(evaluator: Evaluator, out: Mapping[str, Array]) -> Array:
    """(N, n_a, n) J of qd = J xd / scale."""
    return np.asarray(out["J"] @ out["T"] * _scale(evaluator))


def _scale(evaluator: Evaluator) -> Array:
    """(n,) units of xd."""
    return coordinate_scales(evaluator.robot.mechanism, characteristic_length(evaluator))


def _balance(evaluator: Evaluator, states: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> tuple[Array, Array]:
    """J (N, n_a, n) and f (N, n) of J^T tau = f over xd / scale at N states; NaN where J_td has lost rank."""
    scale = _scale(evaluator)
    motion = {key: value for key, value in states.items() if key not in ("xddd", "overconstraint")}
    with warnings.catch_warnings():  # rows that fail are told by the caller
        warnings.simplefilter("ignore", RuntimeWarning)
        _, out = evaluator.evaluate("twist_jacobian", {"x": states["x"]}, mode)
        _, force = evaluator.evaluate("platform_force", motion, mode, options)
    return _over_coordinates(evaluator, out), force["force"] * scale


def _expansion(evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options) -> Expansion:
    """The same with their time derivatives at a state x, xd, xdd, xddd."""
    scale = _scale(evaluator)
    values = {"xddd": np.zeros_like(scale), **{key: v for key, v in state.items() if key != "overconstraint"}}
    _, out = evaluator.evaluate("effort_expansion", values, mode, options)
    return Expansion(*[out[key][0] * scale for key in ("J", "force", "J_dot", "force_dot")])


def _check_from_both_sides(
    evaluator: Evaluator, state: Mapping[str, Array], mode: ArrayLike | None, options: Options, limit: EffortLimit, place: Place
) -> None:
    """Refuse a limit that the efforts do not tend to: (tau(h) + tau(-h)) / 2 = tau(0) + O(h^2)."""
    scale = _scale(evaluator)
    speed = float(np.linalg.norm(state["xd"] / scale))
    for step in STEPS:
        times = np.array([-step, step]) / speed
        sides = {key: np.tile(value, (2, 1)) for key, value in state.items()} | _continued(evaluator, state, times)
        J, force = _balance(evaluator, sides, mode, options)
        left, right = np.linalg.solve(J.transpose(0, 2, 1), force[:, :, None])[:, :, 0]
        apart = float(np.abs((left + right) / 2 - limit.tau).max())
        if apart <= AGREES * float(np.abs([left, right, limit.tau]).max()):
            return
    raise SingularConfigurationError(
        f"{place.sentence} and the efforts do not tend to one value: {np.round(left, 4).tolist()} just before, "
        f"{np.round(right, 4).tolist()} just after, {np.round(limit.tau, 4).tolist()} by expansion"
    )


def _continued(evaluator: Evaluator, state: Mapping[str, Array], times: Array) -> dict[str, Array]:
    """x, xd, xdd at times about a state of constant jerk."""
    t = times[:, None]
    xd, xdd, jerk = state["xd"], state["xdd"], state.get("xddd", np.zeros_like(state["xd"]))
    moved = xd * t + xdd * t**2 / 2 + jerk * t**3 / 6
    rates = {"xd": xd + xdd * t + jerk * t**2 / 2, "xdd": xdd + jerk * t}
    if not evaluator.robot.mechanism.platform.is_quaternion:
        return {"x": state["x"] + moved, **rates}
    turned = Rotation.from_rotvec(moved[:, 3:6]) * Rotation.from_quat(state["x"][3:7], scalar_first=True)
    x = np.hstack([state["x"][:3] + moved[:, :3], turned.as_quat(scalar_first=True), state["x"][7:] + moved[:, 6:]])
    return {"x": x, **rates}
