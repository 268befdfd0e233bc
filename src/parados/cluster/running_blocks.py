"""Evaluate the blocks of a large task: results come as they finish, and only a few blocks wait at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Crew", "RunningBlocks", "ThreadBlocks", "Threads", "in_order"]

Block = TypeVar("Block")
Result = TypeVar("Result")


class RunningBlocks(ABC, Generic[Block, Result]):
    """Blocks that are evaluated; iterating yields (number of the block, result), in the order in which they finish.

    Blocks are taken from their iterator when there is room, so that neither blocks nor results fill the memory.

    blocks : the blocks;  most : largest number of blocks that wait or are evaluated at the same time
    """

    def __init__(self, blocks: Iterable[Block], most: int) -> None:
        self._numbered, self._most = enumerate(blocks), most
        self._pending: dict[Any, int] = {}

    def __iter__(self) -> Iterator[tuple[int, Result]]:
        try:
            for number, block in self._numbered:
                self._pending[self._submitted(block)] = number
                if len(self._pending) >= self._most:
                    yield self._next()
            while self._pending:
                yield self._next()
        finally:
            if not self._pending:
                self._end()

    def _next(self) -> tuple[int, Result]:
        future = self._first_finished()
        return self._pending.pop(future), self._result(future)

    @abstractmethod
    def _submitted(self, block: Block) -> Any:
        """Begin a block, and return its future."""

    @abstractmethod
    def _first_finished(self) -> Any:
        """Wait until one of the pending futures is finished."""

    @abstractmethod
    def _result(self, future: Any) -> Result:
        """Return the result of a finished future, or raise its error."""

    @abstractmethod
    def _end(self) -> None:
        """Give back what the blocks needed."""

    @abstractmethod
    def stop(self) -> list[Result]:
        """End an evaluation that was interrupted; return the results that are finished and were not yielded."""


class ThreadBlocks(RunningBlocks[Block, Result]):
    """Blocks that threads of this process evaluate."""

    def __init__(self, task: Callable[[Block], Result], blocks: Iterable[Block], threads: int) -> None:
        super().__init__(blocks, 2 * threads)
        self._task, self._pool = task, ThreadPoolExecutor(threads)

    def _submitted(self, block: Block) -> Future[Result]:
        return self._pool.submit(self._task, block)

    def _first_finished(self) -> Future[Result]:
        return next(iter(wait(self._pending, return_when=FIRST_COMPLETED).done))

    def _result(self, future: Future[Result]) -> Result:
        return future.result()

    def _end(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def stop(self) -> list[Result]:
        self._end()
        futures, self._pending = list(self._pending), {}
        return [one.result() for one in futures if not one.cancelled() and one.exception() is None]


class Crew(Protocol):
    """Evaluator of blocks: `Threads` of this process, or the processes of a `Cluster`."""

    @property
    def threads(self) -> int:
        """Number of blocks that are evaluated at the same time."""
        ...

    def run(self, task: Callable[[Block], Result], blocks: Iterable[Block]) -> RunningBlocks[Block, Result]:
        """Evaluate a task, a function that can be pickled, on blocks."""
        ...


class Threads:
    """Threads of this process.

    threads : number of blocks that are evaluated at the same time
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def run(self, task: Callable[[Block], Result], blocks: Iterable[Block]) -> RunningBlocks[Block, Result]:
        return ThreadBlocks(task, blocks, self.threads)


def in_order(
    crew: Crew, task: Callable[[Block], Result], blocks: Iterable[Block], done: Callable[[Result], object]
) -> list[Result]:
    """Evaluate a task on blocks, and return all results in the order of the blocks; `done` is called with each finished one."""
    found: dict[int, Result] = {}
    running = crew.run(task, blocks)
    try:
        for number, result in running:
            found[number] = result
            done(result)
    except BaseException:
        running.stop()
        raise
    return [found[number] for number in sorted(found)]
