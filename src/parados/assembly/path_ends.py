"""Follow solutions of closure equations to given actuated joints, and sort the ends of the paths: regular, singular, lost."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.assembly.monodromy import different
from parados.assembly.parameter_paths import Ends, Pace, ParameterPaths
from parados.assembly.solution_curves import is_on_curve

__all__ = ["QUICK", "Ended", "PathEnds"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

QUICK, CAREFUL, UTMOST = Pace(1e-4, 1e-2, 1e-7), Pace(1e-6, 1e-4, 1e-9), Pace(1e-7, 1e-5, 1e-11)

REGULAR = 1e-9
"""Smallest singular value of the Jacobian at a regular solution."""

SINGULAR_LEFT = 1e-10
"""Largest residual of a singular solution."""

DISTANT = 1e3
"""Paths that stop near their end, farther away than this, in sizes of the robot, go to infinity."""

UNCLEAR = 0.01
"""Smallest singular value of the Jacobian where a path stops, above which the place is not singular."""

NEAR_END = 0.9
"""A path that stops after this t ends at a singular solution or at infinity."""


class Ended(NamedTuple):
    """Ends of paths: distinct regular solutions y (k, n), places of singular ones (m, n), and the number of doubtful paths."""

    y: Complex
    singular: Complex
    doubtful: int


class PathEnds:
    """Ends of paths of some equations."""

    def __init__(self, paths: ParameterPaths) -> None:
        self.paths = paths

    def reached(self, y: Complex, start: Complex, q: Complex) -> Ended:
        """Follow solutions y (k, n) from joints `start` to real joints q (n_a,), again with smaller steps if ends are missing."""
        found = self._ended(self.paths.follow(y, start, q, QUICK), q)
        for pace, aside in ((CAREFUL, 0.0), (UTMOST, 0.3)):
            if found.doubtful:
                middle = (start + q) / 2 + aside * 1j * (start - q)
                half = self.paths.follow(y, start, middle, pace)
                whole = self.paths.follow(half.y[half.t >= 1], middle, q, pace)
                again = self._ended(whole, q)
                again = again._replace(doubtful=again.doubtful + int((half.t < 1).sum()))
                found = _joined(found, again, self.paths.turns)
        return found

    def _ended(self, ends: Ends, q: Complex) -> Ended:
        """Sort the ends of paths; for real q the complex conjugate of a solution is one too."""
        whole = ends.t >= 1
        y, size = self.paths.refined(ends.y[whole], q)
        regular = (size < 1e-9) & ~self.paths.is_far(y) & (self._smallest(y, q) > REGULAR)
        once = y[regular][different(y[regular], self.paths.turns)]
        both = np.concatenate([once, once.conj()])
        both = both[different(both, self.paths.turns, len(once))]
        stuck = (ends.t < 1) & (ends.t > NEAR_END)
        places = np.concatenate([ends.y[whole][~regular], ends.y[stuck]])
        places = places[~self.paths.is_far(places, DISTANT)]
        unclear = int((self._smallest(places, q) > UNCLEAR).sum())
        doubtful = int((ends.t <= NEAR_END).sum()) + int(regular.sum()) - len(once) + len(both) - len(once) + unclear
        return Ended(both, places, doubtful)

    def _smallest(self, y: Complex, q: Complex) -> Array:
        """(k,) smallest singular values of the Jacobians at y (k, n); 0 where they are not finite."""
        J = self.paths.at(y, np.tile(q, (len(y), 1)), q)[1]
        return np.linalg.svd(np.where(np.isfinite(J), J, 0.0), compute_uv=False)[:, -1] if len(y) else np.zeros(0)

    def touching(self, places: Array, real: Array, q: Array) -> tuple[Array, bool]:
        """Return singular real solutions (k, n) near places (m, n), and True if one of them lies on a curve of solutions."""
        found: list[Array] = []
        turns = self.paths.turns
        for place in places:
            y, left = self._least(place, q)
            held = np.array([*real, *found, y]).astype(complex)
            if left > SINGULAR_LEFT or np.abs(y - place).max() > 0.1 or len(different(held, turns, len(held) - 1)) < len(held):
                continue
            if is_on_curve(lambda v: self._real_rows(v, q), y):
                return np.zeros((0, self.paths.n)), True
            found.append(y)
        return np.array(found).reshape(-1, self.paths.n), False

    def _real_rows(self, y: Array, q: Array) -> tuple[Array, Array]:
        F, J, _ = self.paths.at(y[None].astype(complex), q[None].astype(complex), q.astype(complex))
        return F[0].real, J[0].real

    def _least(self, y: Array, q: Array) -> tuple[Array, float]:
        """Refine a singular real solution by Newton's method with a pseudo-inverse; return it and its residual."""
        for _ in range(40):
            F, J = self._real_rows(y, q)
            y = y - np.linalg.lstsq(J, F, rcond=1e-9)[0]
        return y, float(np.abs(self._real_rows(y, q)[0]).max())


def _joined(one: Ended, other: Ended, turns: NDArray[np.bool_]) -> Ended:
    y = np.concatenate([one.y, other.y])
    y = y[different(y, turns, len(one.y))]
    doubtful = other.doubtful if len(y) > len(one.y) else min(one.doubtful, other.doubtful)
    return Ended(y, np.concatenate([one.singular, other.singular]), doubtful)
