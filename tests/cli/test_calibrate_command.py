"""Test `parados calibrate` and `parados poses`: the written files, the calibrated robot, and invalid options."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers.measured_robots import NOISE, five_bar, true_model

from parados import load
from parados.text.csv_cells import write_columns

ROBOT = ("five-bar", "--live", "d12,d13,d22,d23", "--corrections", "offsets")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    robot, live, truth, x = five_bar()
    q = true_model(robot, live, truth).inverse_kinematics(x)
    noisy = x + np.random.default_rng(3).normal(0, NOISE, x.shape)
    path = tmp_path_factory.mktemp("measured") / "measured.csv"
    write_columns(path, {"q11": q[:, 0], "q21": q[:, 1], "px [mm]": 1e3 * noisy[:, 0], "py [mm]": 1e3 * noisy[:, 1]})
    return path


def test_calibrate_writes_a_report_and_a_robot_file(parados, tmp_path, table):
    robot, table_of = ROBOT[0], ROBOT[1:]
    result = parados("calibrate", robot, table, "-o", tmp_path / "out", *table_of, "--noise", "lengths=1e-4")
    assert result.exit_code == 0, result.output
    names = {"calibrated.yaml", "calibration.json", "errors.csv", "parameters.csv", "report.html"}
    assert {f.name for f in (tmp_path / "out").iterdir()} == names
    numbers = json.loads((tmp_path / "out" / "calibration.json").read_text())
    values = dict(zip(numbers["identified"], numbers["values"], strict=True))
    again = load(tmp_path / "out" / "calibrated.yaml")
    assert {name: again.parameters[name] for name in values} == pytest.approx(values, rel=1e-12)
    before, after, noise = numbers["accuracy"]["rms"]["lengths"]
    assert before > 5 * noise and after < 1.3 * noise and noise == NOISE
    assert "Errors of held-out readings" in result.output
    page = (tmp_path / "out" / "report.html").read_text()
    assert "offset_q11" in page and "data:image" in page


def test_poses_are_written(parados, tmp_path):
    result = parados("poses", "five-bar", "15", "-o", tmp_path / "poses.csv", *ROBOT[1:], "--noise", "lengths=1e-4")
    assert result.exit_code == 0, result.output
    assert len((tmp_path / "poses.csv").read_text().splitlines()) == 16 and "O1 =" in result.output


def test_wrong_options_in_one_line(parados, tmp_path, table):
    (tmp_path / "sensors.yaml").write_text("- 1\n")
    for options, words in (
        (("--noise", "1e-4"), "--noise: NAME=VALUE is expected"),
        (("--noise", "lengths=few"), "--noise: KIND=NUMBER is expected"),
        (("--live", "d99"), "d99"),
        (("--corrections", "feet"), "'feet' is not a group of numbers"),
        (("--sensors", str(tmp_path / "none.yaml")), "none.yaml cannot be read"),
        (("--sensors", str(tmp_path / "sensors.yaml")), "must map names to sensors"),
    ):
        result = parados("calibrate", "five-bar", table, "-o", tmp_path / "out", *options)
        assert result.exit_code != 0 and words in result.output and "Traceback" not in result.output
    assert not (tmp_path / "out").exists()
