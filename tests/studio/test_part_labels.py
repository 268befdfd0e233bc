"""Test the labels beside the cursor: their words, and what the page shows."""

import html
import json
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.headless_studio import headless_session
from helpers.studio_page import motor_place, studio_page
from tests.pages import ROOT

import parados
from parados.api import Robot
from parados.plots.skeleton_parts import skeleton_parts
from parados.robot.reading import parse_robot
from parados.studio.part_labels import part_label, part_labels_html
from parados.studio.posed_robot import PosedRobot
from parados.studio.robot_source import catalog_source
from parados.studio.scene_view import FIELD, fitted_view

ROBOTS = ROOT / "tests" / "robots"

HOSTILE = "<img src=x onerror='window.hit=1'>"

SIDE = 500
"""Width and height of a saved page [pixels]."""


def _labels(robot):
    return {part_label(robot.mechanism, part) for part in skeleton_parts(robot).parts}


def test_labels_say_name_kind_and_leg():
    assert _labels(parados.load("five-bar")) >= {"q11: actuated R joint, leg1", "q12: passive R joint, leg1", "link of q11, leg1"}
    assert "l1: actuated P joint, leg1" in _labels(parados.load("gough-stewart-lopes"))


def test_closures_are_named_by_their_free_motions():
    labels = _labels(parados.load(ROBOTS / "planar-and-cylindrical.yaml"))
    assert {"rod1 to platform: C joint, rod1", "floor to platform: planar joint, floor"} <= labels
    assert {"leg1 to platform: C5 joint, leg1"} <= _labels(parados.load("c5"))


@pytest.mark.parametrize(
    ("tie", "kind"), [("joint: P", "P joint"), ("joint: R", "R joint"), ("free: [Rz, Tx]", "closure with Tx, Rz free")]
)
def test_closure_of_a_text_is_named_by_its_free_motions(tie, kind):
    """The labels need the mechanism alone; its mobility is not checked."""
    text = (ROBOTS / "four-bar.yaml").read_text().replace("{joint: R, frame: {at: [l3", f"{{{tie}, frame: {{at: [l3")
    assert f"rocker to platform: {kind}, rocker" in _labels(Robot(parse_robot(text, "four-bar.yaml")))


def test_click_says_the_words_of_the_label_and_the_value_of_a_joint():
    with headless_session(parados.load("five-bar")) as (session, client):
        mechanism, nodes = session.pose.model.mechanism, session.robot_scene.batched_parts
        for node, parts in nodes.items():
            for k, part in enumerate(parts):
                client.told.clear()
                client.click(node, instance_index=k)
                [(title, body)] = client.told
                assert title == part_label(mechanism, part)
                assert body.startswith(f"{part.name} = ") == (part.kind in ("motor", "pin"))
        parts = nodes[f"{session.robot_scene.name}/bar"]
        client.click(f"{session.robot_scene.name}/bar", instance_index=[part.name for part in parts].index("q12"))
        assert client.told[-1] == ("link of q11, leg1", "")
        session.tell_part(next(part for part in skeleton_parts(session.pose.model).parts if part.kind == "corner"))
        assert client.told[-1] == ("platform", "")


def test_labels_in_the_page_are_escaped():
    robot = parados.load("five-bar")
    parts = skeleton_parts(robot).parts
    scene = SimpleNamespace(batched_parts={HOSTILE: [parts[0]]}, body_nodes={}, spring_nodes={})
    text = part_labels_html(robot.mechanism, scene)
    assert text.count("<") == 2
    assert list(json.loads(html.unescape(text.split('"')[1]))) == [HOSTILE]


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """The page of a five-bar whose first motor has a hostile name."""
    path = tmp_path_factory.mktemp("robot") / "hostile.yaml"
    path.write_text(catalog_source("five-bar").text.replace("name: q11", f'name: "{HOSTILE}"'))
    with studio_page(browser, parados.load(path)) as page:
        yield page


def test_label_of_a_motor_is_shown_while_the_cursor_rests_on_it(page):
    label = page.label_of_motor(1)
    assert label.text_content() == "q21: actuated R joint, leg2"
    page.page.mouse.down()
    label.wait_for(state="hidden")
    page.page.mouse.up()
    page.page.get_by_text("q21 = ").wait_for()  # a click still tells the value
    label.wait_for(state="visible")
    page.page.mouse.move(5, 500)
    label.wait_for(state="hidden")


def test_labels_stay_when_the_panel_is_folded_away_at_once(browser):
    """The panel has the element with the labels, and viser removes it from the page with the panel."""
    with studio_page(browser, parados.load("five-bar")) as page:
        for what in ("[data-part-labels]", "#part-label"):  # the labels, and the box of the script that reads them
            page.page.locator(what).wait_for(state="attached")
        page.page.get_by_role("button", name="Collapse panel area").click()
        page.page.locator("[data-part-labels]").wait_for(state="detached")
        assert page.label_of_motor(0).text_content() == "q11: actuated R joint, leg1"


def test_hostile_names_are_text(page):
    label = page.label_of_motor(0)
    assert label.text_content() == f"{HOSTILE}: actuated R joint, leg1"
    assert label.locator("*").count() == 0 and page.page.evaluate("window.hit") is None


def test_saved_page_has_labels_too(browser, tmp_path):
    robot = parados.load("five-bar")
    model = robot.compile()
    page = browser.new_page(viewport={"width": SIDE, "height": SIDE})
    page.goto(robot.show().save(tmp_path / "robot.html").as_uri())
    label = page.locator("#part-label")
    label.wait_for(state="attached")
    place = _pixel(PosedRobot(robot, model, robot.home, model.working_mode()))
    for _ in range(50):  # the robot may appear later than the page
        page.mouse.move(*(place + 1))
        page.mouse.move(*place)
        page.wait_for_timeout(200)
        if label.is_visible():
            break
    assert label.text_content() == "q11: actuated R joint, leg1"
    page.close()


def _pixel(pose):
    """(2,) place of the first motor on a saved page of SIDE x SIDE pixels."""
    view = fitted_view(pose, aspect=1.0)
    ahead = (view.look_at - view.position) / np.linalg.norm(view.look_at - view.position)
    right = np.cross(ahead, view.up)
    right /= np.linalg.norm(right)
    away = motor_place(pose) - view.position
    across = np.array([right @ away, np.cross(ahead, right) @ away])
    return SIDE / 2 * (1 + across / (ahead @ away) / np.tan(FIELD / 2))
