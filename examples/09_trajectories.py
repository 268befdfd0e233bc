"""Trajectories
===============

A motion is a function of time. It returns positions, velocities and accelerations, which are the inputs of the robot models. This
page builds one motion of each kind, moves robots along some of them, and finds out how fast a robot can move.

    python examples/09_trajectories.py

`point_to_point` goes from rest to rest, `through` passes points at given times, `along` follows a line, an arc, a circle or a
polyline as fast as limits allow, `polynomials_from_conditions` meets conditions on position, velocity, acceleration and jerk at
any instants, `sampled` and `read_motion` use measured points. `pose_to_pose` and `poses_through` interpolate the rotation of a
platform with six degrees of freedom and return it in the coordinates of the robot file, without jumps. All motions have the same
methods: `motion(t)`, `motion.derivative(t, 3)`, `motion.sample(200)`, `motion.limits()`,
`motion.plot()`, `motion.save("motion.csv")`.
"""

import numpy as np

import parados
from parados.trajectory import (
    Condition,
    along,
    arc,
    concatenate,
    point_to_point,
    polynomials_from_conditions,
    pose_to_pose,
    reversed_in_time,
    sampled,
    through,
)

# -- from point to point, with the motor torques ---------------------------------------------------------------------------

model = parados.load("five-bar-feasible").compile()
there = point_to_point([-0.05, 0.25], [0.05, 0.28], duration=0.4)
t, (x, xd, xdd) = there.sample(201)
tau = model.inverse_dynamics(x, xd, xdd)
limits = there.limits()
print("largest speed [m/s]        ", limits.velocity.value.round(4), "at", limits.velocity.time.round(3), "s")
print("largest acceleration [m/s2]", limits.acceleration.value.round(3), "at", limits.acceleration.time.round(3), "s")
print("largest torques [N m]      ", np.abs(tau).max(axis=0).round(3))
both_ways = concatenate(there, reversed_in_time(there))
print("there and back takes       ", both_ways.duration, "s")

# The largest speed of a quintic is 15/8 of its mean speed, at half of the time.
assert np.allclose(limits.velocity.value, 15 / 8 * np.array([0.1, 0.03]) / 0.4, rtol=1e-12)
assert np.allclose(both_ways(0.5).xd, -there(0.3).xd)

# -- conditions anywhere ---------------------------------------------------------------------------------------------------

# Briot & Khalil (9.41)-(9.46): a polynomial of the fifth degree for each coordinate.
still = [0.0, 0.0]
ends = [Condition(0.0, k, v) for k, v in enumerate(([0.0, 0.338175], still, still))]
ends += [Condition(1.5, k, v) for k, v in enumerate(([0.1, 0.1], still, still))]
printed = polynomials_from_conditions(ends, 1.5).power_coefficients()
print("\n(9.45), (9.46) in powers of t:\n", printed.round(6) + 0.0)
assert np.array_equal(printed[0, 3:].round(6), [0.296296, -0.296296, 0.079012])

# A polynomial of degree 9 with a prescribed acceleration at 0.75 s; the free coefficients minimise the jerk.
crossing = polynomials_from_conditions([*ends, Condition(0.75, 2, [0.01, -0.02])], 1.5, degree=9, about=0.75)
assert np.allclose(crossing(0.75).xdd, [0.01, -0.02], rtol=1e-15)

# -- through points, along an arc, from samples ----------------------------------------------------------------------------

points, times = [[0.0, 0.24], [0.03, 0.27], [0.05, 0.25], [0.0, 0.24]], [0.0, 0.3, 0.5, 0.9]
for kind in ("quintic", "cubic", "trigonometric"):
    peak = through(points, times, kind=kind).limits().acceleration.value
    print(f"{kind:14s} spline: largest acceleration [m/s2]", peak.round(3))

path = arc([-0.05, 0.25], [0.0, 0.28], [0.05, 0.25])
fast = along(path, v_max=1.0, a_max=10.0, j_max=400.0)
t, motion = fast.sample(301)
print(f"arc of {path.length:.4f} m in {fast.duration:.4f} s; top speed {np.linalg.norm(motion.xd, axis=1).max():.3f} m/s")

measured = motion.x + 1e-5 * np.random.default_rng(0).normal(size=motion.x.shape)
smooth = sampled(t, measured, smoothing=1e-5)
rough = sampled(t, measured)
errors = [np.abs(m(t[30:-30]).xdd - motion.xdd[30:-30]).max() for m in (rough, smooth)]
print("error of the acceleration from noisy samples [m/s2]: interpolated", errors[0].round(1), "smoothed", errors[1].round(2))
assert errors[1] < errors[0] / 20

# -- orientation -----------------------------------------------------------------------------------------------------------

# The yaw of a hexapod goes from 170 to -170 degrees: 20 degrees forward, not 340 degrees back.
hexa = parados.load("hexa")
start, end = [0.0, 0.0, 0.0, np.deg2rad(170), 0.1, 0.0], [0.05, 0.0, 0.0, np.deg2rad(-170), -0.1, 0.0]
turn = pose_to_pose(hexa, start, end, duration=0.5, law="jerk-limited")
yaw = np.rad2deg(turn(np.linspace(0.0, 0.5, 5)).x[:, 3])
print("\nyaw on the way [deg]:", yaw.round(2))
assert abs(yaw[-1] - 190) < 1e-9

# In a notebook: fast.plot()
