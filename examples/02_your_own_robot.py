"""Your own robot
=================

A new robot needs one file. This page describes a planar *biglide* in a vertical plane: two carriages move on a rail along x, and
two bars of 0.5 m connect them to a common tip that carries 3 kg.

    python examples/02_your_own_robot.py

Each leg is a chain of rows gamma, b, alpha, d, theta, r (modified Denavit-Hartenberg parameters). A row gives the frame of a link
relative to the previous link; the joint turns about, or slides along, the z axis of the new frame. The first row turns z into the
direction of the rail, the second turns it back to the normal of the plane. The closure tells how the last link holds the
platform. Here it is rigid, so that the orientation a3 of the platform follows from the second bar and is listed as `dependent`.

`parados check FILE` reports the errors in a file, one sentence for each.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados

BIGLIDE = """
name: biglide
title: Planar biglide, two carriages on one rail
gravity: [0, -9.81, 0]
parameters: {l: 0.5, bar: 0.6, I: bar*l**2/12, tip: 3}
platform:
  coordinates: [px, py]
  dependent: [a3]
  link: {mass: tip}
legs:
  - name: left
    joints:
      - {name: s1, kind: P, active: true, gamma: pi/2, alpha: pi/2, link: {mass: 1.5}}
      - {name: a1, kind: R, alpha: -pi/2, theta: -pi/2, link: {mass: bar, com: [l/2, 0, 0], inertia: [0, I, I]}}
      - {name: c1, kind: R, d: l}
    closure: {joint: fixed}
  - name: right
    joints:
      - {name: s2, kind: P, active: true, gamma: pi/2, alpha: pi/2, link: {mass: 1.5}}
      - {name: a2, kind: R, alpha: -pi/2, theta: -pi/2, link: {mass: bar, com: [l/2, 0, 0], inertia: [0, I, I]}}
    closure: {joint: fixed, frame: {d: l}}
mode: [-1, 1]                 # left carriage on the left of the tip, right carriage on its right
home: [0, 0.3]
workspace: {px: [-0.3, 0.3], py: [0.2, 0.4]}
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "biglide.yaml"
    path.write_text(BIGLIDE, encoding="utf-8")
    robot = parados.load(path)
model = robot.compile()
print(robot)
print("mobility:", robot.mobility().how)

x, xd, xdd = np.array([0.0, 0.3]), np.array([0.4, -0.2]), np.array([1.0, 2.0])
q = model.inverse_kinematics(x)
tau = model.inverse_dynamics(x, xd, xdd)
print("carriages [m]:          ", q.round(6))
print("carriage speeds [m/s]:  ", model.joint_rates(x, xd).round(6))
print("forces [N]:             ", tau.round(6))
print("inertia matrix [kg]:    ", model.mass_matrix(x).round(6).tolist())
print("energy [J]:             ", model.energy(x, xd).total.round(6))
print("ground reaction [N, Nm]:", model.ground_reaction(x, xd, xdd).round(6))
print("accelerations [m/s2]:   ", model.forward_dynamics(x, xd, tau).round(6))
print("operations of the inverse dynamics:", model.kernel("inverse_dynamics").operations)

# The checks, by hand: at height 0.3 the bars of 0.5 form a 3-4-5 triangle, so the carriages are at -0.4 and 0.4. Each bar carries
# half of the tip and half of its own weight at a slope of 4 to 3, so the force on a carriage is (3 + 0.6) g / 2 * 4 / 3.
assert np.allclose(q, [-0.4, 0.4], atol=1e-12)
holding = model.inverse_dynamics(x, np.zeros(2), np.zeros(2))
assert np.allclose(holding, 3.6 * 9.81 / 2 * 4 / 3 * np.array([1, -1]), rtol=1e-12)
assert np.allclose(model.forward_dynamics(x, xd, tau), xdd, atol=1e-10)

# In a notebook: robot.draw()
