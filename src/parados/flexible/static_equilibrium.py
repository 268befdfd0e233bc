"""Static equilibrium of a flexible robot with held actuators, and its small motions about this equilibrium.

Newton's method solves grad(U) + G^T lambda = 0 for the free coordinates, with g(z) = 0. U is the potential of gravity, of the
elastic parts and of the springs. For small motions z = z_0 + V zeta + ... on the curved closures, the second derivative of U is

    K = V^T (d2U/dz2 + sum_i lambda_i d2g_i/dz2) V,    G V = 0

so it contains the stiffness of the springs, the effect of their tension and of the weight (geometric stiffness), and the
change of V with the deformation. About the undeformed and unloaded robot this is K_cc of (11.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import AssemblyError
from parados.graph.kernel import Kernel

__all__ = ["Equilibrium", "static_equilibrium"]

Array = NDArray[np.float64]

ITERATIONS = 30

SCALINGS = 5
"""Number of times that rows and columns are divided by the square roots of their largest entries."""

BALANCED = 1e-12
"""Size of the last Newton correction of the coordinates at which the iteration ends [m, rad]."""


@dataclass(frozen=True)
class Equilibrium:
    """Coordinates z (n,) at rest, multipliers (m,) of the kept closure rows, and matrices there.

    mass, stiffness : (n, n) M_t and d2U/dz2 + sum of lambda_i d2g_i/dz2, in all coordinates
    """

    z: Array
    multipliers: Array
    mass: Array
    stiffness: Array


def static_equilibrium(kernels: Mapping[str, Kernel], actuated: Sequence[int], z: Array) -> Equilibrium:
    """Find the equilibrium near z (n,); the actuators are held at their positions in z.

    kernels : those of `NonlinearModel` with the names "residual", "jacobians" and "closing"
    """
    n, still = len(z), np.zeros(len(z))
    free = np.setdiff1d(np.arange(n), actuated)
    z, multipliers = z.copy(), np.zeros(kernels["closing"](1, {"z": z, "zd": still})["g"].shape[1])
    for _ in range(ITERATIONS):
        at = {"z": z, "zd": still, "zdd": still, "multipliers": multipliers}
        slopes = kernels["jacobians"](1, at)
        r = kernels["residual"](1, at)["r"][0, free, 0]
        g = kernels["closing"](1, {"z": z, "zd": still})["g"][0, :, 0]
        G, K = slopes["G"][0][:, free], slopes["by_z"][0][np.ix_(free, free)]
        matrix = np.block([[K, G.T], [G, np.zeros((len(g), len(g)))]])
        if not np.isfinite(matrix).all():
            break
        change = _solved(matrix, -np.concatenate([r, g]))
        z[free] += change[: len(free)]
        multipliers = multipliers + change[len(free) :]
        if np.abs(change[: len(free)]).max(initial=0.0) < BALANCED * (1 + np.abs(z).max()):
            last = kernels["jacobians"](1, {"z": z, "zd": still, "zdd": still, "multipliers": multipliers})
            return Equilibrium(z, multipliers, last["M"][0], last["by_z"][0][:n])
    raise AssemblyError(
        "no static equilibrium was found near the undeformed robot; its elastic parts may be too soft for the loads"
    )


def _solved(matrix: Array, rhs: Array) -> Array:
    """(n,) solution of least norm of a symmetric system, whose rows and columns are scaled to entries of at most 1 first.

    Stiffnesses of 1e10 N/m and closures of the size 1 are in one matrix; unscaled, the small rows would be taken for round-off.
    """
    scale = np.ones(len(rhs))
    for _ in range(SCALINGS):
        size = np.abs(scale[:, None] * matrix * scale).max(axis=1, initial=0.0)
        scale = scale / np.sqrt(np.where(size > 0, size, 1.0))
    return np.asarray(scale * np.linalg.lstsq(scale[:, None] * matrix * scale, scale * rhs, rcond=1e-14)[0])
