"""The arguments of a compiled function on rows, as the C struct `rows` of `graph/lane_source.py`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["RowsCall"]

Array = NDArray[np.float64]


class _Rows(ctypes.Structure):
    _fields_ = (
        ("n", ctypes.c_long),
        ("inputs", ctypes.c_void_p),
        ("in_step", ctypes.c_void_p),
        ("outputs", ctypes.c_void_p),
        ("out_step", ctypes.c_void_p),
        ("smallest", ctypes.c_void_p),
        ("largest", ctypes.c_double),
        ("failed", ctypes.c_void_p),
    )


class _Written(NamedTuple):
    """A struct and the arrays that it refers to."""

    rows: _Rows
    arrays: list[ctypes.Array[ctypes.c_void_p] | ctypes.Array[ctypes.c_long]]

    @property
    def address(self) -> int:
        return ctypes.addressof(self.rows)


class RowsCall:
    """Arguments of a compiled function; the arrays must live as long as this object.

    inputs : (count, n) each, or (n,) for one row that is repeated
    outputs : (count, ...) each, or None if it is not wanted
    smallest : (k,) smallest sizes of the entries of the last output
    failed : (count,) bytes to fill; None to check nothing
    largest : largest size of an input
    """

    def __init__(
        self,
        count: int,
        inputs: Sequence[Array],
        outputs: Sequence[Array | None],
        smallest: Array | None = None,
        failed: NDArray[np.uint8] | None = None,
        largest: float = np.inf,
    ) -> None:
        self.count, self.smallest, self.failed, self.largest = count, smallest, failed, largest
        self._kept = inputs, outputs
        self._starts = [[0 if a is None else a.ctypes.data for a in arrays] for arrays in (inputs, outputs)]
        self._steps = [
            [a.shape[1] if a.ndim == 2 else 0 for a in inputs],
            [0 if a is None else a[0].size for a in outputs],
        ]
        self._all = self._written(0, count)

    @property
    def address(self) -> int:
        """Address of the struct of all rows."""
        return self._all.address

    def parts(self, edges: Sequence[int]) -> list[_Written]:
        """Return a struct for the rows between successive edges; each must live as long as its address is used."""
        return [self._written(start, stop) for start, stop in pairwise(edges)]

    def _written(self, start: int, stop: int) -> _Written:
        arrays: list[ctypes.Array[ctypes.c_void_p] | ctypes.Array[ctypes.c_long]] = []
        for starts, steps in zip(self._starts, self._steps, strict=True):
            count = max(len(starts), 1)
            moved = [place + 8 * start * step if place else None for place, step in zip(starts, steps, strict=True)]
            arrays += [(ctypes.c_void_p * count)(*moved), (ctypes.c_long * count)(*steps)]
        smallest = None if self.smallest is None else self.smallest.ctypes.data
        failed = None if self.failed is None else self.failed.ctypes.data + start
        rows = _Rows(stop - start, *[ctypes.addressof(a) for a in arrays], smallest, self.largest, failed)
        return _Written(rows, arrays)
