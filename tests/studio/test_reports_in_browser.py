"""Test in Chromium that the pages of maps, studies and identifications open without errors and without a network."""

import subprocess
import sys

import pytest
from helpers.simulated_logs import fourier_states, write_log

import parados

STUDY = """
name: short
robot: five-bar
variables: {d12: [0.2, 0.23], d13: [0.18, 0.2]}
motions: {way: {point_to_point: {start: [-0.03, 0.25], end: [0.03, 0.27], duration: 0.5}, states: 21}}
indices: {speed: peak_speed, even: {index: dexterity, over: way}}
objectives: {speed: min, even: max}
search: {kind: sobol, designs: 8}
"""


def _run(*arguments):
    ended = subprocess.run([sys.executable, "-m", "parados", *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr + ended.stdout


def _map(folder):
    _run("map", "five-bar", "--over", "px=24", "--over", "py=20", "-o", folder / "out")
    return folder / "out" / "map.html"


def _study(folder):
    (folder / "study.yaml").write_text(STUDY)
    _run("study", folder / "study.yaml", "-o", folder / "out")
    return folder / "out" / "report.html"


def _identification(folder):
    model = parados.load("five-bar-feasible").compile()
    log = write_log(folder / "log.csv", model, fourier_states(model, rate=250), noise=0.05)
    _run("identify", "five-bar-feasible", log, "-o", folder / "out")
    return folder / "out" / "report.html"


@pytest.mark.parametrize("report", [_map, _study, _identification])
def test_report_opens_offline_without_errors(browser, tmp_path, report):
    path = report(tmp_path)
    offline = browser.new_context(offline=True)
    errors, requests = [], []
    page = offline.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    page.locator("canvas, img, svg").first.wait_for()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert errors == []
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
    offline.close()
