"""Choose the axes in which a fully constrained translation or rotation has the sparsest rows.

These are usually the axes of the link before the last joint of the leg.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_samples import Samples
from parados.geometry.inverse import InverseGeometry
from parados.kinematics.closure_rows import RowAxes
from parados.spatial.vectors import unit

__all__ = ["sparsest_axes"]

Array = NDArray[np.float64]

ZERO = 1e-10


def sparsest_axes(geometry: InverseGeometry, samples: Samples, values: Array) -> list[RowAxes]:
    """Choose, for each closure, the links of its leg in whose axes its rows have the fewest nonzero entries.

    values : (n, rows, n_u) rows of all closures at the samples, in the axes of each closure's link a
    """
    mechanism, tree = geometry.mechanism, geometry.tree
    turn: dict[int, Array] = {}
    for k in range(len(mechanism.joints)):
        R = ca.horzcat(*[tree.to_base(k, unit(axis)) for axis in range(3)])
        turn[k] = samples.values(geometry, R)
    best: list[RowAxes] = []
    start = 0
    for closure in mechanism.loops:
        moved = 0 if closure.free_translations else 3
        n_translation = 3 - len(closure.free_translations)
        n_rotation = (3, 2, 1, 0)[len(closure.free_rotations)]
        path = mechanism.path(closure.a)

        def sparsest(rows: Array, own: int = closure.a, path: list[int] = path) -> int:
            def filled(link: int) -> int:
                there = np.einsum("nji,njk,nkc->nic", turn[link], turn[own], rows)
                return int((np.abs(there).max(axis=0) > ZERO).sum())

            return min(reversed(path), key=filled) if path else own

        translation = sparsest(values[:, start : start + 3]) if moved else closure.a
        turning = slice(start + n_translation, start + n_translation + 3)
        rotation = sparsest(values[:, turning]) if n_rotation == 3 else closure.a
        best.append(RowAxes(translation, rotation))
        start += n_translation + n_rotation
    return best
