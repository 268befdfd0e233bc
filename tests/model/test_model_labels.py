"""Names of the entries of arguments are handed out as copies: every call reads those of the model."""

from __future__ import annotations


def test_a_heading_made_of_labels_does_not_change_the_model(model):
    robot = model("five-bar", "vm")
    header = robot.labels["x"]
    header += robot.labels["q"]
    assert header == ("px", "py", "q11", "q21") and robot.labels["x"] == ("px", "py")
    robot.labels["x"] = ("py", "px")
    assert robot.labels["x"] == ("px", "py")
    assert len(robot.inverse_kinematics([0, 0.26])) == 2
