"""Compute entries on all cores and write each into its own folder."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, sleep

import numpy as np

from parados.errors import ParadosError
from parados.sources.entry import Reproduction
from parados.sources.index import Entry
from parados.text.csv_cells import write_columns

__all__ = ["RESULT", "reproduce", "write"]

RESULT = "result.json"
"""What an entry came out as: the report is made from these."""


def reproduce(entries: Sequence[Entry], folder: Path, workers: int | None = None) -> Iterator[Entry]:
    """Compute entries in processes of their own and write them below `folder`; yields each when it is done.

    An error in an entry is raised here, after which no other is begun.
    """
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_quietly) as pool:
        try:
            with _interrupts_held():
                tasks = {pool.submit(_compute_and_write, entry, folder): entry for entry in entries}
            for task in as_completed(tasks):
                task.result()
                yield tasks[task]
        except BrokenProcessPool:
            sleep(0.5)  # an interrupt ends the workers too, and may reach this process after their end is noticed
            raise ParadosError("a process that computed entries was ended from outside; perhaps memory ran out") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back; a process that is started meanwhile holds them back until it lets them in itself."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_quietly() -> None:
    """Let an interrupt end this worker at once and without a word: the main process tells the user."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _compute_and_write(entry: Entry, folder: Path) -> None:
    start = perf_counter()
    reproduction = entry.compute()
    write(entry, reproduction, folder / entry.id, perf_counter() - start)


def write(entry: Entry, reproduction: Reproduction, folder: Path, seconds: float) -> None:
    """Figures as PNG and SVG, animations as GIF, data as CSV, and `RESULT`, into a folder that is made."""
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
