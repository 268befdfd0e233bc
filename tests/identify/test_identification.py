"""Test the identification from logs: parameters, validation, robot files, report, and refusals."""

from __future__ import annotations

import json
import pickle
import warnings
from decimal import Decimal
from functools import cache

import numpy as np
import pytest
import yaml
from helpers.simulated_logs import five_bar_log, fourier_states, log_of_states, write_log

import parados
from parados.errors import InputError
from parados.identify import Fit, base_parameters, identify

CHI_SQUARE = (0.53, 1.58)
"""Chi-square per parameter in 90 % of 200 draws of the noise."""

NOISE = np.array([0.25, 0.4])
"""Noise of the efforts of the five-bar's logs [N m]."""


@cache
def five_bar():
    return parados.load("five-bar-feasible").compile()


@cache
def five_bar_base():
    return base_parameters(five_bar())


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Logs of the five-bar: train and val with exact positions, noisy with noise of the encoders."""
    folder = tmp_path_factory.mktemp("logs")
    five_bar_log(folder / "train.csv", five_bar(), "train")
    five_bar_log(folder / "val.csv", five_bar(), "val")
    five_bar_log(folder / "noisy.csv", five_bar(), "train", encoder=2e-5)
    return folder


@pytest.fixture(scope="module")
def fit(logs) -> Fit:
    return identify(five_bar(), logs / "train.csv", validation=logs / "val.csv", base=five_bar_base())


def quietly(model, log, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return identify(model, log, **options)


def test_weighted_least_squares_attains_what_the_noise_allows(fit):
    """The reference estimate on the same noise has chi-square 0.8976 and these deviations."""
    truth = five_bar_base().values
    assert fit.chi_square(truth) == pytest.approx(0.8976, abs=0.001)
    assert fit.noise == pytest.approx([0.24963, 0.40317], rel=1e-3)
    assert fit.scaled_condition == pytest.approx(27.011, rel=1e-4)
    reference = {"m_p": (0.3995863, 0.00133116), "zz_q11": (0.01810559, 0.00021123), "zz_q21": (0.01948285, 0.00024537)}
    for name, (value, deviation) in reference.items():
        k = fit.names.index(name)
        assert fit.values[k] == pytest.approx(value, rel=1e-4)
        assert fit.standard_deviations[k] == pytest.approx(deviation, rel=2e-3)
    assert (fit.validation.rms < 1.05 * NOISE).all()
    assert (fit.autocorrelation_times == 1).all()
    assert fit.validation.relative_errors == pytest.approx(fit.validation.rms / [23.543, 20.393], rel=0.02)


def test_statistics_belong_together(fit):
    assert np.diag(fit.correlation) == pytest.approx(1.0)
    assert fit.relative_deviations == pytest.approx(fit.standard_deviations / np.abs(fit.values))
    assert fit.essential.removed[0] == "zz_q12" and set(fit.essential.names) < set(fit.names)
    assert "zz_q12" in fit.summary() and fit.validation.summary()
    assert (fit.validation.whiteness > 1e-3).all()


@pytest.mark.parametrize(
    ("options", "biased"),
    [
        ({"derivatives": "filter", "cut_off": 150.0}, True),
        ({"derivatives": "filter", "cut_off": 150.0, "method": "instrumental"}, False),
        pytest.param({}, False, marks=pytest.mark.slow),
        pytest.param({"derivatives": "filter", "cut_off": 20.0}, False, marks=pytest.mark.slow),
        pytest.param({"derivatives": "filter", "cut_off": 40.0}, False, marks=pytest.mark.slow),
        pytest.param({"derivatives": "filter", "cut_off": 150.0, "method": "didim"}, False, marks=pytest.mark.slow),
        pytest.param({"method": "robust"}, False, marks=pytest.mark.slow),
    ],
)
def test_noise_of_encoders_biases_least_squares_at_a_high_cut_off_alone(logs, options, biased):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = identify(five_bar(), logs / "noisy.csv", base=five_bar_base(), **options)
    chi = found.chi_square(five_bar_base().values)
    assert chi > 20 if biased else CHI_SQUARE[0] < chi < CHI_SQUARE[1]
    high = options.get("cut_off") == 150.0
    assert any("cut_off" in str(one.message) for one in told) == high
    assert any("cut_off: with 150 Hz" in remark for remark in found.remarks) == high


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"derivatives": "filter", "cut_off": 150.0, "method": "instrumental"},
        {"derivatives": "filter", "cut_off": 150.0, "method": "didim"},
    ],
)
def test_deviations_are_honest_over_30_draws_of_the_noise(tmp_path, options):
    """The mean of chi-square per parameter has a standard deviation of sqrt(2 / 21 / 30) = 0.06; the bound is three of them."""
    found = []
    for seed in range(30):
        log = five_bar_log(tmp_path / "log.csv", five_bar(), "train", encoder=2e-5, seed=seed)
        found.append(quietly(five_bar(), log, base=five_bar_base(), **options).chi_square(five_bar_base().values))
    assert np.mean(found) == pytest.approx(1.0, abs=0.18)


def test_predictions_have_honest_confidence(fit):
    """Errors of the predicted efforts are of the size of their deviations; all of them come from one draw of the noise."""
    model = five_bar()
    _, x, xd, xdd = fourier_states(model, rate=50)
    found, exact = fit.predict(x, xd, xdd), model.inverse_dynamics(x, xd, xdd)
    z = (found.efforts - exact) / found.deviations
    assert np.sqrt(np.mean(z**2)) < 2
    lower, upper = found.measured_interval
    assert (upper - lower).min() > 2 * 1.9 * NOISE.min()
    assert "largest deviation" in found.summary()


def test_robot_with_base_parameters_has_the_predicted_efforts(fit, tmp_path):
    model = fit.robot.compile("vm")
    assert fit.robot.spec.identified
    _, x, xd, xdd = fourier_states(five_bar(), rate=20, periods=1)
    assert model.inverse_dynamics(x, xd, xdd) == pytest.approx(fit.predict(x, xd, xdd).efforts, rel=1e-9, abs=1e-8)


def test_a_model_that_shares_its_kernels_can_be_identified(logs):
    heavy = parados.load("five-bar-feasible").with_payload(0.2).compile("vm")
    found = quietly(heavy, logs / "train.csv")
    assert isinstance(found.robot, parados.Robot) and isinstance(found.physical_robot, parados.Robot)


def test_written_folder_has_a_report_tables_and_robot_files_that_load(fit, tmp_path):
    names = {path.name for path in fit.write(tmp_path / "out")}
    assert names == {"report.html", "parameters.csv", "validation.csv", "fit.json", "identified.yaml", "physical.yaml"}
    numbers = json.loads((tmp_path / "out" / "fit.json").read_text())
    assert numbers["values"] == pytest.approx(fit.values.tolist())
    page = (tmp_path / "out" / "report.html").read_text()
    assert page.count("data:image/png;base64,") == 4 and "<script" not in page and "@" not in page.split("<body>")[1][:2000]
    text = (tmp_path / "out" / "identified.yaml").read_text()
    assert text.startswith(
        "# Identified base parameters of five-bar-feasible; logs: train.csv.\n# Method: weighted least squares"
    )
    data = yaml.safe_load(text)
    assert data["identified"] is True and data["legs"][0]["joints"][0]["d"] == "d11"  # named lengths stay
    assert parados.load(tmp_path / "out" / "identified.yaml").spec.identified
    physical = parados.load(tmp_path / "out" / "physical.yaml")
    assert not physical.spec.identified and fit.physical.feasible
    model = physical.compile("vm")
    check = fit.validation
    motion = fit.motions[0]
    rows = slice(0, 10000, 97)
    of_bodies = motion.tau[rows] - model.inverse_dynamics(motion.x[rows], motion.xd[rows], motion.xdd[rows])
    free = motion.tau[rows] - fit.predict(motion.x[rows], motion.xd[rows], motion.xdd[rows]).efforts
    assert np.linalg.norm(of_bodies) < 1.02 * np.linalg.norm(free)
    assert len(check.time) > 1900


def test_tables_name_the_units_of_efforts_and_parameters(fit):
    text = fit.summary()
    assert fit.validation.units == ("N m", "N m") and "q11 [N m]" in text
    for name, unit in {"m_p": "kg", "zz_q11": "kg m²", "mx_q11": "kg m", "fv_q11": "N m s/rad", "fs_q12": "N m"}.items():
        assert any(line.split()[0] == name and f" {unit}  " in line for line in text.splitlines() if line)


def test_fit_can_be_pickled(fit):
    again = pickle.loads(pickle.dumps(fit))
    assert again.values == pytest.approx(fit.values) and again.names == fit.names


def test_several_logs_and_cross_validation(logs):
    model = five_bar()
    both = identify(model, [logs / "train.csv", logs / "val.csv"], base=five_bar_base())
    assert both.gram.count > 11900 and both.logs == ("train.csv", "val.csv")
    assert both.validation.kind == "cross validation in 5 blocks"
    assert (both.validation.rms < 1.05 * NOISE).all()
    assert CHI_SQUARE[0] < both.chi_square(five_bar_base().values) < CHI_SQUARE[1]


def test_filter_on_both_sides_keeps_the_deviations_honest(logs):
    found = identify(five_bar(), logs / "train.csv", base=five_bar_base(), filter_cut_off=Decimal(50))
    assert found.gram.count < 2500 and (found.autocorrelation_times > 1.2).all()
    assert found.chi_square(five_bar_base().values) < CHI_SQUARE[1]


def test_ordinary_least_squares_has_one_noise_for_all_actuators(logs):
    found = identify(five_bar(), logs / "train.csv", base=five_bar_base(), method="ordinary")
    assert np.ptp(found.noise) == 0 and found.noise[0] == pytest.approx(np.sqrt((NOISE**2).mean()), rel=0.02)


def test_templates_and_repeat_stay_in_the_file_of_a_delta(tmp_path):
    model = parados.load("delta-d3-1200").compile("vm")
    states = fourier_states(model, period=2.0, periods=1, rate=200)
    log = write_log(tmp_path / "delta.csv", model, states, noise=0.05)
    base = base_parameters(model, friction=None)
    found = identify(model, log, base=base, strict=True)
    data = yaml.safe_load(found.robot_file())
    assert len(data["legs"]) == 1 and data["legs"][0]["repeat"]["count"] == 3
    assert found.robot.compile("vm").parameters == pytest.approx(list(found.standard_values.values()), abs=1e-9)
    tied = identify(model, log, base=base_parameters(model, friction=None, tied="legs"))
    data = yaml.safe_load(tied.robot_file())
    assert set(data["legs"][0]["repeat"]) == {"count", "around"}  # equal legs need no lists
    assert 0.2 < tied.chi_square(tied.base.values) < 3


def test_redundant_actuators_are_identified_with_the_force_on_the_platform(tmp_path):
    model = parados.load("dualv").compile("vm")
    log = write_log(tmp_path / "dualv.csv", model, fourier_states(model, rate=200, part=0.5), noise=0.01)
    found = identify(model, log, base=base_parameters(model, friction="actuated"))
    assert found.actuators == tuple(model.labels["xd"])
    assert 0.2 < found.chi_square(found.base.values) < 3


def changed(path, source, **columns):
    """Write a copy of a log with changed columns: name -> function of the column, or None to leave it out."""
    data = np.genfromtxt(source, delimiter=",", names=True)
    kept = {name: columns.get(name, lambda one: one) for name in data.dtype.names if columns.get(name, 0) is not None}
    table = np.column_stack([function(data[name]) for name, function in kept.items()])
    np.savetxt(path, table, delimiter=",", header=",".join(kept), comments="", fmt="%.12g")
    return path


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"tau_q21": None}, "tau"),
        ({"q11": lambda q: np.nan * q}, "q11|finite|NaN|rows"),
        ({"tau_q11": lambda tau: 1000 * tau, "tau_q21": lambda tau: 1000 * tau}, "1e.03 times those of the robot file"),
        ({"tau_q11": lambda tau: -tau, "tau_q21": lambda tau: -tau}, "-1 times those of the robot file.* check their signs"),
        ({"q11": lambda q: 0 * q + 1.7, "q21": lambda q: 0 * q + 1.38}, "at rest|does not move|constant"),
        ({"tau_q11": lambda tau: 0 * tau}, "the effort of q11 is constant"),
        ({"tau_q11": lambda tau: tau[::-1], "tau_q21": lambda tau: tau[::-1]}, "the robot does not fit the log"),
    ],
)
def test_bad_logs_are_refused_in_one_sentence(logs, tmp_path, columns, message):
    log = changed(tmp_path / "bad.csv", logs / "val.csv", **columns)
    with warnings.catch_warnings(), pytest.raises(InputError, match=message) as error:
        warnings.simplefilter("ignore")
        identify(five_bar(), log, base=five_bar_base())
    assert len(str(error.value)) < 500 and "\n" not in str(error.value)


def test_rows_without_numbers_are_left_out_and_told(logs, tmp_path):
    log = changed(tmp_path / "gaps.csv", logs / "val.csv", q11=lambda q: np.where(np.arange(len(q)) % 50 == 7, np.nan, q))
    found = quietly(five_bar(), log, base=five_bar_base())
    assert any("40 rows" in remark for remark in found.remarks)
    assert found.training.relative_errors.max() < 0.05


def test_wrong_assembly_mode_is_refused_with_the_right_start(logs):
    """Its best parameters explain the log nearly as well, but they are far from the truth."""
    wrong, right = [0.0176, 0.1665], [0.0194, 0.249]
    with pytest.raises(InputError, match=r"another assembly mode explains .* with a first pose near \[0.0194, 0.249\]"):
        quietly(five_bar(), logs / "val.csv", base=five_bar_base(), start=wrong)
    found = quietly(five_bar(), logs / "val.csv", base=five_bar_base(), start=right)
    assert found.chi_square(five_bar_base().values) < 2
    kept = quietly(five_bar(), logs / "val.csv", base=five_bar_base(), start=wrong, strict=False)
    assert kept.chi_square(five_bar_base().values) > 1000


def test_robot_that_does_not_fit_is_returned_if_asked_for(logs, tmp_path):
    log = changed(tmp_path / "bad.csv", logs / "val.csv", tau_q11=lambda t: t[::-1], tau_q21=lambda t: t[::-1])
    found = identify(five_bar(), log, base=five_bar_base(), strict=False)
    assert found.training.relative_errors.max() > 0.5


def test_motion_of_one_actuator_is_refused_with_the_names_of_the_open_parameters(tmp_path):
    """A slow motion along a line: the accelerations are so small that only friction and gravity show."""
    model = five_bar()
    t = np.arange(0, 4, 0.01)
    x = np.column_stack((0 * t, 0.26 + 0.02 * np.sin(2 * np.pi * t / 4)))
    xd = np.gradient(x, t, axis=0)
    log = write_log(tmp_path / "line.csv", model, (t, x, xd, np.gradient(xd, t, axis=0)), noise=0.01)
    with pytest.raises(InputError, match=r"determines \d+ of 21 base parameters and leaves open .*q1"):
        quietly(model, log, base=five_bar_base())


def test_options_are_checked(logs):
    model = five_bar()
    for options, message in (
        ({"method": "magic"}, "method: 'magic' is not known; use ordinary, weighted, robust"),
        ({"base": 3}, "base: "),
        ({"strict": 1}, "strict: True or False"),
        ({"filter_cut_off": -1}, "filter_cut_off: a positive number"),
        ({"progress": 3}, "progress: a function"),
    ):
        with pytest.raises(InputError, match=message):
            identify(model, logs / "train.csv", **options)
    with pytest.raises(InputError, match="log: a path, a log or a list of these is expected"):
        identify(model, [])


def test_progress_counts_the_steps(logs):
    steps = []
    identify(five_bar(), logs / "val.csv", base=five_bar_base(), progress=lambda done, total: steps.append((done, total)))
    assert steps == [(k, 5) for k in range(1, 6)]


def test_options_for_reading_are_refused_for_a_log_in_memory():
    log = log_of_states(five_bar(), fourier_states(five_bar(), rate=250))
    for options in ({"gains": 2.0}, {"units": {"joints": "deg"}}, {"columns": {"q11": "a"}}):
        with pytest.raises(InputError, match="a Log has its columns in SI units already"):
            identify(five_bar(), log, **options)
