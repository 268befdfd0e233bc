"""Solve systems with the transposed Jacobian, whose columns are partly equal if actuators push along parallel lines.

The wrenches of two such actuators differ only by a couple. Subtracting a constant multiple of one column from the other
gives zeros, and the system splits into smaller blocks. Three pairs of parallel legs give two 3 x 3 blocks instead of one
6 x 6 block. Sampled configurations show which entries become zero, because the entries are equal as functions of x but
not as formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.kinematics.structured_solve import Factorised, Pivots
from parados.spatial.vectors import SX, snap

__all__ = ["slopes", "solve_transposed"]

Array = NDArray[np.float64]

ZERO = 1e-10
"""An entry is zero if, at every sample, it is below this times the largest entry of its column."""


@dataclass(frozen=True)
class _Difference:
    """Column operation: subtract `factor` times column `kept` from column `changed`."""

    changed: int
    kept: int
    factor: float


def solve_transposed(rows: SX, nu: SX, samples: Callable[[SX], Array], rhs: SX, name: str, pivots: Pivots) -> SX:
    """(n, 1) solution of (d rows / d nu)^T u = rhs, for rows (n, 1) that are linear in nu.

    samples : function that returns the values (samples, n, n) of a matrix at the sampled configurations
    """
    values = samples(slopes(rows, nu).T)
    differences, sparse = _differences(values)
    if _cost(_filled(sparse)) >= _cost(_filled(values)):
        differences, sparse = [], values
    rows = SX(rows)
    for d in differences:
        rows[d.changed] -= d.factor * rows[d.kept]
    everywhere, matrix = slopes(rows, nu).T, SX(*values.shape[1:])
    for i, j in np.argwhere(_filled(sparse)).tolist():
        matrix[i, j] = everywhere[i, j]
    u = Factorised(matrix, name, pivots, sparse).solve(rhs)
    for d in reversed(differences):
        u[d.kept] -= d.factor * u[d.changed]
    return u


def slopes(rows: SX, nu: SX) -> SX:
    """(k, n) derivatives of rows (k, 1) with respect to nu.

    Each row takes one reverse sweep after common subexpressions are shared; this gives a shorter graph than the
    forward sweeps of CasADi.
    """
    (shared,) = ca.cse([rows])
    return ca.sparsify(ca.vertcat(*[ca.jtimes(shared[k], nu, SX(1), True).T for k in range(rows.numel())]))


def _filled(values: Array) -> NDArray[np.bool_]:
    """(n, n) True for the entries that are not zero."""
    sizes = np.abs(values).max(axis=0)
    return sizes > ZERO * sizes.max(axis=0)


def _cost(filled: NDArray[np.bool_]) -> int:
    """Estimate the number of operations to solve a system along its block structure, up to a constant factor."""
    pattern = ca.sparsify(ca.DM(filled.astype(float))).sparsity()
    count, _, _, _, cols, *_ = pattern.btf()
    return sum((cols[k + 1] - cols[k]) ** 3 for k in range(count))


def _differences(values: Array) -> tuple[list[_Difference], Array]:
    """Find column operations that each add zeros; return them and the values after all of them."""
    values = values.copy()
    found: list[_Difference] = []
    n = values.shape[2]
    for changed in range(n):
        best = max(
            (option for kept in range(n) if kept != changed for option in _options(values, changed, kept)),
            key=lambda option: option[0],
            default=(0, None),
        )
        gain, difference = best
        if gain > 0 and difference is not None and difference.kept not in [d.changed for d in found]:
            values[:, :, changed] -= difference.factor * values[:, :, difference.kept]
            found.append(difference)
    return found, values


def _options(values: Array, changed: int, kept: int) -> list[tuple[int, _Difference]]:
    """Find the constant ratios of entries of two columns, with the number of zeros that each one adds."""
    a, b = values[:, :, changed], values[:, :, kept]
    filled = _filled(values)
    options = []
    for row in np.flatnonzero(filled[:, changed] & filled[:, kept]):
        strongest = np.argmax(np.abs(b[:, row]))
        factor = float(snap(a[strongest, row] / b[strongest, row]))
        if np.abs(a[:, row] - factor * b[:, row]).max() > ZERO * np.abs(a[:, row]).max():
            continue
        size = np.abs(a).max()
        left = np.abs(a - factor * b).max(axis=0) > ZERO * size
        options.append((int(filled[:, changed].sum() - left.sum()), _Difference(changed, kept, factor)))
    return options
