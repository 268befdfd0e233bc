"""Test what calibration rejects, each in one sentence: units, gaps, too few poses, other assembly modes, dependent parameters."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.measured_robots import NOISE, five_bar, true_model

import parados
from parados.calibration import Distance, ImagePoint, Measurements, calibrate, measurement_poses, read_measurements
from parados.errors import InputError


@cache
def _robot():
    robot, live, truth, x = five_bar()
    return robot.compile(live=live), true_model(robot, live, truth), x


def _columns(**changed):
    _, true, x = _robot()
    q, noise = true.inverse_kinematics(x), np.random.default_rng(1).normal(0, NOISE, x.shape)
    return {"q11": q[:, 0], "q21": q[:, 1], "px": x[:, 0] + noise[:, 0], "py": x[:, 1] + noise[:, 1], **changed}


def _other_assembly():
    """One pose on the other side of the singularity."""
    model, _, x = _robot()
    columns = _columns()
    q = np.array([columns["q11"][3], columns["q21"][3]])
    other = [one for one in model.assembly_modes(q).x if np.linalg.norm(one - x[3]) > 0.05]
    columns["px"][3], columns["py"][3] = other[0]
    return columns


CASES = {
    "NaN": (lambda: _columns(px=np.r_[np.nan, _columns()["px"][1:]]), {}, "px is not a finite number at pose 1"),
    "millimetres of the platform": (
        lambda: _columns(px=1e3 * _columns()["px"], py=1e3 * _columns()["py"]), {}, "px look like mm in place of m",
    ),
    "degrees of an encoder": (lambda: _columns(q11=np.degrees(_columns()["q11"])), {}, "q11 look like degrees"),
    "other assembly mode": (_other_assembly, {}, "pose 4 belongs to another assembly mode"),
    "mixed rows": (lambda: _columns(py=_columns()["py"] + 0.2 * (np.arange(30) == 7)), {}, "at pose 8 the reading py"),
    "out of reach": (lambda: _columns(q11=_columns()["q11"] + 2.0 * (np.arange(30) == 2)), {}, "no pose at the joint positions"),
    "too few poses": (lambda: {k: v[:2] for k, v in _columns().items()}, {}, "4 equations for 6 parameters"),
    "no readings": (lambda: {k: v for k, v in _columns().items() if k[0] == "q"}, {}, "nothing is measured"),
    "no encoder": (lambda: {k: v for k, v in _columns().items() if k != "q21"}, {}, "q21 is missing"),
    "unknown column": (lambda: _columns(pw=np.zeros(30)), {}, "'pw' is not a measured quantity"),
    "lengths differ": (lambda: _columns(px=np.zeros(7)), {}, "px"),
    "noise without a kind": (_columns, {"noise": {"angles": 1e-4}}, "the standard deviation of px is missing"),
    "noise of nothing": (_columns, {"noise": {"time": 1.0}}, "is not a column or a kind of columns"),
    "no noise at all": (_columns, {"noise": {"lengths": 0.0}}, "must be positive"),
    "other parameter": (_columns, {"parameters": ["d11"]}, "is not a live parameter"),
    "other start": (_columns, {"start": [[0.0, 0.25]] * 3}, "one for each of the 30"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_one_sentence_says_what_is_wrong(name):
    columns, options, words = CASES[name]
    with pytest.raises(InputError) as error:
        calibrate(_robot()[0], columns(), **{"noise": NOISE, **options})
    assert words in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("odd", ["no", 0, object()])
def test_strict_is_true_or_false(odd):
    model = _robot()[0]
    for call in (lambda: calibrate(model, _columns(), strict=odd), lambda: measurement_poses(model, 10, strict=odd)):
        with pytest.raises(InputError, match="strict: True or False is expected"):
            call()


@pytest.mark.parametrize("noise", [None, 1e-4, 1e-9, 1e-12])
def test_readings_without_noise_give_the_exact_parameters(noise):
    """The residuals of such readings are round-off, which no step reduces."""
    model, true, x = _robot()
    q = true.inverse_kinematics(x)
    found = calibrate(model, {"q11": q[:, 0], "q21": q[:, 1], "px": x[:, 0], "py": x[:, 1]}, noise=noise)
    assert found.values == pytest.approx(true.live_vector, abs=1e-10)


def test_measured_poses_as_start_accept_another_assembly_mode():
    model, _, x = _robot()
    start = x.copy()
    columns = _other_assembly()
    start[3] = columns["px"][3], columns["py"][3]
    assert calibrate(model, columns, noise=NOISE, start=start).identifiable.free.size == 6


def _delta_columns(q, x):
    return dict(zip(["theta1", "theta2", "theta3", "px", "py", "pz"], np.hstack([q, x]).T, strict=True))


def test_parameters_that_cannot_be_told_apart_are_named_or_kept():
    """Radii of base and platform of a Delta act as their difference alone."""
    robot = parados.load("delta-d3-1200")
    model = robot.compile(live=["rf", "re", "l1", "m1"])
    true = model.with_parameters({"rf": 0.251, "re": 0.0995, "l1": 0.376})
    x = np.random.default_rng(2).uniform([-0.3, -0.3, -0.95], [0.3, 0.3, -0.65], (20, 3))
    columns = dict(
        zip(["theta1", "theta2", "theta3", "px", "py", "pz"], np.hstack([true.inverse_kinematics(x), x]).T, strict=True)
    )
    with pytest.raises(InputError, match=r"m1 has no effect on the measurements. re cannot be told apart from rf.*strict=False"):
        calibrate(model, columns, noise=NOISE)
    result = calibrate(model, columns, noise=NOISE, strict=False)
    assert result.identifiable.groups == ("rf - re", "l1")
    assert result.value("re") == 0.1 and result.value("m1") == 1.4
    assert result.value("rf") - 0.1 == pytest.approx(0.251 - 0.0995, abs=1e-9)
    assert result.value("l1") == pytest.approx(0.376, abs=1e-9)
    assert np.isnan(result.standard_deviations[1]) and "Kept at their values: re, m1." in result.remarks
    with pytest.raises(InputError, match="re cannot be told apart from rf"):
        measurement_poses(model, 10, noise=NOISE)


def test_a_value_beyond_its_range_is_named():
    """The file allows l1 from 0.2 m to 0.6 m; the measurements are those of a longer arm."""
    model = parados.load("delta-d3-1200").compile(live=["l1"])
    near = model.with_parameters({"l1": 0.6})
    x = np.random.default_rng(2).uniform([-0.1, -0.1, -1.15], [0.1, 0.1, -1.0], (20, 3))
    q = parados.load("delta-d3-1200").with_corrections(["lengths"]).compile(live=["d_elbow1", "d_elbow2", "d_elbow3"])
    measured = q.inverse_kinematics(x, parameters={f"d_elbow{k}": 0.6 + 0.01 - 0.375 for k in (1, 2, 3)})
    columns = _delta_columns(measured, x)
    with pytest.raises(InputError, match="outside its range"):
        calibrate(near, columns, noise=NOISE, start=x)


def test_models_and_sensors_that_do_not_serve():
    model = _robot()[0]
    with pytest.raises(InputError, match="no live parameters"):
        calibrate(parados.load("five-bar").compile("vm"), _columns())
    with pytest.raises(InputError, match="rank 3"):
        ImagePoint("c", np.zeros((3, 4)))
    with pytest.raises(InputError, match="no readings of the sensor d"):
        calibrate(model, _columns(), sensors=[Distance("d", [0, 0, 0])])
    with pytest.raises(InputError, match="would be named px"):
        calibrate(model, _columns(), sensors=[Distance("px", [0, 0, 0])])
    with pytest.raises(InputError, match="more actuators than degrees of freedom"):
        redundant = parados.load("dualv").with_corrections(["offsets"])
        live = [f"offset_q{k}1" for k in (1, 2, 3, 4)]
        names = [*redundant.compile(live=live).labels["q"], *redundant.compile(live=live).labels["x"]]
        calibrate(redundant.compile(live=live), {name: np.zeros(9) for name in names}, noise=NOISE)


def test_tables_with_units_and_faults(tmp_path):
    columns, model = _columns(), _robot()[0]
    path = tmp_path / "measured.csv"
    head = "q11 [deg],q21,px [mm],py [m]\n"
    scaled = np.column_stack([np.degrees(columns["q11"]), columns["q21"], 1e3 * columns["px"], columns["py"]])
    path.write_text(head + "\n".join(",".join(f"{value:.15g}" for value in row) for row in scaled))
    read = read_measurements(path, model)
    assert isinstance(read, Measurements) and len(read) == 30
    assert all(np.allclose(read.columns[name], columns[name], rtol=1e-13, atol=1e-15) for name in columns)
    path.write_text(head + "1,2,3,4\n1,2,,4\n")
    with pytest.raises(InputError, match="px is not a finite number at pose 2"):
        read_measurements(path, model)
    path.write_text("q11,px\n1,2\n")
    with pytest.raises(InputError, match="no column for q21"):
        read_measurements(path, model)
