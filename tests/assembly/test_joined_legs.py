"""Assembly modes of robots whose actuated joints depend on the positions of several legs.

A differential or a strut between two legs joins them, and so does a dependent coordinate that one leg decides.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model.model import Model

DATA = Path(__file__).parent / "data"

SAME = 1e-8
"""Distance of equal poses [m, rad]: solutions are refined by Newton's method, whose error is round-off times the condition."""

ON_FIRST_LEG = """
name: five-bar-offset
platform: {coordinates: [px, py], dependent: [a3], link: {mass: 1}}
legs:
  - name: left
    base: {at: [-0.2, 0, 0]}
    joints: [{name: a, kind: R, active: true}, {name: b, kind: R, d: 0.3}]
    closure: {joint: fixed, frame: {d: 0.4}}
  - name: right
    base: {at: [0.2, 0, 0]}
    joints: [{name: c, kind: R, active: true}, {name: d, kind: R, d: 0.3}]
    closure: {joint: R, frame: {d: 0.4}, platform: {at: [0.05, 0.03, 0]}}
home: [0, 0.5]
"""
"""The right leg is attached beside the origin of the platform, whose angle follows from the left leg."""

POSES = {"five-bar-differential": [0.02, 0.5], "five-bar-two-struts": [0.02, 0.5], "3-rrr-strut": [0.01, 0.02, 0.03]}


@cache
def model(name: str) -> Model:
    return parados.load(DATA / f"{name}.yaml").compile("vm")


def five_bar_beside() -> Model:
    return parados.Robot(parados.robot.reading.parse_robot(ON_FIRST_LEG)).compile("vm")


def check_every_mode(robot: Model, x: np.ndarray) -> None:
    """Check that the pose x is found in each working mode that reaches it, and continued in this mode."""
    for mode in robot.working_modes():
        try:
            q = robot.inverse_kinematics(x, mode=mode)
        except parados.UnreachableError:
            continue
        found = robot.assembly_modes(q)
        assert found.complete
        assert any(own == mode and np.abs(pose - x).max() < SAME for own, pose in zip(found.modes, found.x, strict=True))
        assert found.residual == pytest.approx(0, abs=SAME)
        frame = robot.platform_frame(x, mode=mode)
        assert np.abs(found.frames - frame).max(axis=(1, 2)).min() < SAME


@pytest.mark.parametrize("name", POSES)
def test_a_pose_is_found_in_each_working_mode(name: str) -> None:
    check_every_mode(model(name), np.array(POSES[name]))


def test_a_pose_is_found_if_the_second_leg_follows_the_angle_of_the_platform() -> None:
    check_every_mode(five_bar_beside(), np.array([0.02, 0.5]))


def test_all_poses_with_two_struts_are_those_of_many_searches() -> None:
    robot = model("five-bar-two-struts")
    q = robot.inverse_kinematics([0.02, 0.5], mode=(1, -1, -1, -1))
    found, searched = robot.assembly_modes(q), robot.assembly_modes(q, tries=60)
    assert found.complete and len(found) == len(searched) == 4
    assert found.x == pytest.approx(searched.x, abs=SAME)
    expected = [[-0.0449, 0.3622], [-0.0269, 0.1112], [0.0101, 0.0418], [0.02, 0.5]]  # Newton's method from many starts
    assert found.x == pytest.approx(np.array(expected), abs=1e-4)


@pytest.mark.parametrize("signs", list(product((1, -1), repeat=2)))
def test_a_pose_behind_a_differential_is_continued_in_its_working_mode(signs: tuple[int, int]) -> None:
    robot, mode = model("five-bar-differential"), (*signs, 1, 1)
    end = np.array([0.025, 0.49])
    moved = robot.continue_assembly([0.02, 0.5], robot.inverse_kinematics(end, mode=mode), mode=mode)
    assert moved.certified and moved.x == pytest.approx(end, abs=SAME)


def test_compiled_code_finds_the_same_modes() -> None:
    robot, compiled = model("five-bar-two-struts"), parados.load(DATA / "five-bar-two-struts.yaml").compile("c")
    q = robot.inverse_kinematics([0.02, 0.5], mode=(-1, 1, 1, -1))
    one, other = robot.assembly_modes(q), compiled.assembly_modes(q)
    assert one.modes == other.modes and one.x == pytest.approx(other.x, abs=SAME)


def test_too_many_modes_to_try_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parados.model.mode_matching.MOST_TRIALS", 2)
    robot = model("five-bar-two-struts")
    found = robot.assembly_modes(robot.inverse_kinematics([0.02, 0.5], mode=(-1, -1, 1, 1)))
    assert not found.complete and "there may be more" in found.reason
