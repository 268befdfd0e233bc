"""A number whose sign tells the two sides of a Type 2 singularity apart, over a stack of poses.

The rows of J_inv = -B^-1 A_r (7.64) are the actuation wrenches, each over its own work on the actuators. Made unit,
they stay finite at Type 1 singularities, and within a working mode the work does not change sign: the determinant of
the unit rows is zero where A_r is singular, and changes sign there. It is taken over twists, since a sequence of
angles has singularities that are not the robot's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.length import coordinate_scales
from parados.model.model import Model

__all__ = ["determinants", "twist_jacobians"]

Array = NDArray[np.float64]

NOISE = 1e-15
"""What round-off leaves of a determinant of unit rows that is zero; its sign means nothing."""


def twist_jacobians(model: Model, x: Array, mode: ArrayLike | None = None, length: float | None = None) -> Array:
    """(N, n_a, n) J_inv over the platform's rates nu at poses (N, n_x), lengths over the characteristic one; not finite out of
    reach."""
    size = model.characteristic_length if length is None else length
    return model.quietly("twist_jacobian", x, mode)["J"] * coordinate_scales(model.mechanism, size)


def determinants(model: Model, x: Array, mode: ArrayLike | None = None, length: float | None = None) -> Array:
    """(N,) det of the unit rows of J_inv, in [-1, 1]; NaN out of reach and where actuation is redundant."""
    if len(model.mechanism.actuated) != model.mechanism.n_dof:
        return np.full(len(x), np.nan)
    with np.errstate(all="ignore"):
        J = twist_jacobians(model, x, mode, length)
        J = J / np.linalg.norm(J, axis=2, keepdims=True)
    defined = np.isfinite(J.reshape(len(x), -1)).all(axis=1)
    value = np.linalg.det(np.where(defined[:, None, None], J, 0.0))
    return np.where(defined, np.where(np.abs(value) < NOISE, 0.0, value), np.nan)
