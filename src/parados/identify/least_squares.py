"""Ordinary and weighted least squares on the Gram factors of a regression.

The columns are scaled to length 1 before the triangular system is solved, so that parameters of different units (kg m^2, N m)
do not spoil its condition. Weighted least squares divides the rows of each actuator by the standard deviation of its noise, which
is estimated from the residuals of the step before, until it no longer changes.

References
----------
Gautier, J. Robotic Systems 14 (1997), 597-608. Khalil & Dombre, Modeling, Identification and Control of Robots (2002), ch. 12.
Briot & Khalil, Dynamics of Parallel Robots (2015), section 8.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.identify.gram_matrix import GramFactors

__all__ = ["Estimate", "check_excitation", "noise_of", "ordinary", "solve", "weighted"]

Array = NDArray[np.float64]

STEPS = 30
"""Largest number of estimates of the noise."""

SETTLED = 1e-8
"""Relative change of the noise below which it no longer changes."""

RANK = 1e-9
"""Singular value of the scaled columns, relative to the largest, below which the log does not excite a parameter."""

SHARE = 0.1
"""Entry of a singular vector of length 1 from which a parameter is named as not excited."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """Estimated parameters of a regression.

    Attributes
    ----------
    values : (n,) parameters
    covariance : (n, n) covariance matrix of the values, for independent noise
    noise : (n_a,) standard deviation of the noise of each actuator [N m, N]
    condition : condition number of the weighted regression
    scaled_condition : condition number of the same with columns of length 1
    """

    values: Array
    covariance: Array
    noise: Array
    condition: float
    scaled_condition: float


def solve(gram: GramFactors, noise: Array) -> Estimate:
    """Solve the weighted regression for given noise (n_a,) of the actuators."""
    values, R, size = _triangular(gram, noise)
    inverse = solve_triangular(R, np.eye(len(R))) / size[:, None]
    return Estimate(values, inverse @ inverse.T, noise, float(np.linalg.cond(R * size)), float(np.linalg.cond(R)))


def _triangular(gram: GramFactors, noise: Array) -> tuple[Array, Array, Array]:
    """Return the values (n,), and R (n, n) and size (n,) with (R size)^T (R size) the information matrix."""
    W, tau = gram.stacked(noise)
    size = np.linalg.norm(W, axis=0)
    size[size == 0] = 1.0
    R = np.asarray(np.linalg.qr(np.column_stack((W / size, tau)), mode="r"))
    n = len(size)
    return solve_triangular(R[:n, :n], R[:n, n]) / size, R[:n, :n], size


def noise_of(gram: GramFactors, values: Array) -> Array:
    """(n_a,) standard deviations of the residuals; the parameters take their share of the degrees of freedom.

    The n_b parameters are estimated from n_a N rows, so that each actuator has N - n_b / n_a degrees of freedom.
    """
    freedom = gram.count - gram.parameters / gram.actuators
    residuals = gram.residuals(values)
    floor = np.finfo(float).eps * np.maximum(gram.measured, residuals.max(initial=0.0))  # logs without noise
    floor[floor == 0] = 1.0
    return np.asarray(np.maximum(residuals, floor) / np.sqrt(freedom))


def ordinary(gram: GramFactors) -> Estimate:
    """Ordinary least squares: all actuators have the same weight, and their noise is one number."""
    values = _triangular(gram, np.ones(gram.actuators))[0]
    one = np.sqrt(np.mean(noise_of(gram, values) ** 2))
    return solve(gram, np.full(gram.actuators, one))


def weighted(gram: GramFactors) -> Estimate:
    """Weighted least squares: the noise of each actuator is estimated together with the parameters."""
    noise = noise_of(gram, ordinary(gram).values)
    for _ in range(STEPS):
        before, noise = noise, noise_of(gram, _triangular(gram, noise)[0])
        if np.abs(noise / before - 1).max() < SETTLED:
            break
    return solve(gram, noise)


def check_excitation(gram: GramFactors, names: Sequence[str]) -> None:
    """Raise InputError if the rows do not determine all parameters; the message names those that they leave open."""
    if gram.count * gram.actuators < gram.parameters:
        raise InputError(
            f"log: {gram.count} samples are too few for {gram.parameters} base parameters; record a longer motion, at least "
            f"{10 * gram.parameters // gram.actuators} samples"
        )
    W, _ = gram.stacked(np.where(gram.measured > 0, gram.measured, 1.0))
    size = np.linalg.norm(W, axis=0)
    silent = [name for name, one in zip(names, size, strict=True) if not one]
    _, sigma, V = np.linalg.svd(np.linalg.qr(W / np.where(size > 0, size, 1.0), mode="r"))
    weak = sigma < RANK * sigma[0]
    if silent or weak.any():
        share = np.linalg.norm(V[weak], axis=0)
        open_ = [name for name, one in zip(names, share, strict=True) if one > SHARE and name not in silent]
        raise InputError(
            f"log: the motion does not excite the robot enough: it determines {gram.parameters - int(weak.sum())} of "
            f"{gram.parameters} base parameters and leaves open {listed([*silent, *open_])}; move all actuators together in both "
            "directions with several speeds, see `parados excite`"
        )
