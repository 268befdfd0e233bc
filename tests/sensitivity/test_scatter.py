"""Worst cases and random robots against first order, against each other and against single evaluations."""

from __future__ import annotations

import numpy as np
import pytest

from parados.sensitivity import monte_carlo, sensitivity, worst_case
from parados.trajectory import point_to_point

STATE = ([0.02, 0.25], [0.3, -0.2], [2.0, 1.0])
SMALL = {"d12": 2e-5, "d13": 2e-5, "d22": 2e-5, "m4": 1e-3, "fv11": 1e-3}
"""Tolerances for which second-order terms are below 0.1 % of first order."""
SAMPLES = 4000
STATISTICAL = 4 / np.sqrt(2 * SAMPLES)
"""Four standard deviations of an estimated standard deviation, as a part of it."""


@pytest.mark.parametrize(("distribution", "sigma"), [("uniform", 1 / np.sqrt(3)), ("normal", 1 / 3)])
def test_standard_deviation_equals_first_order_propagation(five_bar, distribution, sigma):
    found = monte_carlo(
        five_bar, "inverse_dynamics", *STATE, tolerances=SMALL, samples=SAMPLES, distribution=distribution, seed=3
    )
    slopes = sensitivity(five_bar, "inverse_dynamics", *STATE, tolerances=SMALL)
    expected = sigma * np.sqrt((slopes.effects**2).sum(axis=1))
    assert np.allclose(found.std, expected, rtol=STATISTICAL)
    assert (np.abs(found.mean - found.values) < 4 * expected / np.sqrt(SAMPLES)).all()
    if distribution == "normal":
        assert np.allclose(found.percentiles[2] - found.percentiles[0], 2 * 1.96 * expected, rtol=0.1)


def test_statistics_are_those_of_the_samples(five_bar):
    motion = point_to_point([-0.05, 0.25], [0.05, 0.28], 0.4)
    found = monte_carlo(five_bar, "inverse_dynamics", motion, times=[0.1, 0.2, 0.3], tolerances=SMALL, samples=50)
    assert found.samples.shape == (50, 3, 2) and found.failed.tolist() == [0, 0, 0]
    assert np.allclose(found.mean, found.samples.mean(axis=0)) and np.allclose(found.std, found.samples.std(axis=0, ddof=1))
    assert np.allclose(found.percentiles, np.percentile(found.samples, [2.5, 50, 97.5], axis=0))
    assert np.array_equal(found.lowest, found.samples.min(axis=0)) and np.array_equal(found.highest, found.samples.max(axis=0))
    values = dict(zip(found.parameters, found.designs[7], strict=True))
    assert np.allclose(found.samples[7, 1], five_bar.inverse_dynamics(*motion(0.2), parameters=values))


def test_same_seed_gives_the_same_robots(five_bar):
    one, same, other = (
        monte_carlo(five_bar, "mass_matrix", STATE[0], tolerances=SMALL, samples=10, seed=seed) for seed in (5, 5, 6)
    )
    assert np.array_equal(one.samples, same.samples) and not np.array_equal(one.samples, other.samples)
    exact = [k for k, name in enumerate(one.parameters) if name not in SMALL]
    assert np.ptp(one.designs[:, exact], axis=0).max() == 0


@pytest.mark.parametrize("quantity", ["inverse_kinematics", "inverse_dynamics", "mass_matrix", "jacobian"])
def test_worst_cases_contain_all_random_robots(five_bar, quantity):
    states = STATE if quantity == "inverse_dynamics" else STATE[:1]
    tolerances = {"d11": 1e-3, "d12": 1e-3, "d13": 1e-3, "d22": 1e-3, "m4": 0.01}
    bounds = worst_case(five_bar, quantity, *states, tolerances=tolerances)
    found = monte_carlo(five_bar, quantity, *states, tolerances=tolerances, samples=500)
    margin = bounds.curvature * bounds.first_order  # the size of second-order terms
    assert (found.samples <= bounds.upper + margin).all() and (found.samples >= bounds.lower - margin).all()
    assert bounds.curvature.max() < 0.2
    assert np.allclose(bounds.upper - bounds.values, bounds.first_order, rtol=0.2, atol=1e-12)


def test_difference_from_first_order_is_proportional_to_the_tolerance(five_bar):
    wide, narrow = (worst_case(five_bar, "inverse_dynamics", *STATE, tolerances={"d12": t}) for t in (1e-3, 1e-4))
    assert np.allclose(wide.curvature / narrow.curvature, 10, rtol=0.05)


def test_corner_of_one_parameter_is_its_end(five_bar):
    bounds = worst_case(five_bar, "inverse_dynamics", *STATE, tolerances={"m4": 0.05})
    ends = [five_bar.inverse_dynamics(*STATE, parameters={"m4": 0.272 + side * 0.05}) for side in (-1, 1)]
    assert np.allclose(bounds.lower, np.min(ends, axis=0)) and np.allclose(bounds.upper, np.max(ends, axis=0))
    assert bounds.curvature.max() < 1e-9  # efforts are linear in masses


def test_angles_do_not_jump_by_a_turn(five_bar):
    """With q21 = pi the elbow of leg 2 is on the x axis; principal values of q21 jump between -pi and pi."""
    x = np.array([0.14 - 0.213, 0.0]) + 0.1878 * np.array([np.cos(1.0), np.sin(1.0)])
    mode = next(mode for mode in five_bar.working_modes() if abs(five_bar.inverse_kinematics(x, mode=mode)[1]) > 3.14)
    ends = [five_bar.inverse_kinematics(x, mode=mode, parameters={"d22": 0.213 + side * 1e-3})[1] for side in (-1, 1)]
    assert abs(ends[1] - ends[0]) > 6
    found = monte_carlo(five_bar, "inverse_kinematics", x, tolerances={"d22": 1e-3}, samples=50, mode=mode)
    bounds = worst_case(five_bar, "inverse_kinematics", x, tolerances={"d22": 1e-3}, mode=mode)
    assert (found.highest - found.lowest).max() < 0.1 and bounds.curvature.max() < 0.1


def test_robots_without_a_result_are_counted_and_reported(five_bar):
    x = [0.0, 0.3754]  # both legs are nearly stretched
    spare = 0.213 + 0.1878 - np.hypot(0.14, x[1])
    message = r"of 200 rows are NaN, the first is row \d+: robot with d11 = .*, d22 = .*: leg2 cannot"
    with pytest.warns(RuntimeWarning, match=message) as warned:
        found = monte_carlo(five_bar, "inverse_kinematics", x, tolerances={"d22": 5e-4}, samples=200)
    assert len(warned) == 1
    short = found.designs[:, found.parameters.index("d22")] < 0.213 - spare
    assert found.failed == short.sum() > 0 and np.array_equal(np.isnan(found.samples).all(axis=1), short)
    assert f"{short.sum()} of 200; the statistics leave them out" in found.summary()
    assert np.isfinite(found.mean).all() and np.isfinite(found.percentiles).all()
    with pytest.warns(RuntimeWarning, match="NaN"):
        bounds = worst_case(five_bar, "inverse_kinematics", x, tolerances={"d22": 5e-4})
    assert bounds.failed > 0 and "bounds without a result" in bounds.summary()


def test_progress_counts_to_the_end(five_bar):
    calls = []
    stack = np.tile(STATE[0], (3000, 1))
    tolerances = {"m4": 0.01}
    monte_carlo(five_bar, "mass_matrix", stack, tolerances=tolerances, samples=25, progress=lambda *done: calls.append(done))
    assert len(calls) > 2 and calls[-1] == (25, 25) and calls == sorted(calls)
    calls.clear()
    worst_case(five_bar, "mass_matrix", stack, tolerances=tolerances, progress=lambda *done: calls.append(done))
    assert calls[-1] == (3000, 3000)


def test_values_without_tolerance_do_not_scatter(five_bar):
    found = monte_carlo(five_bar, "inverse_dynamics", *STATE, tolerances={}, samples=3)
    bounds = worst_case(five_bar, "inverse_dynamics", *STATE, tolerances={})
    assert found.std.max() == 0 and np.array_equal(bounds.lower, bounds.upper)
    for result in (found, bounds):
        assert result.plot() and result.summary()
