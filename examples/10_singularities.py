"""Singularities of a robot
========================

Three questions about a robot: is a pose far from singularities, where is the nearest singular pose, and which singularities does
a motion cross? This page answers them for a five-bar mechanism, a Tripteron and a hexapod.

    python examples/10_singularities.py

There are two groups of singularities. If a leg is stretched or folded (Type 1), the platform cannot move in some direction. If
the locked motors do not hold the platform (Type 2), or passive joints of a leg can move although motors and platform are locked
(LPJTS), the efforts of most motions grow without bound, and a small force moves the robot. `classify` finds the kind of a pose
and the free motion; `distances` returns the distances of poses from each kind; `crossings` lists the singularities that a motion
crosses; `nearest_singularity` searches in all directions; `singularity_map` computes and draws a map. examples/11_crossing.py
moves robots through singularities.
"""

import numpy as np

import parados
from parados.singularity.classification import classify
from parados.singularity.criteria import crossing_criterion
from parados.singularity.maps import singularity_map
from parados.singularity.measures import distances
from parados.singularity.nearest import nearest_singularity
from parados.singularity.path_crossings import crossings
from parados.trajectory import point_to_point

# -- one pose --------------------------------------------------------------------------------------------------------------

five_bar = parados.load("five-bar").compile()
home = five_bar.survey.home
print(classify(five_bar, home).summary())

# Distances are the smallest singular values of matrices without units: 0 is singular, about 1 is the best possible value.
d = distances(five_bar, [[0.0, 0.30], [0.0, 0.26], [0.0, 0.22], [0.0, 0.21]])
print("Type 2 distance, going down from y = 0.30 m to 0.21 m:", d.type2.round(4))
assert (np.diff(d.type2) < 0).all()

# -- the nearest singular pose ---------------------------------------------------------------------------------------------

near = nearest_singularity(five_bar, home)
print(f"\n{near.distance:.3f} characteristic lengths from home:")
print(near.what.summary())

# Section 7.5.6.1: both distal links are on one line. Below home the elbows then have the same height as the platform.
q = five_bar.inverse_kinematics(near.x)
elbows = 0.213 * np.sin(q)
assert near.what.kinds == ("Type 2",) and np.allclose(elbows, near.x[1], atol=1e-9)

# On the Tripteron a leg is singular before the platform is; the summary describes its free motion.
tripteron = parados.load("tripteron").compile()
print(f"\n{nearest_singularity(tripteron, [0.3, 0.3, 0.4]).what.summary()}")

# -- singularities along a motion ------------------------------------------------------------------------------------------

down = point_to_point([0.0, 0.338], [0.1, 0.1], duration=1.5)
met = crossings(five_bar, down)
print("\nOn the way from (0, 0.338) m to (0.1, 0.1) m, by time:")
for crossing in met:
    print(crossing.summary())
assert len(met) == 1

# Near the singularity the efforts are large; ten times nearer they are ten times larger.
t = met[0].at + np.array([1e-4, 1e-5, 1e-6])
tau = five_bar.inverse_dynamics(*down(t))
print("torques 100, 10 and 1 us after it [N m]:\n", tau.round(1))
assert np.abs(tau[2, 0]) > 5 * np.abs(tau[1, 0])

# The criterion for finite efforts, a condition on velocities and accelerations:
print(crossing_criterion(five_bar, met[0].x).summary())

# -- six degrees of freedom ------------------------------------------------------------------------------------------------

hexa = parados.load("hexa").compile()
upright = hexa.survey.home
loose = nearest_singularity(hexa, upright)
print(f"\nThe hexapod, {loose.distance:.2f} from home (characteristic lengths, radians):\n{loose.what.summary()}")

# t_s, the motion that is free although the motors are locked, as rates of the coordinates:
free = crossing_criterion(hexa, loose.x).motions
assert np.abs(hexa.inverse_jacobian(loose.x) @ free.T).max() < 1e-6

# -- a map -----------------------------------------------------------------------------------------------------------------

made = singularity_map(five_bar, {"px": (-0.3, 0.3, 61), "py": (-0.35, 0.35, 61)})
parts = made.of((1, -1)).aspects.sizes
print(f"\nIn its default working mode the five-bar reaches {sum(parts)} of {made.grid.size} poses. Singularities separate them")
print("into parts of", ", ".join(str(part) for part in parts[:3]), "... poses; made.plot() and made.save(folder) draw them.")
assert len(parts) >= 2

# In a notebook: made.plot("aspects")
