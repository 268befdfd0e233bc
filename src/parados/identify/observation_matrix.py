"""The observation matrix W_tot of Briot & Khalil (8.266): the regressor at random states, row under row.

The states are closed configurations in the default working mode, inside the workspace. A state near a singularity has efforts
without bound; its large rows would hide the small ones, so such states are left out.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import StandardParameter, parameter_sizes
from parados.errors import InputError
from parados.geometry.survey import as_x
from parados.model.model import Model
from parados.spatial.live_numbers import nominal
from parados.spatial.states import States
from parados.topology.mechanism import Mechanism

__all__ = ["Observation", "is_redundant", "observation", "side_regressor", "unit_sizes"]

Array = NDArray[np.float64]

ROWS = 4
"""Number of rows for each column of the matrix."""

SMALLEST = 60
"""Smallest number of states."""

OUTLIER = 4.0
"""A state is left out if its rows are this many times larger than those of the median state."""


class Observation(NamedTuple):
    """Rows of the regressor at random states.

    W : (rows, n_p) all columns of the regressor;  rows : (rows, ) index of the effort that each row belongs to
    states : x, xd, xdd (N, n) of the random states
    """

    W: Array
    rows: NDArray[np.intp]
    states: States


def is_redundant(model: Model) -> bool:
    """Tell whether a robot has more actuators than degrees of freedom."""
    return len(model.mechanism.actuated) > model.mechanism.n_dof


def side_regressor(model: Model) -> str:
    """Return the name of the regressor: that of tau, or that of J_inv^T tau if there are redundant actuators."""
    return "platform_force_regressor" if is_redundant(model) else "regressor"


def time_scale(mechanism: Mechanism) -> float:
    """Return the time in which gravity moves a body by the size of the robot [s]; 1 s without gravity."""
    g = float(np.linalg.norm(nominal(mechanism.gravity)))
    return float(np.sqrt(mechanism.size / g)) if g else 1.0


def observation(model: Model, columns: int, seed: int) -> Observation:
    """Evaluate the regressor at random states; there are at least `ROWS` rows for each of the `columns`."""
    rng, n = np.random.default_rng(seed), model.mechanism.n_dof
    per_state = n if is_redundant(model) else len(model.mechanism.actuated)
    needed = max(SMALLEST, ROWS * columns // per_state + 1)
    found: list[tuple[Array, ...]] = []
    for _ in range(12):
        states, Y = _regressors(model, rng, 2 * needed)
        good = _regular(Y)
        found.append((Y[good], *(part[good] for part in states)))
        if sum(len(one[0]) for one in found) >= needed:
            Y, *parts = (np.concatenate(part) for part in zip(*found, strict=True))
            return Observation(Y.reshape(-1, Y.shape[2]), np.tile(np.arange(per_state), len(Y)), States(*parts))
    seen = sum(len(one[0]) for one in found)
    raise InputError(
        f"base_parameters: only {seen} of {24 * needed} random states in the workspace of {model.spec.name} have "
        "finite efforts; give the robot file a workspace that its legs reach"
    )


def _regressors(model: Model, rng: np.random.Generator, count: int) -> tuple[States, Array]:
    """Return random states and their regressor (count, n, n_p); NaN where a state has none."""
    survey, T = model.survey, time_scale(model.mechanism)
    span = survey.upper - survey.lower
    x = as_x(model.mechanism, survey.lower + rng.uniform(0.02, 0.98, (count, len(span))) * span)
    xd = rng.uniform(-1, 1, (count, len(span))) * span / T
    xdd = rng.uniform(-1, 1, (count, len(span))) * 2 * span / T**2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # states out of reach are left out
        return States(x, xd, xdd), np.asarray(getattr(model, side_regressor(model))(x, xd, xdd))


def _regular(Y: Array) -> NDArray[np.bool_]:
    """(N,) True for the states that are finite and not much larger than the median."""
    good = np.isfinite(Y).all(axis=(1, 2))
    for _ in range(3):
        if not good.any():
            break
        columns = np.sqrt((Y[good] ** 2).mean(axis=(0, 1)))
        size = np.linalg.norm(Y * np.divide(1.0, columns, out=np.zeros_like(columns), where=columns > 0), axis=(1, 2))
        good &= size <= OUTLIER * np.median(size[good])
    return np.asarray(good)


def unit_sizes(mechanism: Mechanism, parameters: list[StandardParameter]) -> Array:
    """Return for each parameter the product of its units for a robot of its size, with a mass of 1 kg."""
    return parameter_sizes(mechanism, parameters, mechanism.size, time_scale(mechanism))
