"""Actuators that drive a leg through a loop: at the dead centre of the loop they hold nothing, a Type 2 singularity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from parados.api import Robot
from parados.robot.reading import parse_robot
from parados.singularity.classification import classify
from parados.singularity.measures import distances
from parados.singularity.path_crossings import crossings

CRANKS = """
name: five-bar-on-cranks
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 1}}
legs:
  - name: left
    base: {at: [-0.2, 0, 0]}
    joints: [{name: a, kind: R, active: true}, {name: b, kind: R, d: 0.3}]
    closure: {joint: fixed, frame: {d: 0.4}}
  - name: right
    base: {at: [0.2, 0, 0]}
    joints: [{name: c, kind: R}, {name: d, kind: R, d: 0.3}]
    closure: {joint: R, frame: {d: 0.4}}
  - name: drive
    base: {at: [0.5, -0.4, 0]}
    joints: [{name: w, kind: R, active: true}, {name: y, kind: R, d: 0.25}]
    loops: [{between: [y, c], joint: R, frames: [{d: 0.5}, {at: [0.1, -0.05, 0]}]}]
home: [0, 0.5]
"""
"""The crank w (0.25 m) and its rod (0.5 m) turn the arm c of a five-bar; the rod is fixed to the arm at (0.1, -0.05)."""


@pytest.fixture(scope="module")
def robot():
    return Robot(parse_robot(CRANKS, "cranks.yaml")).compile("vm")


@pytest.fixture(scope="module")
def dead(robot):
    """Pose (0, 0.5 + s) at which arm and rod are in line, so that w moves without them: the row of w in J_inv vanishes."""

    def row(s):
        return robot.inverse_jacobian([0.0, 0.5 + s])[1]

    return np.array([0.0, 0.5 + brentq(lambda s: row(s) @ row(0.14), 0.14, 0.155, xtol=1e-15)])


def test_dead_centre_is_a_type_2_singularity(robot, dead):
    assert np.linalg.svd(robot.inverse_jacobian(dead))[1][-1] < 1e-9
    found = classify(robot, dead)
    assert found.kinds == ("Type 2",) and found.distances.lpjts.min() > 0.01
    (finding,) = found.findings
    v = finding.platform[:2]
    assert np.abs(robot.inverse_jacobian(dead) @ v).max() < 1e-9 * np.linalg.norm(v)
    # rates of all joints of the finding are those of the platform's motion, by differences of closed configurations
    step = 1e-6 * v
    slope = (robot.joints(dead + step) - robot.joints(dead - step)) / 2e-6
    assert np.abs(finding.joints - slope).max() < 1e-6 * np.abs(slope).max()


def test_distance_falls_to_zero_without_a_jump_on_the_way_to_a_dead_centre(robot, dead):
    type2 = distances(robot, dead + np.linspace(-0.02, 0.02, 41)[:, None] * np.array([0.0, 1.0])).type2
    assert type2[20] < 1e-6 < type2[19] and np.abs(np.diff(type2)).max() < 0.2 * type2.max()


def test_crossing_of_a_dead_centre_is_a_type_2(robot, dead):
    step = np.array([0.0, 0.01])
    (found,) = crossings(robot, (dead - step, dead + step))
    assert found.what.kinds == ("Type 2",) and np.abs(found.x - dead).max() < 1e-9
