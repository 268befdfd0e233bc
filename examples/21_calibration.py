"""Calibration of a Delta robot
============================

Lengths and encoder offsets of a Delta robot are found from measured positions of its platform.

    python examples/21_calibration.py

The machine differs from its file: rods and arms are up to 1 mm longer or shorter, and the encoders were set to zero at slightly
wrong angles. A tracker with 0.05 mm of noise sees the platform at 30 poses. Calibration finds the lengths and the offsets, and
the errors at other poses fall from about a millimetre to the noise of the tracker.
"""

import numpy as np

import parados
from parados.calibration import calibrate, measurement_poses

# the numbers to calibrate: length of each arm and of each pair of rods, offset of each encoder
robot = parados.load("delta-d3-1200").with_corrections(["lengths", "offsets"])
names = [f"{part}{i}" for part in ("d_elbow", "end_x_leg", "offset_theta") for i in (1, 2, 3)]
model = robot.compile(live=names)

# the poses to measure at
poses = measurement_poses(model, 30, noise=5e-5)
print(poses.summary())
assert poses.observability > poses.random

# the machine, and what is measured there
truth = np.array([4e-4, -6e-4, 1e-4, -3e-4, 8e-4, 5e-4, 2e-3, -1e-3, 3e-3])
machine = model.with_parameters(dict(zip(names, truth, strict=True)))
rng = np.random.default_rng(4)
q = machine.inverse_kinematics(poses.x)
seen = poses.x + rng.normal(0, 5e-5, poses.x.shape)
measured = dict(zip(("theta1", "theta2", "theta3", "px", "py", "pz"), np.hstack([q, seen]).T, strict=True))

result = calibrate(model, measured, noise=5e-5)
print(result.summary())

# the errors are those that the standard deviations promise, and the held-out poses are as accurate as the tracker
errors = (result.values - truth) / result.standard_deviations
assert np.abs(errors).max() < 4
before, after, noise = result.accuracy.rms()["lengths"]
print(f"Errors at poses that were held out: {1e3 * before:.3f} mm before, {1e3 * after:.3f} mm after; noise {1e3 * noise:.3f} mm")
assert before > 5e-4 and after < 1.3 * noise

# the robot file with the new numbers is a robot like any other
assert "offset_theta1" in result.robot_file()

# In a notebook: result.plot()
