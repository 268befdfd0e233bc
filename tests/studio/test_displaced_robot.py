"""Test robots that are displaced from a pose by a small motion."""

import numpy as np
import pytest

import parados
from parados.studio.displaced_robot import displaced, largest_speed
from parados.studio.posed_robot import PosedRobot

SMALL = 1e-5


def _pose(name):
    robot = parados.load(name)
    model = robot.compile("vm")
    return PosedRobot(robot, model, robot.home, model.working_mode())


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "five-bar", "delta-d3-1200", "h4"])
def test_displacement_agrees_with_a_possible_motion_to_first_order(name):
    pose = _pose(name)
    xd = np.linspace(0.5, 1.0, pose.model.mechanism.n_dof)
    rates = pose.model.joint_rates(pose.x, xd, mode=pose.mode, joints="all")
    twist = pose.model.platform_twist(pose.x, xd, mode=pose.mode)
    moved, there = displaced(pose, SMALL * rates, SMALL * twist), pose.at(pose.x + SMALL * xd)
    gap, way = np.abs(moved.bodies - there.bodies).max(), np.abs(there.bodies - pose.bodies).max()
    assert gap < 1e-3 * way


def test_largest_speed_of_a_translation():
    pose = _pose("gough-stewart-lopes")
    still = np.zeros(len(pose.model.joint_names))
    assert largest_speed(pose, still, np.array([0.0, 0.0, 2.0, 0, 0, 0])) == pytest.approx(2.0, rel=1e-6)
