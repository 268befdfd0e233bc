"""Find zeros of a function on many straight pieces at once, including pairs of zeros on one piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.golden_section import GoldenSection

__all__ = ["OnEdges", "Pieces", "hidden_changes", "refined"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
OnEdges = Callable[[NDArray[np.int64], Array], Array]
"""Function (edges (k,), places t (k,) in [0, 1]) -> values (k,)."""

CLOSE = 1e-13
"""Accuracy of a zero, as a fraction of an edge."""

STEPS = 60
"""Largest number of steps to refine a zero."""

SAMPLES = 8
"""Number of intervals in which a piece is sampled for pairs of zeros."""

EXTREMES = 45
"""Number of steps to find an extreme between samples; its place is then known to 0.618^45 of the piece."""


@dataclass(frozen=True)
class Pieces:
    """Parts [a, b] of edges, with the values of a function at both ends; all (k,)."""

    edge: NDArray[np.int64]
    a: Array
    b: Array
    fa: Array
    fb: Array

    def __len__(self) -> int:
        return len(self.edge)

    def __getitem__(self, chosen: Bools | NDArray[np.int64]) -> Pieces:
        return Pieces(self.edge[chosen], self.a[chosen], self.b[chosen], self.fa[chosen], self.fb[chosen])

    @property
    def changing(self) -> Bools:
        """(k,) True if the function has different signs at the two ends; zero counts as positive."""
        return np.asarray(((self.fa >= 0) != (self.fb >= 0)) & np.isfinite(self.fa) & np.isfinite(self.fb))

    @staticmethod
    def joined(parts: list[Pieces]) -> Pieces:
        return Pieces(*[np.concatenate([getattr(p, key) for p in parts]) for key in ("edge", "a", "b", "fa", "fb")])


def refined(f: OnEdges, pieces: Pieces, close: float = CLOSE) -> Array:
    """Return (k,) a zero in each piece whose ends have opposite signs, by Ridders' method.

    Each step at least halves the bracket, so the method also finds jumps. If the function is not defined at a point between
    the ends, its value at `a` is used there.
    """
    edge = pieces.edge
    a, b, fa, fb = (np.array(part) for part in (pieces.a, pieces.b, pieces.fa, pieces.fb))
    up = np.where(fa >= 0, 1.0, -1.0)
    for _ in range(STEPS):
        open_ = b - a > close
        if not open_.any():
            break
        k = np.flatnonzero(open_)
        middle = (a[k] + b[k]) / 2
        fm = _defined(f(edge[k], middle), fa[k])
        with np.errstate(all="ignore"):
            root = middle + (middle - a[k]) * up[k] * fm / np.sqrt(fm**2 - fa[k] * fb[k])
        root = np.clip(np.where(np.isfinite(root), root, middle), a[k], b[k])
        fr = _defined(f(edge[k], root), fa[k])
        for t, value in ((middle, fm), (root, fr)):
            inside = (t >= a[k]) & (t <= b[k])
            left = inside & ((value >= 0) == (up[k] > 0))
            right = inside & ~left
            a[k[left]], fa[k[left]] = t[left], value[left]
            b[k[right]], fb[k[right]] = t[right], value[right]
    return np.asarray(np.where(np.abs(fa) <= np.abs(fb), a, b))


def _defined(values: Array, instead: Array) -> Array:
    return np.where(np.isfinite(values), values, instead)


def hidden_changes(f: OnEdges, pieces: Pieces) -> Pieces:
    """Find every sign change within the pieces, pairs included, from samples and from the extremes between samples."""
    if not len(pieces):
        return pieces
    share = np.linspace(0.0, 1.0, SAMPLES + 1)
    t = pieces.a[:, None] + (pieces.b - pieces.a)[:, None] * share
    inner = f(np.repeat(pieces.edge, SAMPLES - 1), t[:, 1:-1].ravel()).reshape(len(pieces), -1)
    values = np.hstack([pieces.fa[:, None], inner, pieces.fb[:, None]])
    return Pieces.joined([_between_samples(pieces.edge, t, values), _around_extremes(f, pieces.edge, t, values)])


def _between_samples(edge: NDArray[np.int64], t: Array, values: Array) -> Pieces:
    count = t.shape[1] - 1
    every = Pieces(np.repeat(edge, count), t[:, :-1].ravel(), t[:, 1:].ravel(), values[:, :-1].ravel(), values[:, 1:].ravel())
    return every[every.changing]


def _around_extremes(f: OnEdges, edge: NDArray[np.int64], t: Array, values: Array) -> Pieces:
    """Find pairs of sign changes between three samples of the same sign, of which the middle one is nearest to zero."""
    sign = np.where(values >= 0, 1.0, -1.0)
    size = sign * values
    same = (sign[:, :-2] == sign[:, 1:-1]) & (sign[:, 1:-1] == sign[:, 2:]) & np.isfinite(values[:, :-2] + values[:, 2:])
    row, column = np.nonzero(same & (size[:, 1:-1] <= size[:, :-2]) & (size[:, 1:-1] <= size[:, 2:]))
    side, own = sign[row, column], edge[row]
    a, b = t[row, column], t[row, column + 2]

    def towards_zero(k: NDArray[np.int64], s: Array) -> Array:
        return _defined(side[k] * f(own[k], s), np.full(len(k), np.inf))

    search = GoldenSection.over(towards_zero, a, b)
    search.narrow(towards_zero, EXTREMES)
    best, smallest = search.place, search.value
    cut = smallest < 0
    own, best, middle = own[cut], best[cut], (side * smallest)[cut]
    before = Pieces(own, a[cut], best, values[row, column][cut], middle)
    after = Pieces(own, best, b[cut], middle, values[row, column + 2][cut])
    return Pieces.joined([before, after])
