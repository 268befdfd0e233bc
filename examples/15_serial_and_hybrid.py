"""Serial arms, trees and hybrids
================================

A robot file may describe a serial arm as well: its platform is a frame on the last link (`carrier`), and x is q. The pose of
the tool then comes from the tree, without Euler angles on the way.

    python examples/15_serial_and_hybrid.py

The planar arm below has two links of length L with point masses m at their ends, so its models are known from textbooks:

    M = m L^2 [[3 + 2 cos q2, 1 + cos q2], [1 + cos q2, 1]]

The second robot carries the same arm on a slide that a slider-crank mechanism drives: a hybrid. Its x is [crank, q1, q2]; the
rod and the slide follow from the loop.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados

ARM = """
name: arm-2r
title: Planar arm with two point masses
gravity: [0, -9.81, 0]
parameters: {L: 0.4, m: 1.5}
platform: {carrier: q2, frame: {at: [L, 0, 0]}, link: {mass: m}}      # the tool is the second mass
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, link: {mass: m, com: [L, 0, 0]}}
      - {name: q2, kind: R, active: true, d: L}
home: [0.3, 0.8]
"""

HYBRID = """
name: arm-on-a-slide
title: Arm on a slide that a crank drives
gravity: [0, -9.81, 0]
parameters: {L: 0.4, m: 1.5, crank: 0.1, rod: 0.5}
platform: {carrier: q2, frame: {at: [L, 0, 0]}, coordinates: [turn, q1, q2], link: {mass: m}}
legs:
  - name: drive
    joints:
      - {name: turn, kind: R, active: true, link: {mass: 1, com: [crank/2, 0, 0], inertia: [0, 0.001, 0.001]}}
      - {name: knee, kind: R, d: crank, link: {mass: 0.4, com: [rod/2, 0, 0], inertia: [0, 0.008, 0.008]}}
  - name: slide
    joints:                                          # gamma and alpha turn the axis of the slide, z, into x of the base
      - {name: slide, kind: P, gamma: pi/2, alpha: pi/2, link: {mass: 3}}
      - {name: flat, kind: fixed, alpha: -pi/2, theta: -pi/2}
    loops:
      - {between: [flat, knee], joint: R, frames: [{}, {d: rod}]}
  - name: arm
    carrier: flat
    joints:
      - {name: q1, kind: R, active: true, link: {mass: m, com: [L, 0, 0]}}
      - {name: q2, kind: R, active: true, d: L}
home: [1.2, 0.3, 0.8]
guess: {knee: -1.4, slide: 0.5}
"""


def loaded(text: str) -> parados.Robot:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.yaml"
        path.write_text(text, encoding="utf-8")
        return parados.load(path)


L, m = 0.4, 1.5
arm = loaded(ARM).compile()
q, qd = np.array([0.3, 0.8]), np.array([0.5, -1.0])
M = m * L**2 * np.array([[3 + 2 * np.cos(0.8), 1 + np.cos(0.8)], [1 + np.cos(0.8), 1]])
tip = L * np.array([np.cos(0.3) + np.cos(1.1), np.sin(0.3) + np.sin(1.1), 0])
print("mass matrix of the arm:\n", arm.mass_matrix(q))
print("tool:", arm.platform_frame(q)[:3, 3], "velocity:", arm.platform_twist(q, qd)[:3])

robot = loaded(HYBRID)
hybrid = robot.compile()
x, xd = np.array([1.2, 0.3, 0.8]), np.array([2.0, 0.5, -1.0])
slide = 0.1 * np.cos(1.2) + np.sqrt(0.5**2 - (0.1 * np.sin(1.2)) ** 2)
print(robot.mobility().freedoms(), "- joints:", dict(zip(hybrid.joint_names, hybrid.joints(x).round(4), strict=True)))
print("tool:", hybrid.platform_frame(x)[:3, 3])

assert np.abs(arm.mass_matrix(q) - M).max() < 1e-12
assert np.abs(arm.platform_frame(q)[:3, 3] - tip).max() < 1e-12
assert np.isclose(arm.inverse_dynamics(q, 0 * q, 0 * q)[1], m * 9.81 * L * np.cos(1.1))
assert np.abs(hybrid.platform_frame(x)[:3, 3] - tip - [slide, 0, 0]).max() < 1e-9
assert np.abs(hybrid.mass_matrix(x)[1:, 1:] - M).max() < 1e-9       # the arm does not see what carries it

# In a notebook: hybrid.draw()
