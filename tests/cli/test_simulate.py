"""Test `parados simulate`: the written files, a plant that differs, free motion, and runs that cannot go on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados as toolkit
from parados.trajectory import point_to_point

ROBOTS = Path(toolkit.__file__).parent / "robots"


@pytest.fixture(scope="module")
def motion(tmp_path_factory):
    """File of a motion of the five-bar mechanism, 0.2 s."""
    path = tmp_path_factory.mktemp("motion") / "motion.csv"
    model = toolkit.load("five-bar").compile()
    point_to_point([0.0, 0.338], [0.03, 0.32], 0.2).save(path, 101, labels=model.labels["x"])
    return path


def test_a_controlled_run_writes_table_figures_and_summary(parados, undrawn, tmp_path, motion):
    out = tmp_path / "out"
    result = parados("simulate", "five-bar", "--motion", motion, "-o", out, "--duration", "0.3", "--bandwidth", "15")
    assert result.exit_code == 0, result.output
    assert {f.name for f in out.iterdir()} == {"run.csv", "run.png", "tracking.png", "summary.txt"}
    table = np.genfromtxt(out / "run.csv", delimiter=",", names=True)
    assert table["t"][-1] == pytest.approx(0.3)
    assert [table["px"][-1], table["py"][-1]] == pytest.approx([0.03, 0.32], abs=1e-4)
    assert "Tracking" in result.output and "closures" in result.output


def test_a_plant_with_more_friction_is_farther_from_the_end_of_the_motion(parados, undrawn, tmp_path, motion):
    rough, ends = tmp_path / "rough.yaml", []
    rough.write_text(
        (ROBOTS / "five-bar.yaml").read_text().replace("value: 2.94", "value: 8.82").replace("value: 2.95", "value: 8.85")
    )
    for plant in ([], ["--plant", rough]):
        out = tmp_path / f"out{len(plant)}"
        result = parados("simulate", "five-bar", "--motion", motion, "-o", out, *plant, "--control", "pd", "--bandwidth", "15")
        assert result.exit_code == 0, result.output
        table = np.genfromtxt(out / "run.csv", delimiter=",", names=True)
        ends.append(np.hypot(table["px"][-1] - 0.03, table["py"][-1] - 0.32))
    assert ends[1] > 1.5 * ends[0] > 0


def test_every_rate_and_duration_has_a_step(parados, undrawn, tmp_path, motion):
    """The law runs at 300 Hz for 0.05 s + 1/7 ms: the step divides the period, and the run ends at the next whole step."""
    options = ("--rate", "300", "--duration", str(0.05 + 1e-3 / 7))
    result = parados("simulate", "five-bar", "--motion", motion, "-o", tmp_path / "out", *options)
    assert result.exit_code == 0, result.output
    table = np.genfromtxt(tmp_path / "out" / "run.csv", delimiter=",", names=True)
    assert 0 <= table["t"][-1] - (0.05 + 1e-3 / 7) < 1e-4
    assert np.diff(table["t"])[:-1].max() == pytest.approx(1 / 300 / 34)


@pytest.mark.parametrize(
    "options", [("--control", "pd"), ("--effort", "3"), ("--encoders", "1e-4"), ("--time-constant", "0"), ("--plant", "five-bar")]
)
def test_options_of_a_law_are_rejected_without_a_motion(parados, tmp_path, options):
    result = parados("simulate", "five-bar", "-o", tmp_path / "out", *options)
    assert result.exit_code != 0 and f"{options[0]}: it needs --motion" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("more", [(), ("--step", "1e-3")])
def test_a_duration_of_zero_is_rejected(parados, tmp_path, more):
    result = parados("simulate", "five-bar", "-o", tmp_path / "out", "--duration", "0", *more)
    assert result.exit_code != 0 and "duration" in result.output
    assert not (tmp_path / "out").exists()


def test_free_motion_starts_where_asked(parados, undrawn, tmp_path):
    result = parados("simulate", "3-rpr", "-o", tmp_path / "out", "--start", "0.5,0.3,0.1", "--duration", "0.1", "--states", "11")
    assert result.exit_code == 0, result.output
    table = np.genfromtxt(tmp_path / "out" / "run.csv", delimiter=",", names=True)
    assert len(table) == 11 and table["px"][0] == 0.5


def test_a_run_that_cannot_go_on_keeps_what_was_computed(parados, undrawn, tmp_path, motion):
    options = ("--control", "pd", "--bandwidth", "2000", "--rate", "100", "--step", "0.01", "--delay", "0.02")
    result = parados("simulate", "five-bar", "--motion", motion, "-o", tmp_path / "out", "--duration", "2", *options)
    assert result.exit_code != 0 and "at t = " in result.output and "Traceback" not in result.output
    assert (tmp_path / "out" / "run.csv").exists()


def test_wrong_options_are_rejected_in_one_line(parados, tmp_path, motion):
    for options, words in (
        (("--control", "lqr"), "computed-torque"),
        (("--bandwidth", "0"), "bandwidth"),
        (("--rate", "-1"), "rate"),
        (("--start", "a,b"), "--start"),
    ):
        result = parados("simulate", "five-bar", "--motion", motion, "-o", tmp_path / "out", *options)
        assert result.exit_code != 0 and words in result.output and "Traceback" not in result.output
    assert not (tmp_path / "out").exists()
