"""Check identities that the models of any robot satisfy, at a random state.

The closures are computed from the description itself, the power from the poses of the bodies only. Finite differences are used
only if two step sizes agree. An identity returns "" if it holds, a sentence if it does not, None if it cannot be checked.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tests.robots.independent import (
    FIRST,
    OFFSETS,
    SECOND,
    advance,
    bodies,
    closure_gaps,
    frames,
    spring_efforts,
    spring_lengths,
    spring_tensions,
    unskew,
    unwrapped,
)

from parados.errors import ParadosError
from parados.model.model import Model
from parados.robot.description import RobotSpec

__all__ = ["Examined", "examined", "some_state"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-6
"""Relative tolerance; it is large because mutated robots are badly scaled, and wrong results are rarely close."""

DIFFERENCES = 1e-4
"""Tolerance of finite differences, relative to the sum of the terms; two step sizes must agree to a tenth of it."""

WELL_CONDITIONED = 1e3
"""Largest condition number of the inverse Jacobian, scaled by the size of the workspace, at which efforts are compared."""


def some_state(model: Model, rng: np.random.Generator) -> tuple[Array, Array, Array] | None:
    """Return a pose within reach that is not close to a singularity, with rates of the size of the workspace, or None."""
    span = model.survey.upper - model.survey.lower
    for k in range(20):
        fractions = np.full(len(span), 0.5) if k == 0 else rng.uniform(0.1, 0.9, len(span))
        try:
            x = _pose(model, model.survey.lower + fractions * span)
            if np.linalg.cond(model.inverse_jacobian(x) * span) < WELL_CONDITIONED:
                return x, span * rng.uniform(-1, 1, len(span)), span * rng.uniform(-2, 2, len(span))
        except (ParadosError, np.linalg.LinAlgError):
            continue
    return None


def _pose(model: Model, values: Array) -> Array:
    from parados.geometry.survey import as_x

    return as_x(model.mechanism, values[None])[0]


class Examined(NamedTuple):
    """Result of the check: identities that are violated, and the number of identities that could be compared."""

    violations: list[str]
    compared: int


def examined(spec: RobotSpec, model: Model, rng: np.random.Generator, count: int | None = None) -> Examined:
    """Compare identities at a random state; without a suitable state nothing is compared.

    count : number of random identities to compare, by default all; building graphs takes most of the time
    """
    state, violations, compared = some_state(model, rng), [], 0
    if state is None:
        return Examined([], 0)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for identity in rng.permutation(np.array(IDENTITIES, dtype=object))[:count]:
            try:
                message = identity(spec, model, *state)
            except ParadosError:  # a rejected call is not a wrong result
                continue
            compared += message is not None
            if message:
                violations.append(f"{identity.__name__.strip('_')}: {message} at x = {state[0].tolist()}")
    return Examined(violations, compared)


def _off(found: Array, wanted: Array, scale: float = 0.0) -> float:
    if not (np.isfinite(found).all() and np.isfinite(wanted).all()):
        return np.inf
    return float(np.abs(found - wanted).max() / max(scale, float(np.abs(wanted).max()), 1e-300)) if found.size else 0.0


def _closed(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    size = max(1.0, float(np.abs(model.link_frames(x)).max()))
    gaps = {name: gap for name, gap in closure_gaps(spec, model, x).items() if not gap < ROUND_OFF * size}
    if gaps:
        return f"closures are open by {gaps}"
    R = model.link_frames(x)[..., :3, :3]
    off = _off(R.swapaxes(-1, -2) @ R, np.broadcast_to(np.eye(3), R.shape), 1.0)
    return f"frames are deformed: R^T R differs from 1 by {off:.1e}" if not off < ROUND_OFF else ""


def _forward(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    q = model.inverse_kinematics(x)
    again = model.inverse_kinematics(model.forward_kinematics(q, guess=advance(model, x, 1e-3 * xd)))
    turning = [model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated]
    difference = np.where(turning, (again - q + np.pi) % (2 * np.pi) - np.pi, again - q)
    off = _off(q + difference, q, 1.0)
    return f"inverse(forward(q)) is off by {off:.1e}" if not off < ROUND_OFF else ""


def _rates(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    def joints(t: Array) -> Array:
        return unwrapped(model, model.joints(np.array([advance(model, x, xd * s) for s in t])))

    slope = _differences(joints, FIRST, 1)
    if slope is None:
        return None
    off = _off(model.joint_rates(x, xd, joints="all"), slope)
    return f"joint rates differ from differences by {off:.1e}" if not off < DIFFERENCES else ""


def _mass(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    span = model.survey.upper - model.survey.lower
    M = model.mass_matrix(x) * np.outer(span, span)
    if not _off(M, M.T) < ROUND_OFF:
        return f"the mass matrix is not symmetric: {M.tolist()}"
    values = np.linalg.eigvalsh((M + M.T) / 2)
    if not spec.identified and values[0] < -ROUND_OFF * np.abs(values).max():
        return f"the mass matrix is not positive: {values.tolist()}"
    kinetic, u = float(model.energy(x, xd).kinetic), xd / span
    off = abs(kinetic - u @ M @ u / 2) / max(float(np.abs(M).max() * (u @ u)), 1e-300)
    return f"the kinetic energy {kinetic:.6g} J is not that of the mass matrix" if not off < ROUND_OFF else ""


def _efforts(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    span = model.survey.upper - model.survey.lower
    M = model.mass_matrix(x) * np.outer(span, span)
    if not np.isfinite(M).all() or np.linalg.cond(M) > 1e6:
        return None
    tau = model.inverse_dynamics(x, xd, xdd)
    found = model.forward_dynamics(x, xd, tau)
    biggest = max(1.0, float(np.abs(model.inverse_jacobian(x).T @ tau * span).max() / np.abs(M).max()))
    off = _off(found / span, xdd / span, biggest)
    return f"forward(inverse dynamics) is off by {off:.1e}" if not off < ROUND_OFF else ""


def _power(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    """Check that the power of inertia, gravity and springs, from the poses of all bodies, equals the power of the efforts."""
    if any(joint.varying for joint in model.mechanism.joints):
        return None  # the models treat a varying inertia as constant
    parts = [_body_powers(model, x, xd, xdd, step) for step in (1e-2, 5e-3)]
    scale = float(np.abs(parts[1]).sum())
    if not np.isfinite(parts).all() or abs(parts[0].sum() - parts[1].sum()) > 0.1 * DIFFERENCES * scale:
        return None
    tau, qd = model.inverse_dynamics(x, xd, xdd, friction=False), model.joint_rates(x, xd)
    off = abs(tau @ qd - parts[1].sum()) / max(scale, float(np.abs(tau * qd).sum()), 1e-300)
    return f"the power {tau @ qd:.9g} W should be {parts[1].sum():.9g} W" if not off < DIFFERENCES else ""


def _body_powers(model: Model, x: Array, xd: Array, xdd: Array, step: float) -> Array:
    poses = np.array([advance(model, x, xd * t + xdd * t * t / 2) for t in OFFSETS * step])
    T, gravity, powers = frames(model, poses), model.mechanism.gravity, []
    here, slope, bend = T[4], np.tensordot(FIRST, T, 1) / step, np.tensordot(SECOND, T, 1) / step**2
    for b, body in enumerate(bodies(model)):
        R, R_dot, R_ddot = here[b, :3, :3], slope[b, :3, :3], bend[b, :3, :3]
        omega, omega_dot = unskew(R_dot @ R.T), unskew(R_ddot @ R.T + R_dot @ R_dot.T)
        first, inertia, a = R @ body.first, R @ body.inertia @ R.T, bend[b, :3, 3] - gravity
        f = body.mass * a + np.cross(omega_dot, first) + np.cross(omega, np.cross(omega, first))
        moment = inertia @ omega_dot + np.cross(omega, inertia @ omega) + np.cross(first, a)
        powers.append(f @ slope[b, :3, 3] + moment @ omega)
    q = unwrapped(model, model.joints(poses))
    rotors = np.array([j.rotor for j in model.mechanism.joints])
    qd, qdd = FIRST @ q / step, SECOND @ q / step**2
    lengths = spring_lengths(model, poses)
    stretching = FIRST @ lengths / step
    springs = [*(spring_efforts(model, q[4], qd) * qd), *(spring_tensions(model, lengths[4], stretching) * stretching)]
    return np.array([*powers, *(rotors * qdd * qd), *springs])


def _linear(spec: RobotSpec, model: Model, x: Array, xd: Array, xdd: Array) -> str | None:
    if len(model.joint_names) > 12 or any(joint.varying for joint in model.mechanism.joints):
        return None  # their regressors take long to build
    terms = model.regressor(x, xd, xdd) * model.parameters
    off = _off(terms.sum(axis=1), model.inverse_dynamics(x, xd, xdd), float(np.abs(terms).max()))
    return f"regressor @ parameters differs from the efforts by {off:.1e}" if not off < ROUND_OFF else ""


IDENTITIES = (_closed, _forward, _rates, _mass, _efforts, _power, _linear)


def _differences(f: Callable[[Array], Array], weights: Array, order: int) -> Array | None:
    """Return a time derivative by finite differences, or None if two step sizes do not agree."""
    coarse, fine = (np.tensordot(weights, f(OFFSETS * step), 1) / step**order for step in (1e-2, 5e-3))
    return fine if _off(coarse, fine) < 0.1 * DIFFERENCES else None
