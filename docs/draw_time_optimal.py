"""Draw the motions of the page on time-optimal motion into docs/pictures.

python -m docs.draw_time_optimal [name ...]
"""

from __future__ import annotations

import sys

from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.plan import ActuatorLimits, least_energy, time_optimal
from parados.trajectory import pick_and_place

EFFORT = {"effort": 60.0, "power": 250.0}


def draw(name: str) -> Figure:
    """Draw one motion of the Delta along the path of its pick-and-place cycle, 25 mm up, 305 mm across, 25 mm down."""
    model = parados.load("delta-d3-1200").compile()
    path = pick_and_place([0.0, -0.1525, -0.8], [0.0, 0.1525, -0.8], [0.0, 0.0, 0.025])
    if name == "fastest":
        return time_optimal(model, path, ActuatorLimits(**EFFORT)).plot("Delta, 25/305/25 mm: efforts and power")
    if name == "jerk":
        motion = time_optimal(model, path, ActuatorLimits(effort=60.0, jerk=5e4))
        return motion.plot("Delta, 25/305/25 mm: efforts and jerk")
    return least_energy(model, path, 0.3, ActuatorLimits(effort=22.0)).plot("Delta, 25/305/25 mm in 0.3 s with the least energy")


if __name__ == "__main__":
    write_pictures(sys.argv[1:] or ("fastest", "jerk", "energy"), draw, "time-optimal-", dpi=110, colors=64)
