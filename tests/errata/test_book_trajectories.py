"""Check the polynomials of the book: (D.13), and those across singularities, (9.51)-(9.54) and (9.115)-(9.117)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial

X = Polynomial([0, 0, 0, 0.03062, 0.36498, -0.08964, -0.63889, 0.55539, -0.13198])  # (9.53)
Y = Polynomial([0.33818, 0, 0, 0.40308, -1.95392, 0.1490, 3.13259, -2.56936, 0.60008])  # (9.54)
Y_13 = Polynomial([0.33818, 0, 0, 3.05172, -23.59052, 43.55897, -26.66084, -0.25459, 3.64490])  # (9.117)


def ends(s):
    """(6,) position, velocity, acceleration at 0 and 1."""
    return [s.deriv(k)(t) if k else s(t) for t in (0.0, 1.0) for k in range(3)]


def test_equation_d_13_has_wrong_coefficients():
    """The printed 10, -6, +15 ends at 19 with a velocity of 81; the right coefficients are 10, -15, +6."""
    assert ends(Polynomial([0, 0, 0, 10, -15, 6])) == pytest.approx([0, 0, 0, 1, 0, 0], abs=1e-12)
    assert ends(Polynomial([0, 0, 0, 10, -6, 15])) == pytest.approx([0, 0, 0, 19, 81, 288])


def test_equations_9_51_and_9_52_are_exchanged(model):
    """(9.40) needs the acceleration along the aligned links; the printed values and polynomials have it normal to them."""
    q = model("five-bar").joints([X(0.75), Y(0.75)])
    along = np.array([np.cos(q[0] + q[1]), np.sin(q[0] + q[1])])
    assert along[1] / along[0] == pytest.approx(-0.0688, abs=1e-4)
    across = np.array([-along[1], along[0]])
    planned = np.array([X.deriv(2)(0.75), Y.deriv(2)(0.75)])
    printed = np.array([6.8e-4, -0.01])
    assert planned == pytest.approx(printed, rel=0.06)
    for acceleration in (printed, planned):
        assert abs(across @ acceleration) / np.linalg.norm(acceleration) > 0.99
        exchanged = acceleration[::-1]
        assert abs(across @ exchanged) / np.linalg.norm(exchanged) < 0.01


def test_equation_9_115_exchanges_velocity_and_acceleration():
    """At t_s the polynomial (9.117) has the values of (9.115), but with velocity and acceleration exchanged."""
    at_t_s = [Y_13(0.5), Y_13.deriv()(0.5), Y_13.deriv(2)(0.5)]
    assert at_t_s == pytest.approx([0.2021, -0.693, 0.147], rel=1e-3)
