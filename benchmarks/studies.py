"""Studies of designs: many Delta designs on threads and processes, a million designs in bounded memory, and gradients."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import parados
from parados.cluster import Cluster
from parados.study import Study
from parados.trajectory import pick_and_place_cycle

__all__ = ["studies"]

ROBOT = Path(__file__).parents[1] / "examples" / "studies" / "delta.yaml"
DESIGNS = 10_000
INDICES = {
    "torque": "peak_effort",
    "rms": "rms_effort",
    "speed": "peak_speed",
    "even": "dexterity",
    "frequency": "lowest_frequency",
}


def studies() -> Iterator[tuple[str, float, str]]:
    """Yield description, figure and unit."""
    cycle = pick_and_place_cycle([-0.1525, 0, 0], [0.1525, 0, 0], [0, 0, 0.025], duration=0.2)
    asked = {"motions": {"cycle": cycle}, "objectives": {"torque": "min"}}
    ranges = {"h": [0.75, 0.85], "rf": [0.2, 0.3], "l1": [0.35, 0.42], "l2": [0.85, 0.95]}
    robot = parados.load(ROBOT)
    study = Study(robot, variables=ranges, indices=INDICES, **asked, search={"kind": "sobol", "designs": DESIGNS})
    study.evaluate(study.lower)
    yield from on_threads_and_processes(study)
    yield from in_bounded_memory()
    two = {"variables": {"rf": [0.15, 0.3], "l1": [0.15, 0.3]}, "parameters": {"h": 0.52, "l2": 0.63}, **asked}
    two |= {"indices": {"torque": "peak_effort", "radius": {"index": "footprint", "over": "cycle"}}}
    two |= {"constraints": {"radius": {"max": 0.42}}}
    brute = Study(robot, **two, search={"kind": "grid", "counts": 51}).run()
    steep = Study(robot, **two, search={"kind": "gradient", "samples": 8}).run()
    best = [one.values("torque")[one.best["torque"]] for one in (brute, steep)]
    yield f"least torque: grid of {len(brute)} designs over gradients with {len(steep)} designs", best[0] / best[1], "-"
    yield "designs of the grid over designs of the gradients", len(brute) / len(steep), "-"


def on_threads_and_processes(study: Study) -> Iterator[tuple[str, float, str]]:
    """Run a study on one and two threads, and on one and two processes; the load of the machine is told with the ratios."""
    for kind, measure in (("threads", _on_threads), ("processes", _on_processes)):
        walls = {}
        for count in (1, 2):
            walls[count], used = measure(study, count)
            yield f"{DESIGNS:,} Delta designs x 200 states x 5 indices, {kind}: {count}: time", walls[count], "s"
            yield "of the processor", used, "s"
        yield f"{kind}: two over one, ratio of the times", walls[1] / walls[2], "-"
        yield "load of the machine in the last minute", os.getloadavg()[0], "-"


def _on_threads(study: Study, count: int) -> tuple[float, float]:
    """Return the time, and the time of the processor [s]."""
    start, used = time.perf_counter(), time.process_time()
    study.run(threads=count)
    return time.perf_counter() - start, time.process_time() - used


def _on_processes(study: Study, count: int) -> tuple[float, float]:
    """Return the time, and the time of the processor of all workers [s], of a second run: in the first they load the robot."""
    with Cluster(count) as cluster:
        study.run(cluster=cluster)
        before, start = _worker_times(cluster), time.perf_counter()
        study.run(cluster=cluster)
        return time.perf_counter() - start, _worker_times(cluster) - before


def _worker_times(cluster: Cluster) -> float:
    return float(sum(cluster._client.run(time.process_time).values()))


def in_bounded_memory() -> Iterator[tuple[str, float, str]]:
    """Run studies with 110,000 and 1,000,000 cheap designs, and write their files; a new process each."""
    for designs in (110_000, 1_000_000):
        with TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "helpers.study_memory", str(designs), folder]
            run = subprocess.run(command, capture_output=True, text=True, check=True)
        yield f"{designs:,} designs x 4 states, and their files: peak of the memory", float(run.stdout), "MiB"
