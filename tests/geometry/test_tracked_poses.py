"""Test poses along a motion: all rows at once against one row after the other, and motions that cannot be followed."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model import tracked_poses
from parados.model.touched_singularities import _turns_back
from parados.model.tracked_poses import follow, follow_least_squares

NUMERIC = str(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml")


def wave(model, size, count=300):
    t = np.linspace(0, 2 * np.pi, count)[:, None]
    return model.survey.home + size * np.sin(t * np.arange(1, len(model.labels["x"]) + 1))


@pytest.mark.parametrize(("robot", "size"), [("five-bar", 0.05), ("gough-stewart-lopes", 0.02), ("dualv", 0.05), ("3-prs", 0.02)])
def test_rows_at_once_equal_rows_one_by_one(robot, size, monkeypatch):
    model = parados.load(robot).compile("vm")
    x = wave(model, size, 60 if robot == "3-prs" else 300)
    q = model.inverse_kinematics(x, motion=True)
    fast, reached = follow(model, q, np.array([x[0]] * len(q)), None)
    assert reached.all() and np.abs(fast - x).max() < 1e-10
    monkeypatch.setattr(tracked_poses, "STRIDES", ())
    slow, _ = follow(model, q, np.array([x[0]] * len(q)), None)
    assert np.abs(fast - slow).max() < 1e-11


def test_least_squares_poses_have_the_smallest_residuals():
    """Random changes of the poses increase the distance from the measured joints."""
    model = parados.load("dualv").compile("vm")
    x = wave(model, 0.05)
    rng = np.random.default_rng(0)
    q = model.inverse_kinematics(x, motion=True) + 1e-3 * rng.standard_normal((300, 4))
    found = follow_least_squares(model, q, x[0], None)
    assert found is not None and np.abs(found - x).max() < 0.01
    least = np.linalg.norm(q - model.inverse_kinematics(found, motion=True), axis=1)
    for _ in range(5):
        other = found + 1e-4 * rng.standard_normal(found.shape)
        assert (np.linalg.norm(q - model.inverse_kinematics(other, motion=True), axis=1) > least).all()


def test_motion_that_leaves_the_workspace_is_followed_up_to_there():
    model = parados.load("five-bar").compile("vm")
    q = model.inverse_kinematics(model.survey.home) + np.outer(np.linspace(0, 0.15, 200), [1.0, -1.0])
    x, reached = follow(model, q, np.array([model.survey.home] * 200), None)
    last = int(np.flatnonzero(reached)[-1])
    assert 5 < last < 199 and reached[: last + 1].all() and not reached[last + 1 :].any()
    assert np.abs(model.inverse_kinematics(x[: last + 1]) - q[: last + 1]).max() < 1e-9
    assert follow_least_squares(model, q, model.survey.home, None) is None


@pytest.mark.parametrize("backend", ["vm", "c"])
@pytest.mark.parametrize("robot", ["3-prs", NUMERIC])
def test_poses_that_turn_back_at_a_singularity_give_a_warning(robot, backend):
    """The platform crosses a Type 2 singularity; q of this motion leads back on the near side of it, too."""
    model = parados.load(robot).compile(backend)
    x = model.survey.home + np.linspace(0, 1, 15)[:, None] * ([0.372, -0.839, -0.817] - model.survey.home)
    determinants = np.linalg.det(model.inverse_jacobian(x))
    crossed = int(np.flatnonzero(np.diff(np.sign(determinants)))[0])
    q = model.inverse_kinematics(x, motion=True)
    with pytest.warns(RuntimeWarning, match=f"between rows {crossed} and {crossed + 1}, the motion touches a Type 2 singularity"):
        found = model.forward_kinematics(q, guess=x[0], motion=True)
    assert np.abs(model.inverse_kinematics(found, motion=True) - q).max() < 1e-9
    assert np.abs(found - x)[crossed + 1 :].max(axis=1).min() > 0.01
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.forward_kinematics(q[: crossed - 1], guess=x[0], motion=True)


def test_a_smooth_minimum_far_from_zero_is_no_singularity():
    place = np.arange(9) - 4.3
    assert not _turns_back(3.0 + place**2).any()
    assert list(np.flatnonzero(_turns_back(0.1 + place**2))) == [3, 4]
    assert list(np.flatnonzero(_turns_back(-np.abs(place)))) == [4]
    assert not _turns_back(place).any()
