"""How a figure is taken: the best of several runs, since whatever else a machine does only adds to a time."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

__all__ = ["best_of", "in_fresh_interpreter"]


def best_of(run: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of the fastest of `repeats` runs, after one that does not count."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def in_fresh_interpreter(code: str, env: dict[str, str] | None = None, repeats: int = 3) -> float:
    """The smallest number that a script prints, run in new interpreters."""
    answers = []
    for _ in range(repeats):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        answers.append(float(run.stdout.split()[-1]))
    return min(answers)
