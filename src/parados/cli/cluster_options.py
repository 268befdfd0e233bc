"""Options of commands that can run on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from parados.cluster.dask_cluster import Cluster

__all__ = ["SCHEDULER", "WORKERS", "given_cluster"]

WORKERS = Annotated[int | None, typer.Option(help="Run on a cluster of this many processes on this machine.")]
SCHEDULER = Annotated[str | None, typer.Option(help="Run on the workers of a Dask scheduler: tcp://HOST:PORT.")]


@contextmanager
def given_cluster(workers: int | None, scheduler: str | None) -> Iterator[Cluster | None]:
    """Yield the cluster that the options ask for, None if they ask for none; it is closed at the end."""
    if workers is None and scheduler is None:
        yield None
        return
    from parados.cluster import Cluster

    with Cluster(workers, scheduler=scheduler) as cluster:
        yield cluster
