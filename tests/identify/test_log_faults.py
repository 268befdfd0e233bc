"""Test the faults of logs: what is found, told and removed, and that the motion stays right."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identify.made_logs import exact_motion, written

import parados
from parados.identify import log_motion, read_log

NOISE = 1e-6
"""Standard deviation of the noise on positions [rad] and efforts [N m]."""

ACCELERATION = 0.006
"""Largest error of accelerations with this noise, as a part of the largest acceleration."""


@pytest.fixture(scope="module")
def model():
    return parados.load("delta-d3-1200").compile("vm")


@pytest.fixture(scope="module")
def exact(model):
    return exact_motion(model, 0.1)


def noisy(exact, seed=0):
    rng = np.random.default_rng(seed)
    found = exact.columns()
    return {name: values + (name != "t") * NOISE * rng.standard_normal(len(values)) for name, values in found.items()}


def worst(model, log, exact):
    """Largest error of the accelerations at usable rows, as a part of the largest acceleration, and the motion."""
    motion = log_motion(model, log)
    true = np.column_stack([np.interp(motion.time, exact.time, column) for column in exact.xdd.T])
    return np.abs(motion.xdd - true)[motion.valid].max() / np.abs(exact.xdd).max(), motion


def test_log_without_faults_has_no_remarks(model, exact, tmp_path):
    log = read_log(written(tmp_path / "log.csv", noisy(exact)), model)
    assert log.remarks == () and len(log) == len(exact.time)
    assert worst(model, log, exact)[0] < ACCELERATION


def test_rows_repeated_by_a_faster_logger_are_dropped_and_an_even_clock_is_used(model, tmp_path):
    """The machine sends 1200 rows at 200 * 6 / 7 Hz, the logger reads at 200 Hz: every seventh row is repeated."""
    sent = exact_motion(model, 0.1, rate=200 * 6 / 7, duration=7.0)
    rows = np.arange(1390) * 6 // 7
    columns = {name: values[rows] for name, values in noisy(sent).items()} | {"t": np.arange(1390) / 200}
    log = read_log(written(tmp_path / "log.csv", columns), model)
    assert "rows repeat the row before (every 7th) and were left out" in log.remarks[0]
    assert "smooth along an even clock of 171.4" in log.remarks[1]
    assert np.ptp(np.diff(log.time)) < 1e-9 and log.rate == pytest.approx(200 * 6 / 7, rel=1e-3)
    motion = log_motion(model, log)
    error = np.abs(motion.xdd - sent.xdd[: len(motion)])[motion.valid].max()  # stamps are late by up to a step, rows are not
    assert len(motion) == len(log) and error < ACCELERATION * np.abs(sent.xdd).max()


def test_lost_samples_are_dropped_and_the_stamps_are_kept(model, exact, tmp_path):
    """The row before stands for each seventh row, which was lost: the other stamps are right."""
    columns = noisy(exact)
    for name, values in columns.items():
        if name != "t":
            values[6::7] = values[5::7][: len(values[6::7])]
    log = read_log(written(tmp_path / "log.csv", columns), model)
    assert len(log) == 1200 - 171 and "171 rows repeat the row before (every 7th)" in log.remarks[0]
    assert "Samples are missing in 171 places" in log.remarks[1]
    error, motion = worst(model, log, exact)
    assert error < ACCELERATION and not motion.valid[6::7].any() and len(motion) == 1200


def test_stale_positions_beside_fresh_efforts_are_dropped(model, exact, tmp_path):
    columns = noisy(exact)
    for name in exact.names:
        columns[name][100::50] = columns[name][99::50][:22]
    log = read_log(written(tmp_path / "log.csv", columns), model)
    assert len(log) == 1200 - 22 and worst(model, log, exact)[0] < ACCELERATION


def test_plain_copies_of_rows_are_dropped(model, exact, tmp_path):
    rows = np.sort(np.concatenate([np.arange(1200), np.arange(5, 1200, 6)]))
    log = read_log(written(tmp_path / "log.csv", {name: values[rows] for name, values in noisy(exact).items()}), model)
    assert len(log) == 1200 and "200 rows have times not after the row before" in log.remarks[0]
    assert worst(model, log, exact)[0] < ACCELERATION


def test_jitter_of_stamps_and_jitter_of_samples_are_told_apart(model, exact, tmp_path):
    rng = np.random.default_rng(5)
    stamps = exact.time + rng.uniform(-1e-3, 1e-3, 1200)
    wrong = read_log(written(tmp_path / "stamps.csv", noisy(exact) | {"t": stamps}), model)
    assert "even clock" in wrong.remarks[0] and worst(model, wrong, exact)[0] < ACCELERATION
    fine = exact_motion(model, 0.1, rate=10_000.0)
    rows = np.clip((stamps * 10_000).round().astype(int), 0, None)
    true = read_log(written(tmp_path / "samples.csv", {name: values[rows] for name, values in noisy(fine).items()}), model)
    assert "The clock jitters" in true.remarks[0] and "1" in true.remarks[0]
    assert worst(model, true, exact)[0] < ACCELERATION


def test_gaps_are_told_and_not_used(model, exact, tmp_path):
    columns = {name: np.delete(values, [*range(300, 320), *range(700, 703)]) for name, values in noisy(exact).items()}
    log = read_log(written(tmp_path / "log.csv", columns), model)
    assert "Samples are missing in 2 places, the longest gap is 0.105 s" in log.remarks[0]
    error, motion = worst(model, log, exact)
    assert error < ACCELERATION and not motion.valid[300:320].any() and not motion.valid[700:703].any()


def test_saturated_efforts_missing_numbers_and_time_steps_back_are_told(model, exact, tmp_path):
    columns = noisy(exact)
    name = f"tau_{exact.names[0]}"
    limit = np.percentile(columns[name], 90)
    columns[name] = np.minimum(columns[name], limit)
    columns[exact.names[1]][50:60] = np.nan
    columns["t"][100] = columns["t"][90]
    log = read_log(written(tmp_path / "log.csv", columns), model)
    told = " ".join(log.remarks)
    assert "10 rows have missing numbers in theta2" in told and "1 row has a time not after the row before" in told
    assert f"{name} is saturated at {abs(limit):.6g} in " in told
    error, motion = worst(model, log, exact)
    assert error < ACCELERATION and motion.tau[motion.valid, 0].max() < limit


def test_constant_effort_is_told(model, exact, tmp_path):
    log = read_log(written(tmp_path / "log.csv", noisy(exact) | {"tau_theta3": 0 * exact.time}), model)
    assert log.remarks == ("tau_theta3 is constant over the whole log.",)


def test_times_in_ms_without_a_unit_are_told(model, exact, tmp_path):
    columns = noisy(exact) | {"t": 1e3 * exact.time}
    path = written(tmp_path / "log.csv", columns)
    (remark,) = read_log(path, model).remarks
    assert remark.startswith("There is one sample every ") and "units={'time': 'ms'}" in remark
    right = read_log(path, model, units={"time": "ms"})
    assert right.remarks == () and right.time == pytest.approx(exact.time)
