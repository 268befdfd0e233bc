"""Choose independent rows of the closures; in planar and overconstrained robots some rows depend on others."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.modal_basis import ModalBasis
from parados.flexible.nonlinear import NonlinearModel
from parados.kinematics.sampled_rows import independent_rows

__all__ = ["DEPENDENT", "independent_closures"]

Array = NDArray[np.float64]

DEPENDENT = 1e-7
"""A row is dependent if less than this part of it is normal to the rows already chosen."""


def independent_closures(structure: FlexibleStructure, z: Array, basis: ModalBasis | None = None) -> tuple[int, ...]:
    """Return the indices of closure rows that are independent at the configuration z.

    z : (n,) coordinates of the tree, or (n_y,) reduced coordinates if a basis is given
    """
    model = NonlinearModel(structure, (), basis=basis)
    all_rows = ca.jacobian(model.all_closures, model.symbols[0])
    G = np.array(ca.Function("all_closures", [model.symbols[0]], [all_rows])(z).full())
    return tuple(independent_rows(G[None], (DEPENDENT,)))
