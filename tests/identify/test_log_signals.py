"""Test derivatives of noisy positions: Fourier series, splines and filters against exact derivatives, and the cut-off."""

from __future__ import annotations

import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from tests.identify.made_logs import five_bar_joints

from parados.errors import InputError
from parados.identify import filtered, propose_cut_off
from parados.identify.derivatives_of_log import SignalChoice, differentiated
from parados.identify.zero_phase_filter import central_differences, low_pass
from parados.trajectory import sampled
from parados.trajectory.cut_off import SPLINE
from parados.trajectory.regression_spline import regression_spline

NAMES = ("q11", "q21")


def rms(values):
    return float(np.sqrt(np.mean(np.asarray(values) ** 2)))


def acceleration_error(noise, qdd=slice(None), **choice):
    """Root mean square error of accelerations at usable rows, as a part of the acceleration; and the derivatives."""
    t, q, _, exact = five_bar_joints("train", noise)
    found = differentiated(t, q, NAMES, SignalChoice(**choice))
    return rms((found.qdd - exact)[found.valid]) / rms(exact), found


@pytest.mark.parametrize(
    ("method", "noise", "allowed"),
    [
        ("auto", 0.0, 1e-10),
        ("spline", 0.0, 1e-4),
        ("filter", 0.0, 2e-3),
        ("auto", 2e-5, 1e-4),
        ("spline", 2e-5, 1e-3),
        ("filter", 2e-5, 3e-3),
    ],
)
def test_accelerations_are_near_the_exact_ones(method, noise, allowed):
    error, found = acceleration_error(noise, method=method)
    assert error < allowed
    assert found.method == ("fourier" if method == "auto" else method)


def test_periodic_log_is_recognised_with_its_period_and_harmonics():
    for periods in (1, 2.6, 5):
        t, q, _, qdd = five_bar_joints("train", 2e-5, periods)
        found = differentiated(t, q, NAMES, SignalChoice())
        assert found.method == "fourier" and found.series.period == pytest.approx(2.0, abs=1e-4)
        assert found.series.harmonics in (9, 10) and rms(found.qdd - qdd) < 1e-3 * rms(qdd)
        assert np.abs(found.series.residual / 2e-5 - 1).max() < 0.1


def test_motion_that_is_not_periodic_gets_a_spline():
    t, q, *_ = five_bar_joints("train", 2e-5, 1.7)
    found = differentiated(t[:850], q[:850], NAMES, SignalChoice())
    assert found.method == "spline"
    with pytest.raises(InputError, match="not periodic; give its period"):
        differentiated(t[:850], q[:850], NAMES, SignalChoice(method="fourier"))


@pytest.mark.parametrize("noise", [1e-7, 1e-6, 2e-5, 2e-4, 1e-3])
def test_proposed_cut_off_is_nearly_the_best(noise):
    t, q, _, qdd = five_bar_joints("train", noise)

    def error(cut_off):
        return rms((regression_spline(t, q, cut_off)(t, nu=2) - qdd)[100:-100])

    proposed = propose_cut_off(q, t[1], sharpness=SPLINE)
    assert error(proposed.proposed) < 2 * min(error(f) for f in np.geomspace(5, 60, 15))
    assert np.abs(proposed.noise / noise - 1).max() < 0.15


def test_cut_off_that_lets_noise_dominate_is_warned_of():
    with pytest.warns(RuntimeWarning, match=r"with 150 Hz noise makes \d.*% of the acceleration of q"):
        error, found = acceleration_error(2e-5, method="spline", cut_off=150.0)
    assert error > 0.03 and "estimates would be biased" in found.remarks[-1]
    with pytest.warns(RuntimeWarning, match="3 Hz removes .* whose motion reaches"):
        acceleration_error(2e-5, method="filter", cut_off=3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert acceleration_error(2e-5, method="spline", cut_off=20.0)[0] < 0.001


def test_automatic_smoothing_of_samples_cannot_follow_the_noise():
    """Generalised cross-validation of cubic splines left errors of 40 % here, and an acceleration of zero at the ends."""
    t, q, _, qdd = five_bar_joints("train", 2e-5)
    error = sampled(t, q, smoothing="auto").table(t).xdd - qdd
    assert rms(error) < 0.002 * rms(qdd) and np.abs(error).max() < 0.03 * np.abs(qdd).max()


def test_too_small_deviation_of_the_noise_is_warned_of():
    """FITPACK follows the noise if its deviation is given too small by a factor of two: errors of 60 % here."""
    t, q, _, qdd = five_bar_joints("train", 2e-5, 1)
    with pytest.warns(RuntimeWarning, match="a noise of 1e-05 is given, but the samples of coordinate . have one of about 2"):
        rough = sampled(t, q, smoothing=1e-5).table(t).xdd
    assert rms(rough - qdd) > 0.1 * rms(qdd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rms(sampled(t, q, smoothing=2e-5).table(t).xdd - qdd) < 0.01 * rms(qdd)


def test_zero_phase_filter_has_its_gain_and_no_delay():
    t = np.arange(4000) / 1000
    wave = np.sin(2 * np.pi * 10 * t)
    inside = slice(1000, 3000)
    for cut_off in (5.0, 10.0, 40.0):
        gain = 1 / (1 + (10 / cut_off) ** 8)
        assert rms((low_pass(wave, 1e-3, cut_off) - gain * wave)[inside]) < 2e-3
    slope = central_differences(wave, 1e-3)
    assert np.abs(slope - 20 * np.pi * np.cos(20 * np.pi * t))[4:-4].max() < 1e-7


def test_filter_on_both_sides_of_a_regression_keeps_its_solution():
    rng = np.random.default_rng(0)
    W = np.cumsum(rng.standard_normal((3000, 2, 3)), axis=0)
    chi = np.array([1.0, -2.0, 0.5])
    left, right = filtered(W, 1e-3, 30.0), filtered(W @ chi, 1e-3, 30.0)
    assert left.shape == (375, 2, 3) and np.abs(left @ chi - right).max() < 1e-9
    assert len(filtered(W, 1e-3, 30.0, 10)) == 300
    with pytest.raises(InputError, match="600 Hz is not below half the sampling rate, 500 Hz"):
        filtered(W, 1e-3, 600.0)


def test_filter_takes_every_kind_of_number():
    rows = np.sin(np.arange(200) * 0.01)
    assert np.array_equal(filtered(rows, 0.01, Decimal("5")), filtered(rows, 0.01, 5.0))
    assert np.array_equal(filtered(rows, Decimal("0.01"), Fraction(5)), filtered(rows, 0.01, 5.0))
