"""Errors of the pose at fixed motor positions, against exactly solved forward geometries of changed robots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.live_families import frozen

import parados
from parados.sensitivity import monte_carlo, sensitivity, worst_case

TESTS = Path(__file__).parents[1]
STEP = 1e-6
"""Change of a length [m]; second-order terms of the pose are about STEP^2 / 0.1 m."""
SECOND_ORDER = 1e-4
"""Relative error of first order for a change of STEP."""

TOLERANCES = {"rf": 1e-4, "re": 1e-4, "l1": 2e-4, "l2": 3e-4}


def delta_pose(theta, rf, re, l1, l2):
    """Forward geometry of a Delta: intersection of three spheres of radius l2 about the elbows, moved by re."""
    turns = np.arange(3) * 2 * np.pi / 3
    across = rf - re + l1 * np.cos(theta)
    C = np.column_stack([across * np.cos(turns), across * np.sin(turns), -l1 * np.sin(theta)])
    # the differences of the three equations are linear in x; the line that they leave meets the first sphere twice
    A, b = 2 * (C[1:] - C[0]), (C[1:] ** 2).sum(axis=1) - (C[0] ** 2).sum()
    point, along = np.linalg.lstsq(A, b, rcond=None)[0], np.cross(A[0], A[1])
    along /= np.linalg.norm(along)
    off = point - C[0]
    root = np.sqrt((off @ along) ** 2 - off @ off + l2**2)
    return min((point + t * along for t in (-off @ along + root, -off @ along - root)), key=lambda x: x[2])


@pytest.mark.parametrize("x", [[0.0, 0.0, -0.8], [0.12, -0.2, -0.7]])
def test_delta_errors_equal_those_of_intersecting_spheres(delta, x):
    names = ["rf", "re", "l1", "l2"]
    theta, values = delta.inverse_kinematics(x), {name: delta.live[name] for name in names}
    assert np.allclose(delta_pose(theta, **values), x, atol=1e-12)
    found = sensitivity(delta, "forward_kinematics", x=x, wrt=names)
    by_q = sensitivity(delta, "forward_kinematics", theta, guess=[0, 0, -0.8], wrt=names)
    assert np.allclose(found.derivatives, by_q.derivatives, atol=1e-10) and np.allclose(found.values, x)
    for k, name in enumerate(names):
        high, low = (delta_pose(theta, **{**values, name: values[name] + side * STEP}) for side in (1, -1))
        assert np.allclose((high - low) / (2 * STEP), found.derivatives[:, k], atol=1e-8)


def test_random_deltas_equal_intersecting_spheres(delta):
    x = np.array([[0.1, 0.05, -0.8], [-0.2, 0.1, -0.75]])
    theta = delta.inverse_kinematics(x)
    found = monte_carlo(delta, "forward_kinematics", x=x, tolerances=TOLERANCES, samples=30)
    places = [found.parameters.index(name) for name in ("rf", "re", "l1", "l2")]
    for design, poses in zip(found.designs, found.samples, strict=True):
        expected = [delta_pose(q, *design[places]) for q in theta]
        assert np.allclose(poses, expected, atol=1e-10)
    bounds = worst_case(delta, "forward_kinematics", x=x, tolerances=TOLERANCES)
    margin = bounds.curvature * bounds.first_order
    assert (found.samples <= bounds.upper + margin).all() and (found.samples >= bounds.lower - margin).all()


def test_five_bar_error_equals_that_of_a_changed_robot(five_bar):
    x, robot = np.array([0.02, 0.25]), parados.load("five-bar")
    q = five_bar.inverse_kinematics(x)
    found = sensitivity(five_bar, "forward_kinematics", x=x)
    for k, name in enumerate(found.parameters):
        moved = frozen(robot, {name: five_bar.live[name] + STEP}).forward_kinematics(q, guess=x)
        error = np.abs(moved - x - STEP * found.derivatives[:, k]).max()
        assert error <= SECOND_ORDER * STEP * max(np.abs(found.derivatives[:, k]).max(), 1e-3)


def test_quaternion_platform():
    model = parados.load(TESTS / "robots" / "6-ups-quaternion.yaml").compile("vm", live=["rA", "rB"])
    x = np.array([0.02, -0.03, 0.7, *np.array([1.0, 0.05, -0.1, 0.08]) / np.linalg.norm([1.0, 0.05, -0.1, 0.08])])
    found = sensitivity(model, "forward_kinematics", x=x)
    assert found.derivatives.shape == (7, 2)
    assert np.allclose(x[3:] @ found.derivatives[3:], 0, atol=1e-12)  # the quaternion keeps its length
    q = model.inverse_kinematics(x)
    for k, name in enumerate(("rA", "rB")):
        high, low = (model.forward_kinematics(q, guess=x, parameters={name: model.live[name] + side * STEP}) for side in (1, -1))
        assert np.allclose((high - low) / (2 * STEP), found.derivatives[:, k], atol=1e-6)


def test_poses_out_of_reach_are_nan(delta):
    with pytest.warns(RuntimeWarning, match="NaN") as warned:
        found = sensitivity(delta, "forward_kinematics", x=[[0, 0, -0.8], [0, 0, -3.0]])
    assert len(warned) == 1 and found.failed == 1 and np.isnan(found.values[1]).all()
    with pytest.warns(RuntimeWarning, match="NaN"):
        scattered = monte_carlo(delta, "forward_kinematics", x=[[0, 0, -0.8], [0, 0, -3.0]], samples=5)
    assert scattered.failed.tolist() == [0, 5] and "5 of 10" in scattered.summary()


def test_redundant_actuation_is_refused():
    model = parados.load("dualv").compile("vm", live=["payload"])
    with pytest.raises(parados.InputError, match="4 actuators and 3 degrees of freedom"):
        sensitivity(model, "forward_kinematics", x=np.zeros(3))


def test_numeric_geometry():
    """The loops of this 3-PRS are closed by Newton's method."""
    model = parados.load(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml").compile("vm", live=["l"])
    assert not model.survey.geometry.is_closed_form
    x = model.survey.home + 0.01
    q, found = model.inverse_kinematics(x), sensitivity(model, "forward_kinematics", x=x)
    high, low = (model.forward_kinematics(q, guess=x, parameters={"l": model.live["l"] + side * STEP}) for side in (1, -1))
    assert np.allclose((high - low) / (2 * STEP), found.derivatives[:, 0], atol=1e-7)
