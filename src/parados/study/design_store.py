"""Finished designs of a search that looks at the answers: each design is found by its numbers, in memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.study.block_store import BlockStore
from parados.study.design_rows import DesignRows

__all__ = ["DesignStore"]

Array = NDArray[np.float64]


class DesignStore:
    """Designs that are known already; `blocks` keeps them on disk too, if it has a folder."""

    def __init__(self, blocks: BlockStore) -> None:
        self._blocks = blocks
        self._parts: list[DesignRows] = []
        self._places: dict[bytes, tuple[int, int]] = {}
        for rows in blocks.all():
            self._enter(rows)

    def __len__(self) -> int:
        """Number of different designs that are known."""
        return len(self._places)

    def _enter(self, rows: DesignRows) -> None:
        for k, design in enumerate(rows.designs):
            self._places[design.tobytes()] = (len(self._parts), k)
        self._parts.append(rows)

    def known(self, design: Array) -> bool:
        """Tell whether a design (n,) is finished."""
        return design.tobytes() in self._places

    def add(self, rows: DesignRows) -> None:
        """Keep finished designs."""
        self._blocks.add(rows)
        self._enter(rows)

    def rows(self, designs: Array) -> DesignRows:
        """Return the finished designs (D, n) in this order."""
        places = [self._places[design.tobytes()] for design in designs]
        values = np.array([self._parts[part].values[k] for part, k in places])
        values = values.reshape(len(designs), len(self._blocks.study.indices))
        return DesignRows(designs, values, tuple(self._parts[part].reasons[k] for part, k in places))
