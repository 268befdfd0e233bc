"""Gravity balanced by springs
============================

A robot that lifts its own weight needs large motors even at rest. A spring whose tension is proportional to its length (zero free
length) can carry the weight of an arm exactly: with its upper end at a height h above the axis of the arm and its lower end at a
distance b from the axis, its energy k (h^2 + b^2 - 2 h b sin q) / 2 falls as the energy m g l sin q of the weight rises. The sum
is constant if k h b = m g l.

    python examples/14_balancing.py

The robot is a parallelogram arm: two motors on one axis drive the upper arm (q1) and a crank (q2); a rod keeps the forearm
parallel to the crank. All centres of mass move as A sin q1 + B sin q2, so two springs balance the whole robot, at every pose. In
the file, `springs` lists the two bodies and the points at which each spring is hooked.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados

ARM = """
name: parallelogram-arm
title: Parallelogram arm with two balancing springs
gravity: [0, -9.81, 0]
parameters:
  l1: 0.4       # upper arm and rod [m]
  l2: 0.35      # forearm
  a: 0.12       # crank
  m1: 2.0       # upper arm [kg]
  m2: 1.2       # forearm
  m3: 0.5       # rod
  m4: 0.3       # crank
  tool: 0.8
  h: 0.3        # upper ends of both springs above the axis
  b: 0.15       # lower ends from the axis, on the upper arm and on the crank
  free: 0       # free length of the springs
  A: (m1 + m3)*l1/2 + (m2 + tool)*l1
  B: m2*l2/2 + tool*l2 - m3*a - m4*a/2
  k1: 9.81*A/(h*b)
  k2: 9.81*B/(h*b)
platform: {coordinates: [px, py], dependent: [a3], link: {mass: tool}}
legs:
  - name: arm
    joints:                   # the crank points backwards, so that its end is at -a along its x axis
      - {name: q1, kind: R, active: true, link: {mass: m1, com: [l1/2, 0, 0], inertia: [0, m1*l1**2/12, m1*l1**2/12]}}
      - {name: forearm, kind: R, d: l1, link: {mass: m2, com: [l2/2, 0, 0], inertia: [0, m2*l2**2/12, m2*l2**2/12]}}
      - {name: q2, kind: R, antecedent: base, active: true,
         link: {mass: m4, com: [-a/2, 0, 0], inertia: [0, m4*a**2/12, m4*a**2/12]}}
      - {name: rod, kind: R, d: -a, link: {mass: m3, com: [l1/2, 0, 0], inertia: [0, m3*l1**2/12, m3*l1**2/12]}}
    loops: [{between: [rod, forearm], joint: R, frames: [{d: l1}, {d: -a}]}]
    closure: {of: forearm, joint: fixed, frame: {d: l2}}
springs:
  - {name: upper, between: [base, q1], at: [[0, h, 0], [b, 0, 0]], stiffness: k1, length: free}
  - {name: lower, between: [base, q2], at: [[0, h, 0], [b, 0, 0]], stiffness: k2, length: free}
guess: {q1: 1.2, q2: -0.4, rod: 1.6, forearm: -1.6}
home: [0.4, 0.25]
workspace: {px: [0.25, 0.55], py: [0.1, 0.4]}
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "arm.yaml"
    path.write_text(ARM, encoding="utf-8")
    robot = parados.load(path)

# -- balanced at every pose ------------------------------------------------------------------------------------------------

model = robot.compile(live=["k1", "k2", "free"])
poses = np.stack(np.meshgrid(np.linspace(0.25, 0.55, 7), np.linspace(0.1, 0.4, 7)), axis=-1).reshape(-1, 2)
still = np.zeros_like(poses)
balanced = model.inverse_dynamics(poses, still, still)
heavy = model.inverse_dynamics(poses, still, still, parameters={"k1": 0, "k2": 0})  # the springs are taken away
print(f"torques at rest: up to {np.abs(heavy).max():.2f} N m without springs, {np.abs(balanced).max():.1e} N m with them")

# The checks. By hand, the weight asks for g A cos q1 and g B cos q2.
values = robot.parameters
q = model.inverse_kinematics(poses)
by_hand = 9.81 * np.array([values["A"], values["B"]]) * np.cos(q)
assert np.allclose(heavy, by_hand, rtol=1e-12)
assert np.abs(balanced).max() < 1e-12 * np.abs(heavy).max()

# Springs are part of the potential energy, which is therefore the same everywhere: (k1 + k2) (h^2 + b^2) / 2.
energy = model.energy(poses, still)
assert np.allclose(energy.potential, (values["k1"] + values["k2"]) * (0.3**2 + 0.15**2) / 2, rtol=1e-12)
print(f"energy in the springs: {energy.springs.min():.1f} to {energy.springs.max():.1f} J, in all {energy.total.mean():.3f} J")

# -- in motion -------------------------------------------------------------------------------------------------------------

# Springs take over the weight, not the inertia: the torques of a motion differ by those of gravity alone.
x, xd, xdd = np.array([0.35, 0.2]), np.array([0.6, -0.4]), np.array([3.0, 5.0])
moving = model.inverse_dynamics(x, xd, xdd)
weight = 9.81 * np.array([values["A"], values["B"]]) * np.cos(model.inverse_kinematics(x))
without = model.inverse_dynamics(x, xd, xdd, parameters={"k1": 0, "k2": 0})
assert np.allclose(without - moving, weight, rtol=1e-12)
print("torques of a motion [N m]:", without.round(3), "without,", moving.round(3), "with springs")

# -- springs with a free length --------------------------------------------------------------------------------------------

# Coil springs have a free length, and the balance is no longer exact. How much of the weight do they leave to the motors?
coils = model.inverse_dynamics(poses, still, still, parameters={"free": 0.03})
left = np.abs(coils).max() / np.abs(heavy).max()
print(f"with a free length of 30 mm the springs leave {100 * left:.0f} % of the largest torque")

# The check: the tension falls by k free, so a spring of length l leaves k free h b cos q / l.
length = np.sqrt(0.3**2 + 0.15**2 - 2 * 0.3 * 0.15 * np.sin(q))
assert np.allclose(coils, by_hand * 0.03 / length, rtol=1e-9, atol=1e-12)

# In a notebook: robot.draw()
