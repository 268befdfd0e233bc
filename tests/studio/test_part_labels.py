"""Test the labels beside the cursor: their words, and what the page shows."""

import html
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tests.studio.studio_page import studio_page

import parados
from parados.plots.skeleton_parts import skeleton_parts
from parados.studio.part_labels import part_label, part_labels_html

HOSTILE = "<img src=x onerror='window.hit=1'>"


def _labels(robot):
    return {part_label(robot.mechanism, part) for part in skeleton_parts(robot).parts}


def test_labels_say_name_kind_and_leg():
    assert _labels(parados.load("five-bar")) >= {"q11: actuated R joint, leg1", "q12: passive R joint, leg1", "link of q11, leg1"}
    assert "l1: actuated P joint, leg1" in _labels(parados.load("gough-stewart-lopes"))


def test_labels_in_the_page_are_escaped():
    robot = parados.load("five-bar")
    parts = skeleton_parts(robot).parts
    scene = SimpleNamespace(batched_parts={HOSTILE: [parts[0]]}, body_nodes={}, spring_nodes={})
    text = part_labels_html(robot.mechanism, scene)
    assert text.count("<") == 2
    assert list(json.loads(html.unescape(text.split('"')[1]))) == [HOSTILE]


@pytest.mark.browser
def test_label_of_a_motor_is_shown_while_the_cursor_rests_on_it(browser):
    with studio_page(browser, parados.load("five-bar")) as page:
        label = page.label_of_motor()
        assert label.text_content() == "q11: actuated R joint, leg1"
        page.page.mouse.down()
        label.wait_for(state="hidden")
        page.page.mouse.up()
        page.page.get_by_text("actuated R joint = ").wait_for()  # a click still tells the value
        label.wait_for(state="visible")
        page.page.mouse.move(5, 500)
        label.wait_for(state="hidden")


@pytest.mark.browser
def test_hostile_names_are_text(browser, tmp_path):
    text = (Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text()
    path = tmp_path / "hostile.yaml"
    path.write_text(text.replace("name: q11", f'name: "{HOSTILE}"'))
    with studio_page(browser, parados.load(path)) as page:
        label = page.label_of_motor()
        assert label.text_content() == f"{HOSTILE}: actuated R joint, leg1"
        assert label.locator("*").count() == 0 and page.page.evaluate("window.hit") is None


@pytest.mark.browser
def test_saved_page_has_labels_too(browser, tmp_path):
    robot = parados.load("five-bar")
    page = browser.new_page(viewport={"width": 500, "height": 500})
    page.goto(robot.show(path=tmp_path / "robot.html").save(tmp_path / "again.html").as_uri())
    label = page.locator("#part-label")
    label.wait_for(state="attached")
    found = set()
    for x, y in np.stack(np.meshgrid(np.arange(60, 460, 20), np.arange(100, 460, 20)), -1).reshape(-1, 2).tolist():
        page.mouse.move(x, y)
        page.wait_for_timeout(100)
        if label.is_visible():
            found.add(label.text_content())
        if len(found) > 1:
            break
    assert found <= _labels(robot) and len(found) > 1
    page.close()
