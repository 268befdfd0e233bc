"""A flexible robot
===================

Links bend, so a robot vibrates after it has stopped. This page describes a five-bar mechanism with links of flat aluminium and
computes its frequencies, its mode shapes, and the displacement of its tip under a force.

    python examples/07_flexible_robot.py

A flexible link has `beams` in its file: length, section, material and number of elements. Each element is a Bernoulli beam whose
elastic coordinates are the small displacements and rotations of its end, so that the engine treats a beam as a chain of joints.
With `planar: true` a beam only stretches and bends in the plane.

`natural_frequencies` takes a pose, or a stack of poses; the motors are locked. `vibration_modes` also returns the mode shapes and
the elastic energy of each beam. `platform_stiffness` maps a small displacement of the platform to a wrench; its inverse is the
compliance.
"""

import tempfile
from pathlib import Path

import numpy as np

import parados

BEAM = "{{length: {length}, planar: true, E: 70e9, rho: 2700, elements: {elements}, section: {{rectangle: [0.006, 0.03]}}}}"

FIVE_BAR = """
name: soft-five-bar
title: Five-bar mechanism of flat aluminium bars
gravity: [0, 0, 0]
parameters: {{l: 0.25}}
platform: {{coordinates: [px, py], dependent: [a3], link: {{m: 0.3}}}}
legs:
  - name: left
    joints:
      - {{name: q11, kind: R, active: true, d: -0.1, link: {{beams: [{beam}]}}}}
      - {{name: q12, kind: R, d: l, link: {{beams: [{beam}]}}}}
      - {{name: q13, kind: R, d: l}}
    closure: {{joint: fixed}}
  - name: right
    joints:
      - {{name: q21, kind: R, active: true, d: 0.1, link: {{beams: [{beam}]}}}}
      - {{name: q22, kind: R, d: l, link: {{beams: [{beam}]}}}}
    closure: {{joint: fixed, frame: {{d: l}}}}
mode: [1, -1]
home: [0, 0.35]
workspace: {{px: [-0.05, 0.05], py: [0.3, 0.38]}}
"""

CANTILEVER = """
name: cantilever
title: One beam on a motor
gravity: [0, 0, 0]
platform: {{coordinates: [a3], dependent: [px, py]}}
legs:
  - name: arm
    joints:
      - {{name: q, kind: R, active: true, link: {{beams: [{beam}]}}}}
    closure: {{joint: fixed, frame: {{d: {length}}}}}
home: [0]
workspace: {{a3: [-1, 1]}}
"""


def model_of(text, elements, length):
    """Build the model of a robot, with the given number of elements per beam and length of the beams [m]."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.yaml"
        beam = BEAM.format(length=length, elements=elements)
        path.write_text(text.format(beam=beam, length=length), encoding="utf-8")
        return parados.load(path).compile("vm")


x = [0.0, 0.35]
print("elements    first frequencies of the five-bar [Hz]")
table = []
for elements in (1, 2, 4):
    table.append(model_of(FIVE_BAR, elements, "l").natural_frequencies(x, count=4))
    print(f"{elements:8d}   ", table[-1].round(3))

model = model_of(FIVE_BAR, 2, "l")
modes = model.vibration_modes(x, count=2)
for number in range(2):
    print(f"mode {number + 1}:", modes.summary(number))
K = model.platform_stiffness(x)  # in the axes of the platform, which is fixed to link 22
R = model.platform_frame(x)[:2, :2]
compliance = R @ np.linalg.inv(K)[:2, :2] @ R.T  # of the tip, in base axes
print("displacement of the tip by 1 N along x, and by 1 N along y [mm]:", (1e3 * np.diag(compliance)).round(4))
line = np.column_stack([np.linspace(-0.05, 0.05, 5), np.full(5, 0.35)])
print("first frequency along a line [Hz]:", model.natural_frequencies(line, count=1)[:, 0].round(3))

# The checks. A single beam on a locked motor is a cantilever, whose frequencies and stiffness are in every handbook. beta L are
# the roots of cosh(b) cos(b) = -1; the rotary inertia of such a thin section has little effect.
E, rho, b, h, L = 70e9, 2700.0, 0.006, 0.03, 0.5
A, I_z = b * h, h * b**3 / 12
closed_form = np.array([1.875104069, 4.694091133]) ** 2 / (2 * np.pi * L**2) * np.sqrt(E * I_z / (rho * A))
arm = model_of(CANTILEVER, 4, L)
found = arm.natural_frequencies([0.3], count=2)
print("cantilever [Hz]:", found.round(4), "by the closed form:", closed_form.round(4))
assert np.allclose(found, closed_form, rtol=2e-3)
assert abs(found[0] / closed_form[0] - 1) < 1e-4
held = arm.platform_stiffness([0.3])
by_hand = [[E * A / L, 0, 0], [0, 12 * E * I_z / L**3, -6 * E * I_z / L**2], [0, -6 * E * I_z / L**2, 4 * E * I_z / L]]
assert np.allclose(held, by_hand, rtol=1e-6, atol=1e-3)
# More elements make a robot softer. Each doubling reduces the error of the frequencies, in the end by a factor of 16.
steps = -np.diff(table, axis=0)
assert (steps > 0).all() and (steps[0] > 4 * steps[1]).all()
# With its tip on the axis of symmetry the robot is symmetric: a force along x moves the tip along x only. Two tip positions that
# are mirror images have equal frequencies.
assert abs(compliance[0, 1]) < 1e-9 * compliance[0, 0]
assert np.allclose(K, K.T) and np.linalg.eigvalsh(K).min() > 0
assert np.isclose(*model.natural_frequencies([[-0.03, 0.35], [0.03, 0.35]], count=1)[:, 0], rtol=1e-9)

# In a notebook: model.draw_vibration_modes(x, count=2)
