"""A cluster of processes: of its own on this machine, or any other with a Dask scheduler."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from types import TracebackType
from typing import Any, TypeVar

from parados.arguments import shown, whole
from parados.cluster.dask_blocks import DaskBlocks
from parados.cluster.running_blocks import RunningBlocks
from parados.cluster.worker_tasks import packed
from parados.errors import InputError

__all__ = ["Cluster"]

Block = TypeVar("Block")
Result = TypeVar("Result")

MOST_WORKERS = 1024
ANSWER = 5.0
"""Longest time until a scheduler answers [s]."""

JOIN = 30.0
"""Longest time until a scheduler has a worker [s]."""

ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")


class Cluster:
    """Processes that evaluate studies and maps; use it in a `with` statement, or `close` it.

    workers : number of processes on this machine; by default the number of cores
    scheduler : address of a Dask scheduler, "tcp://HOST:PORT", whose workers are used instead; it stays when this is closed
    """

    def __init__(self, workers: int | None = None, *, scheduler: str | None = None) -> None:
        if workers is not None and scheduler is not None:
            raise InputError("cluster: give workers of this machine or a scheduler, not both")
        if scheduler is not None and (not isinstance(scheduler, str) or not ADDRESS.fullmatch(scheduler)):
            raise InputError(f"scheduler: an address such as tcp://192.168.0.5:8786 is expected, not {shown(scheduler)}")
        count = None if workers is None else whole("workers", workers, 1, MOST_WORKERS, "a number of processes")
        if find_spec("distributed") is None:
            raise InputError("a cluster needs the package distributed, which is not installed; install parados[study]")
        self._own: Any = None
        #: the last task and its future, which the scheduler can make again if all copies are lost
        self._task: tuple[Callable[..., Any], Any] | None = None
        self._client: Any = _client(scheduler) if scheduler is not None else self._local(count or os.cpu_count() or 1)

    def _local(self, count: int) -> Any:
        """Start processes on this machine; a process that dies is started again."""
        import dask
        from distributed import Client, LocalCluster

        from parados.cluster.worker_signals import IgnoreInterrupts

        one_thread = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), 1)
        quiet: dict[str, Any] = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
        # Dask's own setting gives freed memory back at once, and blocks with large arrays take a quarter longer
        with dask.config.set({"distributed.nanny.pre-spawn-environ": one_thread}):
            self._own = LocalCluster(n_workers=count, threads_per_worker=1, processes=True, **quiet)
        client = Client(self._own, timeout=JOIN)
        client.register_plugin(IgnoreInterrupts())
        return client

    @property
    def threads(self) -> int:
        """Number of blocks that the workers evaluate at the same time; at least 1."""
        self._check_open()
        return max(1, sum(self._client.nthreads().values()))

    def run(self, task: Callable[[Block], Result], blocks: Iterable[Block]) -> RunningBlocks[Block, Result]:
        """Evaluate a task, a function that can be pickled, on blocks; results come as they finish."""
        self._check_open()
        if self._task is None or self._task[0] != task:
            self._task = task, self._client.submit(_same, packed(task), pure=False)
        return DaskBlocks(self._client, self._task[1], blocks, 2 * self.threads + 2)

    def _check_open(self) -> None:
        if self._client is None:
            raise InputError("cluster: it is closed; make another one")

    def close(self) -> None:
        """End the processes of this machine, or leave the scheduler."""
        client, own, self._client, self._own = self._client, self._own, None, None
        self._task = None
        for part in (client, own):
            if part is not None:
                part.close(timeout=ANSWER)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _same(task: Any) -> Any:
    return task


def _client(address: str) -> Any:
    """Connect to a scheduler that has at least one worker; raises InputError if there is none."""
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is raised
    try:
        client = Client(address, timeout=ANSWER)
    except (OSError, ValueError) as error:
        told = f"no Dask scheduler answers at {address} within {ANSWER:g} s"
        raise InputError(f"scheduler: {told}; start one with `dask scheduler`, or give workers") from error
    try:
        client.wait_for_workers(1, timeout=JOIN)
    except TimeoutError:
        client.close()
        raise InputError(
            f"scheduler: {address} has had no worker for {JOIN:g} s; start some with `dask worker {address}`"
        ) from None
    return client
