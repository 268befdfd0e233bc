"""Test `parados optimal`: the written files, interruption, and invalid input."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import parados.plan  # noqa: F401  (loads the modules of the plans)
from parados import load

POINTS = {"px": np.array([-0.05, 0.0, 0.08]), "py": np.array([0.25, 0.29, 0.3])}


@pytest.fixture
def points(motion_csv):
    return motion_csv(POINTS)


def test_optimal_writes_a_motion_that_run_reads_a_figure_and_a_summary(parados, points, tmp_path):
    out = tmp_path / "out"
    result = parados("optimal", "five-bar", "--path", points, "-o", out, "--effort", "8,9", "--speed", "6", "--intervals", "100")
    assert result.exit_code == 0, result.output
    assert {f.name for f in out.iterdir()} == {"optimal.csv", "optimal.png", "optimal.txt"}
    table = np.genfromtxt(out / "optimal.csv", delimiter=",", names=True)
    assert np.abs(table["tau_q11"]).max() <= 8 * (1 + 1e-6) and np.abs(table["tau_q21"]).max() <= 9 * (1 + 1e-6)
    assert "effort of q11" in result.output and "active limit" in (out / "optimal.txt").read_text()
    again = parados("run", "five-bar", out / "optimal.csv", "-o", tmp_path / "run")
    assert again.exit_code == 0, again.output
    other = np.genfromtxt(tmp_path / "run" / "motion.csv", delimiter=",", names=True)
    assert other["tau_q11"][1:-1] == pytest.approx(table["tau_q11"][1:-1], rel=1e-9, abs=1e-9)
    friction = load("five-bar").compile().mechanism.joints[0].friction.fs  # at rest, only optimal.csv has that of the motion
    at_rest = np.sign(table["qd_q11"][[1, -2]]) * friction
    assert (table["tau_q11"] - other["tau_q11"])[[0, -1]] == pytest.approx(at_rest, rel=1e-6)


def test_duration_asks_for_the_least_energy(parados, undrawn, points, tmp_path):
    result = parados("optimal", "five-bar", "--path", points, "-o", tmp_path / "out", "--duration", "1", "--intervals", "40")
    assert result.exit_code == 0, result.output
    assert "least energy" in result.output and "of the energy of the quintic law" in result.output


def test_interruption_leaves_the_motion_without_the_limit_on_the_jerk(parados, undrawn, points, tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["parados.plan.time_optimal"], "jerk_limited_law", interrupt)
    out = tmp_path / "out"
    limits = ("--effort", "9", "--jerk", "1e4", "--intervals", "60")
    result = parados("optimal", "five-bar", "--path", points, "-o", out, *limits)
    assert result.exit_code == 130 and "Interrupted" in result.output
    assert {f.name for f in out.iterdir()} == {"without-jerk.csv", "without-jerk.png", "without-jerk.txt"}


def test_optimal_refuses_wrong_input_in_one_line(parados, points, motion_csv, tmp_path):
    for options, words in (
        (("--effort", "much"), "--effort: one number, or one for each actuator"),
        (("--effort", "1,2,3"), "--effort: one positive number, or 2 (one for each actuator)"),
        (("--speed", "2"), "an effort or an acceleration is needed"),
        (("--effort", "1"), "the limits on the effort of q11 cannot be kept at any speed"),
        (("--effort", "9", "--rate", "0"), "--rate: a positive number [1/s] is expected"),
        (("--effort", "9", "--blend", "5"), "blend: 5 m does not fit"),
    ):
        result = parados("optimal", "five-bar", "--path", points, "-o", tmp_path / "out", *options)
        assert result.exit_code == 2 and words in result.output and "Traceback" not in result.output, result.output
    lacking = motion_csv({"px": POINTS["px"]})
    result = parados("optimal", "five-bar", "--path", lacking, "-o", tmp_path / "out", "--effort", "9")
    assert result.exit_code == 2 and "it lacks py" in result.output
    assert not (tmp_path / "out").exists()
