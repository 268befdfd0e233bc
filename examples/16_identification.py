"""Identification from a log
=========================

The numbers of a robot file are those of the drawing. The machine differs: its links carry cables, its joints rub. Identification
finds the numbers that explain a log of the machine, that is, positions of its actuated joints and efforts of its motors.

    python examples/16_identification.py

The machine of this example is simulated, so that the truth is known: a five-bar mechanism with 15 % more mass on its platform and
more friction than its file says. Only a CSV file passes from the machine to the identification.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados
from parados.identify import base_parameters, identify

robot = parados.load("five-bar-feasible")
machine = robot.with_parameters(m4=1.15 * 0.272, fv11=7.5, fs11=3.4).compile()

# The log: a periodic motion that moves everything, 4 s at 500 Hz, with noise of 0.05 N m on the efforts.
t = np.arange(0, 4, 0.002)
w = 2 * np.pi / 2.0 * np.arange(1, 6)
rng = np.random.default_rng(1)
s, c = rng.standard_normal((2, 5, 2)) * [0.016, 0.010]
S, C = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
x = [0.0, 0.26] + S @ s + C @ c
xd, xdd = (C * w) @ s - (S * w) @ c, -(S * w**2) @ s - (C * w**2) @ c
q = machine.inverse_kinematics(x, motion=True)
tau = machine.inverse_dynamics(x, xd, xdd, motion=True) + 0.05 * rng.standard_normal((len(t), 2))

with tempfile.TemporaryDirectory() as folder:
    log = Path(folder) / "log.csv"
    np.savetxt(log, np.column_stack((t, q, tau)), delimiter=",", header="t,q11,q21,tau11,tau21", comments="")

    # What can be identified at all: 21 base parameters out of 53.
    model = robot.compile()
    base = base_parameters(model)
    print(base.summary())

    # Identify. Without a second log, each fifth of the log is predicted from the others.
    fit = identify(model, log, base=base)
    print(fit.summary())

    # The identified robot is a robot file like any other.
    path = Path(folder) / "identified.yaml"
    path.write_text(fit.robot_file(), encoding="utf-8")
    identified = parados.load(path).compile()

# The identified robot predicts the efforts of the machine ten times better than the file does.
exact = machine.inverse_dynamics(x, xd, xdd)
errors = {name: np.linalg.norm(own.inverse_dynamics(x, xd, xdd) - exact) for name, own in (("file", model), ("fit", identified))}
print(f"error of the efforts: file {errors['file']:.3g}, identified {errors['fit']:.3g} N m")
assert errors["fit"] < 0.1 * errors["file"]

# The errors of the parameters are as large as their standard deviations say.
values = dict(zip(fit.names, zip(fit.values, fit.standard_deviations, strict=True), strict=True))
for name, truth in (("fv_q11", 7.5), ("fs_q11", 3.4)):
    value, deviation = values[name]
    print(f"{name}: {value:.4f} +- {deviation:.4f}, truth {truth}")
    assert abs(value - truth) < 4 * deviation < 0.1
gained = values["m_p"][0] - dict(zip(base.names, base.values, strict=True))["m_p"]
assert abs(gained - 0.15 * 0.272) < 4 * values["m_p"][1]
assert np.allclose(fit.noise, 0.05, rtol=0.1)

# In a notebook: fit.plot()
