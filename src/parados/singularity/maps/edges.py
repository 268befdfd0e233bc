"""Edges of a grid: lines from one node to the next along one coordinate, and the cells next to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.grids import Grid

__all__ = ["Edges"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Edges:
    """All edges of a grid, those along its first coordinate first."""

    grid: Grid

    @cached_property
    def _blocks(self) -> list[Ints]:
        """For each coordinate the lower nodes of its edges; the array has one node less along that coordinate than the grid."""
        index = np.arange(self.grid.size).reshape(self.grid.shape)
        return [np.take(index, range(n - 1), axis=k) for k, n in enumerate(self.grid.shape)]

    @cached_property
    def start(self) -> Ints:
        """(E,) number of the node at t = 0."""
        return np.concatenate([block.ravel() for block in self._blocks])

    @cached_property
    def axis(self) -> Ints:
        """(E,) coordinate along which the edge runs."""
        return np.repeat(np.arange(len(self._blocks)), [block.size for block in self._blocks])

    @cached_property
    def end(self) -> Ints:
        """(E,) number of the node at t = 1."""
        strides = np.array([int(np.prod(self.grid.shape[k + 1 :])) for k in range(len(self.grid.shape))])
        return np.asarray(self.start + strides[self.axis])

    def __len__(self) -> int:
        return len(self.start)

    def points(self, edge: Ints, t: Array) -> Array:
        """Return (k, d) varied coordinates at places t on edges."""
        low, high = self.grid.nodes[self.start[edge]], self.grid.nodes[self.end[edge]]
        return np.asarray(low + t[:, None] * (high - low))

    # -- cells of a grid over two coordinates ---------------------------------------------------------------------------

    @cached_property
    def of_cells(self) -> Ints:
        """(n - 1, m - 1, 4) edges around each cell: below, right, above, left (the last two run backwards)."""
        first = np.arange(self._blocks[0].size).reshape(self._blocks[0].shape)
        second = self._blocks[0].size + np.arange(self._blocks[1].size).reshape(self._blocks[1].shape)
        return np.stack([first[:, :-1], second[1:, :], first[:, 1:], second[:-1, :]], axis=2)

    def cells_at(self, edge: Ints) -> NDArray[np.bool_]:
        """Return (n - 1, m - 1) True for each cell that has one of these edges."""
        hit = np.zeros(len(self), dtype=bool)
        hit[edge] = True
        return np.asarray(hit[self.of_cells].any(axis=2))

    def around(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return (E,) True for each edge of these cells."""
        hit = np.zeros(len(self), dtype=bool)
        hit[self.of_cells[cells].ravel()] = True
        return hit
