"""Test the calibration of a 6-UPS platform with all 42 parameters, against leg lengths and bounds written in NumPy alone."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.measured_robots import NOISE, SixUPS
from scipy.stats import chi2

import parados
from parados.calibration import calibrate, measurement_poses

ROBOT = SixUPS()
POSES = 40
RARE = 1e-4
"""Probability that a right result fails."""


@cache
def model():
    robot = parados.load("gough-stewart-lopes").with_corrections()
    return robot.compile(live=ROBOT.names)


def _draw(seed, count=POSES):
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 2e-3, 42)
    return truth, ROBOT.poses(rng, count), rng


def test_corrections_are_those_of_the_numpy_robot():
    truth, x, _ = _draw(0, 5)
    own = model().with_parameters(dict(zip(ROBOT.names, truth, strict=True)))
    assert np.abs(own.inverse_kinematics(x) - ROBOT.encoders(truth, x)).max() < 1e-12


def test_exact_measurements_give_the_exact_robot():
    truth, x, _ = _draw(1)
    columns = ROBOT.measured(truth, x, np.random.default_rng(0))
    columns |= dict(zip(("px", "py", "pz", "a1", "a2", "a3"), x.T, strict=True))
    result = calibrate(model(), columns, noise=NOISE)
    assert np.abs(result.values - truth).max() < 1e-9
    assert result.at.squares < 1e-6


def test_deviations_are_the_bound_and_held_out_poses_reach_the_noise():
    truth, x, rng = _draw(2)
    held_out = ROBOT.measured(truth, ROBOT.poses(rng, 100), rng)
    result = calibrate(model(), ROBOT.measured(truth, x, rng), noise=NOISE, validation=held_out)
    assert np.allclose(result.standard_deviations, ROBOT.bound(truth, x), rtol=0.05)  # taken at the estimate, not at the truth
    assert chi2.sf(result.at.squares, result.freedom) > RARE
    error = result.values - truth
    assert chi2.sf(error @ np.linalg.solve(result.covariance, error), 42) > RARE
    for before, after, noise in result.accuracy.rms().values():
        assert noise == NOISE and before > 10 * NOISE
        assert after < 1.2 * NOISE


@pytest.mark.slow
def test_thirty_calibrations_are_within_the_bound():
    """Root mean squares of the errors of 30 draws at the same poses, divided by the Cramer-Rao bound."""
    truth, x, rng = _draw(3)
    draws = 30
    errors = [calibrate(model(), ROBOT.measured(truth, x, rng), noise=NOISE).values - truth for _ in range(draws)]
    ratios = np.sqrt(np.mean(np.square(errors), axis=0)) / ROBOT.bound(truth, x)
    assert np.sqrt(np.mean(ratios**2)) < 1.2
    assert ratios.max() < np.sqrt(chi2.isf(RARE / 42, draws) / draws)


def test_chosen_poses_show_the_parameters_better_than_random_ones():
    chosen = measurement_poses(model(), POSES, noise=NOISE)
    assert chosen.observability > 1.3 * chosen.random
    assert (chosen.x >= ROBOT.lower - 1e-12).all() and (chosen.x <= ROBOT.upper + 1e-12).all()
    assert np.allclose(chosen.standard_deviations, ROBOT.bound(np.zeros(42), chosen.x), rtol=1e-4)
    assert np.abs(chosen.q - ROBOT.encoders(np.zeros(42), chosen.x)).max() < 1e-12


def test_noise_is_estimated_if_it_is_not_given():
    truth, x, rng = _draw(4)
    result = calibrate(model(), ROBOT.measured(truth, x, rng))
    assert 0.8 * NOISE < result.noise["px"] < 1.25 * NOISE
    assert 0.8 * NOISE < result.noise["a1"] < 1.25 * NOISE
    assert result.chi_square == pytest.approx(1, abs=0.02)
