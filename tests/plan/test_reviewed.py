"""Problems that a reviewer found with other robots and arguments."""

from __future__ import annotations

import warnings
from importlib.resources import files

import numpy as np
import pytest

import parados
from parados.errors import InputError
from parados.plan import Demands, cross
from parados.singularity import classify, classify_all, crossings, nearest_singularity
from parados.trajectory import concatenate, point_to_point

TEXT = (files("parados.robots") / "five-bar.yaml").read_text()


def variant(tmp_path, *changes):
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "variant.yaml").write_text(text)
    return parados.load(tmp_path / "variant.yaml").compile("vm")


def test_leg_changes_its_mode_if_the_file_gives_no_mode(tmp_path, five_bar):
    model = variant(tmp_path, ("mode: [1, -1]", "mode:"))
    assert model.working_mode() == (1, 1)
    motion = cross(model, [0.0, 0.3], [0.02, 0.32], 1.0, end_mode=(-1, 1))
    assert motion.modes == ((1, 1), (-1, 1))
    joints = motion.model.joints(motion.trajectory([0.0, 1.0]).x, mode=motion.mode)
    for row, x, mode in zip(joints, ([0.0, 0.3], [0.02, 0.32]), motion.modes, strict=True):
        assert np.cos(row) == pytest.approx(np.cos(model.joints(x, mode=mode)), abs=1e-9)


def test_path_that_stays_in_a_singularity_is_rejected(five_bar):
    x = crossings(five_bar, ([0.0, 0.338], [0.1, 0.1]))[0].x
    dwell = concatenate(point_to_point([0, 0.338], x, 1.0), point_to_point(x, x, 1.0), point_to_point(x, [0.1, 0.1], 1.0))
    for way in ((x, x), point_to_point(x, x, 1.0), dwell):
        with pytest.raises(InputError, match="way: it stays on a singularity near"):
            crossings(five_bar, way)
    with pytest.raises(InputError, match="start: this pose is singular, so the robot cannot rest there"):
        cross(five_bar, x, [0.1, 0.1], 1.0)


def test_limits_are_kept_modulo_whole_turns(tmp_path):
    q = parados.load("five-bar").compile("vm").inverse_kinematics([0.0, 0.26])[0]
    model = variant(tmp_path, ("name: q11,", f"name: q11, limits: [{q + 2 * np.pi - 0.4}, {q + 2 * np.pi + 0.4}],"))
    assert model.within_limits([0.0, 0.26])
    with pytest.raises(InputError, match=r"q11 exceeds its limits \[.*\] in the robot file by 0\.\d+ rad or m at"):
        cross(model, [0.0, 0.338], [0.1, 0.1], 1.5)


def test_optimal_motion_keeps_speed_bounds(five_bar):
    free = cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5)
    at = free.trajectory(free.times)
    bound = 0.97 * np.abs(five_bar.joint_rates(at.x, at.xd)).max()
    for minimise in (None, "peak", "rms"):
        motion = cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5, demands=Demands(speed=bound), minimise=minimise)
        at = motion.trajectory(motion.times)
        assert np.abs(five_bar.joint_rates(at.x, at.xd)).max() <= bound


def test_short_motion_has_finite_efforts(five_bar):
    motion = cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5e-3)
    assert motion.why_not_finite() is None


def test_stack_is_classified_like_single_poses(five_bar):
    x = crossings(five_bar, ([0.0, 0.338], [0.1, 0.1]))[0].x
    found = classify_all(five_bar, [x, [0.0, 0.26], [0.9, 0.0]])
    assert found[0].summary() == classify(five_bar, x).summary() and found[0].kinds == ("Type 2",)
    assert found[1].kinds == () and found[2] is None
    assert nearest_singularity(five_bar, [0.0, 0.26]).summary().startswith("0.1776 away")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda m, x: cross(m, [0, 0.338], [0.1, 0.1], 1.0, through=[x, x]), "through: two consecutive poses"),
        (lambda m, x: cross(parados.load("five-bar"), [0, 0.338], [0.1, 0.1], 1.0), "model: a compiled model"),
        (lambda m, x: cross(m, [0, 0.338], [0.1, 0.1], 1.0, demands=Demands(effort=True)), "demands.effort: numbers"),
        (lambda m, x: cross(m, [0, 0.338], [0.1, 0.1], 1.0, demands=Demands(joints="no")), "demands.joints: True or False"),
        (lambda m, x: crossings(m, ([0, 0.3], [0, 0.1]), samples="a"), "samples: a whole number from 3"),
        (lambda m, x: crossings(m, (["a", "b"], [0, 0.1])), "start of the way: numbers are expected"),
        (lambda m, x: nearest_singularity(m, x, within="a"), "within: a positive number"),
        (lambda m, x: classify(m, x, length="a"), "length: a positive number"),
        (lambda m, x: classify(m, x, tolerance=-1), "tolerance: a positive number"),
        (lambda m, x: m.inverse_dynamics(x, x, x, jerk=[1.0]), "jerk: shape"),
        (lambda m, x: concatenate([point_to_point(x, x, 1.0)]), "trajectories: give one or more trajectories"),
    ],
)
def test_bad_arguments_are_rejected(call, said, five_bar):
    with warnings.catch_warnings(), pytest.raises(InputError, match=said):
        warnings.simplefilter("error")
        call(five_bar, crossings(five_bar, ([0.0, 0.338], [0.1, 0.1]))[0].x)


def test_numpy_integer_is_a_valid_degree(five_bar):
    assert cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5, degree=np.int64(9)).trajectory.degree == 9


def test_crossing_motion_is_evaluated_like_a_trajectory(five_bar):
    motion = cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5)
    assert motion.duration == 1.5
    for own, its in zip(motion([0.3, 0.8]), motion.trajectory([0.3, 0.8]), strict=True):
        assert np.array_equal(own, its)
