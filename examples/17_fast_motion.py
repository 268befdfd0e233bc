"""Fast motions and motions with little energy
=============================================

How fast can a Delta carry a part 25 mm up, 305 mm across and 25 mm down, if its motors give 60 N m and 250 W each? And how
much less do they heat up if the motion may take 0.3 s?

    python examples/17_fast_motion.py

`time_optimal` finds the fastest motion along a path; its limits hold at every instant, also between the points of its grid.
`least_energy` finds the motion with the least heat in a given time, `synchronised` moves all actuators in step from pose to pose.
The last lines check a case that is known by hand: a mass m on a slide needs 2 sqrt(m D / F) for the distance D.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados
from parados.plan import ActuatorLimits, least_energy, synchronised, time_optimal
from parados.trajectory import line, path_through, pick_and_place

PICK, PLACE = [0.0, -0.1525, -0.8], [0.0, 0.1525, -0.8]

model = parados.load("delta-d3-1200").compile()
path = pick_and_place(PICK, PLACE, lift=[0, 0, 0.025])
fast = time_optimal(model, path, ActuatorLimits(effort=60, power=250))
print(fast.summary())
for part in fast.active:
    print(f"{part.start:.4f} to {part.end:.4f} s: {part.kind} {part.actuator}")
assert fast.excess < 1e-6

# -- the same path in 0.3 s ---------------------------------------------------------------------------------------------------
easy = least_energy(model, path, 0.3)
print(easy.how)
t = np.linspace(0.0, 1.0, 2001)
heat = [np.mean(np.sum(motion.efforts(t * motion.duration) ** 2, axis=1)) * motion.duration for motion in (fast, easy)]
print(f"Heat: {heat[1] / heat[0]:.2f} of that of the fastest motion")
assert heat[1] < heat[0]

# -- other ways from pose to pose ---------------------------------------------------------------------------------------------
curve = path_through([PICK, [0.0, 0.0, -0.75], PLACE])
joints = synchronised(model, PICK, PLACE, ActuatorLimits(effort=60))
print(f"Over a curve: {time_optimal(model, curve, ActuatorLimits(effort=60)).duration:.4f} s, in step: {joints.duration:.4f} s")

# -- a mass on a slide, known by hand -----------------------------------------------------------------------------------------
SLIDE = """
name: slide
gravity: [0, 0, 0]
coordinates: [d]
legs: [{name: slide, joints: [{name: d, kind: P, active: true, link: {mass: 2}}]}]
home: [0.1]
"""
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "slide.yaml"
    file.write_text(SLIDE, encoding="utf-8")
    slide = parados.load(file).compile()
    push = time_optimal(slide, line([0.0], [1.0]), ActuatorLimits(effort=8))
assert abs(push.duration - 2 * np.sqrt(2 * 1.0 / 8)) < 1e-9

# In a notebook: model.draw()
