"""Golden section on many straight pieces at once: the bracket of each lowest point shrinks to 0.618 of its width in a step.

A search may be interrupted, to leave out the pieces that are not worth more steps, and goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["GoldenSection", "OnPieces"]

Array = NDArray[np.float64]
OnPieces = Callable[[NDArray[np.int64], Array], Array]
"""Function (numbers of pieces (k,), places t (k,)) -> values (k,)."""

GOLDEN = (np.sqrt(5.0) - 1) / 2


@dataclass(frozen=True)
class GoldenSection:
    """Brackets [a, b] of the lowest points of a function, with two places c < d within each and its values there; all (k,)."""

    a: Array
    b: Array
    c: Array
    d: Array
    fc: Array
    fd: Array

    @staticmethod
    def over(f: OnPieces, a: Array, b: Array) -> GoldenSection:
        """Begin with the pieces from a (k,) to b (k,)."""
        every, c, d = np.arange(len(a)), b - GOLDEN * (b - a), a + GOLDEN * (b - a)
        return GoldenSection(a.copy(), b.copy(), c, d, f(every, c), f(every, d))

    def __getitem__(self, chosen: NDArray[np.bool_]) -> GoldenSection:
        """Return the search on some of the pieces, which are numbered anew."""
        return GoldenSection(*[part[chosen] for part in (self.a, self.b, self.c, self.d, self.fc, self.fd)])

    @property
    def place(self) -> Array:
        """(k,) the place with the lowest value so far."""
        return np.where(self.fc <= self.fd, self.c, self.d)

    @property
    def value(self) -> Array:
        """(k,) the lowest value so far."""
        return np.minimum(self.fc, self.fd)

    def narrow(self, f: OnPieces, steps: int, stop: float = 0.0) -> None:
        """Make `steps` steps on every piece whose lowest value is not yet below `stop`."""
        a, b, c, d, fc, fd = self.a, self.b, self.c, self.d, self.fc, self.fd
        for _ in range(steps):
            k = np.flatnonzero(self.value >= stop)
            if not len(k):
                return
            left = fc[k] <= fd[k]
            i, j = k[left], k[~left]
            b[i], d[i], fd[i] = d[i], c[i], fc[i]
            c[i] = b[i] - GOLDEN * (b[i] - a[i])
            a[j], c[j], fc[j] = c[j], d[j], fd[j]
            d[j] = a[j] + GOLDEN * (b[j] - a[j])
            new = f(k, np.where(left, c[k], d[k]))
            fc[i], fd[j] = new[left], new[~left]
