"""Time of `plan.cross` for every robot of the catalog: with an empty cache, with a full cache, and of a second call."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import parados

__all__ = ["crossing"]

TIMED = """
import time, parados
from helpers.crossing_ways import planned
model = parados.load("{name}").compile()
times, kind = [], "motion"
for _ in range(2):
    start = time.perf_counter()
    try:
        planned(model, "{name}")
    except parados.ParadosError:
        kind = "rejected"
    times.append(time.perf_counter() - start)
print(kind, *times)
"""


def crossing() -> Iterator[tuple[str, str, float, float, float]]:
    """Yield robot, "motion" or "rejected", and times [s] of a call with an empty cache, of one with a full cache, of the next."""
    for name in parados.catalog():
        with tempfile.TemporaryDirectory() as cache:
            kind, cold, _ = _timed(name, cache)
            _, cached, warm = _timed(name, cache)
        yield name, kind, cold, cached, warm


def _timed(name: str, cache: str) -> tuple[str, float, float]:
    environment = {**os.environ, "PARADOS_CACHE": cache}
    run = subprocess.run(
        [sys.executable, "-c", TIMED.format(name=name)], capture_output=True, text=True, check=True, env=environment
    )
    kind, first, second = run.stdout.split()
    return kind, float(first), float(second)


if __name__ == "__main__":
    for row in crossing():
        print("{:30s} {:8s} {:7.2f} {:7.2f} {:7.2f}".format(*row))
