"""Computation of entries on all cores; each result is written to a separate folder."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import active_children, get_context
from pathlib import Path
from time import perf_counter

import numpy as np

from parados.errors import ParadosError
from parados.sources.entry import Reproduction
from parados.sources.index import Entry
from parados.text.csv_cells import write_columns

__all__ = ["RESULT", "reproduce", "write"]

RESULT = "result.json"
"""Name of the file with the result of an entry; the report is made from these files."""


def reproduce(entries: Sequence[Entry], folder: Path, workers: int | None = None) -> Iterator[Entry]:
    """Compute entries in worker processes and write them below `folder`; yield each entry when it is done.

    An error in an entry is raised here. Entries that still wait are cancelled; those that a worker already has are finished.
    An interrupt ends the workers at once.
    """
    others = set(active_children())
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts) as pool:
        try:
            with _interrupts_held():
                tasks = {pool.submit(_compute_and_write, entry, folder): entry for entry in entries}
            for task in as_completed(tasks):
                task.result()
                yield tasks[task]
        except BrokenProcessPool:
            raise ParadosError("a worker process was ended from outside; perhaps the memory was full") from None
        except KeyboardInterrupt:
            for worker in set(active_children()) - others:
                worker.terminate()
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back, and raise them at the end of the block, so that every worker gets all that it needs to start.

    A process that is started meanwhile blocks them too, until it unblocks them itself. The mask of this thread alone does not
    hold an interrupt back: it may reach another thread, such as that of a progress bar, and Python raises it in the main thread.
    """
    held: list[int] = []
    in_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if in_main:
        signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if in_main:
            signal.signal(signal.SIGINT, handler)
    if held and callable(handler):
        raise KeyboardInterrupt


def _ignore_interrupts() -> None:
    """Ignore interrupts, which reach all processes of a terminal: the main process ends this worker and informs the user."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _compute_and_write(entry: Entry, folder: Path) -> None:
    start = perf_counter()
    reproduction = entry.compute()
    write(entry, reproduction, folder / entry.id, perf_counter() - start)


def write(entry: Entry, reproduction: Reproduction, folder: Path, seconds: float) -> None:
    """Write figures as PNG and SVG, animations as GIF, data as CSV, and `RESULT`; create the folder if it is missing."""
    from parados.plots.style import save

    folder.mkdir(parents=True)
    for name, figure in reproduction.figures.items():
        save(figure, folder / f"{name}.png")
        save(figure, folder / f"{name}.svg")
    for name, animate in reproduction.animations.items():
        animate(folder / f"{name}.gif")
    for name, columns in reproduction.data.items():
        write_columns(folder / f"{name}.csv", {key: np.asarray(column) for key, column in columns.items()})
    result = {
        "id": entry.id,
        "title": entry.title,
        "seconds": round(seconds, 2),
        "figures": list(reproduction.figures),
        "data": list(reproduction.data),
        "choices": reproduction.choices,
        "lines": [asdict(line) for line in reproduction.lines],
    }
    (folder / RESULT).write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
