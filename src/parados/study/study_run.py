"""Run the search of a study: evaluate the designs that it asks for on several threads, and keep each finished block."""

from __future__ import annotations

import contextlib
import os
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.errors import ParadosError
from parados.study.design_evaluation import DesignEvaluation
from parados.study.design_rows import DesignRows
from parados.study.design_store import DesignStore
from parados.study.study_result import StudyResult

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["run_study"]

Array = NDArray[np.float64]


def run_study(study: Study, folder: Path | None, threads: int | None, progress: Progress | None) -> StudyResult:
    """Run a study; see `Study.run`."""
    evaluation = DesignEvaluation(study)
    evaluation.check()
    store = DesignStore(study, folder)
    asked = _Asked(evaluation, store, threads or os.cpu_count() or 1, progress)
    tables = study.search.run(asked)
    return StudyResult.of(study, asked.answers, tables)


class _Asked:
    """The function that a search calls with designs; it evaluates those that are not known."""

    def __init__(self, evaluation: DesignEvaluation, store: DesignStore, threads: int, progress: Progress | None) -> None:
        self.evaluation, self.store, self.threads, self.progress = evaluation, store, threads, progress
        self.answers: list[DesignRows] = []
        self.done = 0

    def __call__(self, designs: Array) -> DesignRows:
        own = np.ascontiguousarray(designs, dtype=float)
        new = [k for k, design in enumerate(own) if not self.store.known(design)]
        self._told(len(own) - len(new))
        self._evaluate(own[new])
        rows = self.store.rows(own)
        self.answers.append(rows)
        return rows

    def _told(self, count: int) -> None:
        self.done += count
        if count:
            report_progress(self.progress, self.done, max(self.evaluation.study.search.total, self.done))

    def _evaluate(self, designs: Array) -> None:
        """Evaluate designs in blocks; a block is kept as soon as it is finished."""
        step = max(1, min(self.evaluation.block, -(-len(designs) // self.threads)))
        blocks = [designs[k : k + step] for k in range(0, len(designs), step)]
        pending: set[Future[DesignRows]] = set()
        pool = ThreadPoolExecutor(min(self.threads, max(len(blocks), 1)))
        try:
            for block in blocks:  # only a few blocks wait at a time, so that an interruption is quick
                pending.add(pool.submit(self.evaluation.together, block))
                if len(pending) >= 2 * self.threads:
                    self._keep_one(pending)
            while pending:
                self._keep_one(pending)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            with contextlib.suppress(ParadosError):  # if the disk is full, it has been told already
                self._keep_finished(pending)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _keep_one(self, pending: set[Future[DesignRows]]) -> None:
        """Wait for one block, keep it, and remove it from `pending`."""
        future = next(as_completed(pending))
        pending.remove(future)
        rows = future.result()
        self.store.add(rows)
        self._told(len(rows))

    def _keep_finished(self, pending: set[Future[DesignRows]]) -> None:
        """Keep the blocks that were finished when the study was interrupted."""
        for future in pending:
            if not future.cancelled() and future.exception() is None:
                self.store.add(future.result())
