"""Feasible motions to start from and to compare with: random Fourier series, and a naive circle.

Random motions are of three kinds. All are about the centre of the workspace and within all limits.

"drawn"
    Each coefficient is uniform in +- half / (2 K), with half the half width of the workspace and K harmonics, so that each motion
    is within the workspace as drawn. It is made smaller if another limit asks for it, and never larger.
"enlarged"
    Normal coefficients, relative to the half width of each coordinate. One factor makes the motion as large as the limits allow.
"stretched"
    The same, but first each coordinate by itself is stretched until it fills its part of the workspace.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.identify.excitation_search import ExcitationSearch
from parados.spatial.states import States
from parados.trajectory.fourier_series import fourier_matrix

__all__ = ["KINDS", "FeasibleMotions"]

Array = NDArray[np.float64]

KINDS = ("drawn", "enlarged", "stretched")
"""Kinds of random motions, from the weakest to the strongest."""

SCALES = (1.0, 0.995, 0.99, 0.98, 0.97, 0.95, 0.93, 0.88, 0.82, 0.75, 0.67, 0.58, 0.48, 0.38, 0.28, 0.18, 0.1, 0.05, 0.02)
"""Sizes that are tried, largest first, to bring a motion within its limits."""

ROUND_OFF = 1e-12
"""Negative margin that is round-off."""

CLEAR_CHECKS = 64
"""Number of poses of a motion whose distance from singularities is checked."""

FIRST_CHECKS = 4
"""Every fourth of them is checked first."""


@dataclass(frozen=True)
class FeasibleMotions:
    """Motions within the limits of a search, in its unknowns; checked on a finer grid of samples than that of the search."""

    search: ExcitationSearch
    functions: list[Array]

    @staticmethod
    def of(search: ExcitationSearch) -> FeasibleMotions:
        """Prepare the fine grid."""
        count = max(200, 40 * search.harmonics)
        t = np.arange(count) * search.period / count
        return FeasibleMotions(search, [fourier_matrix(t, search.period, search.harmonics, k) for k in range(3)])

    def information(self, y: Array) -> Array:
        """(n_b, n_b) mean information matrix of one sample along a motion, on the fine grid."""
        return self.search.information(self.search.coefficients(y), self.functions)

    def feasible(self, motions: Array) -> NDArray[np.bool_]:
        """Tell for each of k motions (k, r n) whether it is within all limits at all samples of the fine grid."""
        search, count = self.search, len(self.functions[0])
        series = [search.states(search.coefficients(y), self.functions) for y in motions]
        stack = States(*(np.concatenate(parts) for parts in zip(*series, strict=True)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            margins = search.limits.margins(stack).reshape(len(motions), -1)
        inside = np.asarray((margins >= -ROUND_OFF).all(axis=1))
        poses = stack.x.reshape(len(motions), count, -1)[:, :: max(count // CLEAR_CHECKS, 1)]
        for part in (poses[:, ::FIRST_CHECKS], poses) if search.limits.clearance else ():
            some = np.flatnonzero(inside)  # most motions that come near a singularity fail at the first, fewer poses
            clear = search.limits.clearances(part[some].reshape(-1, part.shape[2])).reshape(len(some), part.shape[1])
            inside[some] = (clear >= 0).all(axis=1)
        return np.asarray(inside)

    def fitted(self, motions: Array) -> list[Array]:
        """Return the motions (k, r n), each made smaller about the centre of the workspace until it is feasible.

        A coordinate that leaves the workspace is made smaller by itself, then all of them by one factor if another limit asks for
        it. Motions that are feasible in no size are left out.
        """
        found: dict[int, Array] = {}
        shaped = np.asarray(motions).reshape(len(motions), self.search.free.shape[1], -1)
        shapes = np.abs(np.einsum("tr,krn->ktn", self.functions[0] @ self.search.free, shaped)).max(axis=1)
        sized = (shaped / np.maximum(shapes, 1.0)[:, None]).reshape(len(motions), -1)
        for scale in SCALES:
            rest = [k for k in range(len(motions)) if k not in found]
            if not rest:
                break
            inside = self.feasible(scale * sized[rest])
            found |= {k: scale * sized[k] for k, ok in zip(rest, inside, strict=True) if ok}
        return [found[k] for k in sorted(found)]

    def random(self, kind: str, rng: np.random.Generator, count: int) -> list[Array]:
        """Return at most `count` random motions of a kind in `KINDS`."""
        search = self.search
        r, n = search.free.shape[1], len(search.limits.half)
        if kind == "drawn":
            c = rng.uniform(-1, 1, (count, 2 * search.harmonics + 1, n)) / (2 * search.harmonics)
            c[:, 0] = 0.0
            return self.fitted((search.free.T @ c).reshape(count, -1))
        drawn = rng.standard_normal((count, r, n))
        shapes = np.abs(np.einsum("tr,krn->ktn", self.functions[0] @ search.free, drawn)).max(axis=1)
        sizes = shapes.max(axis=1, keepdims=True) if kind == "enlarged" else shapes
        return self.fitted((drawn / sizes[:, None]).reshape(count, -1))

    def circle(self) -> list[Array]:
        """Return the circle of one turn in a period in the first two coordinates, as large as the limits allow, if any size is.

        A robot with one coordinate swings instead.
        """
        search = self.search
        c = np.zeros((2 * search.harmonics + 1, len(search.limits.half)))
        c[1 + search.harmonics, 0] = 1.0
        c[1, 1:2] = 1.0
        return self.fitted(np.asarray(np.linalg.lstsq(search.free, c, rcond=None)[0], dtype=float).reshape(1, -1))
