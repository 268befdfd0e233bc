"""More joints than the platform needs
======================================

A planar 3-RRR robot has three motors for the three degrees of freedom of its platform. Here the first motor is on a motorised
rail, so that there are four motors, and the rail can move while the platform does not. This is *kinematic* redundancy. It is
used to avoid singularities and joint limits.

    python examples/06_redundancy.py

The file lists the additional joint under `redundancy`, and `x` contains it after the platform coordinates: px, py, a3, rail. All
models then work as for any other robot. If only the motion of the platform is given, `resolve_redundancy` chooses the rate of the
rail for which the motor rates are smallest, and `resolve_redundant_acceleration` does the same for accelerations. The argument
`null` (one rate per motor) serves a second aim: the part of it that does not move the platform is added. `within_limits` tells
which states keep every joint within the `limits` of the file.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados

ROBOT = """
name: 3-rrr-on-a-rail
title: Planar 3-RRR whose first motor is on a rail
gravity: [0, -9.81, 0]
parameters: {l1: 0.25, l2: 0.28}
redundancy: [rail]
platform:
  coordinates: [px, py, a3]
  link: {mass: 1.2, inertia: [0.004, 0.004, 0.008]}
legs:
  - name: leg1
    base: {at: [0.4, 0, 0]}
    joints:                           # alpha turns the axis of the rail, z, into the y axis of the base
      - {name: rail, kind: P, active: true, alpha: -pi/2, limits: [-0.1, 0.1], link: {mass: 1.4}}
      - {name: q11, kind: R, active: true, alpha: pi/2, link: {mass: 0.8, com: [l1/2, 0, 0], inertia: [0, 0.004, 0.004]}}
      - {name: q12, kind: R, d: l1, link: {mass: 0.6, com: [l2/2, 0, 0], inertia: [0, 0.004, 0.004]}}
    closure: {joint: R, frame: {at: [l2, 0, 0]}, platform: {at: [0.12, 0, 0]}}
  - repeat: {k: [2, 3], g: [120 deg, 240 deg]}
    name: leg{k}
    base: {turn: {z: g}, at: [0.4, 0, 0]}
    joints:
      - {name: "q{k}1", kind: R, active: true, link: {mass: 0.8, com: [l1/2, 0, 0], inertia: [0, 0.004, 0.004]}}
      - {name: "q{k}2", kind: R, d: l1, link: {mass: 0.6, com: [l2/2, 0, 0], inertia: [0, 0.004, 0.004]}}
    closure: {joint: R, frame: {at: [l2, 0, 0]}, platform: {turn: {z: g}, at: [0.12, 0, 0]}}
mode: [1, 1, 1]
home: [0, 0, 0.1, 0]
workspace: {px: [-0.05, 0.05], py: [-0.05, 0.05], a3: [-0.2, 0.3], rail: [-0.08, 0.08]}
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "robot.yaml"
    path.write_text(ROBOT, encoding="utf-8")
    robot = parados.load(path)
model = robot.compile()
print(robot, "with the actuators", ", ".join(model.actuated_names))
print("degrees of freedom:", robot.mobility().dof, "of which move the platform:", robot.mobility().platform_dof)

x = np.array([0.02, -0.01, 0.1, 0.03])
wanted = np.array([0.2, 0.1, -0.3])
xd = model.resolve_redundancy(x, wanted)
aside = model.resolve_redundancy(x, wanted, null=[0.5, 0.0, 0.0, 0.0])
print("platform and rail, least motor rates:  ", xd.round(4), "motors:", model.joint_rates(x, xd).round(4))
print("the same platform, with `null`:        ", aside.round(4), "motors:", model.joint_rates(x, aside).round(4))
xdd = model.resolve_redundant_acceleration(x, xd, [1.0, 0.0, 2.0])
print("accelerations of platform and rail:    ", xdd.round(4))
print("forces and torques for them [N, N m]:  ", model.inverse_dynamics(x, xd, xdd).round(4))

rail = np.array([-0.15, -0.05, 0.05, 0.15])
states = np.column_stack([np.tile(x[:3], (4, 1)), rail])
print("rail at", rail.tolist(), "within limits:", model.within_limits(states).tolist())


# The check, by hand: a forearm keeps its length, so both of its ends have the same speed along its direction u. At the platform
# this speed is u . (v + omega x r), at the elbow u . (rate of the motor x upper arm + rate of the rail). This gives one row per
# leg of platform @ [v, omega] = motors @ qd.
frames = dict(zip(model.joint_names, model.link_frames(x), strict=True))
platform, motors = np.zeros((3, 3)), np.zeros((3, 4))
for leg in range(3):
    shoulder, elbow = (frames[f"q{leg + 1}{k}"][:2, 3] for k in (1, 2))
    angle = x[2] + leg * 2 * np.pi / 3
    r = 0.12 * np.array([np.cos(angle), np.sin(angle)])
    u = x[:2] + r - elbow
    assert np.isclose(np.hypot(*u), 0.28, rtol=1e-12)
    arm = elbow - shoulder
    platform[leg] = [*u, u @ [-r[1], r[0]]]
    motors[leg, leg + 1] = u @ [-arm[1], arm[0]]
    if leg == 0:
        motors[0, 0] = u @ [0.0, 1.0]  # the rail is along y
least = np.linalg.lstsq(motors, platform @ wanted, rcond=None)[0]
assert np.allclose(model.joint_rates(x, xd), least, atol=1e-12)
assert np.allclose(xd[:3], wanted) and np.allclose(aside[:3], wanted) and np.isclose(xd[3], least[0])
# The part that `null` adds does not move the platform, and it makes the motor rates larger.
idle = model.joint_rates(x, aside) - model.joint_rates(x, xd)
assert np.allclose(motors @ idle, 0, atol=1e-12) and idle[0] > 0.01 and abs(idle @ least) < 1e-12
# The least motor accelerations do not contain such a part either.
assert np.allclose(xdd[:3], [1.0, 0.0, 2.0]) and abs(model.joint_accelerations(x, xd, xdd) @ idle) < 1e-10
assert model.within_limits(states).tolist() == [False, True, True, False]

# In a notebook: robot.draw()
