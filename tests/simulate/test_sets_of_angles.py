"""A rotation has two sets of three angles: runs and assembly modes use that of x. The rates of the other set differ."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.model.frame_coordinates import other_angles
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.simulate import simulate

AGREES = 1e-10
"""Largest difference of the rates and accelerations of a run from those of the models [SI]."""

STEPS = {"method": "rk4", "step": 1e-4}

IN_XZ = """
name: three-rrr-in-xz
platform: {coordinates: [px, pz, a2], link: {mass: 1.2, com: [0.01, 0, 0.02], inertia: [0.003, 0.003, 0.006]}}
legs:
  - repeat: {g: [10 deg, 130 deg, 250 deg]}
    name: leg{i}
    base: {rotation: {XYZ: [90 deg, 0, g]}, d: 0.5}
    joints:
      - {name: "q{i}1", kind: R, active: true, link: {mass: 0.8, com: [0.15, 0, 0], inertia: [1e-4, 0.01, 0.01]}}
      - {name: "q{i}2", kind: R, d: 0.35, link: {mass: 0.5, com: [0.2, 0, 0], inertia: [1e-4, 0.01, 0.01]}}
    closure: {joint: R, frame: {d: 0.4}, platform: {rotation: {XYZ: [90 deg, 0, g + 120 deg]}, d: 0.1}}
home: [0.02, 0, 120 deg]
"""

DRIVEN_COUPLER = """
name: coupler-in-xz
platform: {coordinates: [px, pz], dependent: [a2], link: {mass: 2}}
numeric: true
legs:
  - name: left
    base: {at: [-0.3, 0, 0]}
    joints:
      - {name: s1, kind: P, active: true, link: {mass: 1}}
      - {name: g1, kind: R, alpha: pi/2, link: {mass: 0.8, com: [0.2, 0, 0], inertia: [1e-3, 0.01, 0.01]}}
    closure: {joint: R, frame: {at: [0.4, 0, 0]}, platform: {rotation: {XYZ: [90 deg, 0, 0]}}}
  - name: right
    base: {at: [0.4, 0, 0.05]}
    joints:
      - {name: s2, kind: P, active: true, link: {mass: 1}}
      - {name: g2, kind: R, alpha: pi/2, link: {mass: 0.8, com: [0.2, 0, 0], inertia: [1e-3, 0.01, 0.01]}}
    closure: {joint: fixed, frame: {at: [0.45, 0, 0], rotation: {XYZ: [-90 deg, 0, 0]}}, platform: {at: [0.05, 0, 0.02]}}
home: [0.05, 0.35]
guess: {g1: 0.6, g2: 2.4}
"""


@cache
def planar() -> Model:
    return Robot(parse_robot(IN_XZ, "in-xz.yaml")).checked().compile("c")


def states(name: str) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model, and a state whose middle angle is beyond a quarter of a turn."""
    if name == "in-xz":
        return planar(), planar().survey.home, np.array([0.1, 0.2, 1.0])
    model = parados.load("gough-stewart-lopes").compile("c")
    near = model.survey.home + np.array([0.01, 0.02, 0.0, 0.1, 0.15, -0.1])
    return model, other_angles(model.mechanism.platform.orientation, near[None])[0], np.array([0.1, 0.2, 0.3, 1.0, 0.5, -0.7])


@pytest.mark.parametrize("options", [{}, STEPS, {**STEPS, "coordinates": "platform"}])
@pytest.mark.parametrize("name", ["in-xz", "hexapod"])
def test_runs_have_the_rates_of_the_angles_in_x(name, options):
    model, x, xd = states(name)
    run = simulate(model, x, xd, 0.02, times=5, **options)
    assert run.x[0] == pytest.approx(x, abs=AGREES) and run.xd[0] == pytest.approx(xd, abs=AGREES)
    assert run.qd[0] == pytest.approx(model.joint_rates(x, xd), abs=AGREES)
    assert run.qd == pytest.approx(model.joint_rates(run.x, run.xd), abs=AGREES)
    assert run.qdd == pytest.approx(model.joint_accelerations(run.x, run.xd, run.xdd), rel=1e-9, abs=AGREES)


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 1e-3}])
def test_control_laws_know_the_angles_in_x(options):
    model, x, xd = states("hexapod")
    seen = []

    def law(t, q, qd, x, xd):
        seen.append(np.concatenate([x, xd]))
        return np.zeros(6)

    run = simulate(model, x, xd, 0.02, control=law, period=0.005, times=5, **options)
    assert np.array(seen[:3]) == pytest.approx(np.hstack([run.x, run.xd])[:3], abs=AGREES)


def test_assembly_modes_of_a_numeric_robot_have_dependent_angles_beyond_a_quarter_of_a_turn():
    """The pose at home was missing, in a list that was called complete: its dependent angle was taken from the other set."""
    model = Robot(parse_robot(DRIVEN_COUPLER, "coupler.yaml")).checked().compile("vm")
    home = model.survey.home
    assert abs(model.pose(home)[4]) > np.pi / 2
    found = model.assembly_modes(model.inverse_kinematics(home))
    assert found.complete and np.abs(found.x - home).max(axis=1).min() < 1e-9


def test_poses_of_assembly_modes_have_the_constant_angles_of_the_robot():
    found = planar().assembly_modes(planar().inverse_kinematics(planar().survey.home))
    assert len(found) and np.abs(found.poses[:, [3, 5]]).max() < 1e-9
