"""Studies of designs: many Delta designs along a cycle with five indices, and gradients against brute force."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import parados
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
    walls = {}
    for threads in (1, 2):
        start, used = time.perf_counter(), time.process_time()
        study.run(threads=threads)
        walls[threads], used = time.perf_counter() - start, time.process_time() - used
        yield (
            f"{DESIGNS:,} Delta designs x 200 states x 5 indices, {threads} thread{'s' * (threads > 1)}: time",
            walls[threads],
            "s",
        )
        yield "of the processor", used, "s"
    yield "two threads over one: ratio of the times", walls[1] / walls[2], "-"
    two = {"variables": {"rf": [0.15, 0.3], "l1": [0.15, 0.3]}, "parameters": {"h": 0.52, "l2": 0.63}, **asked}
    two |= {"indices": {"torque": "peak_effort", "radius": {"index": "footprint", "over": "cycle"}}}
    two |= {"constraints": {"radius": {"max": 0.42}}}
    brute = Study(robot, **two, search={"kind": "grid", "counts": 51}).run()
    steep = Study(robot, **two, search={"kind": "gradient", "samples": 8}).run()
    best = [one.values("torque")[one.best["torque"]] for one in (brute, steep)]
    yield f"least torque: grid of {len(brute)} designs over gradients with {len(steep)} designs", best[0] / best[1], "-"
    yield "designs of the grid over designs of the gradients", len(brute) / len(steep), "-"
