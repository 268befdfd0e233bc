"""Lines as Pluecker vectors [u, r x u] (Briot & Khalil 7.199), and the Klein form that shows whether two lines meet.

A unit force is a line, a unit moment [0, u] is a line at infinity, and a wrench with a pitch is not a line. The Klein form
is <x, y> = f_x . m_y + m_x . f_y. A wrench x is a line if <x, x> = 0, and two lines meet (perhaps at infinity) if
<x, y> = 0. Moments are divided by a characteristic length and each row has unit norm, so tolerances have no unit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, positive, real_array
from parados.errors import InputError

__all__ = [
    "KLEIN",
    "TOLERANCE",
    "common_point",
    "from_points",
    "independent",
    "line_basis",
    "moved",
    "pitches",
    "reciprocal",
    "scaled_rows",
    "signature",
]

Array = NDArray[np.float64]

TOLERANCE = 1e-7
"""Tolerance of ranks, relative to the largest singular value of the unit rows, and of eigenvalues of the Klein form, which are
within +-1. A pose that was computed as singular is singular to about 1e-10. Lines at least 1e-6 lengths apart are distinct."""

KLEIN: Array = np.kron(np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(3))


def from_points(a: ArrayLike, b: ArrayLike) -> Array:
    """Return (..., 6) the line [a4 b - b4 a, a x b] through homogeneous points (..., 4); a point at infinity has a4 = 0."""
    p, q = real_array("a", a), real_array("b", b)
    if p.shape != q.shape or p.shape[-1:] != (4,):
        raise InputError(f"a, b: homogeneous points of the same shape (..., 4) are expected, not {p.shape} and {q.shape}")
    along = p[..., 3:] * q[..., :3] - q[..., 3:] * p[..., :3]
    return np.concatenate([along, np.cross(p[..., :3], q[..., :3])], axis=-1)


def scaled_rows(wrenches: ArrayLike, length: float = 1.0) -> Array:
    """Check wrenches (k, 6) and return them as [f, m / length] with unit norm."""
    rows, length = real_array("lines", wrenches, finite=False), positive("length", length, "m")
    if rows.ndim != 2 or rows.shape[1] != 6 or len(rows) == 0:
        raise InputError(f"lines: an array (k, 6) of at least one wrench [f, m] is expected, not {rows.shape}")
    rows = real_array("lines", rows) / np.repeat([1.0, length], 3)
    norms = np.linalg.norm(rows, axis=1)
    if not (norms >= SMALLEST).all():
        bad = int(np.argmin(norms))
        raise InputError(f"lines[{bad}]: six finite numbers are expected, not all zero or nearly zero")
    return np.asarray(rows / norms[:, None])


def pitches(rows: Array) -> Array:
    """Return (k,) <x, x> of unit rows (k, 6): zero for lines, and within +-1."""
    return np.asarray(np.einsum("ki,ij,kj->k", rows, KLEIN, rows))


def common_point(rows: Array, cut: float = 1e-3) -> Array:
    """Return (3,) the point c nearest to lines: least squares of c x f = m over unit rows (k, 6).

    A direction in which c is poorly determined is left out: its singular value is below `cut` times the largest, or below
    ten times the tolerance, as for lines practically at infinity.
    """
    f, m = rows[:, :3], rows[:, 3:]
    crosses = np.cross(np.eye(3), f[:, None]).transpose(0, 2, 1).reshape(-1, 3)
    U, sizes, V = np.linalg.svd(crosses, full_matrices=False)
    stiff = sizes > max(cut * sizes[0], 10 * TOLERANCE)
    return np.asarray(V[stiff].T @ (U[:, stiff].T @ m.reshape(-1) / sizes[stiff]))


def moved(rows: Array, to: Array) -> Array:
    """Return wrenches (k, 6) with their moments about another point (3,), scaled to unit norm."""
    there = np.hstack([rows[:, :3], rows[:, 3:] - np.cross(to, rows[:, :3])])
    return np.asarray(there / np.linalg.norm(there, axis=1)[:, None])


def independent(rows: Array, tolerance: float = TOLERANCE) -> Array:
    """Return (d, 6) an orthonormal basis of the span of unit rows (k, 6)."""
    _, sizes, basis = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(basis[sizes > tolerance * sizes[0]])


def reciprocal(basis: Array) -> Array:
    """Return (6 - d, 6) an orthonormal basis of the screws y = [f, m] with <x, y> = 0 for all x in a span (d, 6)."""
    rest = np.linalg.svd(basis, full_matrices=True)[2][len(basis) :]
    return np.asarray(rest @ KLEIN)


def signature(basis: Array, tolerance: float = TOLERANCE) -> tuple[int, int, int]:
    """Count positive, negative and zero eigenvalues of the Klein form on an orthonormal basis (d, 6)."""
    values = np.linalg.eigvalsh(basis @ KLEIN @ basis.T)
    positive, negative = int((values > tolerance).sum()), int((values < -tolerance).sum())
    return positive, negative, len(values) - positive - negative


def line_basis(basis: Array, tolerance: float = TOLERANCE) -> Array | None:
    """Return (d, 6) lines that span the same space as orthonormal rows (d, 6); None if no set of lines spans it.

    Eigenvectors of the Klein form with eigenvalue zero are lines. A positive and a negative eigenvector, each divided by the
    square root of its |eigenvalue|, add up to a line. If only one sign occurs, no combination with such a vector is a line.
    """
    values, vectors = np.linalg.eigh(basis @ KLEIN @ basis.T)
    rows = vectors.T @ basis
    zero = np.abs(values) <= tolerance
    lines = list(rows[zero])
    rows = rows[~zero] / np.sqrt(np.abs(values[~zero]))[:, None]
    up, down = rows[values[~zero] > 0], rows[values[~zero] < 0]
    if len(rows):
        if len(up) == 0 or len(down) == 0:
            return None
        lines += [up[0] - down[0], *(p + down[0] for p in up), *(up[0] + q for q in down[1:])]
    return np.array(lines) / np.linalg.norm(lines, axis=1)[:, None]
