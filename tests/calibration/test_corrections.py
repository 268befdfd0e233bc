"""Test `Robot.with_corrections`: the robot of the file at 0, the right place for each correction, and its refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.calibration import calibrate
from parados.errors import InputError
from parados.robot.reading import parse_robot

ROBOTS = Path(__file__).parents[1] / "robots"


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


@pytest.mark.parametrize("name", ["6-uhs", "3-rhr", "five-bar-geared", "par2-coupled-arms", "planar-3-rrr-elbow-drive"])
def test_an_offset_moves_the_reading_of_its_actuator_alone(name):
    """Also of a screw, which slides as it turns, and of a motor behind a gear, whose coupling ties the true positions."""
    robot = parados.load(ROBOTS / f"{name}.yaml")
    plain, corrected = robot.compile("vm"), robot.with_corrections(["offsets"])
    home, offsets = robot.home, 0.01 * np.arange(1, 1 + len(plain.actuated_names))
    own = dict(zip([f"offset_{joint}" for joint in plain.actuated_names], offsets, strict=True))
    read = corrected.with_parameters(**own).compile("vm")
    assert read.inverse_kinematics(home) == pytest.approx(plain.inverse_kinematics(home) + offsets, abs=1e-10)
    xd, xdd = 0.3 * np.ones((2, len(home)))
    assert read.inverse_dynamics(home, xd, xdd) == pytest.approx(plain.inverse_dynamics(home, xd, xdd), rel=1e-9, abs=1e-9)
    live = corrected.compile("vm", live=list(own))
    assert live.inverse_kinematics(home, parameters=own) == pytest.approx(read.inverse_kinematics(home), abs=1e-10)


def test_offsets_of_screws_that_turn_by_more_than_20_rad_are_identified():
    """Such readings were once taken for degrees."""
    robot, names = parados.load(ROBOTS / "6-uhs.yaml"), ["offset_p1", "offset_p2"]
    model = robot.with_corrections(["offsets"]).compile("vm", live=names)
    x = robot.home + np.random.default_rng(2).uniform(-0.05, 0.05, (12, 6))
    q = robot.compile("vm").inverse_kinematics(x) + np.array([0.02, -0.03, 0, 0, 0, 0])
    assert np.abs(q).max() > 20
    columns = dict(zip(model.actuated_names, q.T, strict=True)) | dict(zip(["px", "py", "pz"], x.T, strict=False))
    found = calibrate(model, columns, noise={"lengths": 1e-5})
    assert [found.value(name) for name in names] == pytest.approx([0.02, -0.03], abs=1e-8)
    degrees = columns | {"p3": np.degrees(columns["p3"])}
    with pytest.raises(InputError, match="p3 look like degrees in place of radians"):
        calibrate(model, degrees, noise={"lengths": 1e-5})


def test_an_offset_of_the_encoder_moves_no_spring():
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    sprung = Robot(parse_robot(text.replace("rotor: Ia11,", "rotor: Ia11, spring: {stiffness: 5, rest: 2},")))
    x, xd = [0.02, 0.27], [0.3, -0.2]
    plain, read = sprung.compile("vm"), sprung.with_corrections(["offsets"]).with_parameters(offset_q11=0.1).compile("vm")
    assert read.inverse_dynamics(x, xd, xd) == pytest.approx(plain.inverse_dynamics(x, xd, xd), rel=1e-12)
    assert read.energy(x, xd).total == pytest.approx(plain.energy(x, xd).total, rel=1e-12)


def test_a_damper_without_stiffness_stays_as_it_is():
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    damped = Robot(parse_robot(text.replace("rotor: Ia11,", "rotor: Ia11, spring: {damping: 0.3},")))
    x, xd = [0.02, 0.27], [0.3, -0.2]
    read = damped.with_corrections(["offsets"]).with_parameters(offset_q11=0.1).compile("vm")
    assert read.inverse_dynamics(x, xd, xd) == pytest.approx(damped.compile("vm").inverse_dynamics(x, xd, xd), rel=1e-12)


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
