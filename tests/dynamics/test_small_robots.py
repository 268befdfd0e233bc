"""A robot of millimetres and grams is computed as its larger copy is: no number of the engine is a length or a mass."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from scaled_robots import scaled_robot, scales_of_x

LENGTH, MASS = 2.0**-9, 2.0**-9
"""Powers of two: scaling has no round-off."""

SAME = 1e-12
"""Relative tolerance: the copy may solve its equations in rows of other sizes."""

EFFORTS = 1e-11
"""Relative tolerance of efforts: Newton's method closes the loops of the squeezer to 1e-12 m, and its inertia forces cancel."""

ROBOTS = ("andrews-squeezer", "hexaglide", "h4")


@pytest.fixture(scope="module", params=ROBOTS)
def pair(request):
    """The robot, its small copy, the factors of x, and a pose, rates and accelerations of the robot."""
    whole, small = parados.load(request.param), scaled_robot(request.param, LENGTH, MASS)
    span = whole.survey.upper - whole.survey.lower
    rng = np.random.default_rng(1)
    x = np.array(whole.survey.home) + 0.02 * rng.uniform(-1, 1, (5, len(span))) * span
    rates = rng.normal(size=(2, 5, len(span))) * span
    return whole.compile("vm"), small.compile("vm"), scales_of_x(whole, LENGTH), (x, *rates)


def assert_same(found, wanted, tolerance=SAME):
    assert np.isfinite(wanted).all()
    assert np.abs(found - wanted).max() <= tolerance * np.abs(wanted).max()


def test_mass_matrix_scales_with_mass_and_squared_length(pair):
    whole, small, scales, (x, _, _) = pair
    found = small.mass_matrix(x * scales) * np.outer(scales, scales) / (MASS * LENGTH**2)
    assert_same(found, whole.mass_matrix(x))


def test_efforts_and_accelerations_scale(pair):
    whole, small, scales, (x, xd, xdd) = pair
    turning = np.array([whole.mechanism.joints[k].unit == "rad" for k in whole.mechanism.actuated])
    units = MASS * np.where(turning, LENGTH**2, LENGTH)
    tau = whole.inverse_dynamics(x, xd, xdd)
    assert_same(small.inverse_dynamics(x * scales, xd * scales, xdd * scales) / units, tau, EFFORTS)
    found = small.forward_dynamics(x * scales, xd * scales, tau * units) / scales
    assert_same(found, whole.forward_dynamics(x, xd, tau), EFFORTS)


@pytest.mark.parametrize("name", ["hexaglide", "h4", "quattro"])
def test_base_parameters_are_the_same(name):
    whole, small = parados.load(name).base_parameters(), scaled_robot(name, LENGTH, MASS).base_parameters()
    assert small.names == whole.names
    assert small.gap.dropped < 1e-12
