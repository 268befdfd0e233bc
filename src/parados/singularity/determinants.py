"""Determinant of the unit rows of J_inv, which changes sign at a Type 2 singularity, over a stack of poses.

The rows of J_inv = -B^-1 A_r (7.64) are the actuation wrenches, each divided by its work on the actuators. Unit rows stay
finite at Type 1 singularities, and the work does not change sign within a working mode. So the determinant of the unit
rows is zero if A_r is singular, and changes sign there. J_inv is taken over twists, since a sequence of angles has
singularities that the robot does not have.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.model import Model

__all__ = ["determinants", "twist_jacobians"]

Array = NDArray[np.float64]

NOISE = 1e-15
"""Determinants below this are set to zero: they are round-off, and their sign has no meaning."""


def twist_jacobians(model: Model, x: Array, mode: ArrayLike | None = None, length: float | None = None) -> Array:
    """Return the matrices J (N, n_a, n) with qd = J nu at poses (N, n_x), for the platform's rates nu; not finite out of reach.

    Lengths are divided by the characteristic length [m].
    """
    size = model.characteristic_length if length is None else length
    return model.quietly("twist_jacobian", x, mode=mode)["J"] * model.mechanism.coordinate_scales(size)


def determinants(model: Model, x: Array, mode: ArrayLike | None = None, length: float | None = None) -> Array:
    """Return (N,) det of the unit rows of J_inv, in [-1, 1]; NaN out of reach, and NaN if actuation is redundant."""
    if len(model.mechanism.actuated) != model.mechanism.n_dof:
        return np.full(len(x), np.nan)
    with np.errstate(all="ignore"):
        J = twist_jacobians(model, x, mode, length)
        J = J / np.linalg.norm(J, axis=2, keepdims=True)
    defined = np.isfinite(J.reshape(len(x), -1)).all(axis=1)
    value = np.linalg.det(np.where(defined[:, None, None], J, 0.0))
    return np.where(defined, np.where(np.abs(value) < NOISE, 0.0, value), np.nan)
