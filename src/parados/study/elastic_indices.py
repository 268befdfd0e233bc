"""Indices of elastic robots: stiffness and compliance of the platform, natural frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.sensitivity.frequency_slopes import NaturalFrequencies
from parados.study.design_states import DesignStates
from parados.study.index_table import index, slopes_of

__all__ = ["largest_compliance", "least_rotational_stiffness", "least_stiffness", "lowest_frequency"]

Array = NDArray[np.float64]


def _translations(at: DesignStates, size: int) -> list[int]:
    """Rows of the stiffness matrix (size, size) that are displacements; the others are rotations."""
    if size == 6:
        return [0, 1, 2]
    mechanism = at.family.mechanism
    if size == mechanism.n_dof and not mechanism.joints_in_x:  # the coordinates x, or those of a plane, which are the same
        return [k for k, place in enumerate(mechanism.platform.coordinates) if place < 3]
    return [0, 1]


def _softest(at: DesignStates, turning: bool) -> Array:
    """(D, N) largest eigenvalue of the compliance K^-1 among the displacements, or the rotations, of the platform."""
    K = at.of("platform_stiffness", "x")
    rows = _translations(at, K.shape[-1])
    rows = [k for k in range(K.shape[-1]) if k not in rows] if turning else rows
    if not rows:
        raise InputError(f"{at.family.spec.name}: its platform does not {'turn' if turning else 'move'} in these coordinates")
    known = np.asarray(np.isfinite(K).all(axis=(-2, -1)))
    C = np.linalg.inv(np.where(known[..., None, None], K, np.eye(K.shape[-1])))
    return np.where(known, np.linalg.eigvalsh(C[..., rows, :][..., rows])[..., -1], np.nan)


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
