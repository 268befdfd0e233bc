"""Which rows of the closures are needed: a planar or overconstrained robot has rows that repeat others."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.independent_rows import independent_rows
from parados.flexible.modal_basis import ModalBasis
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.structure import FlexibleStructure

__all__ = ["independent_closures"]

Array = NDArray[np.float64]


def independent_closures(structure: FlexibleStructure, z: Array, basis: ModalBasis | None = None) -> tuple[int, ...]:
    """Rows of the closures that are independent at the configuration z.

    z is (n,), or (n_y,) with a basis.
    """
    model = NonlinearModel(structure, (), basis=basis)
    all_rows = ca.jacobian(model.all_closures, model.symbols[0])
    G = np.array(ca.Function("all_closures", [model.symbols[0]], [all_rows])(z).full())
    return tuple(independent_rows(G))
