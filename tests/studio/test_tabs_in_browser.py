"""Test the tabs of the studio in Chromium, by their labels: singularities, modes, motions, maps, design, files, pages."""

import numpy as np
import pytest
from helpers.studio_page import studio_page

import parados


@pytest.fixture(scope="module")
def five_bar_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("robot") / "mine.yaml"
    path.write_text(_catalog_text("five-bar").replace("name: five-bar", "name: mine", 1), encoding="utf-8")
    return path


def _catalog_text(name):
    from importlib import resources

    return (resources.files("parados") / "robots" / f"{name}.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(browser, five_bar_file):
    with studio_page(browser, parados.load(five_bar_file), path=five_bar_file) as page:
        yield page


def test_working_mode_of_the_gallery_is_taken(page):
    page.tab("Modes")
    before = page.session.pose.mode
    page.button("Draw working modes")
    page.page.get_by_role("button", name="-1 -1").first.wait_for()
    page.button("-1 -1")
    page.wait_for(lambda: page.session.pose.mode != before, "another mode")
    page.tab("Pose")
    page.session.post("back", lambda: page.session.place(page.session.pose.in_mode(before)))
    page.settle()


def test_circle_is_made_and_played(page):
    page.tab("Motion")
    page.button("Make the motion")
    page.wait_for(lambda: page.session.motion is not None, "a motion")
    start = page.session.pose.x.copy()
    page.button("Play")
    page.wait_for(lambda: np.abs(page.session.pose.x - start).max() > 1e-3, "a robot that moves")
    page.button("Pause")


def test_distances_to_singularities_are_measured(page):
    page.tab("Singularities")
    page.page.get_by_text("Type 2").first.wait_for()


def test_page_to_share_is_downloaded_and_works_offline(page, browser, tmp_path):
    page.tab("Share")
    with page.page.expect_download(timeout=60_000) as download:
        page.button("Save as a web page")
    saved = tmp_path / "shared.html"
    download.value.save_as(saved)
    offline = browser.new_context(offline=True)
    requests, errors = [], []
    shared = offline.new_page()
    shared.on("request", lambda request: requests.append(request.url))
    shared.on("pageerror", lambda error: errors.append(str(error)))
    shared.goto(saved.as_uri())
    shared.wait_for_function("() => window.__viserMutable?.nodeRefFromName['/robot/motor'] !== undefined", timeout=60_000)
    assert errors == []
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
    offline.close()


def test_broken_file_is_told_and_the_last_good_robot_stays(page, five_bar_file):
    good = five_bar_file.read_text(encoding="utf-8")
    robot = page.session.pose.robot
    page.tab("File")
    five_bar_file.write_text(good.replace("legs:", "lags:", 1), encoding="utf-8")
    page.page.get_by_text("lags").first.wait_for(timeout=60_000)
    assert page.session.pose.robot is robot
    five_bar_file.write_text(good.replace("name: mine", "name: mended", 1), encoding="utf-8")
    page.wait_for(lambda: page.session.pose.robot.name == "mended", "the mended file")
    page.settle()


def test_port_in_use_ends_the_command_with_a_sentence(page):
    import subprocess
    import sys

    port = str(page.studio.server.get_port())
    command = [sys.executable, "-m", "parados", "studio", "five-bar", "--port", port, "--no-browser"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode != 0
    assert f"port: {port} at 127.0.0.1 cannot be used" in ended.stderr + ended.stdout
    assert "Traceback" not in ended.stderr
