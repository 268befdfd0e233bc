"""Choose the rows of the closures that are needed: a planar or overconstrained robot has rows that repeat others."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.modal_basis import ModalBasis
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.structure import FlexibleStructure
from parados.kinematics.independent_rows import independent_rows

__all__ = ["DEPENDENT", "independent_closures"]

Array = NDArray[np.float64]

DEPENDENT = 1e-7
"""A row is dependent if less than this part of it is left beside the rows before."""


def independent_closures(structure: FlexibleStructure, z: Array, basis: ModalBasis | None = None) -> tuple[int, ...]:
    """Rows of the closures that are independent at the configuration z.

    z is (n,), or (n_y,) with a basis.
    """
    model = NonlinearModel(structure, (), basis=basis)
    all_rows = ca.jacobian(model.all_closures, model.symbols[0])
    G = np.array(ca.Function("all_closures", [model.symbols[0]], [all_rows])(z).full())
    return tuple(independent_rows(G[None], (DEPENDENT,)))
