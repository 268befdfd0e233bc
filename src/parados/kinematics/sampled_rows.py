"""Study the rows of closures at sampled configurations: sparsest axes, independent rows, constant entries.

A fully constrained translation or rotation may be written in any axes. The axes in which it has the sparsest rows are usually
those of the link before the last joint of the leg. In planar and overconstrained robots some rows depend on others. Entries that
are the same at all samples become constants.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import InverseGeometry, Samples
from parados.kinematics.closure_rows import RowAxes
from parados.spatial.vectors import SX, snap, unit

__all__ = ["independent_rows", "sparsest_axes", "with_constants"]

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


def independent_rows(
    values: NDArray[np.float64], thresholds: Sequence[float], order: Sequence[int] | NDArray[np.intp] | None = None
) -> list[int]:
    """Return the sorted indices of rows that span all rows at every sample, by Gram-Schmidt orthogonalisation.

    values : (samples, rows, n) values of the matrix
    thresholds : a row is chosen if a larger part of it than this is normal to the rows already chosen; all rows are tried
        with the first threshold, then with the next
    order : order in which the rows are tried; by default from first to last
    """
    norms = np.linalg.norm(values, axis=2)
    chosen: list[int] = []
    basis = [np.zeros((0, values.shape[2])) for _ in values]
    for threshold in thresholds:
        for row in range(values.shape[1]) if order is None else order:
            if row in chosen or len(chosen) == values.shape[2]:
                continue
            rest = [v[row] - B.T @ (B @ v[row]) for v, B in zip(values, basis, strict=True)]
            rest = [r - B.T @ (B @ r) for r, B in zip(rest, basis, strict=True)]
            sizes = [float(np.linalg.norm(r)) for r in rest]
            if all(size > threshold * n[row] for size, n in zip(sizes, norms, strict=True)):
                chosen.append(int(row))
                basis = [np.vstack([B, r / size]) for B, r, size in zip(basis, rest, sizes, strict=True)]
    return sorted(chosen)


def with_constants(matrix: SX, values: NDArray[np.float64], zero: float, *, kept: bool = False) -> SX:
    """Replace each entry that varies by less than `zero` over the samples by its mean, or by zero if the mean is below `zero`.

    values : (samples, rows, cols) values of the matrix
    kept : entries that are constants already stay to the last digit
    """
    mean = values.mean(axis=0)
    steady = np.abs(values - mean).max(axis=0) < zero
    out = SX(*matrix.shape)
    for i, j in np.ndindex(matrix.shape):
        if not steady[i, j]:
            out[i, j] = matrix[i, j]
        elif abs(mean[i, j]) > zero:
            out[i, j] = matrix[i, j] if kept and matrix[i, j].is_constant() else float(snap(mean[i, j]))
    return ca.sparsify(out)
