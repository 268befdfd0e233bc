"""Test that every robot of the catalog appears in the studio."""

import numpy as np
import pytest
from tests.studio.studio_page import studio_page

import parados

pytestmark = pytest.mark.browser

ACTUATED = np.array([213, 94, 0])


@pytest.fixture(scope="module")
def page(browser):
    with studio_page(browser, parados.load("five-bar")) as page:
        yield page


def test_every_robot_of_the_catalog_is_shown(page, every_robot):
    robot = parados.load(every_robot)
    page.session.post("open", lambda: page.session.open(robot))
    page.wait_for(lambda: page.session.pose.robot is robot, every_robot)
    page.settle()
    page.page.wait_for_timeout(300)
    assert page.errors == []
    assert _colours(page.picture()) > 30


def _colours(picture):
    """Number of different colours in the middle of the scene; an empty scene has a grid on white."""
    h, w = picture.shape[:2]
    middle = picture[h // 6 : 5 * h // 6, w // 12 : w // 2]
    return len(np.unique(middle.reshape(-1, 3) // 16, axis=0))
