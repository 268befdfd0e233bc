"""Test that every robot of the catalog appears in the studio."""

import numpy as np
import pytest
from helpers.studio_page import studio_page

import parados

FEWEST = 100
"""Smallest number of pixels that the actuators of a robot cover; a scene without a robot has none of their colour."""


@pytest.fixture(scope="module")
def page(browser):
    with studio_page(browser, parados.load("five-bar")) as page:
        page.page.locator(".mantine-Notification-root button").first.click()  # its stripe has the colour of actuators
        yield page


def test_every_robot_of_the_catalog_is_shown(page, every_robot):
    robot = parados.load(every_robot)
    page.session.post("open", lambda: page.session.open(robot))
    page.wait_for(lambda: page.session.pose.robot is robot, every_robot)
    page.settle()
    node = page.session.robot_scene.name  # another one for every robot
    page.wait_for(lambda: page.page.evaluate("(name) => name in window.__viserMutable.nodeRefFromName", node), node)
    page.wait_for(lambda: _orange(page.picture()) > FEWEST, "actuators in the picture")
    assert page.errors == []


def _orange(picture):
    """Number of pixels of the scene with the colour of actuators, bright or dark; no other node has it."""
    red, green, blue = np.moveaxis(picture[:, : picture.shape[1] - 400].astype(float), -1, 0)
    return np.count_nonzero((red > green) & (green > 0.4 * red) & (green > 1.6 * blue))
