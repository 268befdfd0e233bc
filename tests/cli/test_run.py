"""Test `parados run` and `demo`: the written files, and invalid motions."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from parados import load

ROBOT = "five-bar-feasible"

WRITTEN = {"motion.csv", "summary.md", "actuators.png", "energy.png", "path.png"}

SPLINE = 1e-6
"""Relative error of rates from a quintic spline through 101 points of a circle."""


def read(path: Path) -> dict[str, np.ndarray]:
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], np.array(rows[1:], dtype=float).T, strict=True))


def with_rates(circle: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    w, t = 2 * np.pi, circle["t"]
    return circle | {
        "xd_px": -0.05 * w * np.sin(w * t),
        "xd_py": 0.04 * w * np.cos(w * t),
        "xdd_px": -0.05 * w**2 * np.cos(w * t),
        "xdd_py": -0.04 * w**2 * np.sin(w * t),
    }


def test_run_writes_the_results_of_the_model(parados, circle, motion_csv, tmp_path):
    exact = with_rates(circle)
    result = parados("run", ROBOT, motion_csv(exact), "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert {f.name for f in (tmp_path / "out").iterdir()} == WRITTEN
    table = read(tmp_path / "out" / "motion.csv")
    x, xd, xdd = (np.column_stack([exact[f"{p}px"], exact[f"{p}py"]]) for p in ("", "xd_", "xdd_"))
    model = load(ROBOT).compile()
    tau = np.column_stack([table["tau_q11"], table["tau_q21"]])
    assert np.allclose(tau, model.inverse_dynamics(x, xd, xdd), rtol=1e-9, atol=1e-9)
    assert np.allclose(table["kinetic"], model.energy(x, xd).kinetic, rtol=1e-9)
    assert f"| q11 | {np.abs(tau[:, 0]).max():.4g} |" in (tmp_path / "out" / "summary.md").read_text()


@pytest.mark.usefixtures("undrawn")
def test_missing_rates_are_computed_with_a_spline(circle, run_once):
    result, folder = run_once(ROBOT, circle)
    assert result.exit_code == 0
    table, exact = read(folder / "motion.csv"), with_rates(circle)
    for name in ("xd_px", "xd_py"):
        assert np.allclose(table[name], exact[name], atol=SPLINE * np.abs(exact[name]).max())


@pytest.mark.usefixtures("undrawn")
def test_output_of_run_can_be_its_input(parados, circle, run_once, tmp_path):
    result, folder = run_once(ROBOT, circle)
    assert result.exit_code == 0
    assert parados("run", ROBOT, folder / "motion.csv", "-o", tmp_path / "two").exit_code == 0
    one, two = (read(place / "motion.csv") for place in (folder, tmp_path / "two"))
    assert np.allclose(one["tau_q11"], two["tau_q11"], rtol=1e-9, atol=1e-9)


def test_motion_without_times_is_accepted(parados, circle, motion_csv, tmp_path):
    columns = {name: values[:1] for name, values in with_rates(circle).items() if name != "t"}
    result = parados("run", ROBOT, motion_csv(columns), "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "t" not in read(tmp_path / "out" / "motion.csv")


@pytest.mark.usefixtures("undrawn")
def test_other_files_in_the_folder_are_kept(parados, circle, motion_csv, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "summary.md").write_text("old")
    assert parados("run", ROBOT, motion_csv(circle), "-o", folder).exit_code == 0
    assert (folder / "notes.txt").read_text() == "mine"
    assert (folder / "summary.md").read_text() != "old"


BAD = {
    "missing column": ("t,px\n0,0\n", "the file needs the columns px, py; it lacks py"),
    "unknown column": ("t,px,py,pw\n0,0,0.26,1\n", "the column 'pw' is not known"),
    "twice": ("t,px,py,px\n0,0,0.26,0\n", "the column 'px' is given twice"),
    "not a number": ("t,px,py\n0,0,high\n", "line 2, column py: 'high' is not a number"),
    "empty entry": ("t,px,py\n0,,0.26\n", "line 2, column px: '' is not a number"),
    "nan": ("t,px,py\n0,0,0.26\n1,nan,0.26\n", "line 3, column px: nan is not a finite number"),
    "infinite": ("t,px,py\n0,0,inf\n", "inf is not a finite number"),
    "short row": ("t,px,py\n0,0\n", "line 2 has 2 entries, but the table has 3 columns"),
    "empty": ("", "no rows of numbers"),
    "no rows": ("t,px,py\n", "no rows of numbers"),
    "too few rows": ("t,px,py\n0,0,0.26\n1,0,0.26\n", "2 rows are too few"),
    "no time": ("px,py\n0,0.26\n", "without the column t"),
    "half of the rates": ("t,px,py,xd_px\n0,0,0.26,0\n", "the file has xd_px, but not xd_py, xdd_px, xdd_py"),
    "constant time": ("t,px,py\n" + "0,0,0.26\n" * 7, "t must increase, but line 3 has 0 after 0"),
    "out of reach": ("px,py,xd_px,xd_py,xdd_px,xdd_py\n0,0.26,0,0,0,0\n0,3,0,0,0,0\n", "row 2 of the motion: "),
}


@pytest.mark.parametrize("case", BAD)
def test_invalid_motions_are_rejected_with_one_sentence(parados, tmp_path, case):
    text, expected = BAD[case]
    file = tmp_path / "motion.csv"
    file.write_text(text)
    result = parados("run", ROBOT, file, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert expected in result.stderr and "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert [f.name for f in tmp_path.iterdir()] == ["motion.csv"]  # no partial output


def test_binary_and_missing_files_are_rejected(parados, tmp_path):
    file = tmp_path / "motion.csv"
    file.write_bytes(b"\xff\xfe\x00\x80")
    assert "not a text file" in parados("run", ROBOT, file, "-o", tmp_path / "out").stderr
    result = parados("run", ROBOT, tmp_path / "none.csv", "-o", tmp_path / "out")
    assert result.exit_code == 2 and "none.csv" in result.stderr


def test_output_folder_that_is_a_file_is_rejected(parados, circle, motion_csv, tmp_path):
    (tmp_path / "out").write_text("mine")
    result = parados("run", ROBOT, motion_csv(circle), "-o", tmp_path / "out")
    assert result.exit_code == 2 and "out is a file" in result.stderr
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.slow
def test_demo_writes_tables_figures_and_csv(parados, tmp_path):
    assert parados("demo", "-o", tmp_path / "out").exit_code == 0
    for robot in ("delta-d3-1200", "gough-stewart-lopes"):
        assert {f.name for f in (tmp_path / "out" / robot).iterdir()} == WRITTEN
