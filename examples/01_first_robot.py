"""A first robot
================

The catalog contains robots that are ready to use. This page loads the Delta robot `delta-d3-1200` and computes its kinematics
and its motor torques.

    python examples/01_first_robot.py

`parados.load` reads and checks the description of a robot; `compile` builds its models. The platform coordinates are `x`, here
the position px, py, pz of the platform [m]. The actuated joints are `q`, here the three motor angles [rad]. A method takes
one state, or a stack of states with one row per state, and returns a result of the same shape.
"""

import numpy as np

import parados

robot = parados.load("delta-d3-1200")
model = robot.compile()
print(robot, "with the actuators", ", ".join(model.actuated_names))

# The motor angles for a platform position x, and the platform position for these angles.
x = np.array([0.1, -0.05, -0.8])
q = model.inverse_kinematics(x)
print("motor angles [rad]:         ", q.round(4))
print("platform from them [m]:     ", model.forward_kinematics(q).round(4))

# Speeds: qd = inverse_jacobian(x) @ xd.
xd = np.array([1.0, 0.5, 0.2])
print("motor speeds [rad/s]:       ", model.joint_rates(x, xd).round(4))

# Torques at rest, and for an acceleration of 5 g along x.
rest = np.zeros(3)
holding = model.inverse_dynamics(x, rest, rest)
moving = model.inverse_dynamics(x, xd, np.array([5 * 9.81, 0.0, 0.0]))
print("torques at rest [N m]:      ", holding.round(4))
print("torques at 5 g [N m]:       ", moving.round(4))

# A whole path at once: a circle of 200 positions.
phi = np.linspace(0.0, 2 * np.pi, 200)
circle = np.column_stack([0.2 * np.cos(phi), 0.2 * np.sin(phi), np.full(200, -0.8)])
print("angles along a circle:      ", model.inverse_kinematics(circle).shape)

# The check: at rest the motors carry only the weight, so their work in a small motion equals the change of potential energy.
step = np.array([1e-6, 2e-6, -1e-6])
work = holding @ (model.inverse_kinematics(x + step) - model.inverse_kinematics(x - step))
rise = model.energy(x + step, rest).potential - model.energy(x - step, rest).potential
print(f"work {work:.6e} J, rise of potential energy {rise:.6e} J")
assert abs(work - rise) < 1e-6 * abs(rise)
assert np.allclose(model.forward_kinematics(q), x, atol=1e-12)

# In a notebook: robot.draw(x)
