"""Linear systems on expressions, solved along their structure.

The matrix is put into block lower triangular form (Dulmage-Mendelsohn); blocks of one are divisions, blocks of two and
three use Cramer's rule, orthogonal ones (as sampled values tell) their transpose, larger ones an orthogonal
factorisation, which needs no pivoting. The pivots (what is divided by) are kept: a configuration is singular where one
of them vanishes.
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
"""Products of columns below this times the largest squared length vanish."""


@dataclass
class Pivots:
    """What the solutions were divided by, with the name of the matrix that each belongs to."""

    values: list[SX] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, name: str, value: SX) -> None:
        if not value.is_constant():
            self.names.append(name)
            self.values.append(value)

    @staticmethod
    def chosen(values: Sequence[SX], names: Sequence[str], wanted: Sequence[bool]) -> Pivots:
        """Some pivots of a simplified graph; their signs do not matter."""
        chosen = [k for k, want in enumerate(wanted) if want]
        unsigned = [values[k].dep(0) if values[k].is_op(ca.OP_NEG) else values[k] for k in chosen]
        return Pivots(unsigned, [names[k] for k in chosen])

    def extend(self, other: Pivots) -> None:
        self.names.extend(other.names)
        self.values.extend(other.values)


class Factorised:
    """A square matrix, ready to be solved for several right-hand sides.

    values : (samples, n, n) of the matrix, where they are known
    """

    def __init__(self, matrix: SX, name: str, pivots: Pivots, values: Array | None = None) -> None:
        self.matrix = ca.sparsify(matrix)
        self.size = matrix.shape[0]
        count, rows, cols, row_blocks, col_blocks, *_ = self.matrix.sparsity().btf()
        self.blocks = [(rows[row_blocks[k] : row_blocks[k + 1]], cols[col_blocks[k] : col_blocks[k + 1]]) for k in range(count)]
        self.inverses: list[_Block | _OrthogonalBlock] = []
        for r, c in self.blocks:
            lengths = None if values is None or len(r) == 1 else _squared_lengths(values[:, r][:, :, c])
            block = self.matrix[r, c]
            self.inverses.append(_Block(block, name, pivots) if lengths is None else _OrthogonalBlock(block, lengths))

    def solve(self, rhs: SX, stand_ins: Mapping[int, SX] | None = None) -> SX:
        """(n, 1) solution of matrix @ u = rhs; unknowns with a stand-in are handed on by it to those that need them."""
        u = SX(self.size, 1)
        for (rows, cols), block in zip(self.blocks, self.inverses, strict=True):
            part = [rhs[r] - _row_times(self.matrix, r, u) for r in rows]
            for col, value in zip(cols, ca.vertsplit(block.solve(ca.vertcat(*part))), strict=True):
                u[col] = stand_ins[col] if stand_ins and col in stand_ins else value
        return u

    def denominators(self) -> list[SX]:
        """What each unknown is divided by in the end: times this, it costs no division."""
        last = [SX(1)] * self.size
        for (_, cols), block in zip(self.blocks, self.inverses, strict=True):
            for col in cols:
                last[col] = block.denominator
        return last


def _row_times(matrix: SX, row: int, u: SX) -> SX:
    """The part of a row that meets unknowns already found."""
    total = SX(0)
    for col in range(matrix.shape[1]):
        if matrix.sparsity().has_nz(row, col) and u.sparsity().has_nz(col, 0):
            total += matrix[row, col] * u[col]
    return total


class _Block:
    """An indecomposable block; `denominator` divides all of its unknowns."""

    def __init__(self, block: SX, name: str, pivots: Pivots) -> None:
        self.block = block
        self.size = block.shape[0]
        self.denominator = SX(1)
        if self.size <= 3:
            self.denominator = _determinant(block)
            pivots.add(name, self.denominator)
            return
        self.Q, self.R = ca.qr(block)
        for k in range(self.size):
            pivots.add(name, self.R[k, k])

    def solve(self, b: SX) -> SX:
        if self.size <= 3:
            return _numerators(self.block, b) / self.denominator
        return _back_substitute(self.R, self.Q.T @ b)


class _OrthogonalBlock:
    """A block whose columns are normal to each other and of constant length: it is never singular."""

    def __init__(self, block: SX, squared_lengths: Array) -> None:
        self.block, self.squared_lengths = block, squared_lengths
        self.denominator = SX(1)

    def solve(self, b: SX) -> SX:
        return (self.block.T @ b) / column(self.squared_lengths)


def _squared_lengths(values: Array) -> Array | None:
    """(n,) of orthogonal columns, or None where they are not."""
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
    """Cramer's rule up to the determinant, for one to three unknowns."""
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
    """Solution of M u = rhs for a symmetric positive definite M by L D L^T, stable without pivoting.

    The pivots of a normal matrix J^T J may be kept under the name of J squared.
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
