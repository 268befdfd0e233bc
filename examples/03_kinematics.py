"""Kinematics
=============

A robot can reach one pose in several ways, and one set of motor angles can belong to several poses. The forces that the legs can
apply determine how the platform moves. This page shows this on two robots of the catalog.

    python examples/03_kinematics.py

*Working modes* are the ways to reach a pose: each arm of the `five-bar` mechanism can bend to either side, so there are four.
A mode has one entry per leg: +1 if the actuated joint is on the positive side of the middle of its two solutions. Methods
that take a pose have an argument `mode`; the default is in the robot file. *Assembly modes* are the poses that are possible
with the same motor angles. `forward_kinematics` returns the one near its guess; `assembly_modes` computes all of them.

`jacobian` (xd = J qd) and `inverse_jacobian` relate the rates of platform and motors. `matrices` returns the matrices from
which the book derives them (A, B, Psi_t and so on), and `leg_wrenches` the wrenches in their rows. An *actuation* wrench is a
wrench that the motors of a leg can apply to the platform. A *constraint* wrench is one that the leg resists independently of
its motors. On the `tripteron` they are known without calculation: each motor moves the platform along one axis, and each leg
blocks two rotations.

`mobility` computes the degrees of freedom from the closures. Formulas that only count joints and bodies fail on the
Tripteron.
"""

import numpy as np

import parados

# -- working modes and assembly modes --------------------------------------------------------------------------------------

model = parados.load("five-bar").compile()
x = np.array([0.0, 0.26])
for mode in model.working_modes():
    print("working mode", mode, "motors [rad]:", model.inverse_kinematics(x, mode=mode).round(4))

q = model.inverse_kinematics(x)
modes = model.assembly_modes(q)
poses = modes.x
print(modes.summary())
print("poses with the same angles [m]:", poses.round(4).tolist())
print("the one near y = 0.25:         ", model.forward_kinematics(q, guess=[0.0, 0.25]).round(4))

frames = dict(zip(model.joint_names, model.link_frames(x), strict=True))
elbow = frames["q12"][:3, 3]
print("elbow of the first arm [m]:    ", elbow.round(4))
print("pose with all six coordinates: ", model.pose(x).round(4))

# The check, with rods of 0.213 m and 0.1878 m and motors at x = -0.14 and 0.14: the law of cosines in the triangle motor, elbow,
# tip gives the angle at the motor, which is added or subtracted. The two tips are mirror images about the line of the elbows.
near, far, base = 0.213, 0.1878, np.array([-0.14, 0.0])
reach = np.hypot(*(x - base))
towards, bend = np.arctan2(*(x - base)[::-1]), np.arccos((near**2 + reach**2 - far**2) / (2 * near * reach))
first = [model.inverse_kinematics(x, mode=mode)[0] for mode in ([1, 1], [-1, 1])]
assert np.allclose(first, [towards + bend, towards - bend], atol=1e-12)
by_hand = base + near * np.array([np.cos(towards + bend), np.sin(towards + bend)])
assert np.allclose(elbow[:2], by_hand, atol=1e-12)
assert np.allclose(poses, [[0.0, 2 * by_hand[1] - 0.26], x], atol=1e-9)
assert modes.complete and modes.complex_expected == 2
assert np.allclose(model.platform_frame(x)[:2, 3], x)

# -- rates, wrenches, mobility ---------------------------------------------------------------------------------------------

robot = parados.load("tripteron")
model = robot.compile()
x = np.array([0.32, 0.28, 0.41])
print("\nJacobian of the Tripteron:\n", model.jacobian(x).round(12) + 0.0)
for leg in model.leg_wrenches(x):
    print(leg.leg, "pushes", (leg.actuation.round(12) + 0.0).tolist(), "and resists", (leg.constraint.round(12) + 0.0).tolist())
book = model.matrices(x)
print("A", book.A.shape, "B", book.B.shape, "Psi_t", book.Psi_t.shape, "J_td", book.J_td.shape)
mobility = robot.mobility()
print(mobility.how)

# The checks. The rails are along z, x and y, so the rates of the motors are those of pz, px, py. The actuation wrenches are unit
# forces along the rails; the constraint wrenches are pure moments about the two axes about which a leg cannot turn.
assert np.allclose(model.inverse_jacobian(x), [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-12)
assert np.allclose(model.jacobian(x) @ model.inverse_jacobian(x), np.eye(3), atol=1e-12)
assert np.allclose(model.joint_rates(x, [1, 2, 3]), [3, 1, 2])
for leg, axis in zip(model.leg_wrenches(x), (2, 0, 1), strict=True):
    assert np.allclose(np.abs(leg.actuation), [np.eye(6)[axis]], atol=1e-12)
    assert leg.constraint.shape == (2, 6) and np.allclose(leg.constraint[:, :3], 0)
    assert np.allclose(leg.constraint[:, 3 + axis], 0)  # the leg can turn about the axis of its joints
# (7.60), A t_p + B qd = 0, with t_p = Psi_t xd.
assert np.allclose(book.A @ book.Psi_t @ [1, 2, 3] + book.B @ [3, 1, 2], 0, atol=1e-12)
# The number of joints minus six for each of two loops is 12 - 12 = 0. Three of these constraints are redundant, so that three
# degrees of freedom remain.
assert (mobility.dof, mobility.gogu, mobility.overconstraint) == (3, 3, 3)

# In a notebook: robot.draw()
