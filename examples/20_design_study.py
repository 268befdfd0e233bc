"""Find a good Delta robot
=======================

    python examples/20_design_study.py

A Delta robot shall do the usual cycle of 25/305/25 mm, 150 times a minute. How long should its arms and rods be, how far out and
how high its motors? Small motors and a small footprint are good; in the whole picking area the robot must stay away from
singularities and be stiff enough for its drives. The study is the file `examples/studies/delta-study.yaml`; the command

    parados study examples/studies/delta-study.yaml -o delta-study

does the first part, and writes tables, figures, robot files and a report. It needs the packages of `parados[study]`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import parados
from parados.study import Study, read_study, size_motors
from parados.trajectory import pick_and_place_cycle

HERE = Path(__file__).parent / "studies"

# -- two objectives: the Pareto front ------------------------------------------------------------------------------------

study = read_study(HERE / "delta-study.yaml")
result = study.run()
print(f"{study.summary()}\n\n{result.summary()}")

# The checks: along the front less torque costs more footprint, and its designs meet the constraints.
order = np.argsort(result.values("torque")[result.pareto])
assert (np.diff(result.values("radius")[result.pareto][order]) < 0).all()
assert result.values("dexterity")[result.pareto].min() >= 0.25 and result.values("frequency")[result.pareto].min() >= 20

# -- one objective: brute force and gradients ----------------------------------------------------------------------------

# How small can the torque be within 0.42 m of the axis? With two variables a grid is affordable.
cycle = pick_and_place_cycle([-0.1525, 0, 0], [0.1525, 0, 0], [0, 0, 0.025], duration=0.2)
asked = {
    "variables": {"rf": [0.15, 0.3], "l1": [0.15, 0.3]},
    "parameters": {"h": 0.52, "l2": 0.63},
    "motions": {"cycle": cycle},
    "indices": {"torque": "peak_effort", "radius": {"index": "footprint", "over": "cycle"}},
    "constraints": {"radius": {"max": 0.42}},
    "objectives": {"torque": "min"},
}
robot = parados.load(HERE / "delta.yaml")
brute = Study(robot, **asked, search={"kind": "grid", "counts": 51}).run()
steep = Study(robot, **asked, search={"kind": "gradient", "samples": 8}).run()
of_grid, found = (one.values("torque")[one.best["torque"]] for one in (brute, steep))
print(f"\nbest of a grid of {len(brute)} designs: {of_grid:.4f} N m; by gradients, {len(steep)} designs: {found:.4f} N m")

# The checks: gradients find the optimum beside the best design of the grid, with at least 20 times fewer designs.
assert len(brute) >= 20 * len(steep)
assert 0.98 * of_grid < found <= of_grid * (1 + 1e-6)
steps = np.abs(brute.designs[brute.best["torque"]] - steep.designs[steep.best["torque"]]) / (0.15 / 50)
assert (steps < 3).all()

# -- do the motors suffice? ----------------------------------------------------------------------------------------------

chosen = result.robot(result.best["compromise"])
motor = {"speed": [0, 15, 30], "effort": [60, 60, 20], "continuous": 28}
sized = size_motors(chosen.compile(), cycle, motor)
print(f"\n{sized.summary()}")

# The check: the peak effort of the sizing, over 1001 states, is that of the study, over 200 states, or a little more.
peak = max(load.peak_effort for load in sized.loads)
assert 1 - 1e-9 < peak / result.values("torque")[result.best["compromise"]] < 1.01

# In a notebook: result.plot()
