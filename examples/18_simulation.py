"""A robot in time
===============

What does a robot do when its motors stop, when its controller is slow, when its joints stick? `parados.simulate.simulate`
integrates the motion of any robot, with closed loops that stay closed.

    python examples/18_simulation.py

This page drops a five-bar mechanism, lets a digital controller catch it, holds it by dry friction, and runs Andrews' squeezer, a
published test of programs for closed loops.
"""

import numpy as np

import parados
from parados.simulate import simulate

# -- falling, through singularities ------------------------------------------------------------------------------------------

robot = parados.load("five-bar")
upright = parados.Robot(robot.spec.model_copy(update={"gravity": (0.0, -9.81, 0.0)})).compile()
fall = simulate(upright, [0.02, 0.25], [0.3, 0.0], 1.0, friction=False, limits="ignore", times=101)
print(fall.summary())
assert fall.closure.max() < 1e-10
assert fall.energy.relative_error < 1e-9

# -- caught by a digital controller --------------------------------------------------------------------------------------------

goal = np.array([0.0, 0.26])


def law(t, q, qd, x, xd):
    """Computed torque: the error becomes a damped oscillator."""
    return upright.inverse_dynamics(x, xd, 400 * (goal - x) - 40 * xd, friction=False)


caught = simulate(upright, [0.02, 0.25], [0.3, 0.0], 0.5, control=law, period=0.005, friction=False, times=51)
print(f"\nerror after 0.5 s at 200 Hz: {np.abs(caught.x[-1] - goal).max():.1e} m")
assert np.abs(caught.x[-1] - goal).max() < 1e-3

# -- held by dry friction ------------------------------------------------------------------------------------------------------

model = robot.compile()
ramp = simulate(model, [0.02, 0.25], [0.0, 0.0], 1.0, efforts=lambda t, state: [8.0 * t, 0.0], times=201)
print("\na growing effort:", *ramp.events[:2], sep="\n  ")
first = ramp.events[0]
friction = model.mechanism.joints[model.joint_names.index("q11")].friction
assert first.kind == "slip"
assert (ramp.x[ramp.t < first.t] == ramp.x[0]).all()  # exactly at rest until then
assert 8.0 * first.t >= friction.fs  # the motor has to overcome its own friction at least

# -- Andrews' squeezer ---------------------------------------------------------------------------------------------------------

squeezer = parados.load("andrews-squeezer").compile()
run = simulate(squeezer, [-0.06171389001427645], [0.0], 0.03, efforts=[0.033], times=31)
crank, acceleration = run.x[-1, 0], run.xdd[-1, 0]
print(f"\nAndrews' squeezer at 0.03 s: crank {crank:.9f} rad, acceleration {acceleration:.4f} rad/s^2")
assert abs(crank - 15.81077119629904) < 1e-8  # IVP Test Set
assert abs(acceleration / -24631.7642 - 1) < 1e-7

# In a notebook: fall.plot()
