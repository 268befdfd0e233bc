"""Robots, models, kernels and results can be pickled: as descriptions, which are compiled after unpickling."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle

import numpy as np
import pytest

import parados
from parados import trajectory
from parados.plan import cross
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.singularity import classify, singularity_map

COPIES = {"pickle": lambda thing: pickle.loads(pickle.dumps(thing)), "deepcopy": copy.deepcopy, "copy": copy.copy}


@pytest.fixture(params=COPIES)
def copied(request):
    return COPIES[request.param]


def _same_model(model, other):
    """Check that two models have the same survey and give the same numbers to the last bit."""
    x = np.atleast_1d(model.survey.home)
    rate = np.linspace(0.1, 0.3, len(model.labels["xd"]))
    for quantity in ("home", "lower", "upper", "home_unknowns"):
        assert getattr(model.survey, quantity).tolist() == getattr(other.survey, quantity).tolist()
    assert model.survey.samples.inputs.tolist() == other.survey.samples.inputs.tolist()
    assert model.labels == other.labels
    assert model.joints(x).tolist() == other.joints(x).tolist()
    assert model.inverse_dynamics(x, rate, rate).tolist() == other.inverse_dynamics(x, rate, rate).tolist()


def test_every_robot_and_its_model_can_be_pickled(every_robot):
    robot = parados.load(every_robot)
    other = pickle.loads(pickle.dumps(robot))
    assert other.spec == robot.spec
    model = robot.compile("vm")
    _same_model(model, pickle.loads(pickle.dumps(model)))
    _same_model(model, other.compile("vm"))


def test_copies_of_a_model_give_the_same_numbers(copied, model):
    _same_model(model("five-bar"), copied(model("five-bar")))
    assert copied(model("five-bar")).backend == "c"


def test_a_surveyed_robot_is_pickled_as_its_description(copied):
    robot = parados.load("delta-d3-1200")
    assert robot.survey.mode and "survey" in vars(robot)  # a robot that the cache knows is surveyed when it is needed
    other = copied(robot)
    assert set(vars(other)) == {"spec"}
    assert repr(other) == repr(robot)
    assert other.survey.home.tolist() == robot.survey.home.tolist()


@pytest.mark.parametrize("name", ["five-bar", "tripteron", "gough-stewart-fried", "dualv"])
def test_robots_in_other_coordinates_can_be_pickled(name):
    robot = parados.load(name)
    actuated = [robot.mechanism.joints[k].name for k in robot.mechanism.actuated][: robot.mechanism.n_dof]
    chart = robot.in_coordinates(actuated)
    model = chart.compile("vm")
    _same_model(model, pickle.loads(pickle.dumps(model)))
    _same_model(model, pickle.loads(pickle.dumps(chart)).compile("vm"))


def test_a_robot_with_payload_can_be_pickled(copied):
    robot = parados.Robot(parados.load("five-bar").spec).with_payload(2.0)  # no families of other tests
    _same_model(robot.compile("vm"), copied(robot).compile("vm"))
    _same_model(robot.compile("vm"), copied(robot.compile("vm")))


def test_labels_can_be_copied_and_written(copied, model):
    labels = model("five-bar").labels
    assert copied(labels) == labels and json.loads(json.dumps(labels))["x"] == ["px", "py"]


def test_a_kernel_can_be_pickled(copied, model):
    kernel = model("five-bar").kernel("inverse_kinematics")
    other = copied(kernel)
    inputs = {"x": np.array([0.02, 0.27]), "mode": model("five-bar").signs()}
    assert other.backend == kernel.backend and repr(other) == repr(kernel)
    assert other.one(inputs)["q"].tolist() == kernel.one(inputs)["q"].tolist()


POSES = np.array([[0.0, 0.0, 0.6, 0.0, 0.0, 0.0], [0.1, 0.0, 0.7, 0.3, 0.1, 0.0], [0.0, 0.1, 0.6, 0.5, -0.2, 0.1]])
TRAJECTORIES = {
    "point to point": lambda: trajectory.point_to_point([0.0, 0.25], [0.05, 0.27], 1.0),
    "through points": lambda: trajectory.through([[0.0], [1.0], [0.5], [0.2]], [0.0, 1.0, 2.0, 3.0]),
    "trigonometric": lambda: trajectory.through([[0.0], [1.0], [0.5], [0.2]], [0.0, 1.0, 2.0, 3.0], kind="trigonometric"),
    "along a line": lambda: trajectory.along(trajectory.line([0.0, 0.0], [1.0, 0.5]), duration=1.0),
    "along a polyline": lambda: trajectory.along(trajectory.polyline([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 0.1), duration=1.0),
    "pose to pose": lambda: trajectory.pose_to_pose("ZYX", POSES[0], POSES[1], 1.0),
    "through poses": lambda: trajectory.poses_through("ZYX", POSES, [0.0, 1.0, 2.0]),
    "sampled": lambda: trajectory.sampled(np.linspace(0, 1, 9), np.linspace(0, 1, 9)[:, None] ** 3),
    "reversed": lambda: trajectory.reversed_in_time(trajectory.point_to_point([0.0], [1.0], 1.0)),
}


@pytest.mark.parametrize("kind", TRAJECTORIES)
def test_trajectories_can_be_pickled(copied, kind):
    motion = TRAJECTORIES[kind]()
    t = np.linspace(*motion.times, 7)
    for part, other in zip(motion(t), copied(motion)(t), strict=True):
        assert part.tolist() == other.tolist()


@pytest.mark.slow
def test_a_crossing_motion_is_pickled_with_its_model(copied, model):
    motion = cross(model("five-bar"), [0.0, 0.338], [0.1, 0.1], duration=1.5)
    other = copied(motion)
    assert other.efforts(motion.times).tolist() == motion.efforts(motion.times).tolist()
    assert other.summary() == motion.summary()


def test_findings_and_maps_can_be_pickled(copied, model):
    robot = model("five-bar")
    found = classify(robot, [0.02, 0.27])
    assert repr(copied(found)) == repr(found)
    drawn = singularity_map(robot, {"px": (-0.1, 0.1, 5), "py": (0.1, 0.3, 5)})
    other = copied(drawn)
    assert other.of().fields.reach.tolist() == drawn.of().fields.reach.tolist()
    _same_model(robot, other.model)


@pytest.mark.slow
def test_a_flexible_simulation_can_be_pickled_before_and_after_its_run(copied, model):
    robot = model("five-bar-flexible")
    simulation = ElasticSimulation.at(robot, robot.survey.home, backend="vm")
    result = simulation.driven(_hold, 0.002, 0.001)
    assert copied(simulation).driven(_hold, 0.002, 0.001).z.tolist() == result.z.tolist()
    assert copied(result).efforts.tolist() == result.efforts.tolist()


def _hold(t, q, qd):
    return -0.1 * qd


def _efforts(model):
    """Compute efforts in another process."""
    return model.inverse_dynamics([0.02, 0.27], [0.1, 0.2], [0.3, 0.1]).tolist()


def test_a_pool_of_new_processes_gives_the_same_numbers(model):
    robot = model("five-bar")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_efforts, [robot] * 4) == [_efforts(robot)] * 4
