"""A flexible robot in motion
==========================

The DualEMPS of Briot and Khalil has three beams of 4 mm. Its sliders move by 200 and -50 mm within half a second and then stop;
the beams continue to vibrate. This page simulates the motion and compares the position of the end-effector with that of a rigid
robot, and the work of the sliders with the energy of the robot.

    python examples/08_moving_flexible_robot.py
"""

import numpy as np

import parados
from parados.simulate.damping import ModalDamping
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.trajectory import point_by_point

model = parados.load("dualemps").compile("vm")
start = [0.28, 0.84 * np.sqrt(8) / 3]  # both sliders at zero: the legs are 0.6 m long and their pivots 0.4 m apart
motion = point_by_point([[0.0, 0.0], [0.2, -0.05]], travel=0.5, stop=0.3)

# Without friction and damping the work of the sliders equals the kinetic and elastic energy.
simulation = ElasticSimulation.at(model, start, friction=False, backend="vm")
run = simulation.prescribed(motion, motion.duration, step=1e-3)
print(f"relative error of the energy balance {run.energy.relative_error:.1e}, error of the closures {run.drift.max():.1e} m")
assert run.energy.relative_error < 1e-6 and run.drift.max() < 1e-9

# The sliders stop at 0.5 s; the end-effector vibrates about the position of the rigid robot.
rest = model.forward_kinematics([0.2, -0.05], guess=run.pose[-1, :2])
late = run.t > 0.5
swing = np.linalg.norm(run.pose[late, :2] - rest, axis=1)
print(f"after the stop P is up to {1e3 * swing.max():.2f} mm from {np.round(rest, 4)}")
assert 1e-4 < swing.max() < 5e-2
assert np.allclose(run.pose[late, :2].mean(axis=0), rest, atol=0.5 * swing.max())

# The frequencies are those of the robot with locked sliders: count how often the motion crosses its mean.
lowest = model.natural_frequencies(rest, count=1)[0]
side = run.pose[late, :2] @ (run.pose[late, :2][np.argmax(swing)] - rest)
crossings = np.count_nonzero(np.diff(np.sign(side - side.mean())))
print(f"lowest frequency {lowest:.2f} Hz: about {2 * 0.3 * lowest:.0f} crossings in 0.3 s are expected, {crossings} are counted")
assert crossings >= int(2 * 0.3 * lowest) - 1

# With five per cent of modal damping the vibration decays.
with_losses = ElasticSimulation.at(model, start, friction=False, damping=ModalDamping(0.05), backend="vm")
damped = with_losses.prescribed(motion, motion.duration, step=1e-3)
print(f"with damping the displacement has decreased to {1e3 * np.linalg.norm(damped.pose[-1, :2] - rest):.3f} mm at the end")
assert np.linalg.norm(damped.pose[-1, :2] - rest) < 0.5 * swing.max()

# In a notebook: motion.plot()
