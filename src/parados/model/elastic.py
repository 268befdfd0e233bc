"""Natural frequencies, modes and platform stiffness of a compiled robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, report_progress, whole
from parados.errors import InputError
from parados.flexible.modes import VibrationModes, is_loose, platform_compliance, solve_frequencies, solve_modes
from parados.model.elastic_equations import LinearMatrices
from parados.model.platform_quantities import check_platform

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator
    from parados.model.model import Model

__all__ = ["frequencies_at", "is_stiffness_in_x", "linear_matrices_at", "modes_at", "stiffness_at"]

Array = NDArray[np.float64]

BLOCK = 4096
"""Number of poses whose frequencies are solved together; with `progress`, one after the other."""


def _count(count: int | None) -> int | None:
    """Validate a number of modes; None stands for all."""
    return None if count is None else whole("count", count, 1, expected="a number of modes")


def frequencies_at(
    evaluator: Evaluator, x: ArrayLike, count: int | None, mode: ArrayLike | None, progress: Progress | None
) -> Array:
    """(k,) or (N, k) natural frequencies [Hz]; NaN for a pose of a stack without a result."""
    wanted = _count(count)
    check_progress(progress)
    _check_places(evaluator)
    stack, out = evaluator.evaluate("elastic_matrices", {"x": x}, mode)
    size = out["mass"].shape[1]
    found = np.full((len(out["mass"]), min(wanted or size, size)), np.nan)
    known = np.asarray(np.isfinite(out["mass"]).all(axis=(1, 2)))
    step = BLOCK if progress is None else 1
    for start in range(0, len(found), step):
        own = start + np.flatnonzero(known[start : start + step])
        M, K = out["mass"][own], out["stiffness"][own]
        found[own] = solve_frequencies(M, K, wanted)
        _refuse_loose(evaluator, M, K, found[own, 0])
        report_progress(progress, min(start + step, len(found)), len(found))
    return stack.unstack(found)


def _refuse_loose(evaluator: Evaluator, M: Array, K: Array, lowest: Array) -> None:
    """Raise InputError if the robot still moves freely with its motors locked: it does not vibrate about a fixed place.

    M, K, lowest : matrices (N, n, n) and lowest frequency (N,) [Hz] at N poses
    """
    loose = is_loose(M, K, lowest)
    if not loose.any():
        return
    elastic, first = evaluator.graphs.elastic, int(loose.argmax())
    vector = solve_modes(M[first], K[first], 1)[1][:, 0]
    strongest = np.argsort(-np.abs(vector))[:3]
    names = [elastic.linear.structure.mechanism.joints[elastic.independent[k]].name for k in strongest]
    raise InputError(
        f"{evaluator.robot.spec.name}: with its motors locked, the robot still moves without any stiffness, most of all in "
        f"{', '.join(names)}; actuate or stiffen one of these joints"
    )


def modes_at(evaluator: Evaluator, x: ArrayLike, count: int | None, mode: ArrayLike | None) -> VibrationModes:
    """Compute natural frequencies, mode shapes, and the share of each elastic body in the energy of a mode."""
    kept = _count(count)
    _check_places(evaluator)
    stack, out = evaluator.evaluate("elastic_matrices", {"x": x}, mode)
    _, more = evaluator.evaluate("elastic_shapes", {"x": x}, mode)
    linear = evaluator.graphs.elastic.linear
    parts = _elastic_parts(evaluator)
    size, rows = out["mass"].shape[1], more["shapes"].shape[1]
    wanted = min(kept or size, size)
    frequencies, shapes = [np.zeros((0, wanted))], [np.zeros((0, wanted, rows))]
    for M, K, V in zip(out["mass"], out["stiffness"], more["shapes"], strict=True):
        if not np.isfinite(M).all():
            frequencies.append(np.full((1, wanted), np.nan))
            shapes.append(np.full((1, wanted, rows), np.nan))
            continue
        f, vectors = solve_modes(M, K, kept)
        _refuse_loose(evaluator, M[None], K[None], f[:1])
        frequencies.append(f[None])
        shapes.append((V @ vectors).T[None])
    z = np.concatenate(shapes)
    energies = np.stack([_energy(z[..., own], stiffness) for own, stiffness in parts.values()], -1)
    energies /= np.maximum(energies.sum(axis=-1, keepdims=True), 1e-300)
    return VibrationModes(
        frequencies=stack.unstack(np.concatenate(frequencies)),
        shapes=stack.unstack(z),
        names=linear.structure.mechanism.joint_names,
        bodies=stack.unstack(energies),
        body_names=tuple(parts),
        platform=stack.unstack(_in_base_axes(evaluator, z[..., list(linear.structure.platform)], x, mode)),
    )


def linear_matrices_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> LinearMatrices:
    """Compute M_cc and K_cc (11.33)-(11.34), with the displacements of all coordinates."""
    _check_places(evaluator)
    stack, out = evaluator.evaluate("elastic_matrices", {"x": x}, mode)
    _, more = evaluator.evaluate("elastic_shapes", {"x": x}, mode)
    elastic = evaluator.graphs.elastic
    names = elastic.linear.structure.mechanism.joint_names
    M_cc, K_cc, V = (stack.unstack(part) for part in (out["mass"], out["stiffness"], more["shapes"]))
    return LinearMatrices(M_cc, K_cc, V, names, tuple(names[k] for k in elastic.independent))


def _elastic_parts(evaluator: Evaluator) -> dict[str, tuple[list[int], Array]]:
    """Return the coordinates and the stiffness of each beam element and of each elastic joint, by name.

    The stiffness is (n, n), or (N, n, n) if it depends on live parameters with a value for each row.
    """
    structure = evaluator.graphs.elastic.linear.structure
    parts: dict[str, tuple[list[int], Array]] = {}
    for element in structure.elements:
        parts[element.name] = (list(element.joints), evaluator.numbers(element.integrals.Kee))
    for k, joint in enumerate(structure.mechanism.joints):
        if joint.stiffness:
            parts[joint.name] = ([k], evaluator.numbers(np.array([[joint.stiffness]])))
    return parts


def _energy(z: Array, stiffness: Array) -> Array:
    """(N, k) twice the elastic energy of one part in k modes; z (N, k, n), stiffness (n, n) or (N, n, n)."""
    return np.asarray(np.einsum("nki,nij,nkj->nk", z, np.broadcast_to(stiffness, (len(z), *stiffness.shape[-2:])), z))


def _in_base_axes(evaluator: Evaluator, own: Array, x: ArrayLike, mode: ArrayLike | None) -> Array:
    """(N, k, 6) motion of the platform in base axes.

    own : (N, k, 6), or (N, k, 3) for planar robots, motion in the axes of the platform
    """
    _, out = evaluator.evaluate("pose", {"x": x}, mode)
    R = out["frame"][:, :3, :3]
    six = own if own.shape[-1] == 6 else np.insert(own, [2, 2, 2], 0.0, axis=-1)
    return np.concatenate([np.einsum("nij,nkj->nki", R, six[..., :3]), np.einsum("nij,nkj->nki", R, six[..., 3:])], axis=-1)


def stiffness_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> Array:
    """(m, m) or (N, m, m) stiffness at P in the platform's axes, m = 6 or, for planar beams, 3.

    If the robot has n < 6 degrees of freedom and only its joints are elastic, m = n; the stiffness is then the (n, n) matrix
    J^T diag(k) J in the coordinates x, where k are the stiffnesses of the joints and J xd their rates.
    """
    mechanism, structure = evaluator.graphs.mechanism, evaluator.graphs.elastic.linear.structure
    check_platform(mechanism, "stiffness at a platform")
    _check_places(evaluator)
    if _in_x(evaluator):
        return _joints_alone(evaluator, x, mode)
    stack, out = evaluator.evaluate("elastic_matrices", {"x": x}, mode)
    _, more = evaluator.evaluate("elastic_shapes", {"x": x}, mode)
    own = list(structure.platform)
    found = np.full((len(out["stiffness"]), len(own), len(own)), np.nan)
    for k, (K, V) in enumerate(zip(out["stiffness"], more["shapes"], strict=True)):
        if np.isfinite(K).all() and np.isfinite(V).all():
            compliance = platform_compliance(K, V[own])
            if np.linalg.matrix_rank(compliance, hermitian=True) < len(own):
                raise InputError(_rigid(evaluator))
            found[k] = np.linalg.inv(compliance)
    return stack.unstack(found)


def _in_x(evaluator: Evaluator) -> bool:
    """Tell whether joints alone are elastic and the platform has fewer than six degrees of freedom."""
    return not evaluator.graphs.elastic.linear.structure.elements and evaluator.graphs.mechanism.n_dof < 6


def is_stiffness_in_x(model: Model) -> bool:
    """Tell whether the stiffness of the platform is a matrix in the coordinates x, not in the axes of the platform."""
    return _in_x(model._evaluator)


def _joints_alone(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> Array:
    """(n, n) or (N, n, n) stiffness J^T diag(k) J in the coordinates x, if only joints, with k, are elastic."""
    mechanism = evaluator.graphs.mechanism
    k = evaluator.numbers(np.array([joint.stiffness for joint in mechanism.joints]))
    if not k[..., list(mechanism.actuated)].all():
        raise InputError(_rigid(evaluator))
    stack, out = evaluator.evaluate("joint_jacobian", {"x": x}, mode)
    J = out["joint_jacobian"]
    return stack.unstack(np.einsum("nki,nk,nkj->nij", J, np.broadcast_to(k, J.shape[:2]), J))


def _check_places(evaluator: Evaluator) -> None:
    """Raise InputError if values of live parameters bring a joint or closure close to a node of a beam, or between nodes."""
    for clearance in evaluator.graphs.elastic.linear.structure.clearances:
        for numbers in np.unique(np.atleast_2d(evaluator.numbers(clearance.numbers)), axis=0):
            problem = clearance.at(numbers).problem()
            if problem:
                raise InputError(f"parameters: {problem}")


def _rigid(evaluator: Evaluator) -> str:
    """Write the message for a platform that is rigid along a motion."""
    mechanism = evaluator.graphs.mechanism
    actuators = [mechanism.joints[k] for k in mechanism.actuated]
    rigid = [joint.name for joint in actuators if not joint.stiffness]
    named = f" (actuators without stiffness: {', '.join(rigid)})" if rigid else ""
    return (
        f"platform_stiffness: the platform of {evaluator.robot.spec.name} is rigid along some motions{named}, where its "
        "stiffness is infinite; give every actuator a stiffness, or give the links beams"
    )
