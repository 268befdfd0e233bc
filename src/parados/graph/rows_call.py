"""Call a compiled function on rows: its arguments as the C struct `rows` of `graph/lane_source.py`, and its threads.

Large stacks are shared by several threads; compiled functions run without Python's global lock.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.graph.compiled_library import Function

__all__ = ["MOST_THREADS", "RowsCall", "run_rows_in_threads", "usual_threads"]

Array = NDArray[np.float64]

MOST_THREADS = 1024

SHARE = 4096
"""Smallest number of rows for which a thread is worth its start."""

ALIGNED = 64
"""Threads begin at multiples of this number of rows, so that each vector of lanes has the rows that it has in one thread."""


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


def usual_threads() -> int:
    """Return the number of threads for large stacks: $PARADOS_THREADS, by default the number of available cores."""
    given = os.environ.get("PARADOS_THREADS")
    if given is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not given.isdecimal() or not 1 <= int(given) <= MOST_THREADS:
        raise InputError(f"PARADOS_THREADS: a whole number from 1 to {MOST_THREADS} is expected, not {given!r:.60}")
    return int(given)


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:
    """Return the threads of this process; a forked process does not inherit those of its parent."""
    return ThreadPoolExecutor(threads, thread_name_prefix="parados")


def run_rows_in_threads(function: Function, call: RowsCall, threads: int) -> int:
    """Evaluate all rows of a call and return the number of rows that failed; negative if memory is missing."""
    used = min(threads, call.count // SHARE)
    if used < 2:
        return function(call.address)
    share = -(-call.count // used // ALIGNED) * ALIGNED
    parts = call.parts([min(k * share, call.count) for k in range(used)] + [call.count])
    others = [_pool(os.getpid(), threads).submit(function, part.address) for part in parts[1:]]
    found = [function(parts[0].address), *[one.result() for one in others]]
    return min(found) if min(found) < 0 else sum(found)
