"""Test the estimators and statistics on regressions with known truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import toeplitz

from parados.errors import InputError
from parados.identify.correlated_noise import sandwich_covariance
from parados.identify.drive_gains import mixed_total_least_squares
from parados.identify.essential_parameters import essential_columns
from parados.identify.fit_statistics import autocorrelation_time, chi_square, whiteness
from parados.identify.gram_matrix import accurate_factors, gram_factors
from parados.identify.instrumental_variables import cross_gram, instrumental
from parados.identify.joint_elasticity import joint_elasticity
from parados.identify.least_squares import check_excitation, ordinary, weighted
from parados.identify.robust_weights import reweighted

ROUND_OFF = 1e-10
"""Relative; the regressions have condition numbers below 1e4."""

NOISE = np.array([0.1, 1.0])


def regression(seed=0, rows=3000, parameters=6):
    """W, tau without noise, and the truth; the columns have sizes from 1e-3 to 1e3."""
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((rows, 2, parameters)) * np.logspace(-3, 3, parameters)
    truth = rng.standard_normal(parameters) / np.logspace(-3, 3, parameters)
    return W, W @ truth, truth, rng


def stacked(W, tau, noise):
    A = np.concatenate([W[:, j] / noise[j] for j in range(2)])
    b = np.concatenate([tau[:, j] / noise[j] for j in range(2)])
    return A, b


@pytest.mark.parametrize("exact", [True, False])
def test_chunks_give_the_factors_of_all_rows(exact):
    W, tau, _, rng = regression()
    tau = tau + rng.standard_normal(tau.shape)
    gram = gram_factors([(W[:4], tau[:4]), (W[4:1000], tau[4:1000]), (W[1000:], tau[1000:])], exact=exact)
    for j in range(2):
        assert gram.gram[j] == pytest.approx(W[:, j].T @ W[:, j], rel=ROUND_OFF, abs=1e-6)
        assert gram.moments[j] == pytest.approx(W[:, j].T @ tau[:, j], rel=1e-8)
    values = np.full(W.shape[2], 0.1)
    assert gram.residuals(values) == pytest.approx(np.linalg.norm(tau - W @ values, axis=0), rel=ROUND_OFF)


def test_weighted_least_squares_equals_a_dense_solution_with_the_estimated_noise():
    W, tau, _, rng = regression()
    tau = tau + rng.standard_normal(tau.shape) * NOISE
    found = weighted(gram_factors([(W, tau)]))
    A, b = stacked(W, tau, found.noise)
    assert found.values == pytest.approx(np.linalg.lstsq(A, b, rcond=None)[0], rel=1e-8)
    assert found.covariance == pytest.approx(np.linalg.inv(A.T @ A), rel=1e-6)
    assert found.noise == pytest.approx(NOISE, rel=0.05)


def test_deviations_are_honest_over_many_draws():
    W, tau, truth, rng = regression(rows=300)
    draws = [weighted(gram_factors([(W, tau + rng.standard_normal(tau.shape) * NOISE)])) for _ in range(150)]
    mean = np.mean([chi_square(one.values, one.covariance, truth) for one in draws])
    assert mean == pytest.approx(1.0, abs=0.15)  # 150 draws of 6 parameters: deviation 0.05


def test_weights_make_the_estimate_more_precise_than_ordinary_least_squares():
    W, tau, truth, rng = regression(rows=300)
    errors = {ordinary: [], weighted: []}
    for _ in range(60):
        gram = gram_factors([(W, tau + rng.standard_normal(tau.shape) * NOISE)])
        for method, own in errors.items():
            own.append(np.sum(((method(gram).values - truth) / truth) ** 2))
    assert np.mean(errors[weighted]) < 0.1 * np.mean(errors[ordinary])


def test_outliers_do_not_move_the_robust_estimate():
    W, tau, truth, rng = regression()
    tau = tau + rng.standard_normal(tau.shape) * NOISE
    tau[::50] += 30.0
    gram = gram_factors([(W, tau)])
    found, weights = reweighted(lambda: [(W[:1000], tau[:1000]), (W[1000:], tau[1000:])], gram)
    assert chi_square(found.values, found.covariance, truth) < 3
    plain = weighted(gram)
    assert np.linalg.norm(found.values - truth) < 0.2 * np.linalg.norm(plain.values - truth)
    assert weights[::50].max() < 0.2 and np.median(weights) == 1.0


def test_robust_deviations_are_honest_without_outliers():
    W, tau, truth, rng = regression(rows=300)
    found = []
    for _ in range(60):
        rows = (W, tau + rng.standard_normal(tau.shape) * NOISE)
        found.append(reweighted(lambda rows=rows: [rows], gram_factors([rows]))[0])
    mean = np.mean([chi_square(one.values, one.covariance, truth) for one in found])
    assert mean == pytest.approx(1.0, abs=0.2)


def test_instruments_remove_the_bias_of_noisy_columns():
    W, tau, truth, rng = regression(parameters=3)
    tau = tau + rng.standard_normal(tau.shape) * NOISE
    noisy = W + 0.3 * rng.standard_normal(W.shape) * np.logspace(-3, 3, 3)
    biased = weighted(gram_factors([(noisy, tau)]))
    found = instrumental(cross_gram([(noisy[:1500], W[:1500], tau[:1500]), (noisy[1500:], W[1500:], tau[1500:])]))
    assert chi_square(biased.values, biased.covariance, truth) > 20
    assert chi_square(found.values, found.covariance, truth) < 4


def test_parameters_of_zero_are_not_essential():
    W, tau, truth, rng = regression()
    tau = W[:, :, [0, 2, 3]] @ truth[[0, 2, 3]] + rng.standard_normal(tau.shape) * NOISE
    gram = gram_factors([(W, tau)])
    every = weighted(gram)
    found = essential_columns(every.values, every.covariance, gram.count * gram.actuators - gram.parameters)
    assert set(found.columns) == {0, 2, 3} and set(found.removed) == {1, 4, 5}
    assert found.values == pytest.approx(weighted(gram.chosen(found.columns)).values, rel=1e-3)


@pytest.mark.parametrize("kernel", [[1.0, -0.6], [1.0, 0.7, 0.5]])
def test_covariance_with_correlated_noise_is_that_of_the_known_noise(kernel):
    """The exact covariance is P^T R P with P = W (W^T W)^-1 and R the Toeplitz matrix of the noise, e_2 = 0.5 e_1 + 0.5 e_3."""
    rng = np.random.default_rng(8)
    n, t = 1500, np.arange(1500.0)
    rows = [[np.sin(0.01 * t), np.cos(0.017 * t), 1 + 0 * t], [np.cos(0.03 * t), np.sin(0.01 * t), t / n]]
    W = np.array(rows).transpose(2, 0, 1)
    white = rng.standard_normal((2, n + len(kernel) - 1))
    e = np.stack([np.convolve(one, kernel, mode="valid") for one in (white[0], (white[0] + white[1]) / 2)], axis=1)
    inverse = np.linalg.inv(np.einsum("nji,njk->ik", W, W))
    own = np.pad(np.correlate(kernel, kernel, mode="full")[len(kernel) - 1 :], (0, n - len(kernel)))
    R = np.kron(toeplitz(own), [[1.0, 0.5], [0.5, 0.5]])
    exact = inverse @ W.reshape(2 * n, 3).T @ R @ W.reshape(2 * n, 3) @ inverse
    found = sandwich_covariance(inverse, [(W, W, e)])
    assert np.sqrt(np.diag(found)) == pytest.approx(np.sqrt(np.diag(exact)), rel=0.15)
    assert (np.diag(found) < np.diag(inverse)).all() == (kernel[1] < 0)


def test_white_noise_keeps_the_covariance_of_least_squares():
    rng = np.random.default_rng(8)
    W = rng.standard_normal((4000, 3, 5))
    assert sandwich_covariance(np.eye(5), [(W, W, rng.standard_normal((4000, 3)))]) is None


def test_autocorrelation_time_of_white_noise_is_one_and_of_a_moving_mean_its_length():
    rng = np.random.default_rng(3)
    white = rng.standard_normal(20000)
    assert autocorrelation_time(white) == 1.0
    assert whiteness(white) > 0.001
    moving = np.convolve(white, np.ones(10) / 10, mode="valid")
    assert autocorrelation_time(moving) == pytest.approx(10.0, rel=0.2)
    assert whiteness(moving) < 1e-10


def test_rows_that_leave_a_parameter_open_are_refused_with_its_name():
    W, tau, _, _ = regression(parameters=3)
    names = ["first", "second", "third"]
    W[:, :, 2] = 2 * W[:, :, 1]
    with pytest.raises(InputError, match=r"determines 2 of 3 base parameters and leaves open second, third"):
        check_excitation(accurate_factors(lambda: [(W, tau)]), names)
    W[:, :, 2] = 0
    with pytest.raises(InputError, match="leaves open third"):
        check_excitation(accurate_factors(lambda: [(W, tau)]), names)
    with pytest.raises(InputError, match="1 samples are too few for 3 base parameters"):
        check_excitation(gram_factors([(W[:1], tau[:1])]), names)


def test_total_least_squares_finds_what_noise_hides_from_least_squares():
    rng = np.random.default_rng(5)
    exact = rng.standard_normal((4000, 3))
    signal = exact @ [1.0, 2.0, -1.0]
    noisy = np.column_stack((signal / 2.0, signal / 2.0 + exact[:, 0])) + 0.3 * rng.standard_normal((4000, 2))
    g, c, sigma = mixed_total_least_squares(noisy, exact[:, 1:])
    assert np.linalg.norm(noisy @ g + exact[:, 1:] @ c) == pytest.approx(sigma[-1], rel=1e-9)
    best = min(np.linalg.norm(_residual(noisy @ [np.cos(a), np.sin(a)], exact[:, 1:])) for a in np.linspace(0, np.pi, 2000))
    assert sigma[-1] == pytest.approx(best, rel=1e-5)


def _residual(v, A):
    return v - A @ np.linalg.lstsq(A, v, rcond=None)[0]


def test_stiffness_and_backlash_of_a_drive_train_come_out():
    rng = np.random.default_rng(1)
    t = np.linspace(0, 10, 3000)
    effort, link = 20 * np.sin(3 * t), np.sin(t)
    motor = link + effort / 5000 + 0.001 * np.sign(effort) + 0.02 + 1e-5 * rng.standard_normal(3000)
    found = joint_elasticity(motor, link, effort)
    assert abs(found.stiffness - 5000) < 4 * found.stiffness_deviation < 40
    assert abs(found.backlash - 0.002) < 4 * found.backlash_deviation < 1e-5
    assert found.offset == pytest.approx(0.02, abs=1e-5)
    tight = joint_elasticity(motor - 0.001 * np.sign(effort), link, effort)
    assert tight.backlash == 0.0
    with pytest.raises(InputError, match="the data show no elasticity"):
        joint_elasticity(link + 1e-5 * rng.standard_normal(3000), link, effort)
