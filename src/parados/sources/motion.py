"""A sampled motion of a platform, the time law from rest to rest, and formulas evaluated along it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Motion", "quintic", "rows", "through"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Motion:
    """Samples t (N,) [s] and x, xd, xdd (N, n) at them [m, rad, s]."""

    t: Array
    x: Array
    xd: Array
    xdd: Array

    @property
    def states(self) -> tuple[Array, Array, Array]:
        return self.x, self.xd, self.xdd

    @property
    def named(self) -> dict[str, Array]:
        """The states by the names under which formulations take them."""
        return {"x": self.x, "xd": self.xd, "xdd": self.xdd}

    def until(self, end: float) -> Motion:
        """The first part, `end` included."""
        kept = self.t <= end + 1e-9
        return Motion(self.t[kept], self.x[kept], self.xd[kept], self.xdd[kept])

    def and_back(self) -> Motion:
        """This motion and the same way back, time reversed."""
        parts = ((self.x, self.x), (self.xd, -self.xd), (self.xdd, self.xdd))
        t = np.concatenate([self.t, self.t[1:] + self.t[-1]])
        return Motion(t, *(np.concatenate([there, back[-2::-1]]) for there, back in parts))


def quintic(s: Array) -> Array:
    """(3, N) from 0 to 1 over s in [0, 1], at rest and without acceleration at both ends, with two derivatives by s.

    References
    ----------
    S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (D.13), whose last two coefficients are exchanged in print.
    """
    return np.stack([s**3 * (10 - 15 * s + 6 * s**2), 30 * s**2 * (1 - s) ** 2, 60 * s * (1 - s) * (1 - 2 * s)])


def through(points: ArrayLike, duration: float, samples: int) -> Motion:
    """Straight from point to point (k, n), each way in `duration` [s] with `samples` steps, at rest in the points."""
    corners = np.asarray(points, dtype=float)
    law, rate, acceleration = quintic(np.arange(samples) / samples)
    steps = [(start, end - start) for start, end in pairwise(corners)]
    rest = np.zeros((1, corners.shape[1]))
    return Motion(
        t=np.arange(len(steps) * samples + 1) * duration / samples,
        x=np.vstack([*[start + np.outer(law, way) for start, way in steps], corners[-1:]]),
        xd=np.vstack([*[np.outer(rate / duration, way) for _, way in steps], rest]),
        xdd=np.vstack([*[np.outer(acceleration / duration**2, way) for _, way in steps], rest]),
    )


def rows(function: Callable[..., Mapping[str, object]], key: str, **states: Array) -> Array:
    """(N, m) one output of a CasADi function over stacks of states (N, n)."""
    return np.array(function(**{name: stack.T for name, stack in states.items()})[key]).T
