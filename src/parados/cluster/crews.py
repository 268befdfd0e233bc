"""Choose who evaluates the blocks of a call: threads of this process, or a cluster."""

from __future__ import annotations

import os
from typing import Any

from parados.arguments import instance, whole
from parados.cluster.dask_cluster import Cluster
from parados.cluster.running_blocks import Crew, Threads
from parados.errors import InputError

__all__ = ["chosen_crew"]

MOST_THREADS = 1024


def chosen_crew(threads: Any, cluster: Any) -> Crew:
    """Return the given cluster, or the given number of threads; by default as many threads as there are cores."""
    if cluster is None:
        given = threads is not None
        return Threads(whole("threads", threads, 1, MOST_THREADS, "a number of threads") if given else os.cpu_count() or 1)
    if threads is not None:
        raise InputError("threads: the workers of a cluster have threads of their own; give threads or a cluster")
    return instance("cluster", cluster, Cluster, "a cluster (parados.cluster.Cluster)")
