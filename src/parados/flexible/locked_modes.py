"""Vibration modes of the robot at rest with locked actuators, from the full model at one configuration."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.independent_closures import independent_closures
from parados.flexible.nonlinear import NonlinearModel

__all__ = ["locked_modes"]

Array = NDArray[np.float64]

LOOSE = 1e-12
"""A motion has no stiffness if its squared frequency is below this times the largest one."""


def locked_modes(structure: FlexibleStructure, z: Array) -> tuple[Array, Array]:
    """Return angular frequencies (k,) [rad/s], lowest first, and shapes (n, k) of unit modal mass, at z (n,)."""
    from scipy.linalg import eigh, null_space

    model = NonlinearModel(structure, independent_closures(structure, z))
    M, G, _, _ = (value.full() for value in model.balance()(z, np.zeros_like(z)))
    K, free = structure.stiffness, np.setdiff1d(np.arange(len(z)), structure.mechanism.actuated)
    moving = null_space(G[:, free])
    V = np.zeros((len(z), moving.shape[1]))
    V[free] = moving
    squares, vectors = eigh(V.T @ K @ V, V.T @ M @ V)
    vibrating = squares > LOOSE * squares[-1]
    return np.sqrt(squares[vibrating]), V @ vectors[:, vibrating]
