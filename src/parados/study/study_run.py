"""Run the search of a study: evaluate its designs on threads or on a cluster, and keep each finished block."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.cluster.running_blocks import Crew
from parados.errors import ParadosError
from parados.study.block_store import BlockStore
from parados.study.design_evaluation import DesignEvaluation
from parados.study.design_parts import JoinedParts, StoredParts
from parados.study.design_rows import DesignRows
from parados.study.design_store import DesignStore
from parados.study.sampled_search import SampledSearch
from parados.study.study_result import StudyResult

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["run_study"]

Array = NDArray[np.float64]

SHARES, SMALL = 64, 16
"""A sampled search has at least SHARES blocks, so that many cores have work, but none that is smaller than the largest block over
SMALL. This does not depend on the cores: a study continues on another machine with the same blocks."""


def run_study(study: Study, folder: Path | None, crew: Crew, progress: Progress | None) -> StudyResult:
    """Run a study; see `Study.run`."""
    evaluation = DesignEvaluation(study)
    evaluation.check()
    store, run = BlockStore(study, folder), _Run(evaluation, crew, progress)
    if not isinstance(study.search, SampledSearch):
        asked = _Asked(run, DesignStore(store))
        tables = study.search.run(asked)
        return StudyResult(study, JoinedParts.once(asked.answers), tuple(tables))
    parts = StoredParts(study.search, run.step(study.search.total), store)
    run.evaluate(run.unknown(parts.designs(), store), store.add)
    return StudyResult(study, parts.held())


class _Run:
    """Evaluation of blocks of designs by a crew, with reports of progress."""

    def __init__(self, evaluation: DesignEvaluation, crew: Crew, progress: Progress | None) -> None:
        self.evaluation, self.crew, self.progress = evaluation, crew, progress
        self.done = 0

    def step(self, count: int) -> int:
        """Return the number of designs of a block of a sampled search of `count` designs."""
        most = self.evaluation.block
        return min(most, max(-(-count // SHARES), -(-most // SMALL)))

    def told(self, count: int) -> None:
        """Report that `count` more designs are finished."""
        self.done += count
        if count:
            report_progress(self.progress, self.done, max(self.evaluation.study.search.total, self.done))

    def unknown(self, blocks: Iterable[Array], store: BlockStore) -> Iterator[Array]:
        """Yield the blocks that are not finished."""
        for block in blocks:
            if store.known(block):
                self.told(len(block))
            else:
                yield block

    def evaluate(self, blocks: Iterable[Array], keep: Callable[[DesignRows], None]) -> None:
        """Evaluate blocks; a block is kept as soon as it is finished, also if the study is interrupted."""
        running = self.crew.run(self.evaluation.together, blocks)
        try:
            for _, rows in running:
                keep(rows)
                self.told(len(rows))
        except BaseException:
            left = running.stop()
            with contextlib.suppress(ParadosError):  # if the disk is full, it has been told already
                for rows in left:
                    keep(rows)
            raise


class _Asked:
    """The function that a search calls with designs; it evaluates those that are not known."""

    def __init__(self, run: _Run, store: DesignStore) -> None:
        self.run, self.store = run, store
        self.answers: list[DesignRows] = []

    def __call__(self, designs: Array) -> DesignRows:
        own = np.ascontiguousarray(designs, dtype=float)
        new = own[[k for k, design in enumerate(own) if not self.store.known(design)]]
        self.run.told(len(own) - len(new))
        step = max(1, min(self.run.evaluation.block, -(-len(new) // self.run.crew.threads)))
        self.run.evaluate((new[k : k + step] for k in range(0, len(new), step)), self.store.add)
        rows = self.store.rows(own)
        self.answers.append(rows)
        return rows
