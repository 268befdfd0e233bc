"""Tolerances
==========

Which dimension must be precise, and which one hardly matters? `parados.sensitivity` answers with exact derivatives of any
quantity with respect to the parameters of a robot, with bounds for the worst robot within the tolerances, and with the scatter of
random robots.

    python examples/12_tolerances.py

The parameters must be live: `compile(live=[...])` keeps them as inputs of the models. This page takes a five-bar mechanism, whose
two motors and four links have dimensions of their own, and asks for the error of its position. Then it asks for the torques of a
Delta robot along a motion.
"""

import numpy as np

import parados
from parados.sensitivity import monte_carlo, sensitivity, worst_case
from parados.trajectory import point_to_point

LENGTHS = ["d11", "d12", "d13", "d21", "d22", "d23"]  # motor on the x axis, proximal and distal link of each leg
five_bar = parados.load("five-bar").compile(live=LENGTHS)
x = np.array([0.0, 0.26])
tolerances = dict.fromkeys(LENGTHS, 5e-5)  # 0.05 mm each [m]

# -- one pose --------------------------------------------------------------------------------------------------------------

# The motors are where they would be in the robot of the file, but the links are not: where is the platform?
at_home = sensitivity(five_bar, "forward_kinematics", x=x, tolerances=tolerances)
print(at_home.summary())

# The checks. If both legs change alike, the platform stays on its axis, and with the elbow E = (d11 + d12 c, d12 s) its height y
# follows from (d11 + d12 c)^2 + (y - d12 s)^2 = d13^2.
slopes = dict(zip(at_home.parameters, at_home.derivatives.T, strict=True))
d11, d12, d13 = (five_bar.live[name] for name in LENGTHS[:3])
q = five_bar.inverse_kinematics(x)[0]
across, up = d11 + d12 * np.cos(q), x[1] - d12 * np.sin(q)
assert np.allclose(slopes["d12"] + slopes["d22"], [0, (up * np.sin(q) - across * np.cos(q)) / up], atol=1e-9)
assert np.allclose(slopes["d13"] + slopes["d23"], [0, d13 / up], atol=1e-9)
assert np.allclose(slopes["d11"] - slopes["d21"], [0, -across / up], atol=1e-9)  # the motors move towards each other
assert np.allclose(slopes["d11"] + slopes["d21"], [1, 0], atol=1e-9)  # both motors move to the right, and so does the platform

# -- the worst robot and usual robots --------------------------------------------------------------------------------------

worst = worst_case(five_bar, "forward_kinematics", x=x, tolerances=tolerances)
usual = monte_carlo(five_bar, "forward_kinematics", x=x, tolerances=tolerances, samples=4000)
print(f"\n{worst.summary()}\n\n{usual.summary()}")

# The checks. To first order the worst error is the sum of all effects, and independent deviations add like squares; a uniform
# deviation has a standard deviation of its tolerance over the square root of 3.
assert np.allclose(worst.first_order, at_home.effects.sum(axis=1))
assert worst.curvature.max() < 0.01
assert np.allclose(usual.std, np.sqrt((at_home.effects**2).sum(axis=1) / 3), rtol=0.05)
assert (usual.lowest > worst.lower).all() and (usual.highest < worst.upper).all()
print(f"\nworst height {1e3 * (worst.upper - x)[1]:.3f} mm, but 95 % of the robots within", end=" ")
print(f"{1e3 * (usual.percentiles[2] - x)[1]:.3f} mm")

# -- over the workspace ----------------------------------------------------------------------------------------------------

grid = np.stack(np.meshgrid(np.linspace(-0.08, 0.08, 9), np.linspace(0.2, 0.3, 6)), axis=-1).reshape(-1, 2)
everywhere = sensitivity(five_bar, "forward_kinematics", x=grid, tolerances=tolerances)
k = int(everywhere.effects.sum(axis=2).max(axis=1).argmax())
# Near a Type 2 singularity the motors no longer hold the platform, and its errors grow.
print(f"\nlargest sum of effects at x = {grid[k].round(3)}; for px the order is {', '.join(everywhere.ranking('px'))}")
assert (everywhere.largest >= everywhere.rms).all()

# -- torques along a motion ------------------------------------------------------------------------------------------------

delta = parados.load("delta-d3-1200").compile(live=["l1", "l2", "m0", "m1", "m2"])
motion = point_to_point([-0.2, 0.0, -0.8], [0.2, 0.1, -0.75], duration=0.3)
torques = sensitivity(delta, "inverse_dynamics", motion)  # tolerances: 1 % of each value
print(f"\n{torques.summary()}")

# The check: efforts are linear in masses and inertias, so the relative sensitivities p/f df/dp of all of them sum up to one.
whole = parados.load("delta-d3-1200").compile(live=["m0", "m1", "m2", "I1"])
relative = sensitivity(whole, "inverse_dynamics", motion).relative
assert np.allclose(relative.sum(axis=2), 1, rtol=1e-8)

# In a notebook: at_home.plot()
