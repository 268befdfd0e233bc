"""Standard parameters of real bodies, recovered from estimated base parameters.

Base parameters are all that efforts tell. Many sets of standard parameters have the same base parameters, and noise can make all
of them impossible: a negative mass, or an inertia that no body has. `physical_parameters` finds the standard parameters of real
bodies that explain the estimate best and are, where the estimate leaves a choice, nearest to the numbers of the robot file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, real_array, shown, whole, word
from parados.arguments.single_values import listed
from parados.errors import InputError, UnknownNameError
from parados.identify.base_parameters import BaseParameters
from parados.identify.body_priors import body_names, body_prior
from parados.identify.consistent_program import DISTANCES, ConsistentProgram, Solution
from parados.identify.data_shares import data_shares
from parados.identify.feasible_repair import repaired
from parados.identify.linear_limits import linear_limits
from parados.identify.parameter_bounds import checked_bounds
from parados.identify.physical_fit import PhysicalFit, lowest_eigenvalue, physical_body
from parados.identify.scalar_priors import scalar_prior
from parados.spatial.inertia import NO_MASS

__all__ = ["physical_parameters"]

Array = NDArray[np.float64]

AT_PRIOR = 0.5
"""A parameter is at the prior if the data reduce the variance that the prior gives it by less than this part."""

ACTIVE = 1e-4
"""Slack of a bound, relative to its size, below which it holds with equality."""

WORTHLESS = 1e-13
"""Relative size below which an eigenvalue of the information matrix is round-off."""


def physical_parameters(
    base: BaseParameters,
    estimate: ArrayLike,
    information: ArrayLike,
    *,
    prior: Mapping[str, float] | None = None,
    bounds: Mapping[str, Any] | None = None,
    distance: str = "entropic",
    weight: float = 1.0,
    rows: int | None = None,
) -> PhysicalFit:
    """Find standard parameters of real bodies with (chi_b - estimate)^T information (chi_b - estimate) + weight distance least.

    Every body has a positive semi-definite pseudo-inertia; rotor inertias, friction, stiffness and damping are not negative.

    Parameters
    ----------
    estimate : (n_b,) estimated base parameters, in the order of `base.names`
    information : (n_b, n_b) their information matrix, the inverse of their covariance
    prior : values of standard parameters that replace those of the robot file, such as {"m_q12": 0.11}
    bounds : of standard parameters, {"m_q12": (0.05, 0.2)}, and boxes of centres of mass, {"com_q12": [(x, x), (y, y), (z, z)]}
        [m]. A body without box gets one around its joints, enlarged on each side by half the size of the robot
    distance : "entropic", the log-det divergence of the pseudo-inertias (Lee, Wensing and Park 2020); or "euclidean", its
        expansion to second order around the prior
    weight : cost of a distance of one, in units of chi-square. With 1, the prior counts like knowledge of each mass and
        inertia to about a factor of two
    rows : number of measured efforts behind the information; with it, `residual_ratio` is computed
    """
    base = instance("base", base, BaseParameters, "parados.identify.base_parameters(model)")
    chi_b, root = _estimate(base, estimate, information)
    word("distance", distance, DISTANCES)
    positive("weight", weight, "-")
    if rows is not None:
        whole("rows", rows, base.count + 1)
    program = _program(base, _prior(base, prior), chi_b, root, bounds, distance, float(weight))
    solution, blends = repaired(program, program.solve())
    chi = _with_file(program, program.parameters(solution))
    return _result(base, program, chi, _told(solution, blends), rows)


def _estimate(base: BaseParameters, estimate: ArrayLike, information: ArrayLike) -> tuple[Array, Array]:
    """Check the estimate (n_b,), and return it with R (r, n_b), R^T R = information."""
    n = base.count
    chi_b, M = np.array(real_array("estimate", estimate)), real_array("information", information)
    if chi_b.shape != (n,):
        raise InputError(f"estimate: {n} base parameters are expected, not an array of shape {chi_b.shape}")
    if M.shape != (n, n) or np.abs(M - M.T).max() > 1e-6 * np.abs(M).max():
        raise InputError(f"information: a symmetric matrix of shape ({n}, {n}) is expected, not {shown(information)}")
    if not (np.diag(M) > 0).all():
        raise InputError(f"information: the diagonal entry of {base.names[int(np.argmin(np.diag(M)))]} is not positive")
    size = np.sqrt(np.diag(M))
    values, vectors = np.linalg.eigh((M + M.T) / 2 / np.outer(size, size))
    if values[0] < -1e-6 * values[-1]:
        raise InputError("information: the matrix has a negative eigenvalue; the inverse of a covariance matrix is expected")
    kept = values > WORTHLESS * values[-1]
    return chi_b, np.sqrt(values[kept])[:, None] * vectors[:, kept].T * size


def _prior(base: BaseParameters, prior: Mapping[str, float] | None) -> Array:
    """(n_p,) standard parameters of the file with those of the caller in their places."""
    values, names = np.array(base.model.parameters, dtype=float), list(base.model.parameter_names)
    if prior is not None and not isinstance(prior, Mapping):
        raise InputError(f'prior: a dictionary such as {{"m_q12": 0.11}} is expected, not {shown(prior)}')
    for name, value in (prior or {}).items():
        if name not in base.standard:
            raise UnknownNameError(f"prior: {shown(name)} is not in the set of parameters; use {listed(base.standard)}")
        values[names.index(name)] = float(real_array(f"prior[{name!r}]", value))
    return values


def _program(
    base: BaseParameters, prior: Array, chi_b: Array, root: Array, bounds: Any, distance: str, weight: float
) -> ConsistentProgram:
    """Build the program: bodies and numbers with an effect are its variables, all others stay at the prior."""
    mechanism, names = base.model.mechanism, list(base.model.parameter_names)
    transform = np.zeros((base.count, len(prior)))
    transform[:, base.columns] = base.transform
    effect = np.linalg.norm(root @ transform, axis=0)
    own = set(base.columns.tolist())
    full = {name: places for name, places in body_names(names).items() if own.issuperset(places.tolist())}
    limits = checked_bounds(bounds, list(base.standard), list(full), mechanism)
    masses = [prior[places[9]] for places in full.values() if prior[places[9]] > NO_MASS]
    mean = float(np.mean(masses)) if masses else 1.0
    bodies = [body_prior(name, places, prior[places], mechanism.size, mean, limits) for name, places in full.items()]
    taken = {int(k) for places in full.values() for k in places}
    total = np.linalg.norm(root @ chi_b)
    scalars = [scalar_prior(names[k], k, prior[k], total / effect[k]) for k in base.columns if k not in taken and effect[k] > 0]
    constant = prior.copy()
    constant[[*taken, *[one.place for one in scalars]]] = 0.0
    rows = linear_limits(bodies, scalars, limits, len(prior))
    return ConsistentProgram(bodies, scalars, transform, constant, chi_b, root, rows, distance, weight)


def _with_file(program: ConsistentProgram, chi: Array) -> Array:
    """Give parameters without effect back the numbers of the file, body by body, wherever the body stays a real one."""
    silent = np.asarray(~program.transform.any(axis=0))
    for body in program.bodies:
        own = np.where(silent[body.places], body.file, chi[body.places])
        if lowest_eigenvalue(own) >= 0.0 and own[9] > 0:
            chi[body.places] = own
    return chi


def _result(base: BaseParameters, program: ConsistentProgram, chi: Array, told: tuple[str, ...], rows: int | None) -> PhysicalFit:
    names = base.model.parameter_names
    values = program.transform @ chi
    slack = program.limits.slack(chi)
    shares = data_shares(program)
    decided = [k for body in program.bodies for k in body.places] + [one.place for one in program.scalars]
    return PhysicalFit(
        standard=dict(zip(names, chi.tolist(), strict=True)),
        names=base.names,
        values=values,
        estimate=program.estimate,
        misfit=float(np.sum((program.root @ (values - program.estimate)) ** 2)),
        rows=rows,
        bodies=tuple(physical_body(body, chi[body.places]) for body in program.bodies),
        shares={names[k]: float(shares[k]) for k in sorted(decided)},
        at_prior=tuple(name for name in base.standard if shares[names.index(name)] < AT_PRIOR),
        active=tuple(words for words, one in zip(program.limits.words, slack, strict=True) if one < ACTIVE),
        remarks=tuple(body.remark for body in program.bodies if body.remark) + told,
        distance=program.distance,
        weight=program.weight,
    )


def _told(solution: Solution, blends: dict[str, float]) -> tuple[str, ...]:
    """Tell how far results were moved to the prior because of round-off, and whether the solver was less accurate than usual."""
    inaccurate = () if solution.accurate else ("Clarabel did not reach its usual accuracy; compare with another weight",)
    why = "of its way to the prior, since round-off had left it outside"
    return inaccurate + tuple(f"{name}: moved by {share:.1e} {why}" for name, share in blends.items())
