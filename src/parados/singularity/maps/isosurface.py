"""Surfaces on which a function of three coordinates is zero, by marching tetrahedra.

Each cell of the grid is cut into six tetrahedra around one of its diagonals, so that neighbours fit. If one corner of a
tetrahedron has another sign than the other three, the surface is a triangle; with two corners of each sign it is a
quadrilateral. No case is ambiguous. The places on the edges are then refined with the function itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.grids import Grid
from parados.singularity.maps.roots import Pieces, refined

__all__ = ["Surface", "clipped", "isosurface"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Surface:
    """A surface of triangles: vertices (k, 3) in varied coordinates, triangles (m, 3) as numbers of vertices.

    Seen from the side on which the function is negative, the corners of a triangle run counterclockwise.
    """

    vertices: Array
    triangles: Ints

    def write_stl(self, path: Path) -> None:
        """Write a binary STL file, in the units of the coordinates."""
        corners = self.vertices[self.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
        record = np.zeros(len(corners), dtype=[("v", "<f4", (4, 3)), ("attribute", "<u2")])
        record["v"][:, 0], record["v"][:, 1:] = normals, corners
        path.write_bytes(b"parados".ljust(80) + np.uint32(len(corners)).tobytes() + record.tobytes())


def _tetrahedra(shape: tuple[int, ...]) -> Ints:
    """Return (n, 4) the nodes of all tetrahedra; each order of stepping along the three coordinates gives one of a cell's six."""
    strides = np.array([shape[1] * shape[2], shape[2], 1])
    corner = np.arange(int(np.prod(shape))).reshape(shape)[:-1, :-1, :-1].ravel()
    parts = []
    for order in permutations(range(3)):
        walk = np.concatenate([[0], np.cumsum(strides[list(order)])])
        if np.linalg.det(np.eye(3)[list(order)]) < 0:
            walk = walk[[0, 2, 1, 3]]  # all tetrahedra get the same orientation
        parts.append(corner[:, None] + walk)
    return np.concatenate(parts)


TRIANGLES: dict[int, list[list[tuple[int, int]]]] = {
    1: [[(0, 1), (0, 2), (0, 3)]],
    2: [[(1, 0), (1, 3), (1, 2)]],
    4: [[(2, 0), (2, 1), (2, 3)]],
    8: [[(3, 0), (3, 2), (3, 1)]],
    3: [[(0, 2), (0, 3), (1, 3)], [(0, 2), (1, 3), (1, 2)]],
    5: [[(0, 1), (2, 1), (2, 3)], [(0, 1), (2, 3), (0, 3)]],
    9: [[(0, 1), (0, 2), (3, 2)], [(0, 1), (3, 2), (3, 1)]],
}
"""Positive corners (bit k for corner k) -> triangles; each triangle corner lies on an edge (from, to) of the tetrahedron. The
complementary set of corners gives the same triangles with the opposite orientation."""


def isosurface(grid: Grid, values: Array, f: Callable[[Array], Array], known: NDArray[np.bool_] | None = None) -> Surface:
    """Build the surface f = 0 from the values (size,) of f at the nodes; tetrahedra with a NaN are left out.

    f : function of points (k, 3)
    known : (size,) nodes with exact values; on an edge with another end, the place is interpolated and not refined
    """
    nodes = _tetrahedra(grid.shape)
    nodes = nodes[np.isfinite(values[nodes]).all(axis=1)]
    code = (values[nodes] >= 0) @ np.array([1, 2, 4, 8])
    parts = []
    for case, triangles in TRIANGLES.items():
        for bits, turned in ((case, False), (15 - case, True)):
            own = nodes[code == bits]
            for triangle in triangles:
                corners = own[:, np.array(triangle[::-1] if turned else triangle)]
                parts.append(np.sort(corners, axis=2))
    pairs = np.concatenate(parts)  # (m, 3, 2) nodes at the ends of the edges
    ends, inverse = np.unique(pairs.reshape(-1, 2), axis=0, return_inverse=True)
    low, high = grid.nodes[ends[:, 0]], grid.nodes[ends[:, 1]]
    fa, fb = values[ends[:, 0]], values[ends[:, 1]]
    t = fa / np.where(fa == fb, 1.0, fa - fb)
    sure = np.flatnonzero(np.ones(len(ends), dtype=bool) if known is None else known[ends].all(axis=1))
    pieces = Pieces(sure, np.zeros(len(sure)), np.ones(len(sure)), fa[sure], fb[sure])
    t[sure] = refined(lambda k, s: f(low[k] + s[:, None] * (high[k] - low[k])), pieces)
    return Surface(low + t[:, None] * (high - low), inverse.reshape(-1, 3))


def clipped(surface: Surface, g: Callable[[Array], Array]) -> Surface:
    """Return the part of a surface on which g is not negative; triangles are cut at the zeros of g on their sides."""
    vertices, triangles = surface.vertices, surface.triangles
    values = g(vertices)
    inside = values >= 0
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    cut = np.unique(sides[inside[sides[:, 0]] != inside[sides[:, 1]]], axis=0)
    low, high = vertices[cut[:, 0]], vertices[cut[:, 1]]
    pieces = Pieces(np.arange(len(cut)), np.zeros(len(cut)), np.ones(len(cut)), values[cut[:, 0]], values[cut[:, 1]])
    t = refined(lambda k, s: g(low[k] + s[:, None] * (high[k] - low[k])), pieces)
    number = {(int(i), int(j)): len(vertices) + k for k, (i, j) in enumerate(cut)}
    count = inside[triangles].sum(axis=1)
    kept = [triangles[count == 3]]
    for i, j, k in _turned(triangles[count == 1], inside, True):
        kept.append(np.array([[i, number[min(i, j), max(i, j)], number[min(i, k), max(i, k)]]]))
    for i, j, k in _turned(triangles[count == 2], inside, False):
        ij, ik = number[min(i, j), max(i, j)], number[min(i, k), max(i, k)]
        kept.append(np.array([[ij, j, k], [ij, k, ik]]))
    found = np.concatenate(kept)
    used, compact = np.unique(found, return_inverse=True)
    return Surface(np.concatenate([vertices, low + t[:, None] * (high - low)])[used], compact.reshape(-1, 3))


def _turned(triangles: Ints, inside: NDArray[np.bool_], first: bool) -> list[tuple[int, int, int]]:
    """Rotate the corners of triangles so that the corner that differs from the other two comes first.

    first : True if this corner is the only one inside, False if it is the only one outside
    """
    start = np.argmax(inside[triangles] == first, axis=1) if len(triangles) else np.zeros(0, dtype=int)
    order = (start[:, None] + np.arange(3)) % 3
    return [(int(i), int(j), int(k)) for i, j, k in np.take_along_axis(triangles, order, axis=1)]
