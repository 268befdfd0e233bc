"""Motion through a singularity
============================

In a Type 2 singularity the motors of a robot do not hold its platform, and most motions through it need unbounded efforts. But if
the forces do no work on the free motion at the singular instant, the efforts stay finite (Briot & Khalil, chapter 9), and the
robot can move from one assembly mode to another. `plan.cross` finds such a motion.

    python examples/11_crossing.py

This page plans motions of a five-bar mechanism, a hexapod and a Tripteron through singularities. It compares the efforts with and
without the criterion, plans within limits of the motors, and ends with a simulation: with only the planned torques, the five-bar
follows the planned motion.
"""

import numpy as np
from scipy.integrate import solve_ivp

import parados
from parados.plan import Demands, cross

# -- from one side to the other --------------------------------------------------------------------------------------------

five_bar = parados.load("five-bar").compile()
start, end = [0.0, 0.338], [0.1, 0.1]
motion = cross(five_bar, start, end, duration=1.5)
print(motion.summary())

# Efforts 1 ms, 1 us and 1 ns before and after the singular instant converge to one value ...
before, after = motion.approach()
print("\ntorques 1 ms, 1 us, 1 ns before and after the singular instant [N m]")
print(np.hstack([before, after]).round(5))
assert np.abs(before[2] - after[2]).max() < 1e-3 * np.abs(before[2]).max()
assert motion.passages[0].residual < 1e-10

# ... but those of the point-to-point motion of the same duration grow by a factor of 1000 with every step.
naive, _ = motion.naive_approach()
print("torques of the naive motion, before its singular instant [N m]\n", naive.round(1))
assert np.allclose(naive[2] / naive[1], 1000, rtol=0.01)

# -- limits ----------------------------------------------------------------------------------------------------------------

# Limits of 8 N m and 0.95 rad/s: IPOPT finds another velocity and acceleration at the singular pose.
gentle = cross(five_bar, start, end, 1.5, demands=Demands(speed=0.95, effort=8.0))
print("\npeaks [N m]", motion.peak.round(2), "-> with demands", gentle.peak.round(2))
assert gentle.peak.max() <= 8.0 < motion.peak.max()

# Limits that cannot be met raise an error, which gives the value that would be needed.
try:
    cross(five_bar, start, end, 1.5, demands=Demands(effort=2.0))
except parados.InputError as error:
    print("error:", error)

# A given pose with three digits is moved onto the singular curve; a higher degree makes the motion smoother.
smooth = cross(five_bar, start, end, 1.5, through=[0.058, 0.199], degree=12)
assert np.allclose(smooth.passages[0].x, [0.058, 0.199], atol=1e-3)

# -- any robot -------------------------------------------------------------------------------------------------------------

hexa = parados.load("hexa").compile()
home, loose = hexa.survey.home, np.array([-0.0622, 0.1577, -0.4255, -0.2452, -0.2533, -0.4818])
turned = cross(hexa, home, home + 1.4 * (loose - home), duration=1.0)
print(f"\nhexapod: crosses at {turned.passages[0].time:.3f} s with torques up to {turned.peak.max():.1f} N m;")
print(f"the naive motion needs {turned.naive_peak.max():.0f} N m one microsecond from its singularity")
assert turned.naive_peak.max() > 1000 * turned.peak.max()

# -- a leg that changes its working mode -----------------------------------------------------------------------------------

# The platform moves to the border of the leg's reach and back, while the leg passes through its stretched pose: criterion (9.15).
tripteron = parados.load("tripteron").compile()
folded = cross(tripteron, [0.4, 0.35, 0.4], [0.35, 0.42, 0.45], duration=1.0, mode=(1, 1, 1), end_mode=(-1, 1, 1))
print(f"\nTripteron, planned in {', '.join(folded.model.labels['x'])}:\n{folded.summary()}")
t = np.linspace(0.0, 1.0, 5)
assert np.allclose(folded.platform(t).x[[0, -1]], [[0.4, 0.35, 0.4], [0.35, 0.42, 0.45]])

# -- a simulation of the plan ----------------------------------------------------------------------------------------------

# The direct dynamics with only the planned torques, from 0.2 s before the singular instant to 0.5 s after it: the robot follows
# the plan. Errors of the torques of 0.001 N m cause an error of some micrometres.
t_s = motion.passages[0].time
first, last = t_s - 0.2, t_s + 0.5


def simulated(error):
    """Return the final position of the robot [m] for an error of the torques [N m]."""
    at = motion.trajectory(first)

    def rates(t, state):
        x, xd = np.split(state, 2)
        return np.concatenate([xd, five_bar.forward_dynamics(x, xd, motion.efforts(t) + error)])

    return solve_ivp(rates, (first, last), [*at.x, *at.xd], rtol=1e-9, atol=1e-12).y[:2, -1]


for error in (0.0, 1e-3):
    off = np.abs(simulated(error) - motion.trajectory(last).x).max()
    print(f"simulation through the singularity with a torque error of {error} N m: {off:.1e} m from the plan")
    assert off < max(1e-9, 0.05 * error)

# In a notebook: motion.plot()
