"""Blocks that the workers of a Dask cluster evaluate; a block of a worker that dies is evaluated by another one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from parados.cluster.running_blocks import RunningBlocks
from parados.cluster.worker_tasks import evaluated
from parados.errors import InputError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["DaskBlocks"]

Block = TypeVar("Block")
Result = TypeVar("Result")

LOOK = 2.0
"""Time between two looks at whether the scheduler is still there [s]."""

LAST = 10.0
"""Longest time to fetch the finished blocks of an interrupted task [s]."""


class DaskBlocks(RunningBlocks[Block, Result]):
    """Blocks on a cluster.

    client : the connection to the scheduler
    task : the future of a packed task, from which each worker takes one copy
    """

    def __init__(self, client: Client, task: Any, blocks: Iterable[Block], most: int) -> None:
        super().__init__(blocks, most)
        self._client, self._task = client, task

    def _submitted(self, block: Block) -> Any:
        return self._client.submit(evaluated, self._task, block, pure=False)

    def _first_finished(self) -> Any:
        from distributed import wait

        while True:
            with contextlib.suppress(TimeoutError):
                return next(iter(wait(list(self._pending), timeout=LOOK, return_when="FIRST_COMPLETED").done))
            self._check_scheduler()

    def _check_scheduler(self) -> None:
        if self._client.status != "running":
            raise InputError("cluster: the scheduler has gone; start it again, and run the same again to continue")

    def _result(self, future: Any) -> Result:
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker:
            told = "one block ended several workers one after the other, most often because their memory was full"
            raise InputError(f"cluster: {told}; give each worker more memory") from None
        except CancelledError:
            self._check_scheduler()
            raise InputError("cluster: the scheduler has dropped a block; run the same again to continue") from None
        except ModuleNotFoundError as error:
            raise InputError(f"cluster: a worker has no module {error.name}; install there what is installed here") from None

    def _end(self) -> None:
        """The cluster keeps the task for the next call."""

    def stop(self) -> list[Result]:
        futures, self._pending = list(self._pending), {}
        finished = [one for one in futures if one.status == "finished"]
        self._client.cancel([one for one in futures if one not in finished], force=True)
        found: list[Result] = []
        with contextlib.suppress(Exception):  # the error that ended the task is told
            found = [one.result(timeout=LAST) for one in finished]
        return found
