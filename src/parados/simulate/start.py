"""Initial states of a simulation: the undeformed robot, or its static equilibrium under gravity."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.errors import AssemblyError
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.static_equilibrium import static_equilibrium
from parados.flexible.undeformed import undeformed_coordinates
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.simulate.elastic_system import ElasticSystem

__all__ = ["sagging", "undeformed"]

Array = NDArray[np.float64]


def undeformed(model: Model, structure: FlexibleStructure, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
    """Return the coordinates (n,) of the tree at a pose x of the rigid robot."""
    instance("model", model, Model, COMPILED)
    instance("structure", structure, FlexibleStructure, "a flexible structure")
    x = check_state("x", x, model.labels)
    joints, absent = model.joints(x, mode=mode)[None], model.mechanism.platform.is_absent
    frames = None if absent else model.platform_frame(x, mode=mode)[None]
    return np.asarray(undeformed_coordinates(structure, model.single_robot().near_spring_homes(joints), frames)[0])


def sagging(system: ElasticSystem, z: Array) -> Array:
    """Return the coordinates (n,) of the static equilibrium near z; the actuators are held at their positions in z."""
    try:
        return static_equilibrium(system.kernels, system.model.actuated, z).z
    except AssemblyError as error:
        raise AssemblyError(f"simulation: {error}") from None
