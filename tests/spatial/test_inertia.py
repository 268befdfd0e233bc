"""Inertial parameters of bodies made of points, and of impossible bodies."""

from __future__ import annotations

import numpy as np
import pytest

from parados.spatial.inertia import from_centre_of_mass, inertia_matrix, pseudo_inertia, why_impossible

ROUND_OFF = 1e-12
"""Absolute, for sums of ten terms of the order of 1."""


def _points(count, seed=2):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, count), rng.uniform(-1, 1, (count, 3))


def _standard(masses, points):
    """Ten inertial parameters of point masses, with xy = -sum m x y."""
    J = sum(m * (p @ p * np.eye(3) - np.outer(p, p)) for m, p in zip(masses, points, strict=True))
    return np.concatenate([J[np.triu_indices(3)], masses @ points, [masses.sum()]])


def test_a_centre_of_mass_far_along_an_axis_keeps_the_inertia_about_it():
    assert from_centre_of_mass(2.0, [0.1, 0, 1e6], [0, 0, 0])[5] == 2.0 * 0.1**2


def test_from_centre_of_mass_satisfies_huygens_theorem():
    masses, points = _points(8)
    mass, com = masses.sum(), masses @ points / masses.sum()
    central = _standard(masses, points - com)
    assert np.abs(central[6:9]).max() < ROUND_OFF
    assert np.abs(from_centre_of_mass(mass, com, central[:6]) - _standard(masses, points)).max() < ROUND_OFF


def test_three_numbers_are_the_diagonal_of_the_inertia_matrix():
    assert np.array_equal(from_centre_of_mass(2.0, [0, 0, 0], [1, 2, 2.5]), [1, 0, 0, 2, 0, 2.5, 0, 0, 0, 2])


def test_products_of_inertia_are_matrix_elements():
    standard = _standard(np.array([2.0]), np.array([[0.5, 0.3, 0.0]]))
    assert inertia_matrix(standard[:6])[0, 1] == pytest.approx(-2 * 0.5 * 0.3)


def test_pseudo_inertia_is_the_second_moment():
    masses, points = _points(6)
    homogeneous = np.hstack([points, np.ones((6, 1))])
    assert np.abs(pseudo_inertia(_standard(masses, points)) - homogeneous.T @ (masses[:, None] * homogeneous)).max() < ROUND_OFF


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_bodies_made_of_points_are_possible(count):
    """This includes a point and a rod, whose smallest moments of inertia are exactly zero."""
    for seed in range(20):
        assert why_impossible(_standard(*_points(count, seed))) is None


def test_a_body_without_mass_is_possible():
    assert why_impossible(np.zeros(10)) is None


def test_a_planar_body_with_zz_only_is_possible():
    assert why_impossible([0, 0, 0, 0, 0, 0.02, 0.1, 0.05, 0, 1.0]) is None


@pytest.mark.parametrize(
    ("standard", "reason"),
    [
        ([1, 0, 0, 1, 0, 1, 0, 0, 0, -0.5], "negative"),
        ([1, 0, 0, 1, 0, 1, 0.1, 0, 0, 0], "first moments of mass are not zero although the mass is zero"),
        ([-1, 0, 0, 1, 0, 1, 0, 0, 0, 1], "not positive"),
        ([1, 2, 0, 1, 0, 3, 0, 0, 0, 1], "not positive"),
        ([1, 0, 0, 1, 0, 2.1, 0, 0, 0, 1], "triangle inequality"),
        ([1, 0, 0, 1, 0, 1, 0, 0, 1.5, 1], "triangle inequality"),  # the centre of mass is too far out
        ([0, 0, 0, 0, 0, 0.01, 0.2, 0, 0, 1], "not positive"),  # planar, zz below mx^2 / m
    ],
)
def test_impossible_bodies_are_reported_with_the_reason(standard, reason):
    message = why_impossible(standard)
    assert message is not None and reason in message


def test_a_negligible_mass_cannot_have_a_first_moment():
    with np.errstate(all="raise"):
        reason = why_impossible([0, 0, 0, 0, 0, 0.055, 0.18, 0.01, 0, 1e-300])
        assert reason == "the first moments of mass are not zero although the mass is zero"
        assert why_impossible([0, 0, 0, 0, 0, 0, 0, 0, 0, 1e-300]) is None
