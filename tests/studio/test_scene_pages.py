"""Pages that work offline: what is in them, their size, and the methods that make them."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import parados
from parados import plan, trajectory
from parados.simulate import simulate
from parados.studio import motion_makers as makers
from parados.studio import open_studio, scene_html, show
from parados.studio.moving_picture import check_format, moving_picture
from parados.studio.played_sources import played_motion
from parados.studio.posed_robot import PosedRobot

ROBOTS = Path(__file__).parents[1] / "robots"
LARGEST = 5_000_000
"""Largest number of characters of a page beside those of viser."""


@cache
def robot():
    return parados.load("five-bar")


@cache
def model():
    return robot().compile("vm")


@cache
def still():
    return robot().show()


def test_page_of_a_robot_stands_alone():
    page = still()
    assert page.html.startswith("<!doctype html>")
    assert "<title>five-bar</title>" in page.html and "__VISER_EMBED_DATA__" in page.html
    assert "http://" not in page.html.replace("http://www.w3.org/2000/svg", "") and "https://" not in page.html


def test_page_of_a_motion_is_small():
    page = trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 10.0).show(model(), title="ten seconds")
    assert 0 < len(page.html) - len(still().html) < LARGEST / 10
    assert page.title == "ten seconds"


def test_titles_are_escaped():
    assert "<script>alert" not in scene_html(model(), title="<script>alert(1)</script>").split("__VISER_EMBED_DATA__")[0]


def test_page_in_a_notebook_is_a_frame():
    shown = still()._repr_html_()
    assert shown.startswith("<iframe") and shown.count("<") == 2  # everything inside is escaped


def test_pages_are_saved(tmp_path):
    path = tmp_path / "motion.html"
    page = simulate(model(), [0.0, 0.25], [0.3, 0.0], 0.1, times=5).show(path)
    assert path.read_text(encoding="utf-8") == page.html
    assert page.save(str(tmp_path / "again.html")).exists()


def test_planned_motions_show_themselves():
    crossing = plan.cross(model(), [0.0, 0.338], [0.1, 0.1], 1.5)
    assert crossing.show(fps=5).title == "five-bar: crossing motion"
    fast = plan.time_optimal(model(), trajectory.line([0.0, 0.25], [0.05, 0.28]), plan.ActuatorLimits(effort=8.0), intervals=20)
    assert fast.show(fps=5).title == "five-bar: fast motion along a path"


def test_robot_is_needed_for_a_motion_without_one():
    with pytest.raises(parados.InputError, match="robot: a robot"):
        show(trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0))


def test_long_motions_have_fewer_pictures(monkeypatch):
    motion = trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 100.0)
    whole = show(motion, model(), fps=2.0)
    monkeypatch.setattr("parados.studio.scene_page.MOST_PICTURES", 10)
    assert len(show(motion, model(), fps=2.0).html) < len(whole.html)


def test_studio_opens_with_a_motion_of_its_robot():
    with robot().studio(trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0), browser=False) as studio:
        assert studio.motion.duration == 1.0 and studio.address.startswith("http://127.0.0.1:")
    other = parados.load("3-rpr").compile("vm")
    run = simulate(other, other.survey.home, np.zeros(3), 0.01, times=3)
    with pytest.raises(parados.InputError, match="it is a motion of 3-rpr, not of five-bar"):
        open_studio(robot(), motion=run, browser=False)


def test_colours_of_small_parts_survive_in_a_gif():
    pictures = [np.full((60, 80, 3), 250, dtype=np.uint8) for _ in range(6)]
    rng = np.random.default_rng(0)
    for k, picture in enumerate(pictures):
        picture[:] = rng.integers(150, 255, (60, 80, 1), dtype=np.uint8)
        picture[10 + k, 20:23] = (213, 94, 0)
    file = Image.open(io.BytesIO(moving_picture(pictures, 20.0, "gif")))
    assert file.n_frames == 6
    red, _, blue = np.array(file.convert("RGB"))[10, 21].astype(int)
    assert red - blue > 120


def test_mp4_without_ffmpeg_is_rejected(monkeypatch):
    monkeypatch.setattr("parados.studio.moving_picture.ffmpeg_program", lambda: None)
    check_format("gif")
    with pytest.raises(parados.InputError, match="pip install imageio-ffmpeg"):
        check_format("mp4")


@pytest.mark.parametrize("name", ["delta-d3-1200", "gough-stewart-lopes", "3-rpr", "6-ups-quaternion.yaml", "five-bar-flexible"])
def test_makers_serve_every_sort_of_platform(name):
    own = parados.load(ROBOTS / name if name.endswith("yaml") else name)
    compiled = own.compile("vm")
    pose = PosedRobot(own, compiled, own.home, compiled.working_mode(None))
    points = [own.home.copy() for _ in range(3)]
    points[1][0] += 0.02
    points[2][:2] += [-0.02, 0.01]
    step = 0.015
    paths = {
        "circle": makers.circle_path(pose, step, makers.planes_of(pose)[0]),
        "points": makers.points_path(pose, points),
        "pick": makers.pick_and_place_path(pose, points, step),
    }
    for path in paths.values():
        motion = makers.there_and_back(makers.timed(path, 1.0))
        played = played_motion(compiled, motion)
        assert played.reached.all() and np.isfinite(played.efforts).all()
        assert np.abs(played.x[0] - played.x[-1]).max() < 1e-9
    assert makers.stopping_motion(pose, points, 1.0).duration == pytest.approx(1.0)
    circle = played_motion(compiled, makers.timed(paths["circle"], 1.0)).path
    assert np.allclose(np.linalg.norm(circle - pose.platform[:3, 3], axis=1), step)


def test_serial_robot_has_points_but_no_circle():
    own = parados.load(ROBOTS.parent / "serial_robots" / "arm-6r-tool.yaml")
    compiled = own.compile("vm")
    pose = PosedRobot(own, compiled, own.home, compiled.working_mode(None))
    assert makers.planes_of(pose) == []
    with pytest.raises(parados.InputError, match="no two coordinates of P"):
        makers.circle_path(pose, 0.1, "-")
    with pytest.raises(parados.InputError, match="no way up"):
        makers.pick_and_place_path(pose, [own.home, own.home + 0.1], 0.1)
    played = played_motion(compiled, makers.timed(makers.points_path(pose, [own.home, own.home + 0.1]), 1.0))
    assert played.reached.all()
    assert len(scene_html(own, played)) > len(still().html) // 2
