"""Test runs of studies: results, reasons, interruption and continuation, files."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import xarray as xr
from pyarrow import parquet
from tests.study.studies import STUDIES, VARIABLES, delta_study, five_bar_study

import parados
from parados.study import INDICES, Study, index, read_study
from parados.study.design_evaluation import DesignEvaluation


@pytest.fixture
def counted(monkeypatch):
    """Numbers of designs that were evaluated together, in a list that grows."""
    calls = []
    true = DesignEvaluation.together

    def together(self, designs):
        calls.append(len(designs))
        return true(self, designs)

    monkeypatch.setattr(DesignEvaluation, "together", together)
    monkeypatch.setattr(DesignEvaluation, "block", property(lambda self: 4))
    return calls


def same(one, other):
    assert np.array_equal(one.designs, other.designs) and one.reasons == other.reasons
    assert np.array_equal(one.rows.values, other.rows.values, equal_nan=True)


def test_designs_together_equal_designs_one_by_one():
    study = five_bar_study()
    made = study.run(threads=2)
    assert len(made) == 24 and made.feasible.all()
    for k in (0, 11, 23):
        alone = study.evaluate(made.designs[k])
        assert np.allclose(alone.rows.values, made.rows.values[k], rtol=1e-12)


def test_number_of_threads_does_not_change_the_result(counted):
    same(five_bar_study().run(threads=1), five_bar_study().run(threads=3))


def test_infeasible_designs_have_reasons():
    study = delta_study(
        {"torque": "peak_effort", "dexterity": "dexterity"},
        variables={**VARIABLES, "l2": [0.35, 1.0]},
        constraints={"dexterity": {"min": 0.3}, "torque": {"max": 80.0}},
    )
    found = study.evaluate([[0.8, 0.25, 0.375, 0.36], [0.8, 0.25, 0.42, 0.9], [0.8, 0.25, 0.35, 0.9]])
    assert found.feasible.tolist() == [False, False, True]
    assert found.reasons[0] == "cycle: 41 of 41 states are out of reach" and np.isnan(found.values("torque")[0])
    assert "torque" in found.reasons[1] and "is above 80" in found.reasons[1] and found.reasons[2] == ""


def test_designs_that_the_model_rejects_are_infeasible_and_the_others_are_not():
    study = delta_study({"f": {"index": "lowest_frequency", "over": "cycle"}}, variables={"k": [-10, 8000], "l1": [0.33, 0.4]})
    found = study.evaluate([[-5.0, 0.35], [8000.0, 0.35]])
    assert found.feasible.tolist() == [False, True] and "stiffness would be -5" in found.reasons[0]


def test_interrupted_study_continues_without_evaluating_again(tmp_path, counted):
    def stop(done, total):
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        five_bar_study().run(tmp_path, threads=1, progress=stop)
    before = sum(counted)
    kept = sum(parquet.read_table(path).num_rows for path in (tmp_path / "designs").glob("*.parquet"))
    assert 8 <= kept == before < 24  # no finished design is lost
    counted.clear()
    continued = five_bar_study().run(tmp_path, threads=1)
    assert sum(counted) == 24 - kept
    same(continued, five_bar_study().run())
    counted.clear()
    five_bar_study().run(tmp_path)
    assert not counted


def test_genetic_search_continues_with_the_same_designs(tmp_path, counted):
    search = {"kind": "nsga2", "population": 8, "generations": 4, "seed": 2}

    def stop(done, total):
        if done >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        five_bar_study(search=search).run(tmp_path, progress=stop)
    made = five_bar_study(search=search).run(tmp_path)
    same(made, five_bar_study(search=search).run())
    assert 24 <= len(made) <= 32


def test_folder_of_another_study_is_rejected(tmp_path):
    five_bar_study().run(tmp_path)
    with pytest.raises(parados.InputError, match="designs of another study"):
        five_bar_study(search={"kind": "sobol", "designs": 24, "seed": 4}).run(tmp_path)


def test_full_disk_loses_nothing(tmp_path, monkeypatch, counted):
    true, written = parquet.ParquetWriter.write_table, []

    def full(self, table):
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(len(table))
        true(self, table)

    monkeypatch.setattr(parquet.ParquetWriter, "write_table", full)
    with pytest.raises(parados.InputError, match=r"cannot be written: No space left on device"):
        five_bar_study().run(tmp_path, threads=1)
    files = sorted(path.name for path in (tmp_path / "designs").iterdir())
    assert len(files) == 3 and "study.json" in files and not any(name.startswith(".") for name in files)
    monkeypatch.setattr(parquet.ParquetWriter, "write_table", true)
    counted.clear()
    same(five_bar_study().run(tmp_path), five_bar_study().run())


def test_save_writes_all_files_or_none(tmp_path, monkeypatch):
    made = five_bar_study().run()
    monkeypatch.setattr(
        "parados.study.study_report.write_netcdf", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left"))
    )
    with pytest.raises(parados.InputError, match="cannot be written"):
        made.save(tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_files_have_the_numbers_and_units(tmp_path):
    made = five_bar_study(constraints={"speed": {"max": 1.1}}).run()
    assert 0 < made.feasible.sum() < len(made)
    paths = made.save(tmp_path)
    assert {path.name for path in paths} >= {
        "results.parquet",
        "results.nc",
        "pareto.csv",
        "pareto.png",
        "parallel.png",
        "report.html",
    }
    table = parquet.read_table(tmp_path / "results.parquet")
    assert np.array_equal(np.asarray(table["speed"]), made.values("speed")) and table["reason"].to_pylist() == list(made.reasons)
    assert table.schema.field("speed").metadata[b"unit"] == b"rad/s"
    with xr.open_dataset(tmp_path / "results.nc") as data:
        assert np.array_equal(data["d12"], made.values("d12")) and data["d12"].attrs["units"] == "m"
        assert np.array_equal(data["pareto"].astype(bool), made.pareto) and data["reason"].values.tolist() == list(made.reasons)


def test_best_designs_are_robot_files_with_the_same_indices(tmp_path):
    study = five_bar_study()
    made = study.run()
    made.save(tmp_path)
    for name, k in made.best.items():
        robot = parados.load(tmp_path / f"best-{name}.yaml")
        own = Study(robot, variables={"m4": [0.2, 0.3]}, motions={"way": study._given[0]["way"]}, indices={"speed": "peak_speed"})
        assert own.evaluate([[robot.parameters["m4"]]]).values("speed")[0] == pytest.approx(made.values("speed")[k], rel=1e-12)
        assert made.robot(k).parameters["d12"] == made.designs[k, 0]


def test_no_feasible_design_is_told_and_written(tmp_path):
    made = five_bar_study(constraints={"speed": {"max": 1e-3}}).run(tmp_path)
    assert not made.feasible.any() and made.best == {} and not made.pareto.any()
    with pytest.raises(
        parados.InputError, match=r"none of 24 designs is feasible, most often .24 times. because speed is above 0.001"
    ):
        made.check_feasible()
    made.save(tmp_path)
    assert "No design is feasible" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
def test_page_does_not_run_names_as_scripts(tmp_path):
    made = five_bar_study(name="<script>alert(1)</script>").run()
    made.save(tmp_path)
    assert "<script" not in (tmp_path / "report.html").read_text()


def test_user_adds_an_index():
    @index("m", over="poses")
    def farthest_height(at):
        """Largest py of the platform."""
        return at.of("pose", "x")[..., 1]

    try:
        found = five_bar_study(indices={"top": {"index": "farthest_height", "over": "way"}}, objectives={"top": "min"}).run()
        assert (
            found.values("top") == pytest.approx(np.full(24, 0.27))
            and INDICES["farthest_height"].about == "Largest py of the platform."
        )
    finally:
        del INDICES["farthest_height"]


def test_study_files_of_the_examples_are_read():
    for name in ("delta", "hexapod"):
        study = read_study(STUDIES / f"{name}-study.yaml")
        assert len(study.objectives) == 2 and study.robot.name.startswith(name)


COMMAND = """
import sys
from parados.cli.main import app
app(["study", sys.argv[1], "-o", sys.argv[2], "--threads", "1"])
"""


def _started(tmp_path, designs):
    """Start the command with a long study; return its file and the process when it has finished some designs."""
    text = (STUDIES / "delta-study.yaml").read_text().replace("robot: delta.yaml", f"robot: {STUDIES / 'delta.yaml'}")
    file = tmp_path / "study.yaml"
    file.write_text(re.sub("search: .*", f"search: {{kind: sobol, designs: {designs}}}", text))
    run = subprocess.Popen(
        [sys.executable, "-c", COMMAND, str(file), str(tmp_path / "out")], stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background processes ignore it by default
    )
    for _ in range(600):
        time.sleep(0.1)
        if len(list((tmp_path / "out" / "designs").glob("*.parquet"))) > 2:
            break
    return file, run


@pytest.mark.slow
def test_killed_study_continues(tmp_path):
    """A killed process leaves complete files only."""
    file, run = _started(tmp_path, 6000)
    run.kill()
    run.communicate()
    kept = sum(parquet.read_table(path).num_rows for path in (tmp_path / "out" / "designs").glob("*.parquet"))
    assert 0 < kept < 6000
    result = read_study(file).run(tmp_path / "out")
    assert len(result) == 6000 and not list((tmp_path / "out" / "designs").glob(".*"))


@pytest.mark.slow
def test_interrupted_command_says_how_to_continue(tmp_path):
    _, run = _started(tmp_path, 20_000)
    run.send_signal(signal.SIGINT)
    told, _ = run.communicate(timeout=120)
    assert run.returncode == 130 and "run the same command again to continue" in told
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["designs"]
    assert not list((tmp_path / "out" / "designs").glob(".*"))


LIMITED = (
    """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
"""
    + COMMAND
)


@pytest.mark.slow
def test_command_on_a_disk_without_space_says_so_in_one_sentence(tmp_path):
    """Python would keep the compiled modules that it cuts off at this size, hence -B."""
    file, out = STUDIES / "delta-study.yaml", tmp_path / "out"
    run = subprocess.run(
        [sys.executable, "-B", "-c", LIMITED, str(file), str(out), "3000"], capture_output=True, text=True, check=False
    )
    told = [line for line in run.stderr.splitlines() if not line.startswith("Warning: the C compiler")]  # it may not write either
    assert run.returncode == 2 and len(told) == 1 and "cannot be written" in told[0]
    assert [path.name for path in (out / "designs").iterdir()] == ["study.json"]
