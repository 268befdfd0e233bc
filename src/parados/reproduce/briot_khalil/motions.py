"""Motions through points, with a stop in each: the book's figures of its experiments have no numbers to follow.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, appendix D.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Motion", "through"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Motion:
    """Samples t (N,) [s] and x, xd, xdd (N, n) at them."""

    t: Array
    x: Array
    xd: Array
    xdd: Array

    @cached_property
    def states(self) -> tuple[Array, Array, Array]:
        return self.x, self.xd, self.xdd

    def until(self, end: float) -> Motion:
        """The first part, `end` included."""
        kept = self.t <= end + 1e-9
        return Motion(self.t[kept], self.x[kept], self.xd[kept], self.xdd[kept])


def through(points: ArrayLike, duration: float, samples: int) -> Motion:
    """Straight from point to point (k, n), each way in `duration` [s] with `samples` steps, at rest in the points.

    The law is (D.13), whose last two coefficients are exchanged in the book: it must end at 1.
    """
    corners = np.asarray(points, dtype=float)
    s = np.arange(samples) / samples
    law = 10 * s**3 - 15 * s**4 + 6 * s**5
    rate = (30 * s**2 - 60 * s**3 + 30 * s**4) / duration
    acceleration = (60 * s - 180 * s**2 + 120 * s**3) / duration**2
    steps = [(start, end - start) for start, end in pairwise(corners)]
    rest = np.zeros((1, corners.shape[1]))
    return Motion(
        t=np.arange(len(steps) * samples + 1) * duration / samples,
        x=np.vstack([*[start + np.outer(law, way) for start, way in steps], corners[-1:]]),
        xd=np.vstack([*[np.outer(rate, way) for _, way in steps], rest]),
        xdd=np.vstack([*[np.outer(acceleration, way) for _, way in steps], rest]),
    )
