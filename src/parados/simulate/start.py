"""Initial states of a simulation: the undeformed robot, or its static equilibrium under gravity."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.errors import AssemblyError
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.undeformed import undeformed_coordinates
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.simulate.elastic_system import ElasticSystem

__all__ = ["sagging", "undeformed"]

Array = NDArray[np.float64]

ITERATIONS = 30
BALANCED = 1e-12
"""Size of the last Newton correction of the coordinates at which the iteration ends [m, rad]."""


def undeformed(model: Model, structure: FlexibleStructure, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
    """Return the coordinates (n,) of the tree at a pose x of the rigid robot."""
    instance("model", model, Model, COMPILED)
    instance("structure", structure, FlexibleStructure, "a flexible structure")
    x = check_state("x", x, model.labels)
    joints, frame = model.joints(x, mode=mode), model.platform_frame(x, mode=mode)
    return np.asarray(undeformed_coordinates(structure, joints[None], frame[None])[0])


def sagging(system: ElasticSystem, z: Array) -> Array:
    """Return the coordinates (n,) of the static equilibrium near z; the actuators are held at their positions in z."""
    n, still = system.model.size, np.zeros(system.model.size)
    free = np.setdiff1d(np.arange(n), system.actuated)
    z, multipliers = z.copy(), np.zeros(len(system.model.rows))
    for _ in range(ITERATIONS):
        at = {"z": z, "zd": still, "zdd": still, "multipliers": multipliers}
        slopes = system.kernels["jacobians"](1, at)
        r = system.kernels["residual"](1, at)["r"][0, free, 0]
        g = system.kernels["closing"](1, {"z": z, "zd": still})["g"][0, :, 0]
        G, K = slopes["G"][0][:, free], slopes["by_z"][0][np.ix_(free, free)]
        matrix = np.block([[K, G.T], [G, np.zeros((len(g), len(g)))]])
        change = np.linalg.lstsq(matrix, -np.concatenate([r, g]), rcond=1e-14)[0]
        z[free] += change[: len(free)]
        multipliers = multipliers + change[len(free) :]
        if np.abs(change[: len(free)]).max() < BALANCED * (1 + np.abs(z).max()):
            return z
    raise AssemblyError("simulation: no static equilibrium was found near the undeformed robot; its beams may be too slender")
