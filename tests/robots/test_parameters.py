"""Parameters of robot files: their facts, and robots with other values."""

from __future__ import annotations

import pickle
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.robot.reading import parse_robot

DELTA = (files("parados") / "robots" / "delta-d3-1200.yaml").read_text()
POSE = [0.1, 0.0, -0.8]


def edited(**parameters: str) -> str:
    """The file of the Delta with other lines of some parameters."""
    text = DELTA
    for name, facts in parameters.items():
        text, count = re.subn(rf"^  {name}: .*", f"  {name}: {facts}", text, flags=re.MULTILINE)
        assert count == 1
    return text


def with_facts(facts: str) -> parados.Robot:
    return parados.Robot(parse_robot(edited(l1=facts)))


@pytest.fixture(scope="module")
def delta():
    return parados.load("delta-d3-1200")


def test_values_and_places_are_those_of_the_file(delta):
    parameters = delta.parameters
    assert parameters["l1"] == 0.375 and len(parameters) == 9 and "l9" not in parameters
    assert parameters.details("l1").used == ("legs[0].joints[1].d",)
    assert "legs[0].joints[1].d" in parameters.summary()


def test_names_of_joints_and_kinds_are_not_places_of_use():
    """Parameters may have the name of a joint, a kind of joint or a coordinate."""
    text = edited(l1="0.375\n  R: 1\n  px: 2\n  theta: 3")
    parameters = parados.Robot(parse_robot(text)).parameters
    assert {name: parameters.details(name).used for name in ("R", "px", "theta")} == {"R": (), "px": (), "theta": ()}


def test_details_of_an_unknown_parameter_name_the_known_ones(delta):
    for name in ("l9", ["l1"], None):
        with pytest.raises(parados.UnknownNameError, match="is not a parameter of delta-d3-1200; use rf, re, l1"):
            delta.parameters.details(name)
    assert delta.parameters.get("l9") is None


def test_unit_range_and_sentence_are_read():
    robot = with_facts("{value: 0.375, range: [0.2, 3*0.2], unit: m, about: upper arm}")
    one = robot.parameters.details("l1")
    assert (one.value, one.unit, one.about) == (0.375, "m", "upper arm") and one.range == pytest.approx((0.2, 0.6))
    assert "upper arm" in robot.parameters.summary() and "0.2 to 0.6" in robot.parameters.summary()
    assert robot.with_parameters(l1=0.4).parameters.details("l1").about == "upper arm"


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ("{value: 0.375, unti: m}", "parameters.l1: 'unti' is not a key of a parameter; use value, unit, range, about"),
        ("{unit: m}", "parameters.l1.value: this key is missing"),
        ("{value: 0.7, range: [0.2, 0.6]}", r"parameters.l1: 0.7 is outside its range \[0.2, 0.6\]"),
        ("{value: 0.3, range: [0.6, 0.2]}", "parameters.l1.range: the lowest value 0.6 must be below the highest value 0.2"),
        ("{value: 0.3, range: 2}", r"parameters.l1.range: a list \[lowest, highest\] of two numbers is expected, not 2"),
        ("{value: 0.3, unit: 3}", "parameters.l1.unit: a text is expected, not 3"),
    ],
)
def test_wrong_facts_are_rejected(facts, sentence):
    with pytest.raises(parados.RobotFileError, match=sentence):
        with_facts(facts)


def test_changed_parameters_equal_an_edited_file(delta):
    changed = delta.with_parameters(l1=0.4, m2=0.5)
    other = parados.Robot(parse_robot(edited(l1="0.4", m2="0.5")))
    state = (POSE, [1.0, 0.2, 0.0], [0.0, 3.0, 9.0])
    ours, theirs = (robot.compile("vm").inverse_dynamics(*state) for robot in (changed, other))
    assert np.allclose(ours, theirs, rtol=1e-12)
    assert delta.parameters["l1"] == 0.375 and changed.parameters["l1"] == 0.4


def test_expressions_follow_the_parameters_that_they_use():
    robot = parados.Robot(parse_robot(edited(l2="2.4*l1")))
    assert robot.parameters["l2"] == pytest.approx(0.9)
    assert robot.with_parameters(l1=0.4).parameters["l2"] == pytest.approx(0.96)
    assert robot.with_parameters(l1=0.4, l2=0.9).parameters["l2"] == 0.9


@pytest.mark.parametrize(
    ("values", "error", "sentence"),
    [
        ({"l9": 1.0}, parados.UnknownNameError, "'l9' is not a parameter of delta-d3-1200; use rf, re, l1"),
        ({"l1": [1.0, 2.0]}, parados.InputError, "with_parameters: l1: one number is expected"),
        ({"l1": "long"}, parados.InputError, "with_parameters: l1: numbers are expected, not 'long'"),
        ({"l1": float("nan")}, parados.InputError, "with_parameters: l1: nan is not a finite number"),
        ({"l1": 0.2, "l2": 0.6}, parados.RobotFileError, "leg1, leg2, leg3 cannot reach the platform at home"),
        ({"m1": -1.0}, parados.RobotFileError, "the mass -1 kg is negative"),
    ],
)
def test_wrong_values_are_rejected(delta, values, error, sentence):
    with pytest.raises(error, match=sentence):
        delta.with_parameters(**values)


def test_values_outside_the_range_are_rejected():
    with pytest.raises(parados.RobotFileError, match=r"0\.7 is outside its range"):
        with_facts("{value: 0.375, range: [0.2, 0.6]}").with_parameters(l1=0.7)


def test_robots_in_other_coordinates_have_no_parameters(delta):
    robot = delta.in_coordinates(["px", "py", "theta1"])
    with pytest.raises(parados.InputError, match="was changed after its file was loaded"):
        robot.parameters  # noqa: B018
    with pytest.raises(parados.InputError, match="was changed after its file was loaded"):
        robot.with_parameters(l1=0.4)


def test_robots_with_a_payload_keep_their_parameters(delta):
    robot = delta.with_payload(1.0).with_parameters(l1=0.4)
    assert robot.parameters["l1"] == 0.4 and robot.parameters["l2"] == delta.parameters["l2"]
    assert robot.spec.platform.link.standard()[-1] == pytest.approx(1.94)


def test_descriptions_are_equal_however_they_are_written():
    same, other = edited(l1="3/8"), edited(l1="0.4")
    assert parse_robot(DELTA) == parse_robot(same) != parse_robot(other)


def test_parameters_are_pickled_with_the_robot(delta):
    copy = pickle.loads(pickle.dumps(delta.with_parameters(l1=0.4)))
    assert copy.parameters["l1"] == 0.4 and copy.with_parameters(l1=0.375).parameters["l1"] == 0.375


def test_robot_without_parameters_has_an_empty_list():
    robot = parados.load(Path(__file__).with_name("3-rps-tilt-torsion.yaml"))
    assert not robot.parameters and robot.parameters.summary() == f"Parameters of {robot.name}"
    with pytest.raises(parados.UnknownNameError, match="its file names none"):
        robot.with_parameters(l1=1.0)
