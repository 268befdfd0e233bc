"""Test `parados study`: files, continuation after an interruption, studies without a feasible design, invalid input."""

from __future__ import annotations

import numpy as np
import pytest

from parados.study.study import Study

FILE = """
name: short
robot: five-bar
variables: {d12: [0.2, 0.23], d13: [0.18, 0.2]}
motions: {way: {point_to_point: {start: [-0.03, 0.25], end: [0.03, 0.27], duration: 0.5}, states: 21}}
indices: {speed: peak_speed, even: {index: dexterity, over: way}}
constraints: {speed: {max: LIMIT}}
objectives: {speed: min, even: max}
search: {kind: sobol, designs: 16}
"""


@pytest.fixture
def file(tmp_path):
    def write(limit=2.0, text=FILE):
        path = tmp_path / "study.yaml"
        path.write_text(text.replace("LIMIT", str(limit)))
        return path

    return write


def test_study_writes_results_and_prints_the_best_designs(parados, file, tmp_path):
    result = parados("study", file(), "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"designs", "results.parquet", "results.nc", "report.html", "best-speed.yaml", "best-even.yaml", "pareto.csv"}
    assert "16, 16 of them feasible" in result.output and "best speed" in result.output


def test_interrupted_command_continues(parados, file, tmp_path, monkeypatch):
    true = Study.run

    def interrupted(self, folder, **options):
        true(self, folder, threads=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "run", interrupted)
    result = parados("study", file(), "-o", tmp_path / "out")
    assert result.exit_code == 130 and "run the same command again to continue" in result.output
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["designs"]
    monkeypatch.setattr(Study, "run", true)
    monkeypatch.setattr("parados.study.design_evaluation.DesignEvaluation.together", None)  # nothing is evaluated again
    assert parados("study", file(), "-o", tmp_path / "out", "--threads", "1").exit_code == 0


def test_study_without_a_feasible_design_says_why(parados, file, tmp_path):
    result = parados("study", file(0.001), "-o", tmp_path / "out")
    assert result.exit_code == 2 and "none of 16 designs is feasible" in result.output and "speed is above 0.001" in result.output
    assert (tmp_path / "out" / "results.parquet").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (FILE.replace("[0.2, 0.23]", "[0.23, 0.2]"), "exchange them"),
        (FILE.replace("peak_speed", "beauty"), "'beauty' is not an index"),
        ("a: [", "not a YAML file"),
    ],
)
def test_invalid_study_prints_one_sentence_and_writes_nothing(parados, file, tmp_path, text, told):
    result = parados("study", file(text=text), "-o", tmp_path / "out")
    assert result.exit_code == 2 and told in result.output and len(result.output.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_output_that_is_a_file_is_rejected(parados, file, tmp_path):
    (tmp_path / "out").write_text("mine")
    result = parados("study", file(), "-o", tmp_path / "out")
    assert result.exit_code == 2 and len(result.output.strip().splitlines()) == 1
    assert (tmp_path / "out").read_text() == "mine"


def test_motors_that_suffice_and_motors_that_do_not(parados, motion_csv, circle, tmp_path):
    motor = tmp_path / "motor.csv"
    motor.write_text("speed,effort,continuous\n0,500,100\n20,500,100\n")
    path = motion_csv(circle)
    result = parados("size", "five-bar", path, "--motor", motor, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "The motors suffice" in result.output
    assert {f.name for f in (tmp_path / "out").iterdir()} == {"sizing.csv", "sizing.xlsx", "sizing.png", "report.html"}
    motor.write_text("speed,effort\n0,1\n20,1\n")
    result = parados("size", "five-bar", path, "--motor", motor)
    assert result.exit_code == 3 and "THE MOTORS DO NOT SUFFICE: q11" in result.output


def test_sizing_as_a_spreadsheet_has_the_numbers_of_the_table(parados, motion_csv, circle, tmp_path):
    from openpyxl import load_workbook

    motor = tmp_path / "motor.yaml"
    motor.write_text("{speed: [0, 20], effort: [500, 500]}")
    parados("size", "five-bar", motion_csv(circle), "--motor", motor, "-o", tmp_path / "out")
    rows = list(load_workbook(tmp_path / "out" / "sizing.xlsx").active.values)
    table = np.genfromtxt(tmp_path / "out" / "sizing.csv", delimiter=",", names=True)
    assert rows[0] == table.dtype.names and len(rows) == 102
    assert np.allclose(np.array(rows[1:], dtype=float)[:, 1], table["tau_q11"])


def test_motor_file_with_a_missing_column_is_told(parados, motion_csv, circle, tmp_path):
    motor = tmp_path / "motor.csv"
    motor.write_text("speed\n0\n20\n")
    result = parados("size", "five-bar", motion_csv(circle), "--motor", motor)
    assert result.exit_code == 2 and "the column effort is missing" in result.output


def test_workspace_of_a_five_bar(parados, tmp_path):
    over = ("--over", "px=-0.3:0.3:9", "--over", "py=0.05:0.4:8")
    result = parados("workspace", "five-bar", *over, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "usable_volume" in result.output and "m²" in result.output
    table = np.genfromtxt(tmp_path / "out" / "map.csv", delimiter=",", names=True)
    assert len(table) == 72 and 0 < table["reached"].sum() < 72
    assert np.isnan(table["dexterity"][table["reached"] == 0]).all()
    assert {f.name for f in (tmp_path / "out").iterdir()} == {
        "map.csv", "map.xlsx", "report.html", "dexterity.png", "singular_distance.png",
    }  # fmt: skip


def test_maps_in_another_working_mode(parados, tmp_path):
    over = ("--over", "px=-0.1:0.1:4", "--over", "py=0.15:0.3:4")
    for name, more in {"default": (), "same": ("--mode", "1,-1"), "other": ("--mode", "-1,1")}.items():
        result = parados("workspace", "five-bar", *over, *more, "-o", tmp_path / name)
        assert result.exit_code == 0 and ("working mode -1 +1" in result.output) == (name == "other"), result.output
    tables = {path.name: (path / "map.csv").read_text() for path in tmp_path.iterdir()}
    assert tables["default"] == tables["same"] != tables["other"]
    assert "working mode: -1 +1" in (tmp_path / "other" / "report.html").read_text()
    for text, told in (("up", "--mode: signs such as 1,-1 are expected"), ("1,5", "mode[1]: leg2 has one choice")):
        result = parados("workspace", "five-bar", *over, "--mode", text, "-o", tmp_path / "none")
        assert result.exit_code == 2 and told in result.output and not (tmp_path / "none").exists()


def test_sizing_in_another_working_mode(parados, motion_csv, circle, tmp_path):
    motor = tmp_path / "motor.yaml"
    motor.write_text("{speed: [0, 20], effort: [500, 500]}")
    result = parados("size", "five-bar", motion_csv(circle), "--motor", motor, "--mode", "-1,1")
    assert result.exit_code == 0 and "in the working mode -1 +1" in result.output


@pytest.mark.slow
def test_frequencies_and_stiffness_of_a_flexible_robot(parados, tmp_path):
    over = ("--over", "px=0.25:0.31:3", "--over", "py=0.75:0.8:3")
    for command, column in (("frequencies", "lowest_frequency"), ("stiffness", "least_stiffness")):
        result = parados(command, "dualemps", *over, "-o", tmp_path / command)
        assert result.exit_code == 0, result.output
        table = np.genfromtxt(tmp_path / command / "map.csv", delimiter=",", names=True)
        assert (table[column][table["reached"] == 1] > 0).all()


def test_frequencies_of_a_rigid_robot_get_one_sentence(parados, tmp_path):
    result = parados("frequencies", "five-bar", "-o", tmp_path / "out")
    assert result.exit_code == 1 and "nothing is elastic in this robot" in result.output
    assert not (tmp_path / "out").exists()


def test_range_without_numbers_is_told(parados, tmp_path):
    result = parados("workspace", "five-bar", "--over", "px=a:b", "--over", "py", "-o", tmp_path / "out")
    assert result.exit_code == 2 and "px=lower:upper:count" in result.output


def test_scheduler_that_is_not_there_is_one_sentence(parados, file, tmp_path, monkeypatch):
    monkeypatch.setattr("parados.cluster.dask_cluster.ANSWER", 0.3)
    result = parados("study", file(), "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    assert result.exit_code == 2 and "no Dask scheduler answers at tcp://127.0.0.1:9" in result.output
    assert not (tmp_path / "out").exists()
    for command in ("map", "workspace", "stiffness", "frequencies"):
        result = parados(command, "five-bar", "-o", tmp_path / "out", "--scheduler", "nowhere")
        assert result.exit_code == 2 and "an address such as tcp://" in result.output


@pytest.mark.slow
def test_study_and_maps_run_on_workers(parados, file, tmp_path):
    result = parados("study", file(), "-o", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 0 and "16, 16 of them feasible" in result.output
    given = ("--over", "px=-0.1:0.1:9", "--over", "py=0.2:0.3:9", "-o", tmp_path / "map", "--workers", "1")
    for command in ("map", "workspace"):
        assert parados(command, "five-bar", *given).exit_code == 0
    assert (tmp_path / "map" / "map.html").exists() and (tmp_path / "map" / "report.html").exists()
