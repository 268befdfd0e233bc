"""Solve several height equations together for one of their unknowns.

m equations that contain the same m strokes, and no angle, are a linear system: each stroke follows by Cramer's rule. With one
more equation, and an angle, the strokes are eliminated: the m + 1 equations are added with the m x m minors of their stroke
factors as weights. What is left is A cos q + B sin q = C. Nothing is divided but by the determinant of the system itself, so
that the result is undefined only where the mechanism is singular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Candidate, angle_root, stroke_root
from parados.geometry.height_equations import MOST_STROKES, HeightEquation
from parados.geometry.loops import Key
from parados.spatial.vectors import SX

__all__ = ["HeightElimination"]

Array = NDArray[np.float64]

ZERO = 1e-10
"""Factors below this [m, -] at all samples are zero up to round-off."""


@dataclass(frozen=True)
class _Row:
    """An equation whose factors that vanish at all samples are left out, and its values there.

    values : (n, n_strokes + 3) factors of all strokes, of the cosine and of the sine, and the rest
    """

    equation: HeightEquation
    values: Array

    @property
    def nodes(self) -> int:
        """Number of operations in the equation."""
        e = self.equation
        return int(ca.Function("f", ca.symvar(_stacked(e)), [_stacked(e)]).n_nodes())


def _stacked(equation: HeightEquation) -> SX:
    return ca.vertcat(*equation.strokes.values(), equation.cosine, equation.sine, equation.rest)


class HeightElimination:
    """Sets of height equations that determine one unknown; small sets come first.

    equations : equations of several loops
    values : function from an expression (k, 1) to its values at the samples (n, k)
    """

    def __init__(self, equations: Sequence[HeightEquation], values: Callable[[SX], Array]) -> None:
        self.keys = sorted({key for equation in equations for key in equation.strokes})
        self.rows = _distinct(list(_rows(equations, self.keys, values)))

    def strokes(self) -> Iterator[Candidate]:
        """Solve for strokes, which have one value."""
        plain = [row for row in self.rows if row.equation.angle is None]
        for count in range(1, MOST_STROKES + 1):
            for strokes in _stroke_sets(plain, count):
                own = [row for row in plain if set(row.equation.strokes) <= set(strokes)]
                yield from _solved_strokes(own, strokes, self.keys)

    def angles(self, order: Callable[[Key], int]) -> Iterator[Candidate]:
        """Solve for angles, which have two values; first for those with the smallest `order`."""
        angles = {row.equation.angle for row in self.rows if row.equation.angle is not None}
        for angle in sorted(angles, key=lambda key: (order(key), key)):
            rows = [row for row in self.rows if row.equation.angle in (None, angle)]
            for count in range(MOST_STROKES + 1):
                for strokes in _stroke_sets(rows, count):
                    yield from _solved_angle([row for row in rows if set(row.equation.strokes) <= set(strokes)], strokes, angle)


def _rows(equations: Sequence[HeightEquation], keys: list[Key], values: Callable[[SX], Array]) -> Iterator[_Row]:
    """Evaluate the equations at the samples, and yield those that contain an unknown."""
    if not equations:
        return
    stacks = [_stacked(equation) for equation in equations]
    found = values(ca.vertcat(*stacks))
    found = found[np.isfinite(found).all(axis=1)]
    ends = np.cumsum([stack.numel() for stack in stacks])
    for equation, own in zip(equations, np.split(found, ends[:-1], axis=1), strict=True):
        kept = np.abs(own).max(axis=0, initial=0.0) > ZERO
        strokes = {key: factor for (key, factor), one in zip(equation.strokes.items(), kept, strict=False) if one}
        turning = bool(kept[-3] or kept[-2])
        if not (strokes or turning):
            continue
        table = np.zeros((len(own), len(keys) + 3))
        table[:, [keys.index(key) for key in equation.strokes]] = own[:, :-3]
        table[:, -3:] = own[:, -3:]
        parts = zip((equation.cosine, equation.sine, equation.rest), kept[-3:], strict=True)
        cosine, sine, rest = (part if one else SX(0) for part, one in parts)
        yield _Row(HeightEquation(strokes, equation.angle if turning else None, cosine, sine, rest), table)


def _distinct(rows: list[_Row]) -> list[_Row]:
    """Return the rows without those that are multiples of a shorter one."""
    kept: list[_Row] = []
    for row in sorted(rows, key=lambda row: row.nodes):
        if not any(row.equation.angle == other.equation.angle and _parallel(row.values, other.values) for other in kept):
            kept.append(row)
    return kept


def _parallel(a: Array, b: Array) -> bool:
    """Tell whether the rows of two arrays (n, k) are multiples of each other."""
    sizes = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return bool(np.all(sizes - np.abs((a * b).sum(axis=1)) <= 1e-9 * sizes))


def _stroke_sets(rows: Sequence[_Row], count: int) -> list[tuple[Key, ...]]:
    """Return the sets of `count` strokes that are the strokes of some of the equations."""
    sets = {frozenset(row.equation.strokes) for row in rows}
    unions = {frozenset().union(*parts) for n in range(1, 4) for parts in combinations(sets, n)}
    return sorted(tuple(sorted(union)) for union in unions if len(union) == count)


def _solved_strokes(rows: Sequence[_Row], strokes: tuple[Key, ...], keys: list[Key]) -> Iterator[Candidate]:
    """Solve the best square system for its strokes by Cramer's rule."""
    places = [keys.index(key) for key in strokes]

    def size(chosen: tuple[_Row, ...]) -> float:
        matrix = np.stack([row.values[:, places] for row in chosen], axis=1)
        lengths = np.linalg.norm(matrix, axis=2).prod(axis=1)
        return float(np.median(np.abs(np.linalg.det(matrix)) / np.where(lengths, lengths, 1)))

    regular = [(size(chosen), chosen) for chosen in combinations(rows, len(strokes))]
    regular = [(found, chosen) for found, chosen in regular if found > ZERO]
    if not regular:
        return
    _, best = min(regular, key=lambda pair: (_moving(pair[1]), -round(pair[0], 6)))
    A = ca.vertcat(*[ca.horzcat(*[row.equation.strokes.get(key, SX(0)) for key in strokes]) for row in best])
    b = -ca.vertcat(*[row.equation.rest for row in best])
    determinant = _determinant(A)
    for place, key in enumerate(strokes):
        replaced = ca.horzcat(*[b if k == place else A[:, k] for k in range(len(strokes))])
        yield Candidate(key, 1, stroke_root(_determinant(replaced) / determinant, determinant * determinant))


def _moving(rows: Sequence[_Row]) -> int:
    """Return the number of stroke factors that are not constant."""
    return sum(not factor.is_constant() for row in rows for factor in row.equation.strokes.values())


def _determinant(A: SX) -> SX:
    """Return the determinant of a matrix of at most 3 x 3, without divisions; 1 if it has no entries."""
    if A.shape[0] == 0:
        return SX(1)
    if A.shape[0] == 1:
        return A[0, 0]
    minors = [ca.horzcat(*[A[1:, c] for c in range(A.shape[1]) if c != k]) for k in range(A.shape[1])]
    return sum(((-1) ** k * A[0, k] * _determinant(minor) for k, minor in enumerate(minors)), SX(0))


def _solved_angle(rows: Sequence[_Row], strokes: tuple[Key, ...], angle: Key) -> Iterator[Candidate]:
    """Eliminate the strokes from one equation more than there are strokes, and solve for the angle."""
    for chosen in combinations(rows, len(strokes) + 1):
        equations = [row.equation for row in chosen]
        if not any(equation.angle for equation in equations):
            continue
        if {key for equation in equations for key in equation.strokes} != set(strokes):
            continue
        A = [ca.horzcat(*[equation.strokes.get(key, SX(0)) for key in strokes]) for equation in equations]
        weights = [
            (-1) ** k * _determinant(ca.vertcat(*[row for n, row in enumerate(A) if n != k]) if strokes else SX(0, 0))
            for k in range(len(A))
        ]
        cosine, sine, rest = (
            sum((w * part for w, part in zip(weights, parts, strict=True)), SX(0))
            for parts in zip(*[(e.cosine, e.sine, e.rest) for e in equations], strict=True)
        )
        yield Candidate(angle, 1, angle_root(cosine, sine, -rest))
