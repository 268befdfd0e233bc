"""Curves of a map over two coordinates: polylines that join crossings of the grid's edges, cell by cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.crossings import Crossings
from parados.singularity.maps.edges import Edges

__all__ = ["Curve", "joined_curves"]

Array = NDArray[np.float64]
Inside = Callable[[Array], Array]


@dataclass(frozen=True)
class Curve:
    """A polyline whose points lie on a singularity or on the border of the reach, to round-off.

    Attributes
    ----------
    kind : kind of the singularity, one of `KINDS`; "border" if the reach ends without a singularity; "coordinates" if only
        the platform's coordinates are singular
    points : (k, 2) varied coordinates; in a closed curve the last point equals the first
    distance : (k,) distance of the points from the singularity of that kind, dimensionless
    border : True if the reach ends at this curve
    """

    kind: str
    points: Array
    distance: Array
    border: bool


def joined_curves(edges: Edges, crossings: Crossings, value: Inside) -> list[list[int]]:
    """Join crossings to chains of their numbers; `value` is the function whose sign changes, NaN out of reach."""
    points = edges.points(crossings.edge, crossings.t)
    return _chains(_segments(edges, crossings, points, value), len(points))


def _segments(edges: Edges, crossings: Crossings, points: Array, value: Inside) -> list[tuple[int, int]]:
    """Return the pairs of crossings that a curve joins within a cell."""
    on_edge: dict[int, list[int]] = defaultdict(list)
    for number, edge in enumerate(crossings.edge.tolist()):
        on_edge[edge].append(number)
    t = crossings.t.tolist()
    pairs: list[tuple[int, int]] = []
    for cell in edges.of_cells[edges.cells_at(crossings.edge)].tolist():
        below, right, above, left = (on_edge.get(edge, []) for edge in cell)
        around = {k: t[k] for k in below} | {k: 1 + t[k] for k in right}
        around |= {k: 3 - t[k] for k in above[::-1]} | {k: 4 - t[k] for k in left[::-1]}
        corners = edges.grid.nodes[[edges.start[cell[0]], edges.end[cell[1]]]]
        pairs += _pairs(around, corners, points, value)
    return _within(pairs, points, value)


def _pairs(around: dict[int, float], corners: Array, points: Array, value: Inside) -> list[tuple[int, int]]:
    """Return the pairs of crossings to join in one cell.

    around : number of each crossing -> its place on the outline of the cell, 0 to 4;  corners : lowest and highest corner

    With four crossings the signs alternate along the outline. The two corners with the sign of the centre are connected
    through it, and the curves cut off the other two corners.
    """
    order, count = list(around), len(around)
    if count < 2:
        return []
    if count in (2, 3):
        return [(order[0], order[1])] if count == 2 else [_nearest(order, points)]
    way = (around[order[0]] + around[order[1]]) / 2
    beside, centre = value(corners[0] + (corners[1] - corners[0]) * np.array([_on_square(way), (0.5, 0.5)]))
    start = 1 if (centre >= 0) == (beside >= 0) else 0
    return [(order[(start + k) % count], order[(start + k + 1) % count]) for k in range(0, count - 1, 2)]


def _on_square(way: float) -> tuple[float, float]:
    """Return a point on the outline of the unit square, counterclockwise from its lowest corner (`way` from 0 to 4)."""
    side, t = int(way) % 4, way - int(way)
    return ((t, 0.0), (1.0, t), (1.0 - t, 1.0), (0.0, 1.0 - t))[side]


def _nearest(around: list[int], points: Array) -> tuple[int, int]:
    every = [(around[0], around[1]), (around[1], around[2]), (around[0], around[2])]
    return min(every, key=lambda pair: float(np.linalg.norm(points[pair[0]] - points[pair[1]])))


def _within(pairs: list[tuple[int, int]], points: Array, value: Inside) -> list[tuple[int, int]]:
    """Keep the pairs whose midpoint is within reach."""
    if not pairs:
        return []
    first, second = np.array(pairs).T
    good = np.isfinite(value((points[first] + points[second]) / 2))
    return [pair for pair, keep in zip(pairs, good, strict=True) if keep]


def _chains(pairs: list[tuple[int, int]], count: int) -> list[list[int]]:
    """Join segments end to end; open chains come first, then closed ones."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    free = [True] * count
    chains = []
    for start in sorted(range(count), key=lambda k: len(beside[k]) > 1):
        if not free[start]:
            continue
        chain, here = [start], start
        free[start] = False
        while (step := next((k for k in beside[here] if free[k]), None)) is not None:
            chain.append(step)
            free[step] = False
            here = step
        if len(chain) > 2 and start in beside[here]:
            chain.append(start)
        chains.append(chain)
    return chains
