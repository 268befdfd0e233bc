"""Test reading logs: formats, names of columns, units, gains, settings beside the log, and refusals."""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
import pytest
from scipy.io import savemat
from tests.identify.made_logs import AXIS, written

import parados
from parados.errors import InputError
from parados.identify import read_log

T = np.arange(200) / 100
Q1, Q2, E1, E2 = 0.5 * np.sin(3 * T), 0.2 * np.cos(4 * T), 3 * np.cos(5 * T + 1), 2 * np.sin(6 * T)
PLAIN = {"t": T, "q11": Q1, "q21": Q2, "tau_q11": E1, "tau_q21": E2}

BOMB = "\n".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 10)}]" for a, b in pairwise("abcdefg"))
"""Aliases of lists of aliases: ten million entries."""


@pytest.fixture(scope="module")
def robot():
    return parados.load("five-bar")


@pytest.fixture(scope="module")
def axis(tmp_path_factory):
    path = tmp_path_factory.mktemp("axis") / "axis.yaml"
    path.write_text(AXIS)
    return parados.load(path)


def close(log, digits=1e-11):
    own = (log.time, log.joints["q11"], log.joints["q21"], log.efforts["q11"], log.efforts["q21"])
    return all(np.abs(a - b).max() < digits for a, b in zip(own, (T, Q1, Q2, E1, E2), strict=True))


def test_names_of_joints_and_efforts_are_known(robot, tmp_path):
    log = read_log(written(tmp_path / "a.csv", PLAIN | {"q12": T**2, "px": T, "other": T}), robot)
    assert close(log) and set(log.joints) == {"q11", "q12", "q21"} and set(log.platform) == {"px"}
    assert log.remarks == () and log.step == pytest.approx(0.01) and log.rate == pytest.approx(100)
    short = {"time": T, "q11": Q1, "q21": Q2, "tau11": E1, "tau21": E2}
    assert close(read_log(written(tmp_path / "b.csv", short), robot))


def test_units_in_headings_and_in_arguments(robot, tmp_path):
    scaled = {"t [ms]": 1e3 * T, "q11 [deg]": np.degrees(Q1), "q21 (mrad)": 1e3 * Q2, "tau_q11 [N mm]": 1e3 * E1, "tau_q21": E2}
    assert close(read_log(written(tmp_path / "a.csv", scaled), robot))
    plain = {"t": 1e6 * T, "q11": np.degrees(Q1), "q21": np.degrees(Q2), "tau11": 1e3 * E1, "tau21": 100 * E2}
    units = {"time": "us", "joints": "deg", "efforts": "N*mm", "tau_q21": "Ncm"}
    assert close(read_log(written(tmp_path / "b.csv", plain), robot, units=units))


def test_columns_gains_and_rate_are_mapped(robot, tmp_path):
    other = {"pos1": Q1, "pos2": Q2, "i1": E1 / 1.5, "i2": -1e3 * E2 / 2}
    columns = {"q11": "pos1", "q21": "pos2", "tau_q11": "i1", "tau21": "i2"}
    gains, units = {"q11": 1.5, "tau_q21": -2}, {"tau_q11": "A", "tau_q21": "mA"}
    log = read_log(written(tmp_path / "a.csv", other), robot, columns=columns, gains=gains, units=units, rate=100)
    assert close(log)


def test_settings_beside_the_log_are_read_and_told(robot, tmp_path):
    path = written(tmp_path / "run.csv", {"clock": 1e3 * T, "pos1": Q1, "q21": Q2, "i1": E1 / 1.5, "i2": E2 / 1.5})
    (tmp_path / "run.log.yaml").write_text(
        "columns: {t: clock, q11: pos1, tau_q11: i1, tau_q21: i2}\nunits: {time: ms, efforts: A}\ngains: 1.5\n"
    )
    log = read_log(path, robot)
    assert close(log) and "run.log.yaml" in log.remarks[0]
    (tmp_path / "other.yaml").write_text("unit: {}")
    with pytest.raises(InputError, match=r"other.yaml: the key 'unit' is not known; use columns, units, gains, rate"):
        read_log(path, robot, settings=tmp_path / "other.yaml")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("rate: 0100", "0100 would be read in base 8"),
        ("gains: {q11: 1:30}", "1:30 would be read in base 60"),
        ("gains: 2\ngains: 3", "the key 'gains' is given twice"),
        ("a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + BOMB, "too many entries"),
    ],
)
def test_settings_follow_the_rules_of_robot_files(robot, tmp_path, settings, message):
    path = written(tmp_path / "run.csv", PLAIN)
    (tmp_path / "run.log.yaml").write_text(settings)
    with pytest.raises(InputError, match=f"run.log.yaml is not a YAML file: .*{message}"):
        read_log(path, robot)


def test_mat_file_with_scalars_and_a_drive_gain(axis, tmp_path):
    savemat(tmp_path / "data.mat", {"t": T[:, None], "qm": Q1[:, None], "vir": E1[:, None] / 35.15, "gtau": 35.15, "n": 4})
    log = read_log(tmp_path / "data.mat", axis, columns={"q": "qm", "tau_q": "vir"}, gains=35.15)
    assert np.array_equal(log.joints["q"], Q1) and np.abs(log.efforts["q"] - E1).max() < 1e-14


def test_mat_structures_and_matrices(robot, tmp_path):
    run = {"time": T, "q": np.column_stack([Q1, Q2]), "effort": np.vstack([E1, E2])}
    savemat(tmp_path / "data.mat", {"run": run, "note": "text"})
    columns = {"q11": "run.q1", "q21": "run.q2", "tau_q11": "run.effort1", "tau_q21": "run.effort2"}
    assert close(read_log(tmp_path / "data.mat", robot, columns=columns))


def test_hdf5_groups_and_mat_version_73(robot, tmp_path):
    import h5py

    with h5py.File(tmp_path / "data.h5", "w") as file:
        for name, values in PLAIN.items():
            file.create_dataset(f"machine/{name}", data=values)
        file.attrs["note"] = "text"
    assert close(read_log(tmp_path / "data.h5", robot))
    with h5py.File(tmp_path / "new.mat", "w", userblock_size=512) as file:  # MATLAB stores the transposes of its matrices
        for name, values in PLAIN.items():
            file.create_dataset(name, data=values[None])
        file.create_dataset("both", data=np.vstack([Q1, Q2]))
    with (tmp_path / "new.mat").open("r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")
    assert close(read_log(tmp_path / "new.mat", robot, columns={"q11": "both1", "q21": "both2"}))


def test_parquet_files_are_read(robot, tmp_path):
    import pyarrow as arrow
    from pyarrow import parquet

    parquet.write_table(arrow.table(PLAIN), tmp_path / "data.parquet")
    assert close(read_log(tmp_path / "data.parquet", robot))


REFUSED = {
    "no efforts": ({"t": T, "q11": Q1, "q21": Q2}, {}, "no column for tau_q11, tau_q21; the file has t, q11, q21; name"),
    "no time": ({"q11": Q1, "q21": Q2, "tau11": E1, "tau21": E2}, {}, "no column is t or time .* or give the rate"),
    "unknown quantity": (PLAIN, {"columns": {"q99": "q11"}}, "'q99' is not a quantity of this robot's log; use t, px, py, q11"),
    "missing column": (PLAIN, {"columns": {"q11": "pos"}}, "there is no column 'pos'; the file has t, q11"),
    "unknown unit": (PLAIN, {"units": {"joints": "grad"}}, "'grad' is not a unit of an angle; use rad, mrad, deg"),
    "current without gain": (PLAIN, {"units": {"efforts": "A"}}, r"in A needs gains=.*in N m for one A"),
    "gain of no joint": (PLAIN, {"gains": {"q12": 1.0}}, "'q12' is not an actuated joint; use q11, q21"),
    "gain zero": (PLAIN, {"gains": 0}, "must not be 0"),
    "rate": (PLAIN, {"rate": -1}, "positive"),
    "all NaN": (PLAIN | {"q21": np.nan * T}, {}, "q21 has no numbers at all"),
    "too short": ({name: values[:30] for name, values in PLAIN.items()}, {}, "30 usable rows; at least 50"),
    "at rest": (PLAIN | {"q11": 1 + 0 * T, "q21": 2 + 0 * T}, {}, "at rest"),
    "time backwards": (PLAIN | {"t": T[::-1]}, {}, "the time does not increase in 199 of 200 rows"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_unusable_logs_are_refused_in_one_sentence(case, robot, tmp_path):
    columns, options, message = REFUSED[case]
    with pytest.raises(InputError, match=message) as caught:
        read_log(written(tmp_path / "log.csv", columns), robot, **options)
    assert "\n" not in str(caught.value)


def test_cell_that_is_no_number_is_refused_with_its_line(robot, tmp_path):
    path = written(tmp_path / "log.csv", PLAIN)
    lines = path.read_text().splitlines()
    lines[7] = lines[7].replace(lines[7].split(",")[1], "broken", 1)
    path.write_text("\n".join(lines))
    with pytest.raises(InputError, match="line 8, column q11: 'broken' is not a number"):
        read_log(path, robot)


def test_hdf5_without_h5py_says_what_to_install(robot, tmp_path, monkeypatch):
    (tmp_path / "log.h5").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(InputError, match=r"needs h5py; install it with pip install"):
        read_log(tmp_path / "log.h5", robot)


def test_rate_replaces_times_with_a_remark(robot, tmp_path):
    log = read_log(written(tmp_path / "log.csv", PLAIN), robot, rate=50)
    assert log.rate == pytest.approx(50) and "the column 't' is not used" in " ".join(log.remarks)


def test_unit_in_the_heading_of_a_named_column_counts(robot, tmp_path):
    columns = {"t": T, "a [deg]": np.degrees(Q1), "q21": Q2, "tau11": E1, "tau21": E2}
    assert close(read_log(written(tmp_path / "log.csv", columns), robot, columns={"q11": "a [deg]"}))


@pytest.mark.parametrize(("unit", "one"), [("mA", "one A"), ("V", "one V"), ("%", "100 %")])
def test_missing_gain_is_asked_for_in_the_unit_in_which_it_is_used(robot, tmp_path, unit, one):
    with pytest.raises(InputError, match=f"the gain of each drive in N m for {one}"):
        read_log(written(tmp_path / "log.csv", PLAIN), robot, units={"efforts": unit})


def test_second_column_of_a_quantity_is_told_and_can_be_chosen(robot, tmp_path):
    columns = PLAIN | {"time": 2 * T, "drive.q11": Q1 + 1}
    path = written(tmp_path / "log.csv", columns)
    log = read_log(path, robot)
    assert close(log)
    assert log.remarks == ("t: the column 't' is used, not time.", "q11: the column 'q11' is used, not drive.q11.")
    other = read_log(path, robot, columns={"q11": "drive.q11", "t": "time"})
    assert np.abs(other.joints["q11"] - Q1 - 1).max() < 1e-11 and other.remarks == ()


@pytest.mark.parametrize("columns", [{"q11": "q21"}, {"tau_q11": "q11"}, {"q11": "q21", "q21": "q21"}])
def test_column_for_two_quantities_is_refused(robot, tmp_path, columns):
    with pytest.raises(InputError, match=r"a\.csv: the column 'q[12]1' is used for .* and .*; name another column"):
        read_log(written(tmp_path / "a.csv", PLAIN), robot, columns=columns)
