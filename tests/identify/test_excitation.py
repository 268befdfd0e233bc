"""Test exciting motions: within limits, better than random ones, derivatives of the search, refusals and the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.identify.five_bar_logs import five_bar_base

import parados
from parados import identify, singularity, trajectory
from parados.identify.excitation import _ends
from parados.identify.excitation_limits import motion_limits
from parados.identify.excitation_measure import condition_number
from parados.identify.excitation_search import ExcitationSearch
from parados.identify.random_excitations import FeasibleMotions

LIMITS = {"speed": 4.0, "acceleration": 60.0, "effort": [30.0, 28.0], "clearance": 0.12}

QUATERNION = Path(__file__).parents[1] / "robots" / "6-ups-quaternion.yaml"

SHORT = {"period": 2.0, "harmonics": 4, "tries": 1, "iterations": 6, "clearance": 0}

ROUND_OFF = 1e-9
"""Relative; the same regressor, once with all rows at a time and once row by row."""


def found(**options):
    return identify.excitation(five_bar_base().model, base=five_bar_base(), **{**SHORT, **options})


@cache
def plain():
    return found()


@cache
def limited():
    return found(**LIMITS, rest=True)


def with_noise(path, target, noise):
    """Copy the file of a motion with noise on some columns; headings and all other columns stay."""
    names = path.read_text().splitlines()[0].split(",")
    data, rng = np.genfromtxt(path, delimiter=",", skip_header=1), np.random.default_rng(4)
    for name, sigma in noise.items():
        data[:, names.index(name)] += sigma * rng.standard_normal(len(data))
    np.savetxt(target, data, delimiter=",", header=",".join(names), comments="", fmt="%.12g")


def fine(motion, count=997):
    """Return states at instants that the search did not use."""
    return motion(np.linspace(0, motion.period, count))


def test_the_motion_is_better_than_all_random_ones_and_the_circle():
    motion = plain()
    assert list(motion.random_conditions) == ["drawn", "enlarged", "stretched"]
    for kind, conditions in motion.random_conditions.items():
        assert motion.condition < conditions[0] < motion.circle_condition
        assert len(conditions) == 100 and motion.gains[kind] == conditions[0] / motion.condition


def test_random_motions_have_the_size_of_their_kind():
    base = five_bar_base()
    limits = motion_limits(
        base.model, None, workspace=None, joints=False, speed=None, acceleration=None, effort=None, clearance=0
    )
    search = ExcitationSearch(base, limits, np.ones(2), 2.0, 4, _ends(4, False), 56, "condition")
    motions = FeasibleMotions.of(search)
    for kind, filled in (("drawn", (0.0, 0.8)), ("enlarged", (0.1, 1.0)), ("stretched", (0.999, 1.0))):
        for y in motions.random(kind, np.random.default_rng(3), 20):
            x = search.states(search.coefficients(y), motions.functions).x
            part = np.abs((x - limits.centre) / limits.half).max(axis=0)  # of the half workspace
            assert filled[0] <= part.min() and part.max() <= filled[1] + 1e-9
            assert kind == "drawn" or part.max() == pytest.approx(1.0)


def test_a_robot_whose_pose_is_a_quaternion_is_refused():
    model = parados.load(QUATERNION).compile("vm")
    with pytest.raises(parados.InputError, match="x holds a quaternion; give the platform three angles") as caught:
        identify.excitation(model, period=2.0)
    assert "\n" not in str(caught.value)


def test_the_condition_number_is_that_of_the_stacked_regressor():
    motion = plain()
    t = np.arange(200) * motion.period / 200
    W = np.vstack([five_bar_base().regressor(*motion(one)) for one in t])
    assert motion.condition == pytest.approx(np.linalg.cond(W / np.linalg.norm(W, axis=0)), rel=1e-6)
    assert np.allclose(motion.information, W.T @ W / 200, rtol=ROUND_OFF, atol=ROUND_OFF * np.abs(W).max())


def test_all_limits_hold_between_the_samples_too():
    motion, model = limited(), five_bar_base().model
    states = fine(motion)
    assert np.abs(model.joint_rates(states.x, states.xd)).max() <= 4.0 * 1.002
    assert np.abs(model.joint_accelerations(*states)).max() <= 60.0 * 1.002
    assert (np.abs(model.inverse_dynamics(*states)) <= np.array([30.0, 28.0]) * 1.02).all()  # dry friction jumps between samples
    lower, upper = model.survey.lower, model.survey.upper
    assert (states.x >= lower - 1e-4).all() and (states.x <= upper + 1e-4).all()
    assert singularity.distances(model, states.x[::5]).nearest.min() >= 0.12 * 0.98


def test_the_motion_starts_and_ends_at_rest_if_asked():
    states = limited()([0.0, limited().period])
    assert np.abs(states.xd).max() < 1e-10 and np.abs(states.xdd).max() < 1e-8


def test_log_det_of_the_information_grows():
    by_condition, by_det = plain(), found(criterion="log-det")
    assert np.linalg.slogdet(by_det.information)[1] > np.linalg.slogdet(by_condition.information)[1]


@pytest.mark.parametrize("criterion", ["condition", "log-det"])
def test_slopes_of_the_search_are_those_of_its_cost(criterion):
    base = five_bar_base()
    limits = motion_limits(
        base.model, None, workspace=None, joints=True, speed=2.0, acceleration=20.0, effort=15.0, clearance=0.25
    )
    search = ExcitationSearch(base, limits, np.array([1.0, 2.0]), 2.0, 3, _ends(3, True), 60, criterion)
    rng = np.random.default_rng(2)
    y = 0.25 * rng.standard_normal(search.free.shape[1] * 2)
    cost, slope = search._cost(y, 4.0, 10.0, 0.2)
    assert cost < 1e3
    for _ in range(3):
        step = rng.standard_normal(len(y))
        ends = [search._cost(y + side * 1e-6 * step, 4.0, 10.0, 0.2)[0] for side in (1, -1)]
        assert slope @ step == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=2e-3)


def test_the_condition_number_does_not_depend_on_units():
    rng = np.random.default_rng(1)
    W, units = rng.standard_normal((50, 4)), np.array([1e-6, 1.0, 1e3, 7.0])
    assert condition_number(W.T @ W) == pytest.approx(condition_number(np.outer(units, units) * (W.T @ W)), rel=1e-9)
    assert condition_number(np.ones((3, 3))) == np.inf


def test_the_motion_is_a_trajectory_with_extremes():
    lowest = plain().limits().lowest.value
    assert (lowest >= five_bar_base().model.survey.lower - 1e-4).all()


def test_the_same_seed_gives_the_same_motion():
    assert np.array_equal(found().coefficients, plain().coefficients)


def test_the_file_has_platform_and_actuators_and_can_be_read_again(tmp_path):
    motion, model = limited(), five_bar_base().model
    motion.save(tmp_path / "e.csv", count=81)
    table = np.genfromtxt(tmp_path / "e.csv", delimiter=",", names=True)
    assert table.dtype.names[:3] == ("t", "px", "py") and "tau_q21" in table.dtype.names
    x = np.column_stack([table["px"], table["py"]])
    q = np.column_stack([table["q_q11"], table["q_q21"]])
    assert np.allclose(model.inverse_kinematics(x), q, atol=1e-12)
    states = motion(table["t"])
    tau = model.inverse_dynamics(*states)
    assert np.allclose(np.column_stack([table["tau_q11"], table["tau_q21"]]), tau, atol=1e-9)
    read = trajectory.read_motion_table(tmp_path / "e.csv", model.labels)
    assert np.allclose(read.xdd, states.xdd, atol=1e-12)


def test_the_file_of_a_motion_is_a_log(tmp_path):
    """What a controller fills in is read without renaming a column."""
    motion, model = plain(), five_bar_base().model
    motion.save(tmp_path / "e.csv", count=401)
    with_noise(tmp_path / "e.csv", tmp_path / "log.csv", {"tau_q11": 0.05, "tau_q21": 0.05})
    log = identify.read_log(tmp_path / "log.csv", model)
    assert np.allclose(log.joints["q11"], np.genfromtxt(tmp_path / "e.csv", delimiter=",", names=True)["q_q11"], atol=1e-9)
    compared = identify.compare(model, tmp_path / "log.csv")
    assert (np.abs(compared.errors[0].std(axis=0) - 0.05) < 0.01).all()


def test_measured_positions_win_over_those_of_the_motion(tmp_path):
    motion, model = plain(), five_bar_base().model
    motion.save(tmp_path / "e.csv", count=101)
    lines = (tmp_path / "e.csv").read_text().splitlines()
    measured = [line.split(",")[lines[0].split(",").index("q_q11")] for line in lines[1:]]
    both = [f"{line},{float(q) + 0.001}" for line, q in zip(lines[1:], measured, strict=True)]
    (tmp_path / "log.csv").write_text("\n".join([lines[0] + ",q11", *both]) + "\n")
    log = identify.read_log(tmp_path / "log.csv", model)
    assert log.joints["q11"][0] == pytest.approx(float(measured[0]) + 0.001, abs=1e-12)
    assert any("the column 'q11' is used, not q_q11" in remark for remark in log.remarks)


def test_a_fourier_series_has_exact_derivatives():
    series = trajectory.FourierSeries([[1.0, 0.0], [0.5, 0.1], [0.0, 0.2], [0.3, 0.0], [0.1, -0.4]], 2.0, 3)
    t, h = np.linspace(0.1, 5.9, 50), 1e-6
    for k in range(3):
        differences = (series.derivative(t + h, k) - series.derivative(t - h, k)) / (2 * h)
        assert np.allclose(series.derivative(t, k + 1), differences, atol=1e-5)
    assert np.allclose(series(0.3).x, series(2.3).x, atol=1e-12) and series.duration == 6.0
    w = np.pi
    assert series(0.3).x[0] == pytest.approx(1 + 0.5 * np.sin(w * 0.3) + 0.3 * np.cos(w * 0.3) + 0.1 * np.cos(2 * w * 0.3))
    with pytest.raises(parados.InputError, match="an odd number of rows"):
        trajectory.FourierSeries([[1.0], [2.0]], 1.0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workspace": {"px": (0.1, -0.1)}}, "a lower bound and a higher upper bound are expected"),
        ({"workspace": {"pq": (0, 1)}}, "'pq' is not a coordinate of x; use px, py"),
        ({"workspace": {"px": (5, 6)}}, "the robot does not reach its centre"),
        ({"clearance": 0.9}, "clearance: 0.9 is not below the distance"),
        ({"effort": 0.5}, "no random motion is within the limits"),
        ({"speed": [1.0]}, "speed: one positive number, or 2"),
        ({"noise": -1.0}, "noise: one number of at least 1e-15, or 2"),
        ({"criterion": "trace"}, "use condition, log-det"),
        ({"harmonics": 1}, "harmonics: a whole number from 2 to 100"),
        ({"period": 0}, "period: a positive number"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_sentence(options, words):
    settings = {"period": 2.0, "harmonics": 3, "tries": 1, "iterations": 1, **options}
    with pytest.raises(parados.InputError, match=words) as caught:
        identify.excitation(five_bar_base().model, base=five_bar_base(), **settings)
    assert "\n" not in str(caught.value)


def test_motions_that_do_not_determine_the_parameters_are_refused():
    tiny = {"px": (0.0, 1e-7), "py": (0.25, 0.25 + 1e-7)}
    with pytest.raises(parados.InputError, match="no random motion of 2 harmonics determines the 21 base parameters"):
        found(harmonics=2, workspace=tiny)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings", "gains"),
    [
        ("five-bar-feasible", {"period": 2.0, "tries": 8}, {"drawn": 5, "enlarged": 2.5, "stretched": 1.8}),
        ("delta-d3-1200", {"period": 2.0, "tries": 8}, {"drawn": 5, "enlarged": 5, "stretched": 3}),
        ("gough-stewart-lopes", {"period": 4.0, "tries": 2}, {"drawn": 5, "enlarged": 5, "stretched": 4.8}),
    ],
)
def test_the_motion_beats_the_best_of_a_hundred_random_ones(name, settings, gains):
    motion = identify.excitation(parados.load(name).compile(), harmonics=5, **settings)
    for kind, gain in gains.items():
        assert len(motion.random_conditions[kind]) == 100
        assert motion.gains[kind] > gain
    assert motion.circle_condition > 100 * motion.condition


@pytest.mark.slow
def test_a_log_along_the_motion_identifies_the_robot(tmp_path):
    motion, noise = found(rest=True, speed=6.0, periods=5, iterations=40, clearance=None), (0.25, 0.4)
    motion.save(tmp_path / "motion.csv", count=10_001)
    with_noise(tmp_path / "motion.csv", tmp_path / "log.csv", dict(zip(("tau_q11", "tau_q21"), noise, strict=True)))
    fit = identify.identify(five_bar_base().model, tmp_path / "log.csv")
    z = (fit.values - fit.base.values) / fit.standard_deviations
    assert len(z) == 21 and 0.4 < (z**2).mean() < 1.8  # 0.7 % and 98.6 % of chi-square / 21
    assert np.abs(z).max() < 4


@pytest.mark.slow
def test_instants_of_rest_between_periods_do_not_disturb_the_fit(tmp_path):
    """There the rates are round-off, and the signs of dry friction too: six rows of 10,001 moved a number by 3 deviations."""
    motion = found(rest=True, speed=6.0, periods=5, clearance=None)
    motion.save(tmp_path / "log.csv", count=10_001)
    fit = identify.identify(five_bar_base().model, tmp_path / "log.csv")
    assert np.abs(fit.values - fit.base.values).max() < 1e-6
