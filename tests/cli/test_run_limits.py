"""Test joint limits in `parados run`: every violation is reported and marked, unless limits are ignored."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

import numpy as np
import pytest

from parados import load
from parados.report.limit_violations import check_limits
from parados.trajectory import MotionTable, sampled

TEXT = (files("parados.robots") / "five-bar-feasible.yaml").read_text()


EXCEEDED = [1.6, 3.0], [0.0, 1.7]
"""Limits of q11 and q22 that the circle exceeds."""


@pytest.fixture(scope="module")
def robot_file(tmp_path_factory):
    """Function that writes a file of the five-bar mechanism with limits of an actuated and of a passive joint."""

    @cache
    def write(q11, q22):
        text = TEXT.replace("name: q11,", f"name: q11, limits: {q11},").replace("name: q22,", f"name: q22, limits: {q22},")
        path = tmp_path_factory.mktemp("limits") / "limited.yaml"
        path.write_text(text)
        return path

    return lambda q11, q22: write(str(q11), str(q22))


def stretches(t, beyond):
    """Return first, last and worst time and the largest amount of every interval of nonzero rows."""
    found, rows = [], np.flatnonzero(beyond)
    for part in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
        worst = part[np.abs(beyond[part]).argmax()]
        found.append((t[part[0]], t[part[-1]], t[worst], abs(beyond[worst])))
    return found


def test_run_reports_every_violation(robot_file, circle, run_once):
    result, folder = run_once(robot_file(*EXCEEDED), circle)
    assert result.exit_code == 0, result.output
    x = np.column_stack([circle["px"], circle["py"]])
    q = load("five-bar-feasible").compile().joints(x)
    expected = {"q11": np.minimum(q[:, 0] - 1.6, 0), "q22": np.maximum(q[:, 4] - 1.7, 0)}
    lines = []
    for name, limit in (("q11", "1.6 rad"), ("q22", "1.7 rad")):
        assert expected[name].any()
        for first, last, worst, amount in stretches(circle["t"], expected[name]):
            lines.append(f"| {name} | {limit} | {first:.6g} | {last:.6g} | {worst:.6g} | {amount:.4g} rad |")
    summary = (folder / "summary.md").read_text()
    rows = summary.partition("## Joint limits")[2]
    assert [line for line in rows.splitlines() if line.startswith("| q")] == lines and len(lines) >= 3
    assert "JOINT LIMITS EXCEEDED: q11, q22" in result.output and "JOINT LIMITS EXCEEDED" in summary
    with (folder / "motion.csv").open(newline="") as table:
        columns = list(csv.DictReader(table))
    for name, values in expected.items():
        assert np.allclose([float(row[f"beyond_{name}"]) for row in columns], values, atol=1e-11)


def test_output_with_violations_can_be_the_input_of_run(parados, robot_file, circle, run_once, tmp_path):
    result, folder = run_once(robot_file(*EXCEEDED), circle)
    assert result.exit_code == 0
    assert parados("run", robot_file(*EXCEEDED), folder / "motion.csv", "-o", tmp_path / "two").exit_code == 0


def test_violations_are_marked_in_the_figures(robot_file, circle):
    from parados.plots.path_figure import path_figure
    from parados.report.motion_evaluation import evaluate_motion
    from parados.report.motion_figures import actuator_figure, energy_figure

    model = load(robot_file([1.6, 3.0], [-3.0, 3.0])).compile()
    motion = sampled(circle["t"], np.column_stack([circle["px"], circle["py"]])).table(circle["t"])
    told: list[tuple[int, int]] = []
    results = evaluate_motion(model, motion, lambda done, total: told.append((done, total)))
    rows = check_limits(model, motion).rows
    assert len(told) == 20 and told == sorted(told) and told[-1] == (len(motion), len(motion))
    for figure in (actuator_figure(model, motion, results, rows), energy_figure(model, motion, results, rows)):
        for axes in figure.axes:
            spans = [patch.get_bbox() for patch in axes.patches]
            marked = np.any([(span.x0 <= circle["t"]) & (circle["t"] <= span.x1) for span in spans], axis=0)
            assert len(spans) == 2 and np.array_equal(marked, rows)
    figure = path_figure(model, motion.x[0], results.position, beyond=rows)
    crosses = next(line for line in figure.axes[0].lines if line.get_label() == "beyond joint limits")
    assert len(crosses.get_xdata()) == rows.sum() > 0


@pytest.mark.usefixtures("undrawn")
def test_limits_can_be_ignored(parados, robot_file, circle, motion_csv, run_once, tmp_path):
    file = robot_file(*EXCEEDED)
    ignoring = parados("run", file, motion_csv(circle), "-o", tmp_path / "out", "--ignore-limits"), tmp_path / "out"
    for (result, folder), told in ((ignoring, False), (run_once(file, circle), True)):
        assert result.exit_code == 0
        texts = [result.output, (folder / "summary.md").read_text(), (folder / "motion.csv").read_text()]
        words = ("JOINT LIMITS", "## Joint limits", "beyond_")
        assert [word in text for word, text in zip(words, texts, strict=True)] == [told] * 3


@pytest.mark.usefixtures("undrawn")
def test_run_reports_that_all_limits_are_kept(parados, robot_file, circle, motion_csv, tmp_path):
    result = parados("run", robot_file([1.0, 3.0], [0.0, 3.0]), motion_csv(circle), "-o", tmp_path / "out")
    assert "2 joints with limits; all states are within the limits" in result.output
    assert "EXCEEDED" not in (tmp_path / "out" / "summary.md").read_text()


def test_violation_in_a_single_row_without_time(robot_file):
    model = load(robot_file([1.6, 3.0], [0.0, 3.0])).compile()
    x = np.array([[0.05, 0.26]])
    found = check_limits(model, MotionTable(np.ones(1), x, np.zeros((1, 2)), np.zeros((1, 2)), timed=False)).violations
    assert [(v.joint, v.first, v.last, v.unit) for v in found] == [("q11", 1.0, 1.0, "rad")]
    assert found[0].beyond == pytest.approx(1.6 - model.joints(x)[0, 0])
