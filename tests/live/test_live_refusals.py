"""Wrong names, shapes and values of live parameters get one sentence each."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

import parados
from parados.plan import cross
from parados.robot.reading import parse_robot

DELTA = (files("parados") / "robots" / "delta-d3-1200.yaml").read_text()
X = [0.0, 0.0, -0.8]


@pytest.fixture(scope="module")
def robot() -> parados.Robot:
    return parados.Robot(parse_robot(DELTA)).checked()


@pytest.fixture(scope="module")
def model(robot) -> parados.Model:
    return robot.compile("vm", live=["l1", "m2", "I1", "fv_theta1", "payload"])


@pytest.mark.parametrize(
    ("live", "sentence"),
    [
        (["l9"], "live: 'l9' is not a parameter of delta-d3-1200; use the parameters of its file (rf, re, l1"),
        ("l1", "live: a list of names is expected, not 'l1'"),
        ([1], "live: a list of names is expected"),
    ],
)
def test_wrong_names_in_compile(robot, live, sentence):
    with pytest.raises(parados.InputError, match=sentence.replace("(", r"\(")):
        robot.compile("vm", live=live)


def test_parameter_that_nothing_uses():
    text = DELTA.replace("parameters:\n", "parameters:\n  spare: 1\n", 1)
    with pytest.raises(parados.InputError, match="no model of this robot depends on spare; leave it out"):
        parados.Robot(parse_robot(text)).compile("vm", live=["spare"]).inverse_kinematics(X)


def test_number_of_legs_cannot_be_live():
    text = DELTA.replace("parameters:\n", "parameters:\n  n: 3\n", 1).replace("count: 3", "count: n")
    with pytest.raises(parados.InputError, match=r"legs\[0\].repeat.count: the number of legs cannot be live"):
        parados.Robot(parse_robot(text)).compile("vm", live=["n"]).inverse_kinematics(X)


def test_parameter_inside_a_word_cannot_be_live():
    text = DELTA.replace("parameters:\n", "parameters:\n  n: 3\n", 1).replace("name: leg{i}", "name: leg{i}of{n}")
    with pytest.raises(parados.InputError, match="so it cannot be live"):
        parados.Robot(parse_robot(text)).compile("vm", live=["n"]).inverse_kinematics(X)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"l7": 1}, "parameters: 'l7' is not a live parameter of this model; use l1, m2, I1, fv_theta1, payload"),
        ({"l2": 1}, r"parameters: l2 is not live in this model \(live are .*\); name it in compile\(live="),
        ({"l1": [[0.3]]}, r"parameters: l1: one number, or one value for each row \(N,\), is expected, not an array \(1, 1\)"),
        ({"l1": "long"}, "parameters: l1: "),
        ({"l1": np.nan}, "parameters: l1"),
        ({"l1": 0.7}, r"parameters: l1: 0.7 is outside its range \[0.2, 0.6\]"),
        ({"l1": [0.3, 0.7]}, r"parameters: l1\[1\]: 0.7 is outside its range"),
        ({"m2": -1.0}, "parameters: psi1: the mass -1 kg is negative"),
        ({"m2": [0.2, -1.0]}, "parameters in row 1: psi1: the mass -1 kg is negative"),
        ({"I1": -1.0}, "parameters: theta2: the inertia"),
        ({"fv_theta1": -2.0}, "parameters: fv_theta1 would be -2; it must be at least 0"),
        ({"payload": 3.0}, "parameters: payload: a mapping with mass, com and inertia"),
        ({"payload": {"com": [0, 0, 1]}}, "parameters: payload: give its mass"),
        ({"payload": {"mass": 1, "colour": 2}}, "payload: 'colour' is not known; use mass, com, inertia"),
        ({"payload": {"mass": 1, "com": [0, 0]}}, r"payload: com: 3 numbers, or one value for each row \(N, 3\)"),
        ([1, 2], "parameters: a mapping of names to values"),
    ],
)
def test_wrong_values(model, values, sentence):
    with pytest.raises(parados.InputError, match=sentence) as caught:
        model.inverse_kinematics(X, parameters=values)
    assert len(str(caught.value)) < 400


def test_values_for_a_model_without_live_parameters(robot):
    plain = robot.compile("vm")
    with pytest.raises(parados.InputError, match=r"this model has no live parameters; name them in compile\(live="):
        plain.inverse_kinematics(X, parameters={"l1": 0.4})
    with pytest.raises(parados.InputError, match="wrt: 'l1' is not known; use x"):
        plain.derivatives("jacobian", "l1")


@pytest.mark.parametrize("look", ["matrices", "leg_wrenches", "draw"])
def test_one_set_of_values_is_expected_where_one_robot_is_meant(model, look):
    rows = {"l1": [0.36, 0.39]}
    for call in (lambda: getattr(model, look)(X, parameters=rows), lambda: getattr(model.with_parameters(rows), look)(X)):
        with pytest.raises(parados.InputError, match="one set of values is expected here, not one for each row"):
            call()
    with pytest.raises(parados.InputError, match="one set of values is expected here, not one for each row"):
        model.assembly_modes([0.1, 0.1, 0.1], parameters=rows)
    with pytest.raises(parados.InputError, match="one set of values is expected here, not one for each row"):
        cross(model.with_parameters(rows), X, [0.1, 0, -0.8], 1.0)


@pytest.mark.parametrize(("live", "sentence"), [(["m_psi1", "m2"], "m_psi1 depends on m2"), (["l1", "fv_theta1", "I1"], "")])
def test_dynamic_parameter_that_depends_on_a_live_one_is_rejected(robot, live, sentence):
    if not sentence:
        assert set(robot.compile("vm", live=live).live) == set(live)
        return
    with pytest.raises(parados.InputError, match=f"live: {sentence}, which is live too; leave out one of them"):
        robot.compile("vm", live=live).inverse_kinematics(X)


def test_empty_stacks_give_empty_results(model):
    assert model.inverse_kinematics(np.zeros((0, 3)), parameters={"l1": []}).shape == (0, 3)
    assert model.inverse_kinematics(np.zeros((0, 3)), parameters={"l1": 0.39}).shape == (0, 3)


def test_payload_is_not_a_parameter_of_a_file_without_one(robot):
    with pytest.raises(parados.UnknownNameError, match="'payload' is not a parameter of delta-d3-1200"):
        robot.with_parameters(payload=3)
