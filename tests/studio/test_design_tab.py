"""Test the tab Design: sliders of the parameters of a robot file, and the file that they give."""

import numpy as np
import pytest
import yaml
from helpers.headless_studio import headless_session

import parados
from parados.api import Robot
from parados.errors import InputError, ParadosError
from parados.robot.parameter_text import with_parameter_values
from parados.robot.reading import parse_robot
from parados.studio.parameter_panel import changed_pose
from parados.studio.parameter_rows import free_parameters, parameter_rows, values_by_name
from parados.studio.posed_robot import PosedRobot
from parados.studio.robot_source import catalog_source, source_of

TEXT = """name: two
parameters:
  a: 0.4            # first length
  b: {value: 0.3, range: [0.1, 1.0], unit: m, about: second length}
  c: 2*a
  I: [0.1, 0.2, 0.3]
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, link: {mass: 1, com: [a/2, 0, 0], inertia: I}}
      - {name: q2, kind: R, active: true, d: a, link: {mass: 1, com: [b/2, 0, c]}}
"""


@pytest.fixture(scope="module")
def five_bar():
    return parados.load("five-bar")


def values(text):
    return {one.name: one.value for one in parse_robot(text).file[1]}


def test_values_are_replaced_in_place_and_comments_stay():
    text = with_parameter_values(TEXT, {"a": 0.55, "b": 0.25, "I": [0.1, 0.25, 0.3]})
    assert values(text) == {"a": 0.55, "b": 0.25, "c": 1.1, "I": [0.1, 0.25, 0.3]}
    assert "# first length" in text and "c: 2*a" in text and "about: second length" in text
    assert len(text.splitlines()) == len(TEXT.splitlines())


def test_a_list_over_several_lines_is_written_again():
    text = TEXT.replace("I: [0.1, 0.2, 0.3]", "I:\n    - 0.1\n    - 0.2\n    - 0.3")
    assert values(with_parameter_values(text, {"I": [0.3, 0.2, 0.1]}))["I"] == [0.3, 0.2, 0.1]


def test_a_value_beyond_its_range_cannot_be_written():
    with pytest.raises(InputError, match="b cannot be written"):
        with_parameter_values(TEXT, {"b": 3.0})


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "3-rpr", "gough-stewart-lopes", "orthoglide", "h4", "quattro"])
def test_catalog_files_with_other_values_have_these_values(name):
    source = catalog_source(name)
    robot = Robot(source.described())
    wanted = {row.name: row.value * 1.03125 for row in parameter_rows(robot) if row.has_range and row.value}
    text = with_parameter_values(source.text, wanted)
    known = values(text)
    assert {key: known[key] for key in wanted} == wanted
    assert text.count("#") == source.text.count("#")


def test_rows_leave_out_parameters_that_follow_from_others():
    robot = Robot(parse_robot(TEXT))
    assert free_parameters(robot) == ["a", "b", "I"]
    rows = {(row.name, row.entry): row for row in parameter_rows(robot)}
    assert (rows["b", None].lower, rows["b", None].upper, rows["b", None].unit) == (0.1, 1.0, "m")
    assert (rows["a", None].lower, rows["a", None].upper) == (0.0, 0.8)
    assert values_by_name(robot, {("a", None): 0.5, ("I", 1): 0.9}) == {"a": 0.5, "I": [0.1, 0.9, 0.3]}


def test_a_changed_robot_stays_at_its_pose_and_shares_models(five_bar):
    model = five_bar.compile("vm")
    pose = PosedRobot(five_bar, model, five_bar.home, model.working_mode())
    other = changed_pose(pose, {"d12": 0.25})
    alone = Robot(parse_robot(with_parameter_values(catalog_source("five-bar").text, {"d12": 0.25}))).compile("vm")
    assert np.allclose(other.x, pose.x) and other.robot.parameters["d12"] == 0.25
    assert np.allclose(other.links, alone.link_frames(pose.x), atol=1e-12)
    assert changed_pose(other, {"d12": 0.25}) is other
    heavy = PosedRobot(five_bar.with_payload(2.0), model, pose.x, pose.mode)
    assert changed_pose(heavy, {"d12": 0.25}).robot.spec.platform.link.standard()[9] == pytest.approx(2.272)
    with pytest.raises(ParadosError, match=r"reach|closed configuration|range"):
        changed_pose(pose, {"d12": 0.12, "d13": 0.1})


def test_sliders_change_the_robot_reset_it_and_save_it(five_bar):
    with headless_session(five_bar, source=source_of(five_bar)) as (session, client):
        client.set("d12 [m]", 0.25)
        client.settle()
        shown = session.pose
        assert shown.robot.parameters["d12"] == 0.25
        assert np.isclose(np.linalg.norm(shown.links[1][:3, 3] - shown.links[0][:3, 3]), 0.25)
        client.set("Save as a robot file")
        client.settle()
        saved = client.files["five-bar.yaml"].decode()
        assert yaml.safe_load(saved)["parameters"]["d12"]["value"] == 0.25 and "#" in saved
        client.set("d13 [m]", 0.1)
        client.settle()
        client.set("d12 [m]", 0.12)
        client.settle()
        assert "Not possible" in client.html() and session.pose.robot.parameters["d12"] == 0.25
        client.set("Reset")
        client.settle()
        assert session.pose.robot.parameters == five_bar.parameters and client.control("d12 [m]").value == 0.213
