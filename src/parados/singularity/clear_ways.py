"""Search paths between poses that keep a distance from all singularities.

Two trees of straight segments (in the coordinates x) grow from the two poses towards random poses and towards each other
(RRT-Connect). A path, called `way` in the code, is a list of poses with straight segments between them. Every segment of a
returned path is checked for crossings with singularities.

References
----------
J. J. Kuffner, S. M. LaValle, RRT-Connect: an efficient approach to single-query path planning, ICRA 2000.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.model import Model
from parados.singularity.determinants import determinants
from parados.singularity.measures import distances
from parados.singularity.path_crossings import crossings

__all__ = ["ClearRegion", "Trees", "meets_singularity"]

Array = NDArray[np.float64]

CLEAR = 1e-4
"""Dimensionless distance from every singularity that a path must keep; it cannot pass a smaller gap between two of them."""

STEP = 0.03
"""Largest distance between two checked poses of a path [characteristic lengths, rad]."""

STRIDE = 10
"""Longest branch of a tree, in steps."""


@dataclass(frozen=True)
class ClearRegion:
    """Region of the poses that a robot reaches in one working mode at a distance of at least `CLEAR` from all singularities."""

    model: Model
    mode: ArrayLike | None

    @property
    def scale(self) -> Array:
        """(n_x,) unit of each coordinate: the characteristic length, or 1 rad."""
        return self.model.mechanism.coordinate_scales(self.model.characteristic_length)

    def sign(self, x: Array) -> float:
        """Return the sign of the determinant of the inverse Jacobian at x (n_x,); 0 if the determinant is not defined."""
        value = determinants(self.model, x[None], self.mode)[0]
        return float(np.sign(value)) if np.isfinite(value) else 0.0

    def clear(self, x: Array) -> NDArray[np.bool_]:
        """(N,) True for the poses x (N, n_x) in the region: all legs reach them, and no singularity is near."""
        found = distances(self.model, x, mode=self.mode)
        with np.errstate(invalid="ignore"):
            return np.asarray(found.reached & (found.nearest > CLEAR))

    def connects(self, a: Array, b: Array) -> bool:
        """Tell whether sampled poses of the segment from a to b (n_x,) are in the region, with one sign of the determinant."""
        count = max(2, int(np.ceil(np.abs((b - a) / self.scale).max() / STEP)) + 1)
        x = a + np.linspace(0, 1, count)[:, None] * (b - a)
        value = determinants(self.model, x, self.mode)
        return bool(self.clear(x).all() and (np.isnan(value).all() or (np.sign(value) == np.sign(value[0])).all()))


def meets_singularity(region: ClearRegion, way: list[Array]) -> bool:
    """Tell whether a segment of a path crosses a singularity."""
    return any(crossings(region.model, part, mode=region.mode, samples=101) for part in pairwise(way))


@dataclass
class _Tree:
    """Tree of poses with straight segments in the region; `before` has the index of the parent of each pose, -1 for a root."""

    poses: list[Array]
    before: list[int] = field(default_factory=list)

    def way(self, k: int) -> list[Array]:
        """Return the poses on the path from a root to pose k."""
        found = [self.poses[k]]
        while self.before[k] >= 0:
            k = self.before[k]
            found.append(self.poses[k])
        return found[::-1]


class Trees:
    """Two trees that grow towards random poses and towards each other: tree 0 from the start, tree 1 from the goals."""

    def __init__(self, region: ClearRegion, start: Array, goals: list[Array], rng: np.random.Generator) -> None:
        self.region, self.rng = region, rng
        self.trees = [_Tree([start], [-1]), _Tree(goals, [-1] * len(goals))]
        ends, survey = np.array([start, *goals]), region.model.survey
        room = survey.upper - survey.lower
        self.lower = np.minimum(survey.lower, ends.min(axis=0)) - room
        self.upper = np.maximum(survey.upper, ends.max(axis=0)) + room

    def grown(self, tries: int) -> Array | None:
        """Return a path (k, n_x) from the start to a goal that crosses no singularity; None if `tries` branches find none."""
        for count in range(tries):
            own, other = (0, 1) if count % 2 == 0 else (1, 0)
            tip = self._branch(own, self.rng.uniform(self.lower, self.upper))
            if tip is None:
                continue
            met = self._reached(other, self.trees[own].poses[tip])
            if met is None:
                continue
            ends = (tip, met) if own == 0 else (met, tip)
            way = self._shortened([*self.trees[0].way(ends[0]), *self.trees[1].way(ends[1])[::-1]])
            if not meets_singularity(self.region, way):
                return np.array(way)
        return None

    def _nearest(self, tree: _Tree, x: Array) -> int:
        return int(np.linalg.norm((np.array(tree.poses) - x) / self.region.scale, axis=1).argmin())

    def _branch(self, number: int, towards: Array) -> int | None:
        """Add a branch towards a pose (n_x,) to tree `number`; return the index of its end, None if it leaves the region."""
        tree = self.trees[number]
        k = self._nearest(tree, towards)
        way = towards - tree.poses[k]
        part = min(1.0, STRIDE * STEP / max(float(np.abs(way / self.region.scale).max()), 1e-12))
        new = tree.poses[k] + part * way
        if not self.region.connects(tree.poses[k], new):
            return None
        tree.poses.append(new)
        tree.before.append(k)
        return len(tree.poses) - 1

    def _reached(self, number: int, x: Array) -> int | None:
        """Add branches to tree `number` until they reach x (n_x,); return the index of x in the tree, None if a branch fails."""
        tree = self.trees[number]
        while True:
            k = self._branch(number, x)
            if k is None:
                return None
            if np.abs(tree.poses[k] - x).max() < 1e-12:
                return k

    def _shortened(self, way: list[Array]) -> list[Array]:
        """Remove poses of a path if the straight segment between the remaining neighbours is in the region."""
        kept = [way[0]]
        k = 0
        while k < len(way) - 1:
            k = next(j for j in range(len(way) - 1, k, -1) if j == k + 1 or self.region.connects(way[k], way[j]))
            kept.append(way[k])
        return [pose for j, pose in enumerate(kept) if j == 0 or np.abs(pose - kept[j - 1]).max() > 1e-12]
