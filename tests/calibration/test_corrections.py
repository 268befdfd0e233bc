"""Test `Robot.with_corrections`: the robot of the file at 0, the right place for each correction, and its refusals."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.errors import InputError


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "delta-d3-1200", "3-prs", "linear-delta"])
def test_a_robot_with_corrections_of_zero_is_the_robot_of_the_file(name):
    robot = parados.load(name)
    corrected = robot.with_corrections(["base", "platform", "lengths", "offsets"])
    home = np.array(robot.spec.home)
    assert np.abs(corrected.compile("vm").inverse_kinematics(home) - robot.compile("vm").inverse_kinematics(home)).max() < 1e-12
    assert all(corrected.parameters[key] == robot.parameters[key] for key in robot.parameters)


def test_lengths_and_offsets_of_each_copy_of_a_leg():
    robot = parados.load("delta-d3-1200")
    corrected = robot.with_corrections(["lengths", "offsets"])
    new = [name for name in corrected.parameters if name not in robot.parameters]
    assert new == [f"{name}{i}" for name in ("d_theta", "d_elbow", "end_x_leg", "offset_theta") for i in (1, 2, 3)]
    x = [0.1, 0.05, -0.8]
    longer = robot.with_parameters(l1=0.38).compile("vm").inverse_kinematics(x)
    own = corrected.with_parameters(d_elbow2=0.005, offset_theta2=0.01).compile("vm").inverse_kinematics(x)
    plain = robot.compile("vm").inverse_kinematics(x)
    assert own[[0, 2]] == pytest.approx(plain[[0, 2]], abs=1e-12)
    assert own[1] == pytest.approx(longer[1] + 0.01, abs=1e-12)  # measured = true + offset


def test_a_planar_robot_takes_corrections_in_its_plane():
    robot = parados.load("five-bar").with_corrections(["base"], axes="xy")
    x = [0.01, 0.26]
    moved = robot.with_parameters(base_x_leg1=0.002).compile("vm").inverse_kinematics(x)
    assert moved == pytest.approx(parados.load("five-bar").with_parameters(d11=-0.138).compile("vm").inverse_kinematics(x))


@pytest.mark.parametrize(
    ("groups", "axes", "words"),
    [
        (["places"], "xyz", "'places' is not a group of numbers; use base, platform, lengths, offsets"),
        ([], "xyz", "groups from base"),
        (["base"], "xq", "axes from xyz"),
        (["base"], "xx", "each once"),
    ],
)
def test_wrong_groups_and_axes(groups, axes, words):
    with pytest.raises(InputError, match=words):
        parados.load("five-bar").with_corrections(groups, axes=axes)


def test_corrections_twice_and_robots_without_a_file():
    robot = parados.load("five-bar").with_corrections(["offsets"])
    with pytest.raises(InputError, match="has a parameter offset_q11 already"):
        robot.with_corrections(["offsets"])
    with pytest.raises(InputError, match="start from the robot of a file"):
        parados.load("five-bar").in_coordinates(["q11", "q21"]).with_corrections(["offsets"])
