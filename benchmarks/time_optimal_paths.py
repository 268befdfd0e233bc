"""Processor time of time-optimal motions: the Delta along a path through 1000 points, for several sets of limits.

Each time is divided by that of the robot's inverse dynamics at 100,000 states in the same run, so that it can be compared
between machines.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

import parados
from parados.plan import ActuatorLimits, least_energy, time_optimal
from parados.trajectory import path_through, pick_and_place

__all__ = ["time_optimal_paths"]

CASES: dict[str, dict[str, float]] = {
    "effort": {"effort": 60.0},
    "effort, speed, acceleration": {"effort": 60.0, "speed": 8.0, "acceleration": 400.0},
    "effort, power": {"effort": 60.0, "power": 250.0},
    "effort, jerk": {"effort": 60.0, "jerk": 5e4},
}

STATES = 100_000


def time_optimal_paths() -> Iterator[tuple[str, float, float, float]]:
    """Yield the case, its processor time [s], the ratio to the inverse dynamics, and the excess over a limit."""
    model = parados.load("delta-d3-1200").compile()
    cycle = pick_and_place([0.0, -0.1525, -0.8], [0.0, 0.1525, -0.8], [0.0, 0.0, 0.025])
    points = cycle.derivative(np.linspace(0.0, cycle.length, 1000), 0)
    path = path_through(points)
    x = points[np.arange(STATES) % 1000]
    model.inverse_dynamics(x, x, x)
    unit = _seconds(lambda: model.inverse_dynamics(x, x, x))
    for case, limits in CASES.items():
        time_optimal(model, path, ActuatorLimits(effort=60.0), intervals=20)  # loads the kernels
        seconds = _seconds(lambda limits=limits: time_optimal(model, path, ActuatorLimits(**limits)))  # type: ignore[misc]
        yield case, seconds, seconds / unit, time_optimal(model, path, ActuatorLimits(**limits)).excess
    seconds = _seconds(lambda: least_energy(model, path, 0.3))
    yield "least energy in 0.3 s", seconds, seconds / unit, 0.0


def _seconds(run: Callable[[], object]) -> float:
    """Return the processor time of the fastest of three runs [s]."""
    times = []
    for _ in range(3):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    for row in time_optimal_paths():
        print("{:32s} {:7.3f} s {:8.1f} {:9.1e}".format(*row))
