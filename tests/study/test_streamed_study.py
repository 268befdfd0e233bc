"""Test studies with more designs than a result holds in memory: parts, front, figures and files equal those in memory."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import xarray as xr
from pyarrow import parquet
from tests.study.studies import five_bar_study

from parados.study.design_evaluation import DesignEvaluation
from parados.study.design_parts import StoredParts


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of at most four designs, and results that hold none in memory."""
    monkeypatch.setattr(DesignEvaluation, "block", property(lambda self: 4))
    monkeypatch.setattr("parados.study.design_parts.HELD", 0)


ASKED = {"constraints": {"speed": {"max": 1.1}}, "search": {"kind": "sobol", "designs": 100, "seed": 3}}


def test_streamed_result_and_its_files_equal_those_in_memory(small_blocks, tmp_path, monkeypatch):
    made = five_bar_study(**ASKED).run(tmp_path / "streamed")
    assert isinstance(made.parts, StoredParts) and len(list(made.parts)) == 50
    made.save(tmp_path / "streamed")
    assert "rows" not in vars(made)  # nothing has loaded all designs
    monkeypatch.undo()
    held = five_bar_study(**ASKED).run()
    held.save(tmp_path / "held")
    assert len(list(held.parts)) == 1 and 0 < held.feasible.sum() < 100
    assert made.best == held.best and made.summary() == held.summary() and np.array_equal(made.pareto, held.pareto)
    assert all(made.robot_file(k) == held.robot_file(k) for k in (0, 7, 99))
    one, other = (parquet.read_table(tmp_path / name / "results.parquet") for name in ("streamed", "held"))
    assert one.schema == other.schema and one["reason"].to_pylist() == other["reason"].to_pylist()
    for name in ("d12", "d13", "speed", "dexterity"):
        assert np.allclose(one[name], other[name], rtol=1e-12)
    held.dataset().to_netcdf(tmp_path / "expected.nc", engine="h5netcdf")
    with xr.open_dataset(tmp_path / "streamed" / "results.nc") as data, xr.open_dataset(tmp_path / "expected.nc") as expected:
        assert dict(data.attrs) == expected.attrs and set(data) == set(expected)
        assert all(data[n].attrs == expected[n].attrs and data[n].dtype == expected[n].dtype for n in expected)
        xr.testing.assert_allclose(data, expected, rtol=1e-12)
    for name in ("pareto.csv", "report.html"):
        sizes = [(tmp_path / folder / name).stat().st_size for folder in ("streamed", "held")]
        assert abs(sizes[0] - sizes[1]) < 0.02 * sizes[1]


def test_selection_for_figures_is_even_and_bounded(small_blocks, monkeypatch):
    monkeypatch.setattr("parados.study.result_scan.SELECTED", 10)
    scan = five_bar_study(search={"kind": "grid", "counts": 12}).run().scan
    steps = set(np.diff(scan.selected.numbers).tolist())
    assert scan.feasible == 144 and 10 <= len(scan.selected) < 20 and steps == {8}


@pytest.mark.parametrize("kind", ["grid", "sobol", "latin-hypercube"])
def test_parts_of_a_search_are_its_designs(kind):
    search = {"kind": kind, "counts": {"d12": 5, "d13": 7}} if kind == "grid" else {"kind": kind, "designs": 35}
    own = five_bar_study(search=search).search
    (every,) = own.parts(35)
    assert np.array_equal(np.concatenate(list(own.parts(8))), every) and len(np.unique(every, axis=0)) == 35


@pytest.mark.slow
def test_memory_of_a_million_designs_is_bounded(tmp_path):
    """Holding the designs and indices of 890,000 more designs would take at least 41 MiB."""
    peaks = []
    for designs in (110_000, 1_000_000):
        command = [sys.executable, "-m", "helpers.study_memory", str(designs), str(tmp_path / str(designs))]
        peaks.append(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    assert peaks[1] - peaks[0] < 25
