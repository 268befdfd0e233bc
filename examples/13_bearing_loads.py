"""Bearing loads
=============

How strong must a bearing be? `reactions` tells the force and the moment that pass through every joint of a moving robot, by
name. This page loads the joints of a Delta robot along a motion, and shows what is known of a robot that is overconstrained.

    python examples/13_bearing_loads.py
"""

import numpy as np

import parados
from parados.trajectory import point_to_point

# -- a hexapod at rest -----------------------------------------------------------------------------------------------------

hexapod = parados.load("gough-stewart-lopes")
model, home = hexapod.compile(), hexapod.survey.home
at_rest = model.reactions(home, np.zeros(6), np.zeros(6))
print(at_rest.summary())

# The checks: the feet carry the weight of all bodies, the balls on the platform carry no moment, and a motor that pushes along
# its rod gives the joint the force tau along the rod.
bodies = [*[joint.standard for joint in model.mechanism.joints], model.mechanism.platform.standard]
weight = 9.81 * sum(body[9] for body in bodies)
assert np.isclose(sum(foot[2] for foot in at_rest.feet.values()), weight)
assert all(np.abs(at_rest[f"leg{i}"][3:]).max() < 1e-9 for i in range(1, 7))
own = model.reactions(home, np.zeros(6), np.zeros(6), axes="own")
assert np.allclose([own[f"l{i}"][2] for i in range(1, 7)], model.inverse_dynamics(home, np.zeros(6), np.zeros(6)))

# -- a Delta robot in motion -----------------------------------------------------------------------------------------------

delta = parados.load("delta-d3-1200").compile()
motion = point_to_point([-0.2, 0.0, -0.8], [0.2, 0.1, -0.75], duration=0.3)
states = motion(np.linspace(0, motion.duration, 61))
loads = delta.reactions(states.x, states.xd, states.xdd, axes="own")
print(f"\n{loads.summary()}")

# The check: the motor turns its arm against the inertia of the rotor and friction.
k = list(delta.joint_names).index(delta.actuated_names[0])
joint = delta.mechanism.joints[k]
qd, qdd = delta.joint_rates(states.x, states.xd), delta.joint_accelerations(states.x, states.xd, states.xdd)
tau = delta.inverse_dynamics(states.x, states.xd, states.xdd)
friction = joint.friction.fv * qd[:, 0] + joint.friction.fs * np.sign(qd[:, 0])
assert np.allclose(loads[joint.name][:, 5], tau[:, 0] - joint.rotor * qdd[:, 0] - friction)

# -- what is not determined ------------------------------------------------------------------------------------------------

# A planar robot in space is overconstrained: both legs of a five-bar can carry forces across its plane.
five_bar = parados.load("five-bar-feasible")
across = five_bar.compile().reactions([0.02, 0.26], [0.1, 0.2], [1.0, 2.0], wrench=[0, 0, -5.0, 0, 0, 0])
print(f"\n{across.summary()}")
assert across.undetermined == five_bar.mobility().overconstraint == 3
assert np.isnan(across["q11"][2:5]).all() and np.isfinite(across["q11"][[0, 1, 5]]).all()
assert np.isclose(across.ground[2], 5.0)  # but all feet together hold the force of 5 N

# In a notebook: hexapod.draw()
