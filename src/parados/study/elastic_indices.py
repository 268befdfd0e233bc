"""Indices of elastic robots: stiffness and compliance of the platform, natural frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.model.elastic import is_stiffness_in_x
from parados.sensitivity.frequency_slopes import NaturalFrequencies
from parados.study.design_states import DesignStates
from parados.study.index_table import index, slopes_of
from parados.study.platform_rank import platform_rank

__all__ = ["largest_compliance", "least_rotational_stiffness", "least_stiffness", "lowest_frequency"]

Array = NDArray[np.float64]


def _compliance(at: DesignStates) -> Array:
    """(D, N, 6, 6) compliance of the platform at P, (D, N, 3, 3) for planar beams: displacements first, then rotations."""
    K = at.of("platform_stiffness", "x")
    known = np.asarray(np.isfinite(K).all(axis=(-2, -1)))[..., None, None]
    C = np.where(known, np.linalg.inv(np.where(known, K, np.eye(K.shape[-1]))), np.nan)
    if not is_stiffness_in_x(at.family):
        return np.asarray(C)
    J_p = at.of("platform_jacobian", "x")  # twist = J_p xd, so that a displacement J_p dx belongs to a wrench w with J_p^T w
    return np.asarray(J_p @ C @ np.swapaxes(J_p, -1, -2))


def _softest(at: DesignStates, turning: bool) -> Array:
    """(D, N) largest eigenvalue of the compliance among the displacements, or the rotations, of the platform."""
    rows = slice(3, 6) if turning else slice(0, 3)
    if is_stiffness_in_x(at.family) and not platform_rank(at, rows):
        raise InputError(f"{at.family.spec.name}: its platform does not {'turn' if turning else 'move'} in these coordinates")
    C = _compliance(at)
    if C.shape[-1] == 3:
        rows = slice(2, 3) if turning else slice(0, 2)
    known = np.asarray(np.isfinite(C).all(axis=(-2, -1)))
    own = np.where(known[..., None, None], C, 0.0)[..., rows, rows]
    return np.where(known, np.linalg.eigvalsh(own)[..., -1], np.nan)


@index("m/N", over="poses")
def largest_compliance(at: DesignStates) -> Array:
    """Displacement of P under a unit force in the softest direction, with locked motors."""
    return _softest(at, turning=False)


@index("N/m", over="poses", take="smallest")
def least_stiffness(at: DesignStates) -> Array:
    """Stiffness of P against a force in the softest direction, with locked motors."""
    return 1 / _softest(at, turning=False)


@index("N m/rad", over="poses", take="smallest")
def least_rotational_stiffness(at: DesignStates) -> Array:
    """Stiffness of the platform against a moment about the softest axis, with locked motors."""
    return 1 / _softest(at, turning=True)


@index("Hz", over="poses", take="smallest")
def lowest_frequency(at: DesignStates) -> Array:
    """Lowest natural frequency with locked motors."""
    return at.of("natural_frequencies", "x", count=1)[..., 0]


@slopes_of("lowest_frequency")
def _(at: DesignStates) -> Array:
    options = {"count": 1, "mode": at.mode}
    every = NaturalFrequencies(at.model, "natural_frequencies", {"x": at.rows["x"]}, True, None, options, np.zeros(1, bool))
    return every.slopes(at.names)[:, 0].reshape(len(at), len(at.states), -1)
