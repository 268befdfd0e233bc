"""Where a robot locks, and where it shakes
==========================================

Somebody has a robot file and wants to know three things: is the pose at which it works a good one, where is the nearest pose at
which it fails, and what does a motion meet on its way. This page asks them of a five-bar mechanism, a Tripteron and a hexapod.

    python examples/10_singularities.py

A robot fails in two ways. It *locks* where a leg is stretched or folded (Type 1): the platform cannot move any further there,
whatever the motors do. It *shakes* where its locked motors no longer hold the platform (Type 2), or where joints of a leg move by
themselves (LPJTS): the efforts that a motion asks for grow without bound there, and a small push moves the robot. `classify` says
which of these a pose is, and which motion is free; `distances` how far poses are from each kind; `crossings` lists what a motion
meets; `nearest_singularity` looks in all directions; `singularity_map` draws. How to drive through: examples/11_crossing.py.
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

# Distances are smallest singular values of matrices without units: 0 is singular, about 1 as good as it gets.
d = distances(five_bar, [[0.0, 0.30], [0.0, 0.26], [0.0, 0.22], [0.0, 0.21]])
print("Type 2 distance, going down from y = 0.30 m to 0.21 m:", d.type2.round(4))
assert (np.diff(d.type2) < 0).all()

# -- the nearest singular pose ---------------------------------------------------------------------------------------------

near = nearest_singularity(five_bar, home)
print(f"\n{near.distance:.3f} characteristic lengths from home:")
print(near.what.summary())

# Section 7.5.6.1: both distal links in line. Below home that is where the elbows are as high as the platform.
q = five_bar.inverse_kinematics(near.x)
elbows = 0.213 * np.sin(q)
assert near.what.kinds == ("Type 2",) and np.allclose(elbows, near.x[1], atol=1e-9)

# A robot whose legs fail before its platform does, and what is then free to move.
tripteron = parados.load("tripteron").compile()
print(f"\n{nearest_singularity(tripteron, [0.3, 0.3, 0.4]).what.summary()}")

# -- what a motion meets ---------------------------------------------------------------------------------------------------

down = point_to_point([0.0, 0.338], [0.1, 0.1], duration=1.5)
met = crossings(five_bar, down)
print("\nOn the way from (0, 0.338) m to (0.1, 0.1) m, by time:")
for crossing in met:
    print(crossing.summary())
assert len(met) == 1

# Just beside it the efforts are large, and ten times nearer they are ten times larger.
t = met[0].at + np.array([1e-4, 1e-5, 1e-6])
tau = five_bar.inverse_dynamics(*down(t))
print("torques 100, 10 and 1 us behind it [N m]:\n", tau.round(1))
assert np.abs(tau[2, 0]) > 5 * np.abs(tau[1, 0])

# What a motion must fulfil to be driven through it with finite efforts, a condition on velocities and accelerations:
print(crossing_criterion(five_bar, met[0].x).summary())

# -- six degrees of freedom ------------------------------------------------------------------------------------------------

hexa = parados.load("hexa").compile()
upright = hexa.survey.home
loose = nearest_singularity(hexa, upright)
print(f"\nThe hexapod, {loose.distance:.2f} from home (characteristic lengths, radians):\n{loose.what.summary()}")

# t_s, the motion that the locked motors do not see, as rates of the coordinates:
free = crossing_criterion(hexa, loose.x).motions
assert np.abs(hexa.inverse_jacobian(loose.x) @ free.T).max() < 1e-6

# -- a map -----------------------------------------------------------------------------------------------------------------

made = singularity_map(five_bar, {"px": (-0.3, 0.3, 61), "py": (-0.35, 0.35, 61)})
parts = made.of((1, -1)).aspects.sizes
print(f"\nIn its own working mode the five-bar reaches {sum(parts)} of {made.grid.size} poses. Singularities separate them")
print("into parts of", ", ".join(str(part) for part in parts[:3]), "... poses; made.plot() and made.save(folder) draw them.")
assert len(parts) >= 2
