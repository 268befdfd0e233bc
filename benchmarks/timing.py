"""Measurement of times: the shortest of several runs, because other programs on the machine only make a run longer."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

__all__ = ["best_of", "in_fresh_interpreter", "processor_time"]


def best_of(run: Callable[[], object], repeats: int = 5) -> float:
    """Return the time of the fastest of `repeats` runs [s], after one run that is not timed."""
    return _shortest(time.perf_counter, run, repeats)


def processor_time(run: Callable[[], object], repeats: int = 5) -> float:
    """Return the shortest processor time of `repeats` runs [s], after one that is not timed; for runs on one core."""
    return _shortest(time.process_time, run, repeats)


def _shortest(clock: Callable[[], float], run: Callable[[], object], repeats: int) -> float:
    run()
    times = []
    for _ in range(repeats):
        start = clock()
        run()
        times.append(clock() - start)
    return min(times)


def in_fresh_interpreter(code: str, env: dict[str, str] | None = None, repeats: int = 3) -> float:
    """Run a script `repeats` times, each time in a new interpreter, and return the smallest number that it prints."""
    answers = []
    for _ in range(repeats):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        answers.append(float(run.stdout.split()[-1]))
    return min(answers)
