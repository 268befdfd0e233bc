"""Robots of one structure share their models; copies, pickles and analyses of a live model have its values."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from helpers.live_families import difference, evaluated, frozen, states_of

import parados
from parados.geometry import survey as survey_module
from parados.model import evaluation
from parados.plan import cross
from parados.singularity import classify, distances

CLOSE = 1e-10


@pytest.fixture(scope="module")
def delta() -> parados.Robot:
    return parados.load("delta-d3-1200")


def test_second_robot_of_a_structure_needs_no_search_and_no_new_graph(monkeypatch):
    robot = parados.load("delta-d3-1200")
    x, xd, xdd = [0.05, 0.0, -0.8], np.zeros(3), np.ones(3)
    robot.with_parameters(l1=0.38).compile("vm").inverse_dynamics(x, xd, xdd)

    def refuse(*_: object) -> None:
        raise AssertionError("a robot of a known structure must not be built again")

    monkeypatch.setattr(survey_module, "closed_form", refuse)
    monkeypatch.setattr(survey_module, "find_loop_relations", refuse)
    monkeypatch.setattr(evaluation, "build_quantity", refuse)
    monkeypatch.setattr(evaluation, "stored_graph", refuse)
    other = robot.with_parameters(l1=0.36).compile("vm")
    assert np.isfinite(other.inverse_dynamics(x, xd, xdd)).all() and other.live["l1"] == 0.36


def test_robot_made_with_parameters_has_its_own_numbers_everywhere(delta):
    robot = delta.with_parameters(l1=0.39, rf=0.27)
    alone = parados.Robot(robot.spec)
    shared = robot.compile("vm")
    assert robot.parameters["l1"] == 0.39 and shared.spec.parameters["l1"] == 0.39
    assert shared.mechanism.joints[0].fixed[0, 3] == pytest.approx(0.27)
    assert shared.characteristic_length == pytest.approx(alone.compile("vm").characteristic_length, rel=1e-12)
    assert np.allclose(shared.survey.samples.inputs[:, :3], alone.survey.samples.inputs[:, :3])
    assert robot.mobility() == alone.mobility()
    assert robot.remarks == alone.remarks
    robot.draw()


MODELS = {
    "payload": lambda robot: robot.with_payload(1.0).compile("vm"),
    "payload and threads": lambda robot: robot.with_payload(1.0).compile("vm").with_threads(2),
    "payload and live": lambda robot: robot.with_payload(1.0).compile("vm", live=["l1"]),
    "other length": lambda robot: robot.with_parameters(l1=0.39).compile("vm"),
    "live": lambda robot: robot.compile("vm", live=["l1"]),
    "live with another length": lambda robot: robot.compile("vm", live=["l1"]).with_parameters({"l1": 0.39}),
    "pickled": lambda robot: pickle.loads(pickle.dumps(robot.compile("vm"))),
    "pickled, other length": lambda robot: pickle.loads(pickle.dumps(robot.with_parameters(l1=0.39).compile("vm"))),
}


@pytest.mark.parametrize("made", MODELS)
def test_every_model_has_a_robot_as_load_returns_it(delta, made):
    model = MODELS[made](delta)
    robot = model.robot
    assert isinstance(robot, parados.Robot) and robot.spec == model.spec
    assert robot.home == pytest.approx(model.survey.home, abs=1e-12)
    assert robot.payload[-1] == (1.0 if "payload" in made else 0.0)
    assert robot.name == "delta-d3-1200" and robot.name in robot.summary()
    assert robot.parameters["l1"] == model.spec.parameters["l1"]
    x, xd, xdd = [0.05, 0.0, -0.8], np.zeros(3), np.ones(3)
    assert robot.compile("vm").inverse_dynamics(x, xd, xdd) == pytest.approx(model.inverse_dynamics(x, xd, xdd), rel=CLOSE)


@pytest.mark.parametrize("name", ["five-bar", "gough-stewart-lopes"])
def test_singularity_measures_of_a_live_model_equal_those_of_a_frozen_one(name):
    robot = parados.load(name)
    names = list(robot.parameters)[:2]
    live = robot.compile("vm", live=names)
    values = {key: robot.parameters[key] * 1.03 for key in names}
    single = frozen(robot, values)
    x = states_of(single, 4, np.random.default_rng(1))["x"]
    found, expected = distances(live.with_parameters(values), x), distances(single, x)
    for kind in ("type1", "type2", "lpjts", "lajts", "serial", "constraint", "condition", "length"):
        assert np.allclose(getattr(found, kind), getattr(expected, kind), rtol=1e-9, atol=1e-12), kind
    assert classify(live, x[0], parameters=values).kinds == classify(single, x[0]).kinds
    with pytest.raises(parados.InputError, match="one set of values is expected here, not one for each row"):
        distances(live, x, parameters={names[0]: [values[names[0]]] * 4})


def test_matrices_and_wrenches_equal_those_of_a_frozen_robot(delta):
    live, values = delta.compile("vm", live=["l1", "re"]), {"l1": 0.39, "re": 0.12}
    single, x = frozen(delta, values), [0.1, 0.05, -0.75]
    ours, theirs = live.matrices(x, parameters=values), single.matrices(x)
    for key in ("A", "B", "J", "J_inv"):
        assert np.allclose(getattr(ours, key), getattr(theirs, key), atol=1e-10)
    for one, other in zip(live.leg_wrenches(x, parameters=values), single.leg_wrenches(x), strict=True):
        assert np.allclose(one.actuation, other.actuation, atol=1e-10)


def test_efforts_near_a_singularity_are_those_of_each_robot():
    """Rows beside and in a Type 2 singularity take another way through the code; rows of two robots must not be mixed."""
    robot = parados.load("five-bar")
    live = robot.compile("vm", live=["d12"])
    rows = {"d12": np.array([0.213, 0.25, 0.213])}
    x = np.array([[-1.88e-13, 0.207567242116862], [0.0, 0.26], [0.01, 0.26]])
    xd, xdd = np.ones((3, 2)), np.zeros((3, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = live.inverse_dynamics(x, xd, xdd, mode=[1, 1], parameters=rows)
        for k in range(3):
            single = frozen(robot, {"d12": float(rows["d12"][k])})
            expected = single.inverse_dynamics(x[k : k + 1], xd[k : k + 1], xdd[k : k + 1], mode=[1, 1])[0]
            assert np.allclose(found[k], expected, rtol=1e-6, equal_nan=True), k


def test_crossing_of_a_live_robot_is_that_of_the_frozen_one():
    robot = parados.load("five-bar")
    values = {"d12": 0.22, "m4": 0.3}
    live, single = robot.compile("vm", live=["d12", "m4"]).with_parameters(values), frozen(robot, values)
    ends = [0.0, 0.26], [0.0, 0.1]
    motions = [cross(model, *ends, duration=1.0, mode=[1, -1]) for model in (live, single)]
    times = np.linspace(0, 1, 9)
    assert np.allclose(motions[0].trajectory(times).x, motions[1].trajectory(times).x, atol=1e-7)


def test_copies_and_pickles_keep_the_live_values(delta):
    model = delta.compile("vm", live=["l1", "payload"]).with_parameters({"l1": 0.39, "payload": {"mass": 1.0}})
    states = states_of(model, 3, np.random.default_rng(0))
    expected = evaluated(model, "inverse_dynamics", states)
    again = delta.compile("vm", live=["l1", "payload"]).with_parameters(model.live)
    for other in (again, copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other.live["l1"] == 0.39
        assert difference("inverse_dynamics", evaluated(other, "inverse_dynamics", states), expected) < 1e-14
    member = pickle.loads(pickle.dumps(delta.with_parameters(l1=0.39)))
    assert member.parameters["l1"] == 0.39
    assert np.isfinite(member.compile("vm").inverse_kinematics([0, 0, -0.8])).all()


def test_live_robot_in_other_coordinates_has_its_own_lengths():
    robot = parados.load("five-bar").with_parameters(d12=0.23)
    chart, alone = robot.in_coordinates(["q11", "q21"]), parados.Robot(robot.spec).in_coordinates(["q11", "q21"])
    home = alone.survey.home
    assert np.allclose(chart.compile("vm").pose(home), alone.compile("vm").pose(home), atol=1e-12)


def test_values_for_which_the_family_does_not_close_are_refused_with_the_sentences_of_the_file(delta):
    with pytest.raises(parados.RobotFileError, match="cannot reach the platform at home"):
        delta.with_parameters(l1=0.2, l2=0.6)
    with pytest.raises(parados.RobotFileError, match="mass -1 kg is negative"):
        delta.with_parameters(m0=-1.0)


def test_more_live_parameters_on_a_changed_robot(delta):
    robot = delta.with_parameters(l1=0.39)
    model = robot.compile("vm", live=["l2"])
    assert model.live["l1"] == 0.39 and model.live["l2"] == 0.9
    x = [0.0, 0.05, -0.8]
    expected = frozen(delta, {"l1": 0.39, "l2": 0.95}).inverse_kinematics(x)
    assert np.allclose(model.inverse_kinematics(x, parameters={"l2": 0.95}), expected, atol=1e-12)
