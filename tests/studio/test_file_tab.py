"""Test the tab File: findings in place, open loops, hot reload, the catalog and drafts."""

import threading

import numpy as np
import pytest
from helpers.headless_studio import headless_session

import parados
from parados.robot.yaml_text import MOST_CHARACTERS
from parados.studio.file_check import check_file, kept_pose
from parados.studio.file_watch import FileWatch
from parados.studio.posed_robot import PosedRobot
from parados.studio.robot_source import RobotSource, catalog_source, file_source, source_of

DELTA = catalog_source("delta-d3-1200").text
BROKEN = DELTA.replace("kind: R, active", "kind: Q, active")
OPEN = DELTA.replace("home: [0, 0, -0.8]", "home: [0, 0, -1.5]")
LONGER = DELTA.replace("l2: {value: 0.9,", "l2: {value: 1.0,")


@pytest.fixture
def opened(tmp_path):
    """A client at a robot file."""
    path = tmp_path / "delta.yaml"
    path.write_text(DELTA, encoding="utf-8")
    robot = parados.load(path)
    with headless_session(robot, path, source_of(robot, path)) as (_, client):
        yield client


def test_checks_tell_findings_and_draw_open_loops():
    broken = check_file(RobotSource(BROKEN, "my.yaml"))
    assert broken.robot is None and broken.open is None
    assert any(one.startswith("legs[0].joints[0].kind") for one in broken.findings)
    loose = check_file(RobotSource(OPEN, "my.yaml"))
    assert loose.robot is None and "stays open" in loose.findings[0]
    gaps = loose.open.gaps
    assert len(gaps) == 3
    for gap in gaps:  # the arms and rods reach about 1.2 m
        assert 0.1 < np.linalg.norm(gap.a[:3, 3] - gap.b[:3, 3]) < 1.5
    good = check_file(RobotSource(DELTA, "my.yaml"))
    assert good.robot is not None and good.findings == ()


def test_a_changed_robot_keeps_its_pose_if_it_reaches_it():
    robot = parados.load("delta-d3-1200")
    model = robot.compile("vm")
    pose = PosedRobot(robot, model, np.array([0.1, 0.05, -0.9]), model.working_mode())
    kept = kept_pose(pose, check_file(RobotSource(LONGER, "my.yaml")).robot)
    assert np.allclose(kept.x, pose.x) and kept.mode == pose.mode
    assert kept_pose(PosedRobot(robot, model, np.array([0.0, 0.0, -1.2]), pose.mode), parados.load("five-bar")) is None


def test_the_text_is_applied_and_problems_keep_the_robot(opened):
    robot = opened.session.pose.robot
    opened.write("delta.yaml", BROKEN)
    opened.set("Apply")
    opened.settle()
    assert opened.session.pose.robot is robot and "legs[0].joints[0].kind" in opened.html()
    opened.write("delta.yaml", OPEN)
    opened.set("Apply")
    opened.settle()
    assert opened.session.pose.robot is robot and {"/open/gaps", "/open/gap0"} <= opened.nodes()
    assert not opened.session.robot_scene.visible
    opened.set("Show the open loops", False)
    opened.settle()
    assert "/open/gaps" not in opened.nodes() and opened.session.robot_scene.visible
    opened.write("delta.yaml", LONGER)
    opened.set("Apply")
    opened.settle()
    assert opened.session.pose.robot.parameters["l2"] == 1.0 and "is sound" in opened.html()
    assert opened.session.robot_scene.visible


def test_text_of_a_file_is_escaped(opened):
    opened.write("delta.yaml", DELTA.replace("l2: {value: 0.9,", "l2: {value: '<u>x</b>',"))
    opened.set("Apply")
    opened.settle()
    assert "<u>" not in opened.html()


def test_save_writes_the_file_and_download_does_not(opened):
    path = opened.session.path
    opened.write("delta.yaml", LONGER)
    opened.set("Download")
    opened.settle()
    assert path.read_text(encoding="utf-8") == DELTA and opened.files["delta.yaml"].decode() == LONGER
    opened.set("Save")
    opened.settle()
    assert path.read_text(encoding="utf-8") == LONGER
    opened.session.file_changed(file_source(path))  # as the watch does
    opened.settle()
    assert opened.session.pose.robot.parameters["l2"] == 1.0


def test_a_changed_file_is_read_again_but_never_over_unsaved_text(opened):
    path = opened.session.path
    opened.session.file_changed(RobotSource(BROKEN, "delta.yaml", path))
    opened.settle()
    assert "legs[0].joints[0].kind" in opened.html() and opened.session.pose.robot.parameters["l2"] == 0.9
    opened.session.file_changed(RobotSource(LONGER, "delta.yaml", path))
    opened.settle()
    assert opened.session.pose.robot.parameters["l2"] == 1.0 and opened.control("delta.yaml").value == LONGER
    opened.session.file_changed(None)
    opened.settle()
    assert "was removed" in opened.html()
    opened.write("delta.yaml", LONGER + "# mine\n")
    opened.session.file_changed(RobotSource(DELTA, "delta.yaml", path))
    opened.settle()
    assert "Read the file again" in opened.html() and opened.control("delta.yaml").value.endswith("# mine\n")


def test_catalog_and_drafts_open_in_the_editor(opened):
    opened.set("Catalog", "five-bar")
    opened.settle()
    assert opened.session.pose.robot.name == "five-bar" and opened.control("five-bar.yaml").value.startswith("name: five-bar")
    opened.write("New robot", "3-RRR")
    opened.set("Draft a new robot")
    opened.settle()
    assert opened.session.pose.robot.name == "my-3-rrr" and "name: my-3-rrr" in opened.control("my-3-rrr.yaml").value
    opened.write("New robot", "9-XYZ")
    opened.set("Draft a new robot")
    opened.settle()
    assert opened.session.pose.robot.name == "my-3-rrr" and any("9-XYZ" in text for _, text in opened.told)


def test_a_file_too_long_for_a_robot_keeps_the_robot(opened):
    robot, path = opened.session.pose.robot, opened.session.path
    path.write_text(DELTA + "#" * MOST_CHARACTERS, encoding="utf-8")
    opened.set("Read the file again")
    opened.settle()
    assert opened.session.pose.robot is robot and any("more than 1,000,000 characters" in text for _, text in opened.told)


def test_watch_tells_changes_and_removal(tmp_path):
    path = tmp_path / "my.yaml"
    path.write_text("a", encoding="utf-8")
    told, event = [], threading.Event()

    def changed(source):
        told.append(source and source.text)
        event.set()

    def next_change(act):
        event.clear()
        act()
        assert event.wait(20)

    watch = FileWatch(path, changed, period=0.02)
    try:
        next_change(lambda: path.write_text("bc", encoding="utf-8"))
        next_change(path.unlink)
        next_change(lambda: path.write_text("def", encoding="utf-8"))
        next_change(lambda: path.write_bytes(b"\xff"))
    finally:
        watch.close()
    assert told == ["bc", None, "def", None]
