"""Run many cases in worker processes, so that a crash or a hang is reported and does not end the campaign."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from .outcome import Outcome

__all__ = ["Case", "campaign"]

MEMORY = 6 << 30
"""Largest memory of a worker [bytes]."""

WAITING = 1800.0
"""Time after which a waiting worker is stopped [s]; a busy worker is stopped by its limit of processor time."""


class Case(NamedTuple):
    """Case of a campaign: kind is "file" or "call", and the seed determines everything else."""

    kind: str
    seed: int


def judged(case: Case) -> Outcome:
    """Judge a case in this process."""
    if case.kind == "file":
        from .verdicts import judged_file

        with tempfile.TemporaryDirectory() as folder:  # graphs of mutated robots are never used again
            os.environ["PARADOS_CACHE"] = folder
            return judged_file(case.seed)
    from .odd_calls import judged_call

    return judged_call(case.seed)


Judge = Callable[[Case], Outcome]


def _work(pipe: Connection, cache: str, judge: Judge) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        case = pipe.recv()
        if case is None:
            return
        if cache:
            os.environ["PARADOS_CACHE"] = cache
        pipe.send(judge(case))


class _Worker:
    """Process that judges one case after the other."""

    def __init__(self, judge: Judge) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: Any = context.Process(target=_work, args=(other, os.environ.get("PARADOS_CACHE", ""), judge), daemon=True)
        self.process.start()
        other.close()
        self.case: Case | None = None
        self.since = 0.0

    def ask(self, case: Case) -> None:
        self.case, self.since = case, time.monotonic()
        self.pipe.send(case)

    def answer(self) -> Outcome | None:
        """Return the outcome of the current case, or None while it is running; a dead process also gives an outcome."""
        late = time.monotonic() - self.since > WAITING
        if not late and not self.pipe.poll():
            return None
        try:
            if not late:
                outcome: Outcome = self.pipe.recv()
                return outcome
        except (EOFError, OSError):
            pass
        self.process.kill() if late else None
        self.process.join()
        ended = self.process.exitcode or 0
        slow = late or -ended == signal.SIGXCPU
        return Outcome("hang" if slow else "crash", f"the process ended with {ended}", _case_in_words(self.case))

    def end(self) -> None:
        self.process.kill()
        self.process.join()


def _case_in_words(case: Case | None) -> str:
    from .mutations import mutated_file

    if case is None or case.kind != "file":
        return f"{case}"
    mutated = mutated_file(case.seed)
    return f"{mutated.robot}, {mutated.what}\n{mutated.text}"


def campaign(cases: Sequence[Case], workers: int = 2, judge: Judge = judged) -> Iterator[tuple[Case, Outcome]]:
    """Judge all cases, and yield each as soon as it is judged.

    A case that hangs is judged once more: a virtual machine that was halted counts the halt as processor time of what it ran.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    left, repeated = iter(cases), set[Case]()
    team = [_Worker(judge) for _ in range(min(workers, len(cases)))]
    try:
        for worker in team:
            worker.ask(next(left))
        while team:
            wait([worker.pipe for worker in team], timeout=5.0)
            for worker in list(team):
                outcome = worker.answer()
                if outcome is None or worker.case is None:
                    continue
                case = worker.case
                again = outcome.kind == "hang" and case not in repeated
                if again:
                    repeated.add(case)
                else:
                    yield case, outcome
                following = case if again else next(left, None)
                if following is None:
                    team.remove(worker)
                    worker.end()
                    continue
                if outcome.kind in ("crash", "hang"):
                    team[team.index(worker)] = worker = _Worker(judge)
                worker.ask(following)
    finally:
        for worker in team:
            worker.end()
