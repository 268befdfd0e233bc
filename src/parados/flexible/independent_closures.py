"""Which rows of the closures are needed: a planar or overconstrained robot has rows that repeat others."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.modal_basis import ModalBasis
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.structure import FlexibleStructure

__all__ = ["independent_closures"]

Array = NDArray[np.float64]

DEPENDENT = 1e-9
"""Rows whose part normal to the others is smaller than this, over the largest row, repeat them."""


def independent_closures(structure: FlexibleStructure, z: Array, basis: ModalBasis | None = None) -> tuple[int, ...]:
    """Rows of the closures that are independent at the configuration z, by orthogonalisation with pivoting.

    z is (n,), or (n_y,) with a basis.
    """
    from scipy.linalg import qr

    model = NonlinearModel(structure, (), basis=basis)
    all_rows = ca.jacobian(model.all_closures, model.symbols[0])
    G = np.array(ca.Function("all_closures", [model.symbols[0]], [all_rows])(z).full())
    _, R, order = qr(G.T, mode="economic", pivoting=True)
    sizes = np.abs(R.diagonal())
    return tuple(sorted(int(k) for k in order[: int((sizes > DEPENDENT * sizes.max(initial=0.0)).sum())]))
