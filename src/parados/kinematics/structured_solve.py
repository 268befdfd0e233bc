"""Solve linear systems of expressions along their block structure.

The matrix is put into block lower triangular form (Dulmage-Mendelsohn). A 1 x 1 block is a division. Blocks of size two
and three use Cramer's rule. A block that is orthogonal at all sampled configurations is solved by its transpose. Larger
blocks use an orthogonal factorisation, which needs no pivoting. The pivots, i.e. the values of all divisors, are kept:
a configuration is singular where one of them is zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.spatial.vectors import SX, column, cross, dot

__all__ = ["Factorised", "Pivots", "solve_definite"]

Array = NDArray[np.float64]

ORTHOGONAL = 1e-10
"""Columns are orthogonal if their product is below this times the largest squared length."""

SCALE = 10
"""Rows are scaled by powers of two to this power, so that only a robot with small lengths pays for it."""

NO_ENTRY = 1e-8
"""Entries below this times the largest of their row at all samples are round-off."""


@dataclass
class Pivots:
    """Divisors of the solutions, each with the name of the matrix that it belongs to."""

    values: list[SX] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, name: str, value: SX) -> None:
        if not value.is_constant():
            self.names.append(name)
            self.values.append(value)

    @staticmethod
    def chosen(values: Sequence[SX], names: Sequence[str], wanted: Sequence[bool]) -> Pivots:
        """Select the wanted pivots of a simplified graph; their signs are dropped."""
        chosen = [k for k, want in enumerate(wanted) if want]
        unsigned = [values[k].dep(0) if values[k].is_op(ca.OP_NEG) else values[k] for k in chosen]
        return Pivots(unsigned, [names[k] for k in chosen])

    def extend(self, other: Pivots) -> None:
        self.names.extend(other.names)
        self.values.extend(other.values)


class Factorised:
    """Factorised square matrix, to be solved for several right-hand sides.

    values : (samples, n, n) values of the matrix at the sampled configurations, if known
    """

    def __init__(self, matrix: SX, name: str, pivots: Pivots, values: Array | None = None) -> None:
        self.matrix = ca.sparsify(matrix)
        self.size = matrix.shape[0]
        count, rows, cols, row_blocks, col_blocks, *_ = self.matrix.sparsity().btf()
        self.blocks = [(rows[row_blocks[k] : row_blocks[k + 1]], cols[col_blocks[k] : col_blocks[k + 1]]) for k in range(count)]
        self.inverses: list[_Block | _OrthogonalBlock] = []
        for r, c in self.blocks:
            own = None if values is None or len(r) == 1 else values[:, r][:, :, c]
            lengths, block = None if own is None else _squared_lengths(own), self.matrix[r, c]
            inverse = _Block(block, name, pivots, own) if lengths is None else _OrthogonalBlock(block, lengths)
            self.inverses.append(inverse)

    def solve(self, rhs: SX, stand_ins: Mapping[int, SX] | None = None) -> SX:
        """(n, 1) solution of matrix @ u = rhs.

        stand_ins : index of an unknown -> expression that replaces it, also in the equations of later unknowns
        """
        u = SX(self.size, 1)
        for (rows, cols), block in zip(self.blocks, self.inverses, strict=True):
            part = [rhs[r] - _row_times(self.matrix, r, u) for r in rows]
            for col, value in zip(cols, ca.vertsplit(block.solve(ca.vertcat(*part))), strict=True):
                u[col] = stand_ins[col] if stand_ins and col in stand_ins else value
        return u

    def denominators(self) -> list[SX]:
        """Return the last divisor of each unknown; the unknown times its divisor needs no division."""
        last = [SX(1)] * self.size
        for (_, cols), block in zip(self.blocks, self.inverses, strict=True):
            for col in cols:
                last[col] = block.denominator
        return last


def _row_times(matrix: SX, row: int, u: SX) -> SX:
    """Sum the terms of a row whose unknowns are already known."""
    total = SX(0)
    for col in range(matrix.shape[1]):
        if matrix.sparsity().has_nz(row, col) and u.sparsity().has_nz(col, 0):
            total += matrix[row, col] * u[col]
    return total


class _Block:
    """Block that cannot be split further; all of its unknowns have the same `denominator`.

    Orthogonalisation loses digits with the square of the condition number, so rows in m of a small robot are scaled.
    """

    def __init__(self, block: SX, name: str, pivots: Pivots, values: Array | None = None) -> None:
        self.block = block
        self.size = block.shape[0]
        self.denominator = SX(1)
        if self.size <= 3:
            self.denominator = _determinant(block)
            pivots.add(name, self.denominator)
            return
        self.scales = [1.0] * self.size if values is None else _row_scales(values)
        self.Q, self.R = ca.qr(_scaled(block, self.scales))
        for k in range(self.size):
            pivots.add(name, self.R[k, k])

    def solve(self, b: SX) -> SX:
        if self.size <= 3:
            return _numerators(self.block, b) / self.denominator
        return _back_substitute(self.R, self.Q.T @ _scaled(b, self.scales))


def _row_scales(values: Array) -> list[float]:
    """Return factors that bring the rows of a block to one size; they are 1 for a robot whose lengths are near 1 m.

    The sizes of the entries are products of a size of the row and one of the column, as their units are. Entries that are
    round-off beside the others of their row have no such size.
    """
    n = values.shape[1]
    sizes = np.abs(values).max(axis=0)
    filled = np.argwhere(sizes > NO_ENTRY * sizes.max(axis=1, keepdims=True))
    exponents = np.log2(sizes[*filled.T])
    units = np.zeros((len(filled), 2 * n))
    for side in (0, 1):
        units[np.arange(len(filled)), filled[:, side] + side * n] = 1.0
    rows = np.linalg.lstsq(units, exponents, rcond=None)[0][:n]
    return [float(2.0**power) for power in -SCALE * np.round((rows - rows.max()) / SCALE)]


def _scaled(rows: SX, scales: list[float]) -> SX:
    """Multiply each row of a matrix by its factor."""
    return ca.sparsify(ca.vertcat(*[rows[k, :] if factor == 1 else rows[k, :] * factor for k, factor in enumerate(scales)]))


class _OrthogonalBlock:
    """Block with orthogonal columns of constant length; it is never singular."""

    def __init__(self, block: SX, squared_lengths: Array) -> None:
        self.block, self.squared_lengths = block, squared_lengths
        self.denominator = SX(1)

    def solve(self, b: SX) -> SX:
        return (self.block.T @ b) / column(self.squared_lengths)


def _squared_lengths(values: Array) -> Array | None:
    """(n,) squared lengths of the columns if they are orthogonal and of constant length, else None."""
    gram = np.einsum("sri,srj->sij", values, values)
    mean = np.diag(gram.mean(axis=0))
    return mean if np.abs(gram - np.diag(mean)).max() < ORTHOGONAL * mean.max() else None


def _determinant(m: SX) -> SX:
    match m.shape[0]:
        case 1:
            return m[0]
        case 2:
            return m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    return dot(m[:, 0], cross(m[:, 1], m[:, 2]))


def _numerators(m: SX, b: SX) -> SX:
    """Numerators of Cramer's rule for one to three unknowns."""
    match m.shape[0]:
        case 1:
            return b
        case 2:
            return ca.vertcat(m[1, 1] * b[0] - m[0, 1] * b[1], m[0, 0] * b[1] - m[1, 0] * b[0])
    shared = cross(m[:, 0], b)
    return ca.vertcat(dot(b, cross(m[:, 1], m[:, 2])), dot(shared, m[:, 2]), -dot(shared, m[:, 1]))


def _back_substitute(R: SX, b: SX) -> SX:
    size = b.numel()
    u = SX(size, 1)
    for k in range(size - 1, -1, -1):
        u[k] = (b[k] - sum((R[k, j] * u[j] for j in range(k + 1, size)), SX(0))) / R[k, k]
    return u


def solve_definite(M: SX, rhs: SX, name: str = "", pivots: Pivots | None = None) -> SX:
    """Solve M u = rhs for a symmetric positive definite M by L D L^T, which is stable without pivoting.

    name : name of the matrix under which its pivots are kept; "A_r^2" for the normal matrix A_r^T A_r
    """
    n = M.shape[0]
    L = [[SX(0)] * n for _ in range(n)]
    D = [SX(0)] * n
    for j in range(n):
        D[j] = M[j, j] - sum((L[j][k] * L[j][k] * D[k] for k in range(j)), SX(0))
        for i in range(j + 1, n):
            L[i][j] = (M[i, j] - sum((L[i][k] * (L[j][k] * D[k]) for k in range(j)), SX(0))) / D[j]
    if pivots is not None:
        for d in D:
            pivots.add(name, d)
    y: list[SX] = []
    for i in range(n):
        y.append(rhs[i] - sum((L[i][k] * y[k] for k in range(i)), SX(0)))
    u = [SX(0)] * n
    for i in range(n - 1, -1, -1):
        u[i] = y[i] / D[i] - sum((L[k][i] * u[k] for k in range(i + 1, n)), SX(0))
    return ca.vertcat(*u)
