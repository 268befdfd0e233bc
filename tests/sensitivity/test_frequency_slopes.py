"""Derivatives of natural frequencies against differences and against known eigenvalues."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.sensitivity import monte_carlo, sensitivity, worst_case
from parados.sensitivity.frequency_slopes import frequency_slopes

X = [0.0, 0.26]


def test_frequencies_of_a_flexible_robot_against_differences(flexible):
    h = 1e-4  # frequencies of 500 Hz have a round-off of about 1e-12 of their largest one, 1e5 Hz
    found = sensitivity(flexible, "natural_frequencies", [X, [0.03, 0.22]], count=4)
    high, low = (
        flexible.natural_frequencies([X, [0.03, 0.22]], count=4, parameters={"m4": 0.272 + side * h}) for side in (1, -1)
    )
    assert found.derivatives.shape == (2, 4, 1) and [str(one) for one in found.outputs[:2]] == ["f1 [Hz]", "f2 [Hz]"]
    assert np.allclose((high - low) / (2 * h), found.derivatives[:, :, 0], rtol=1e-5, atol=1e-4)
    assert sensitivity(flexible, "natural_frequencies", X).derivatives.shape[0] > 4


def test_heavier_platforms_are_slower(flexible):
    bounds = worst_case(flexible, "natural_frequencies", X, count=1, tolerances={"m4": 0.01})
    expected = [flexible.natural_frequencies(X, count=1, parameters={"m4": 0.272 + side * 0.01}) for side in (1, -1)]
    assert np.allclose([bounds.lower, bounds.upper], expected)
    found = monte_carlo(flexible, "natural_frequencies", X, count=1, tolerances={"m4": 0.01}, samples=20)
    assert (found.samples <= bounds.upper).all() and (found.samples >= bounds.lower).all()


def test_equal_frequencies_have_the_derivatives_of_a_growing_parameter():
    """K = 1, 1, 4 with a coupling p of the first two: their squared frequencies are 1 - p and 1 + p."""
    M, K = np.eye(3), np.diag([1.0, 1.0, 4.0])
    M_p, K_p = np.zeros((3, 3, 1)), np.zeros((3, 3, 1))
    K_p[0, 1] = K_p[1, 0] = 1.0
    assert np.allclose(frequency_slopes(M, K, M_p, K_p)[:, 0], np.array([-0.5, 0.5, 0.0]) / (2 * np.pi))
    M_p[2, 2] = 1.0  # w^2 = 4 / (1 + p): w' = -1 at w = 2
    assert np.allclose(frequency_slopes(M, K, M_p, K_p)[2, 0], -1 / (2 * np.pi))


def test_rigid_robots_have_no_frequencies(five_bar):
    with pytest.raises(parados.ParadosError):
        sensitivity(five_bar, "natural_frequencies", [0.02, 0.25])
