"""Run a compiled function on the rows of a large stack with several threads; it runs without Python's global lock."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from parados.errors import InputError
from parados.graph.compiled_library import Function
from parados.graph.rows_call import RowsCall

__all__ = ["MOST_THREADS", "run_rows_in_threads", "usual_threads"]

MOST_THREADS = 1024

SHARE = 4096
"""Smallest number of rows for which a thread is worth its start."""

ALIGNED = 64
"""Threads begin at multiples of this number of rows, so that each vector of lanes has the rows that it has in one thread."""


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
