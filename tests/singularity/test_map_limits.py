"""The region of a map within the joint limits of the robot file."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.node import NODE
from typer.testing import CliRunner

import parados
from parados.cli.main import app
from parados.singularity.maps.mapping import singularity_map

LIMITS = (1.6, 2.9)


@pytest.fixture(scope="module")
def robot_file(tmp_path_factory):
    text = (files("parados.robots") / "five-bar.yaml").read_text().replace("name: q11,", f"name: q11, limits: {list(LIMITS)},")
    path = tmp_path_factory.mktemp("limited") / "limited.yaml"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def limited_robot(robot_file):
    return parados.load(robot_file).compile()


@pytest.fixture(scope="module")
def limited(limited_robot):
    return singularity_map(limited_robot, {"px": 24, "py": 25}, mode="all")


def test_margin_equals_that_of_the_joint_angle(limited, model):
    """The angle of the first link follows from the triangle of the leg's two links."""
    for one in limited.modes:
        points = limited.grid.nodes[one.fields.reached]
        p = points - [-0.14, 0.0]
        r = np.hypot(*p.T)
        inner = np.arccos(np.clip((0.213**2 + r**2 - 0.1878**2) / (2 * 0.213 * r), -1, 1))
        q = np.arctan2(p[:, 1], p[:, 0]) + one.mode[0] * inner
        own = one.fields.within[one.fields.reached]
        centre, half = sum(LIMITS) / 2, (LIMITS[1] - LIMITS[0]) / 2
        expected = 1 - np.abs((q - centre + np.pi) % (2 * np.pi) - np.pi) / half
        assert np.allclose(one.fields.limits[one.fields.reached], expected, atol=1e-9)
        assert np.array_equal(own, expected >= 0) and 0 < own.sum() < len(own)
        assert np.array_equal(own, limited.model.within_limits(limited.grid.poses(points), mode=one.mode))
    assert not limited.of().fields.within[~limited.of().fields.reached].any()


def test_limits_do_not_change_reach_and_aspects(limited, model):
    ranges = {axis.name: (axis.lower, axis.upper, axis.count) for axis in limited.grid.axes}
    free = singularity_map(model("five-bar"), ranges, mode="all")
    for one, other in zip(limited.modes, free.modes, strict=True):
        assert np.array_equal(one.fields.reached, other.fields.reached)
        assert np.array_equal(one.aspects.number, other.aspects.number)
        assert np.isposinf(other.fields.limits[other.fields.reached]).all()


def test_figures_and_page_show_the_region_beyond_limits(limited_robot, tmp_path, monkeypatch):
    monkeypatch.setattr("parados.plots.style.save", lambda figure, path: path.write_bytes(b"figure"))
    limited = singularity_map(limited_robot, {"px": 40, "py": 41})
    names = {text.get_text() for text in limited.plot("distance", "all").legends[0].get_texts()}
    assert {"beyond joint limits", "out of reach"} <= names
    limited.save(tmp_path)
    arrays = np.load(tmp_path / "map.npz")
    assert np.array_equal(arrays["limits"][0].ravel(), limited.modes[0].fields.limits, equal_nan=True)
    script = Path(__file__).parent / "page_in_node.js"
    run = subprocess.run([NODE, script, tmp_path / "map.html", "200", "250", "calls"], capture_output=True, text=True, check=True)
    seen = json.loads(run.stdout)
    assert "beyond joint limits" in seen["legend"] and "limits" in seen["shown"]
    own, read = limited.of().fields, dict(seen["read"])
    place = [float(read[name].split()[0]) for name in ("px", "py")]
    nearest = np.abs(limited.grid.nodes - place).sum(axis=1).argmin()
    assert read["joint limits"] == ("within" if own.within[nearest] else "BEYOND")
    assert float(read["margin to the joint limits"]) == pytest.approx(own.limits[nearest], abs=1e-3)
    beyond = [call for call in seen["calls"]["map"] if call[0] == "fillRect" and call[2]["fillStyle"] == "rgba(70, 76, 82, 0.72)"]
    assert len(beyond) >= (own.reached & ~own.within).sum()


def test_slices_of_a_volume_ignore_limits_like_the_volume(robot_file):
    robot = parados.load("3-rpr")
    made = singularity_map(robot.compile(), {"px": 6, "py": 6, "a3": 5}, limits=False)
    assert not made.limits and not made.slices("a3", [0.0], 8)[0].limits


@pytest.mark.parametrize("ignore", [False, True])
def test_map_command_prints_the_share_within_limits(robot_file, tmp_path, monkeypatch, ignore):
    monkeypatch.setenv("COLUMNS", "200")
    over = ["--over", "px=-0.3:0.3:12", "--over", "py=-0.3:0.3:12"]
    result = CliRunner().invoke(app, ["map", str(robot_file), *over, "-o", str(tmp_path), *["--ignore-limits"] * ignore])
    assert result.exit_code == 0, result.output
    assert ("within limits" in result.output) != ignore
    limits = np.load(tmp_path / "map.npz")["limits"]
    assert bool((limits < 0).any()) != ignore
    assert ("beyond joint limits" in (tmp_path / "aspects.svg").read_text()) != ignore
