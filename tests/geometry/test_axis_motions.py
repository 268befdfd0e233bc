"""Motions of joints on one axis: a screw counts by its slide if another joint turns back by its angle, or its turn is free."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.reading import parse_robot
from parados.topology.axis_motions import Motions
from parados.topology.screw_axes import still_closures

LEG = """
name: test
platform: {{coordinates: [pz]}}
legs:
  - name: leg
    joints: [{joints}]
    closure: {{joint: {closure}}}
"""
SCREW = "{name: screw, kind: H, pitch: 0.001, active: true}"
NUT = "{name: nut, kind: R}"
TURNED_OVER = "{name: nut, kind: R, alpha: pi, r: 0.2}"
OFFSET = "{name: nut, kind: R, d: 0.2}"
ROD = "{name: rod, kind: P}"


def built(joints, closure="fixed"):
    return SurveyedRobot(parse_robot(LEG.format(joints=", ".join(joints), closure=closure))).mechanism


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "gough-stewart-lopes", "3-rpr"])
def test_without_screws_motions_equal_joint_positions(name):
    mechanism = SurveyedRobot(parados.describe(name)).mechanism
    motions = Motions.of(mechanism)
    assert motions.axes == ()
    assert motions.periodic.tolist() == mechanism.periodic.tolist()
    assert still_closures(mechanism) == mechanism.closures
    u = np.random.default_rng(1).normal(size=(3, len(mechanism.joints)))
    assert np.array_equal(motions.measured(u), u) and np.array_equal(motions.unknowns(u), u)


@pytest.mark.parametrize(
    ("joints", "closure", "motions", "turning", "periodic"),
    [
        ([SCREW], "fixed", [[1]], [True], [False]),
        ([SCREW], "S", [[0.001]], [False], [False]),
        ([SCREW], "R", [[0.001]], [False], [False]),
        ([SCREW, NUT], "fixed", [[1, 1], [0.001, 0]], [True, False], [True, False]),
        ([NUT, SCREW], "fixed", [[1, 1], [0, 0.001]], [True, False], [True, False]),
        ([SCREW, TURNED_OVER], "fixed", [[1, -1], [0.001, 0]], [True, False], [True, False]),
        ([SCREW, NUT], "S", [[0.001, 0], [0, 1]], [False, True], [False, True]),
        ([SCREW, ROD], "fixed", [[1, 0], [0.001, 1]], [True, False], [False, False]),
        ([SCREW, OFFSET], "fixed", [[1]], [True, True], [False, True]),
    ],
)
def test_motions_of_a_leg(joints, closure, motions, turning, periodic):
    mechanism = built(joints, closure)
    found = Motions.of(mechanism)
    assert found.axes[0].matrix == pytest.approx(np.array(motions))
    assert found.turning.tolist() == turning
    assert found.periodic.tolist() == periodic
    u = np.random.default_rng(1).normal(size=(3, len(mechanism.joints)))
    assert found.unknowns(found.measured(u)) == pytest.approx(u)
    assert found.columns(np.eye(len(joints))) @ found.measured(u[0]) == pytest.approx(u[0])


def test_joints_on_the_axis_of_a_screw_are_not_periodic():
    assert built([SCREW, NUT]).periodic.tolist() == [False, False]
    assert built([SCREW, OFFSET]).periodic.tolist() == [False, True]


def test_guess_of_a_screw_turns_its_nut_back():
    text = LEG.format(joints=f"{SCREW}, {NUT}", closure="fixed")
    robot = parados.Robot(parse_robot(text + "home: [0.3]\nguess: {screw: 300}\n"))
    assert robot.survey.home_unknowns == pytest.approx([300, -300])


def test_closure_rows_do_not_turn_with_the_rod_of_a_screw():
    mechanism = built([SCREW], "R")
    (own,), (still,) = mechanism.closures, still_closures(mechanism)
    assert (still.a, still.b, still.owner) == (own.b, own.a, "a")


GEARED = """
name: geared
platform: {coordinates: [px]}
legs:
  - name: leg
    joints: [{name: s, kind: P, alpha: pi/2}]
    closure: {joint: fixed}
  - {name: idle, joints: [{name: q, kind: R}]}
  - {name: motor, joints: [{name: m, kind: R, active: true}]}
couplings:
  - {name: gear, terms: {m: 1, q: -20}}
"""


@pytest.mark.parametrize(("named", "periodic"), [("q", [False, True, False]), ("m", [False, False, False])])
def test_motor_of_a_gear_is_not_periodic_if_its_turn_moves_the_arm_by_a_part_of_a_turn(named, periodic):
    mechanism = SurveyedRobot(parse_robot(GEARED)).mechanism
    kept = [joint.name for joint in mechanism.joints].index(named)
    assert Motions.of(mechanism, {kept}).periodic.tolist() == periodic
