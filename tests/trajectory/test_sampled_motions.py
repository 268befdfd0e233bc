"""Test motions from samples and from files, and concatenated motions."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from central_differences import worst_difference, worst_jump
from scipy.io import savemat

from parados.errors import InputError
from parados.trajectory import (
    concatenate,
    point_to_point,
    pose_to_pose,
    read_motion,
    read_motion_table,
    reversed_in_time,
    sampled,
    through,
)

T = np.linspace(1, 3, 401)
NOISE = 1e-4


def wave(t, k=0):
    return np.column_stack([2.0**k * np.sin(2 * t + k * np.pi / 2), 3.0**k * np.cos(3 * t + k * np.pi / 2)])


def test_motion_without_smoothing_passes_the_samples():
    motion = sampled(T, wave(T))
    assert motion.times == (1.0, 3.0)
    assert np.abs(motion(T).x - wave(T)).max() < 1e-14
    inside = np.linspace(1.1, 2.9, 333)
    for k, allowed in enumerate((1e-13, 1e-10, 1e-8)):
        assert np.abs(motion.derivative(inside, k) - wave(inside, k)).max() < allowed
    assert worst_difference(motion, away=2e-5) < 1e-6


@pytest.mark.parametrize("smoothing", [NOISE, [NOISE, NOISE], "auto"])
def test_smoothing_removes_noise(smoothing):
    noisy = wave(T) + NOISE * np.random.default_rng(0).normal(size=(401, 2))
    rough, smooth = sampled(T, noisy), sampled(T, noisy, smoothing=smoothing)
    inside = np.linspace(1.2, 2.8, 200)
    for k in (0, 1, 2):
        errors = [np.abs(motion.derivative(inside, k) - wave(inside, k)).max() for motion in (rough, smooth)]
        assert errors[1] < errors[0] / (2, 10, 20)[k]
    assert worst_jump(smooth, 2) < 1e-8 and worst_difference(smooth, orders=(0, 1)) < 1e-5
    assert 0.8 < np.sqrt(np.mean((smooth(T).x - noisy) ** 2)) / NOISE < 1.2


def test_unwrap_removes_jumps_of_angles():
    turning = np.column_stack([T, 4 * T])
    wrapped = np.column_stack([T, (4 * T + np.pi) % (2 * np.pi) - np.pi])
    motion = sampled(T, wrapped, unwrap=[1])
    assert np.abs(motion(T).xd - [1, 4]).max() < 1e-9
    assert np.abs(motion(T).x - motion(T).x[0] - turning + turning[0]).max() < 1e-12


def written(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_saved_motion_is_read_back(tmp_path):
    motion = point_to_point([0, 1], [1, 3], 2.0)
    motion.save(tmp_path / "motion.csv", count=201, labels=["px", "py"])
    back, t = read_motion(tmp_path / "motion.csv"), np.linspace(0, 2, 77)
    assert back.n == 2
    assert np.abs(back(t).x - motion(t).x).max() < 1e-12 and np.abs(back(t).xdd - motion(t).xdd).max() < 1e-8
    turned = read_motion(tmp_path / "motion.csv", columns=["py", 1])
    assert np.abs(turned(t).x - motion(t).x[:, ::-1]).max() < 1e-12


def test_csv_with_semicolons_and_csv_without_names(tmp_path):
    rows = [[t, *x] for t, x in zip(T, wave(T), strict=True)]
    semicolons = written(tmp_path, "a.csv", "time;y;z\n" + "\n".join(";".join(map(repr, map(float, row))) for row in rows))
    bare = written(tmp_path, "b.csv", "\n".join(",".join(map(repr, map(float, row))) for row in rows))
    for motion in (read_motion(semicolons, time="time"), read_motion(bare, time=0)):
        assert np.abs(motion(T).x - wave(T)).max() < 1e-14


def test_mat_files_are_read(tmp_path):
    savemat(tmp_path / "m.mat", {"t": T, "x": wave(T), "other": "words", "one": T[:, None]})
    motion = read_motion(tmp_path / "m.mat", columns=["x2", "x1"], smoothing=None)
    assert np.abs(motion(T).x - wave(T)[:, ::-1]).max() < 1e-14
    assert read_motion(tmp_path / "m.mat").n == 3
    savemat(tmp_path / "table.mat", {"data": np.column_stack([T, wave(T)])})
    assert np.abs(read_motion(tmp_path / "table.mat", columns=[1, 2], time=0)(T).x - wave(T)).max() < 1e-14


def test_parquet_files_are_read(tmp_path):
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"t": T, "y": wave(T)[:, 0], "name": ["a"] * len(T)}), tmp_path / "m.parquet")
    assert np.abs(read_motion(tmp_path / "m.parquet")(T).x - wave(T)[:, :1]).max() < 1e-14
    (tmp_path / "not.parquet").write_bytes(b"no parquet")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_motion(tmp_path / "not.parquet")


def test_motion_tables_are_read_from_every_kind_of_file(tmp_path):
    import pyarrow
    from pyarrow import parquet

    labels = dict.fromkeys(("x", "xd", "xdd"), ("px", "py"))
    columns = {"t": T, "px": wave(T)[:, 0], "py": wave(T)[:, 1]}
    savemat(tmp_path / "m.mat", columns)
    parquet.write_table(pyarrow.table(columns), tmp_path / "m.parquet")
    semicolons = "\n".join(";".join(f"{value:.17g}" for value in row) for row in zip(*columns.values(), strict=True))
    written(tmp_path, "m.csv", "t;px;py\n" + semicolons)
    expected = read_motion(tmp_path / "m.mat").table(T)
    for name in ("m.mat", "m.parquet", "m.csv"):
        table = read_motion_table(tmp_path / name, labels)
        assert table.timed and all(np.array_equal(a, b) for a, b in zip(table.states, expected.states, strict=True))


def test_label_equal_to_a_reserved_column_is_rejected(tmp_path):
    with pytest.raises(InputError, match="reserved for other columns"):
        point_to_point([0, 1], [1, 3], 2.0).save(tmp_path / "motion.csv", labels=["t", "py"])


def test_message_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    (tmp_path / "m.parquet").write_bytes(b"")
    with pytest.raises(InputError, match=r'needs pyarrow; install it with pip install "parados\[files\]"'):
        read_motion(tmp_path / "m.parquet")


ROWS = "\n".join(f"{k},{k * k},{k}" for k in range(8))


@pytest.mark.parametrize(
    ("name", "text", "options", "message"),
    [
        ("m.txt", "", {}, "use .csv, .parquet, .mat"),
        ("m.csv", "", {}, "no rows"),
        ("m.csv", "t,x\n", {}, "no rows"),
        ("m.csv", "t,x\n0,1\n1", {}, "line 3 has 1 entry, but the table has 2 columns"),
        ("m.csv", "t,x,x\n" + ROWS, {}, "'x' is given twice"),
        ("m.csv", "t,x,y\n" + ROWS, {"columns": ["z"]}, "columns: there is no column 'z'; the columns are t, x, y"),
        ("m.csv", "t,x,y\n" + ROWS, {"columns": [3]}, "no column 3"),
        ("m.csv", "t,x,y\n" + ROWS, {"time": "time"}, "time: there is no column 'time'"),
        ("m.csv", "t,x,y\n" + ROWS, {"columns": ["x"], "unwrap": ["y"]}, "not among the chosen"),
        ("m.csv", "t,x,y\n" + ROWS.replace("16", "sixteen"), {}, "line 6, column x: 'sixteen' is not a number"),
        ("m.csv", "t,x,y\n" + ROWS.replace("7,49,7", "6,49,7"), {}, "must increase"),
        ("m.csv", "t\n" + "\n".join("12345678"), {}, "no columns of coordinates besides the time 't'"),
        ("m.csv", "t,x,y\n" + "\n".join(ROWS.splitlines()[:5]), {}, "5 rows are too few"),
        ("m.mat", "no such thing", {}, "not a MAT file"),
    ],
)
def test_invalid_files_are_rejected(tmp_path, name, text, options, message):
    with pytest.raises(InputError, match=message):
        read_motion(written(tmp_path, name, text), **options)


@pytest.mark.parametrize(
    ("heading", "options", "column", "unit"),
    [
        ("t,px [mm],py [mm]", {}, "px [mm]", "mm"),
        ("t,px,py (mm)", {}, "py (mm)", "mm"),
        ("t,px,a3[deg]", {}, "a3[deg]", "deg"),
        ("t,px,a3 [°]", {}, "a3 [°]", "°"),
        ("t,px [mm],py [mm]", {"columns": [1, 2]}, "px [mm]", "mm"),
        ("t,px [mm],py [mm]", {"columns": ["py [mm]"]}, "py [mm]", "mm"),
        ("t [ms],px,py", {"time": "t [ms]"}, "t [ms]", "ms"),
        ("t [ms],px,py", {"time": 0, "columns": ["px"]}, "t [ms]", "ms"),
        ("t (milliseconds),px,py", {"time": 0, "columns": ["px"]}, "t (milliseconds)", "milliseconds"),
        ("t,px [m/s],py", {}, "px [m/s]", "m/s"),
        ("t,px [N],py", {}, "px [N]", "N"),
    ],
)
def test_a_column_in_another_unit_than_si_is_rejected(tmp_path, heading, options, column, unit):
    with pytest.raises(InputError) as error:
        read_motion(written(tmp_path, "m.csv", heading + "\n" + ROWS), **options)
    expected = "s" if "t" in column.split()[0] else "m or rad"
    problem = f"m.csv: the column {column!r} is in {unit}, but numbers are not converted"
    assert str(error.value).startswith(f"{problem}; write {expected} in the file")


@pytest.mark.parametrize(
    "heading",
    [
        "t,px [m],a3 [rad]",
        "t,px (m),a3[rad]",
        "t,q[0],q[1]",
        "t,x_1,f(x)",
        "t,x [],<b> [/b]",
        "t,px [meter],a [radians]",
        "t,px (t),a (t)",
        "t,px (filtered),q [left]",
    ],
)
def test_headings_in_si_units_and_without_units_are_read(tmp_path, heading):
    assert read_motion(written(tmp_path, "m.csv", heading + "\n" + ROWS)).n == 2
    timed = written(tmp_path, "timed.csv", heading.replace("t,", "t [s],", 1) + "\n" + ROWS)
    assert read_motion(timed, time="t [s]").n == 2
    for name in ("t (sec)", "t (seconds)"):
        assert read_motion(written(tmp_path, "spelt.csv", heading.replace("t,", f"{name},", 1) + "\n" + ROWS), time=name).n == 2


def test_missing_binary_and_uneven_files_and_invalid_samples_are_rejected(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_motion(tmp_path / "missing.csv")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        read_motion(tmp_path / "binary.csv")
    savemat(tmp_path / "uneven.mat", {"t": T, "x": T[:-1]})
    with pytest.raises(InputError, match="has 400 rows, but the column 't' has 401"):
        read_motion(tmp_path / "uneven.mat")
    for smoothing, message in (("some", "auto"), (-1.0, "positive"), ([1.0, 1.0, 1.0], "deviation"), (1e-20, "larger")):
        with pytest.raises(InputError, match=message):
            sampled(T, wave(T) + NOISE * np.random.default_rng(0).normal(size=(401, 2)), smoothing=smoothing)
    with pytest.raises(InputError, match="unwrap"):
        sampled(T, wave(T), unwrap=[2])
    with pytest.raises(InputError, match=r"values\[3, 0\]"):
        sampled(T, np.where(np.arange(401)[:, None] == 3, np.nan, wave(T)))


def test_motion_joined_with_its_reverse_is_symmetric():
    there = point_to_point([0, 1], [1, 3], 2.0, law="jerk-limited")
    both = concatenate(there, reversed_in_time(there))
    assert both.times == (0.0, 4.0)
    t = np.linspace(0, 2, 21)
    assert np.abs(both(t).x - both(4 - t).x).max() < 1e-14 and np.abs(both(t).xd + both(4 - t).xd).max() < 1e-13
    assert np.abs(both(t[1:-1]).xdd - both(4 - t[1:-1]).xdd).max() < 1e-12
    assert np.abs(both.derivative(t[1:-1] + 0.01, 3) + both.derivative(4 - t[1:-1] - 0.01, 3)).max() < 1e-12
    assert worst_difference(both) < 1e-7
    assert np.array_equal(both.limits().velocity.value, there.limits().velocity.value)


def test_concatenated_motions_are_shifted_in_time():
    first, second = point_to_point(0, 1, 2.0), through([1, 2, 0], [5, 6, 8])
    both = concatenate(first, second)
    assert both.times == (0.0, 5.0)
    assert np.abs(both([2.5, 5.0]).x[:, 0] - second([5.5, 8.0]).x[:, 0]).max() < 1e-14
    late = concatenate(second, point_to_point(0, 1, 1.0))
    assert late.times == (5.0, 9.0) and abs(late(8.5).x[0] - 0.5) < 1e-14


def test_motions_with_quaternions_are_concatenated_and_reversed():
    x = [0, 0, 0, 1, 0, 0, 0], [0, 0, 1, np.cos(0.5), 0, 0, np.sin(0.5)]
    there = pose_to_pose("quaternion", *x, 1.0)
    both = concatenate(there, reversed_in_time(there))
    assert np.abs(both(0.3).xd + both(1.7).xd).max() < 1e-13
    assert abs(both.limits().highest.value[6] - np.sin(0.5)) < 1e-14


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((), "give one or more trajectories"),
        (
            (point_to_point(0, 1, 2.0), point_to_point(1.1, 2, 1.0)),
            r"trajectories\[1\]: at 2 s the position of coordinate 0 jumps",
        ),
        ((point_to_point(0, 1, 2.0), sampled(T, T)), "the velocity of coordinate 0 jumps from 0 to 1"),
        ((point_to_point(0, 1, 2.0), point_to_point([1, 1], [2, 2], 1.0)), "coordinates"),
    ],
)
def test_motions_with_jumps_between_them_are_rejected(parts, message):
    with pytest.raises(InputError, match=message):
        concatenate(*parts)
