"""All designs of a study in the order of its search, part by part: in memory, or read from the disk each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parados.study.block_store import BlockStore
from parados.study.design_rows import DesignRows
from parados.study.sampled_search import SampledSearch

__all__ = ["DesignParts", "JoinedParts", "StoredParts"]

Array = NDArray[np.float64]

HELD = 100_000
"""Largest number of designs that a result holds in memory."""


class DesignParts(Protocol):
    """Designs in parts; each call of `iter` begins with the first part."""

    def __len__(self) -> int:
        """Number of designs."""
        ...

    def __iter__(self) -> Iterator[DesignRows]: ...


class JoinedParts:
    """Designs in memory."""

    def __init__(self, rows: DesignRows) -> None:
        self._rows = rows

    @staticmethod
    def once(answers: Sequence[DesignRows]) -> JoinedParts:
        """Join the answers of a search; a design that was asked for twice is there once."""
        rows = DesignRows.joined(answers)
        first: dict[bytes, int] = {}
        for k, design in enumerate(rows.designs):
            first.setdefault(design.tobytes(), k)
        return JoinedParts(rows if len(first) == len(rows) else rows.part(list(first.values())))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[DesignRows]:
        yield self._rows


class StoredParts:
    """Blocks of a sampled search, found in the store by their designs.

    search : makes the designs anew each time;  step : number of designs of a block
    """

    def __init__(self, search: SampledSearch, step: int, store: BlockStore) -> None:
        self._search, self._step, self._store = search, step, store

    def __len__(self) -> int:
        return self._search.total

    def designs(self) -> Iterator[Array]:
        """Yield the designs (step, n) of all blocks."""
        yield from self._search.parts(self._step)

    def __iter__(self) -> Iterator[DesignRows]:
        for designs in self.designs():
            yield self._store.rows(designs)

    def held(self) -> DesignParts:
        """Return the parts in memory if they are few; then the result does not need the folder any more."""
        return JoinedParts(DesignRows.joined(list(self))) if len(self) <= HELD else self
