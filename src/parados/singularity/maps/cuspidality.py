"""Find two assembly modes in one aspect of a map: the robot is then cuspidal (Briot & Khalil 5.2.3 and 7.2.3).

A cuspidal robot changes its assembly mode without meeting a singularity, so the actuators and the aspect do not determine its
pose. Two nodes of the map in one aspect are candidates if their actuated joints are nearly equal and their poses are far apart.
Newton's method makes the joints equal, and a path between the two poses without a singularity confirms the pair. If no pair is
found, the robot may still be cuspidal, since the grid is finite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import cKDTree

from parados.errors import InputError
from parados.model.newton_poses import solve_from
from parados.singularity.same_aspect import same_aspect
from parados.text.numbers import number_list
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.singularity.maps.map_result import ModeMap, SingularityMap

__all__ = ["CuspidalPair", "cuspidal_pair"]

Array = NDArray[np.float64]

NODES = 400
"""Number of nodes of each aspect whose joints are compared with those of all other nodes."""

PAIRS = 12
"""Number of candidates that are checked in each aspect, the poses farthest apart first."""

APART = 5
"""Two poses are far apart if a coordinate differs by more than this many steps of the grid."""

BRANCHES = 400
"""Number of branches in the search for a way between two poses."""


@dataclass(frozen=True)
class CuspidalPair(Shown):
    """Two assembly modes in one aspect.

    Attributes
    ----------
    q : (n_a,) actuated joints [rad, m];  poses : (2, n_x) two poses with these joints
    way : (k, n_x) path from the first pose to the second: straight segments between these poses, free of singularities
    aspect : number of the aspect in the map
    """

    q: Array
    poses: Array
    way: Array
    aspect: int

    def _display(self) -> Display:
        facts = {"actuated joints": number_list(self.q), "aspect": str(self.aspect), "parts of the way": str(len(self.way) - 1)}
        poses = {f"pose {k + 1}": number_list(x) for k, x in enumerate(self.poses)}
        return Display("Two assembly modes in one aspect", facts | poses)


def cuspidal_pair(found: SingularityMap, mode: ArrayLike | None = None) -> CuspidalPair | None:
    """Return two assembly modes in one aspect of a working mode; None if none is found in the map.

    The map must run over all entries of x; otherwise most poses with the same actuated joints are not in it.
    """
    own, model = found.of(mode), found.model
    columns = [axis.column for axis in found.grid.axes]
    missing = [name for k, name in enumerate(model.labels["x"]) if k not in columns]
    if missing:
        raise InputError(f"cuspidal_pair: the map does not run over {', '.join(missing)}; it must run over all entries of x")
    for aspect in range(len(own.aspects)):
        for q, first, second in _candidates(found, own, aspect):
            answer = same_aspect(model, first, second, mode=own.mode, tries=BRANCHES)
            if answer.way is not None:
                return CuspidalPair(q, np.array([first, second]), answer.way, aspect)
    return None


def _candidates(found: SingularityMap, own: ModeMap, aspect: int) -> Iterator[tuple[Array, Array, Array]]:
    """Yield actuated joints and two poses with these joints, both near nodes of the aspect."""
    model, grid = found.model, found.grid
    step = np.array([(axis.upper - axis.lower) / (axis.count - 1) for axis in grid.axes])
    order = [axis.column for axis in grid.axes]
    inside = np.flatnonzero(own.aspects.number == aspect)
    x = grid.poses(grid.nodes[inside])
    q = model.inverse_kinematics(x, mode=own.mode)
    tree = cKDTree(_features(model, q))
    chosen = np.random.default_rng(5).permutation(len(inside))[:NODES]
    _, away = tree.query(_features(model, q[chosen]), k=min(40, len(inside)))
    pairs: list[tuple[float, int, int]] = []
    for row, i in enumerate(chosen):
        for j in np.atleast_1d(away[row]):
            apart = _steps(model, x[i], x[j])[order] / step
            if apart.max() > APART:
                pairs.append((-float(apart.max()), int(i), int(j)))
                break
    for _, i, j in sorted(pairs)[:PAIRS]:
        pose, good = solve_from(model, q[i][None], x[j][None], own.mode)
        if good[0] and (_steps(model, x[i], pose[0])[order] / step).max() > APART:
            yield q[i], x[i], pose[0]


def _features(model: Model, q: Array) -> Array:
    """Return numbers that are close if actuated joints q (N, n_a) are equal up to whole turns: cosines, sines and strokes."""
    turning = np.array([model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated], dtype=bool)
    strokes = q[:, ~turning] / model.characteristic_length
    return np.hstack([np.cos(q[:, turning]), np.sin(q[:, turning]), strokes])


def _steps(model: Model, x: Array, other: Array) -> Array:
    """(n_x,) distances of two poses along each coordinate, angles modulo whole turns."""
    gap = x - other
    return np.abs(np.where(model.mechanism.periodic_coordinates, (gap + np.pi) % (2 * np.pi) - np.pi, gap))
