"""Test `parados compare`: tables, report, options, and wrong options."""

from __future__ import annotations

import csv

import numpy as np

from parados import load
from parados.text.csv_cells import write_columns


def made_log(path, scale=1.0):
    model = load("five-bar-feasible").compile()
    t = np.arange(400) / 100
    x = np.column_stack([0.04 * np.sin(3 * t), 0.26 + 0.03 * np.cos(4 * t)])
    xd = np.column_stack([0.12 * np.cos(3 * t), -0.12 * np.sin(4 * t)])
    xdd = np.column_stack([-0.36 * np.sin(3 * t), -0.48 * np.cos(4 * t)])
    q, tau = model.inverse_kinematics(x), model.inverse_dynamics(x, xd, xdd)
    columns = {"t": t, "q11": q[:, 0], "q21": q[:, 1], "i1": scale * tau[:, 0], "i2": scale * tau[:, 1]}
    write_columns(path, {name: [float(v) for v in values] for name, values in columns.items()})
    return path


COLUMNS = ("--column", "tau_q11=i1", "--column", "tau_q21=i2")


def test_compare_prints_errors_and_writes_a_report(parados, tmp_path):
    log, out = made_log(tmp_path / "log.csv", 0.5), tmp_path / "out"
    result = parados("compare", "five-bar-feasible", log, *COLUMNS, "--gain", "2", "--beside", "five-bar", "-o", out)
    assert result.exit_code == 0, result.output
    assert {file.name for file in out.iterdir()} == {"report.html", "errors.csv", "efforts.csv"}
    with (out / "errors.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["model"] for row in rows] == ["five-bar-feasible"] * 2 + ["five-bar"] * 2
    assert all(float(row["relative_error"]) < 0.01 for row in rows[:2])
    assert all(float(row["relative_error"]) > 0.01 for row in rows[2:])
    page = (out / "report.html").read_text()
    assert page.count("<img") == 3 and "Relative error" in page and "@" not in page.split("base64")[0]
    assert "relative error of the efforts" in result.output and "std q11" in result.output


def test_wrong_units_are_told_on_the_terminal_and_in_the_report(parados, tmp_path):
    result = parados("compare", "five-bar-feasible", made_log(tmp_path / "log.csv", 1000.0), *COLUMNS)
    assert result.exit_code == 0 and "are about 1e+03 times the model's" in result.output


def test_wrong_options_are_refused_in_a_sentence(parados, tmp_path):
    log = made_log(tmp_path / "log.csv")
    for options, message in (
        (("--column", "tau_q11"), "--column: NAME=VALUE is expected"),
        (("--gain", "much"), "--gain: NAME=NUMBER or one number"),
        ((*COLUMNS, "--start", "0.1;0.2"), "--start: numbers with commas"),
        ((), "there is no column for tau_q11, tau_q21"),
        ((*COLUMNS, "--derivatives", "none"), "is not known; use auto, fourier, spline, filter"),
    ):
        result = parados("compare", "five-bar-feasible", log, *options)
        assert result.exit_code != 0 and message in result.output and "Traceback" not in result.output
