"""Aspects: parts of the reach within which a robot can move without meeting a singularity, in one working mode."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from parados.singularity.maps.edges import Edges
from parados.singularity.maps.map_fields import PoseFields

__all__ = ["TINY", "Aspects", "aspects"]

TINY = 1e-3
"""Aspects with less than this fraction of the reached poses are flagged, since they may come from a coarse grid."""

SINGULAR = 1e-9
"""A pose with a smaller distance from a singularity belongs to no aspect."""


@dataclass(frozen=True)
class Aspects:
    """Aspects of one working mode, the largest first.

    Attributes
    ----------
    number : (size,) number of the aspect of each pose, from 0; -1 if the pose is singular or out of reach
    sizes : (k,) number of poses in each aspect
    signs : (k,) sign of the determinant in each aspect, 0 if there is no determinant
    tiny : (k,) True if the aspect has less than `TINY` of the reached poses
    """

    number: NDArray[np.int32]
    sizes: NDArray[np.int64]
    signs: NDArray[np.int8]
    tiny: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.sizes)


def aspects(edges: Edges, fields: PoseFields, cut: NDArray[np.int64]) -> Aspects:
    """Group poses that are connected along edges within the reach and have the same sign of the determinant.

    cut : numbers of the edges that meet a singularity or the border of the reach
    """
    sign = np.where(np.isfinite(fields.determinant), np.where(fields.determinant >= 0, 1, -1), 0).astype(np.int8)
    free = np.ones(len(edges), dtype=bool)
    free[cut] = False
    a, b = edges.start[free], edges.end[free]
    with np.errstate(invalid="ignore"):
        regular = fields.reached & ~(fields.nearest < SINGULAR)
    same = regular[a] & regular[b] & (sign[a] == sign[b])
    a, b = a[same], b[same]
    size = edges.grid.size
    _, label = connected_components(coo_array((np.ones(len(a), dtype=bool), (a, b)), shape=(size, size)), directed=False)
    inside = np.flatnonzero(regular)
    _, first, compact, counts = np.unique(label[inside], return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order))
    number = np.full(size, -1, dtype=np.int32)
    number[inside] = rank[compact]
    sizes = counts[order]
    return Aspects(number, sizes, sign[inside[first[order]]], sizes < TINY * max(len(inside), 1))
