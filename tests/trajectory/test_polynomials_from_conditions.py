"""Test polynomials from conditions: those of the book, random ones, and impossible ones."""

from __future__ import annotations

import numpy as np
import pytest
from central_differences import worst_difference
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from parados.errors import InputError
from parados.trajectory import Condition, Polynomials, point_to_point, polynomials_from_conditions

MET = 1e-12


def rest(time, position):
    x = np.atleast_1d(position)
    return [Condition(time, 0, x), Condition(time, 1, 0 * x), Condition(time, 2, 0 * x)]


def test_fifth_degree_polynomials_of_the_book():
    """Conditions (9.41)-(9.44) give (9.45), (9.46), and (9.109)-(9.110) give (9.112), to the printed digits."""
    five_bar = polynomials_from_conditions([*rest(0, [0, 0.338175]), *rest(1.5, [0.1, 0.1])], 1.5).power_coefficients()
    printed = [[0, 0, 0, 0.296296, -0.296296, 0.079012], [0.338175, 0, 0, -0.705704, 0.705704, -0.188188]]
    assert np.array_equal(five_bar.round(6), printed)
    tripteron = polynomials_from_conditions([*rest(0, 0.33818), *rest(1, 0.08783)], 1.0).power_coefficients()
    assert np.array_equal(tripteron.round(5), [[0.33818, 0, 0, -2.50350, 3.75525, -1.50210]])


BOOK = np.array(
    [
        [0, 0, 0, 0.03062, 0.36498, -0.08964, -0.63889, 0.55539, -0.13198],
        [0.33818, 0, 0, 0.40308, -1.95392, 0.1490, 3.13259, -2.56936, 0.60008],
    ]
)
"""Coefficients printed in (9.53), (9.54)."""


def crossing(at, velocity, acceleration, about=0.75):
    ends = [*rest(0, [0, 0.338175]), *rest(1.5, [0.1, 0.1])]
    return polynomials_from_conditions(
        [*ends, *[Condition(0.75, k, v) for k, v in enumerate((at, velocity, acceleration))]], 1.5, about=about
    )


def test_eighth_degree_polynomials_of_the_book():
    """The conditions (9.47)-(9.52) with the velocities 0.1671 and -0.4813 at t_s give (9.53), (9.54).

    The conditions are printed with few digits. The allowed difference of each coefficient is its own rounding, plus its change
    when a condition changes by half a unit of its last printed digit.
    """
    values = np.array([[0.0543, 0.2], [0.1671, -0.4813], [6.8e-4, -0.01]])
    digits = np.array([[0.5e-4, 0.5e-4], [0.5e-4, 0.5e-4], [0.5e-4, 0.5e-3]])
    found = crossing(*values).power_coefficients()
    slack = np.full_like(found, 0.51e-5)
    for k in range(3):
        change = digits * (np.arange(3) == k)[:, None]
        slack += np.abs(crossing(*(values + change)).power_coefficients() - found)
    slack[1, 5] += 0.5e-4  # printed with one digit less
    assert (np.abs(found - BOOK) < slack).all()
    assert slack.max() < 0.06  # much less than the coefficients, which are up to 3


def test_values_of_the_printed_polynomials_give_the_same_polynomials():
    """Conditions with the values of (9.53), (9.54) at t_s give the same motion, up to the rounding of the coefficients."""
    t = 0.75 ** np.arange(9)
    book = np.array([np.polynomial.polynomial.polyder(BOOK.T, k).T @ t[: 9 - k] for k in range(3)])
    assert np.allclose(book, [[0.05434, 0.2000], [0.1671, -0.4813], [6.45e-4, -0.0102]], rtol=0, atol=1e-4)
    motion, t = crossing(*book), np.linspace(0, 1.5, 31)
    rounding = 0.5e-5 * (1 + (1.5 ** np.arange(3, 9)).sum()) + 0.5e-4 * 1.5**5  # one is printed with one digit less
    assert np.abs(motion(t).x - np.polynomial.polynomial.polyval(t, BOOK.T).T).max() < rounding


def test_argument_about_does_not_change_the_motion():
    values = [[0.0543, 0.2], [0.1671, -0.4813], [6.8e-4, -0.01]]
    t = np.linspace(0, 1.5, 50)
    one, other = crossing(*values, about=0.0), crossing(*values)
    for k in range(4):
        assert np.abs(one.derivative(t, k) - other.derivative(t, k)).max() < 1e-11
    assert worst_difference(other) < 1e-7


def test_acceleration_close_to_about_is_exact_to_round_off():
    """The reference 1e-9 s from `about` is exact rational arithmetic."""
    from fractions import Fraction

    motion = crossing([0.0543, 0.2], [0.1671, -0.4813], [6.8e-4, -0.01])
    at = motion(0.75)
    assert np.array_equal(at.x, [0.0543, 0.2])
    assert np.abs(at.xdd - [6.8e-4, -0.01]).max() < 1e-17
    for t in (0.75 + 1e-9, 0.75 - 1e-6):
        u = (Fraction(t) - Fraction(0.75)) / Fraction(1.5)
        for i in range(2):
            c = [Fraction(v) for v in motion.coefficients[i]]
            exact = sum(k * (k - 1) * c[k] * u ** (k - 2) for k in range(2, 9)) / Fraction(1.5) ** 2
            assert abs(motion(t).xdd[i] / float(exact) - 1) < 1e-15


@given(
    duration=st.floats(0.01, 100),
    about=st.floats(0, 1),
    split=st.floats(0.2, 0.8),
    values=st.lists(st.floats(-10, 10), min_size=9, max_size=9),
)
def test_random_conditions_are_met(duration, about, split, values):
    keys = [(time * duration, order) for time in (0, split, 1) for order in range(3)]
    conditions = [Condition(time, order, [v / duration**order]) for (time, order), v in zip(keys, values, strict=True)]
    motion = polynomials_from_conditions(conditions, duration, about=about * duration)
    c = np.abs(motion.coefficients[0])
    for (time, order), v in zip(keys, values, strict=True):
        terms = (c * np.arange(9.0) ** order).sum() + abs(v)  # terms that may cancel in the evaluation
        assert abs(motion.derivative(time, order)[0] * duration**order - v) <= 1e-14 * terms


def test_conditions_are_met_to_round_off_if_coefficients_are_small():
    motion = crossing([0.0543, 0.2], [0.1671, -0.4813], [6.8e-4, -0.01], about=0.0)
    assert np.abs(motion(1.5).x - [0.1, 0.1]).max() < MET
    assert np.abs(motion(0.75).xd - [0.1671, -0.4813]).max() < MET
    assert np.abs(motion(1.5).xdd).max() < MET * 10


def test_jerk_can_be_prescribed():
    motion = polynomials_from_conditions([*rest(0, 0), Condition(0, 3, [5.0]), *rest(2, 1), Condition(2, 3, [-1.0])], 2.0)
    assert motion.degree == 7
    assert np.abs(motion.derivative(np.array([0.0, 2.0]), 3) - [[5.0], [-1.0]]).max() < 1e-11


def test_free_coefficients_minimise_the_jerk():
    """From rest to rest the quintic has the smallest mean square jerk of all polynomials, also of higher degree."""
    conditions = [*rest(0, [0, 1]), *rest(1.3, [1, -1])]
    t, quintic = np.linspace(0, 1.3, 40), point_to_point([0, 1], [1, -1], 1.3)
    for degree in (6, 9, 12):
        motion = polynomials_from_conditions(conditions, 1.3, degree=degree, about=0.5)
        assert np.abs(motion(t).xdd - quintic(t).xdd).max() < 1e-9


def test_result_is_a_minimum_of_the_mean_square():
    """Adding a polynomial that is zero in all conditions increases the mean square of the chosen derivative."""
    conditions = [*rest(0, 0), *rest(1, 1), Condition(0.4, 0, [0.7])]
    for order in (2, 3, 4):
        motion = polynomials_from_conditions(conditions, 1.0, degree=9, minimise=order)
        null = np.polynomial.polynomial.polyfromroots([0, 0, 0, 1, 1, 1, 0.4])

        def mean_square(extra, motion=motion, null=null, order=order):
            change = np.polynomial.polynomial.polyder(extra * null, order)
            return quad(lambda t: (motion.derivative(t, order)[0] + np.polynomial.polynomial.polyval(t, change)) ** 2, 0, 1)[0]

        assert mean_square(0.1) > mean_square(0.0) < mean_square(-0.1)
        assert abs(mean_square(0.1) - mean_square(-0.1)) < 1e-6 * mean_square(0.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], 1.0), "1 to 61 conditions"),
        ((rest(0, 0), 0.0), "positive"),
        ((rest(2.0, 0), 1.0), r"conditions\[0\].time: 2 s is outside the motion, which lasts from 0 s to 1 s"),
        (([*rest(0, 0)[:1], Condition(5, 0, [1.0])], 1.0), r"conditions\[1\].time: 5 s is outside the motion"),
        (([*rest(0, 0), Condition(0, 0, [1.0])], 1.0), "already"),
        (([*rest(0, 0), *rest(1, 1)], 1.0, 4), "contradict"),
        (([Condition(0, 0, [0.0])], 1.0, 5), "coefficients free"),
        (([Condition(0, 0, [0.0]), Condition(0.5, 3, [1.0])], 1.0, 2), "contradict"),
        (([Condition(0, 0, [0.0]), Condition(1, 0, [1.0])], 1.0, 0), "misses them by"),
        (([Condition(0, 4, [0.0])], 1.0), "order"),
        (([Condition(0, 0, [0.0]), Condition(1, 0, [0.0, 1.0])], 1.0), r"conditions\[1\].value: 1 entry is expected, as in cond"),
        (([Condition(0, 0, [float("nan")])], 1.0), "finite"),
        (([Condition(0, 0, ["a"])], 1.0), "numbers"),
        ((rest(0, 0), 1.0, 61), "degree"),
        (([Condition(0, 0, [0.0]), Condition(1, 0, [0.0]), Condition(0.5, 1, [1.0])], 1.0), "contradict"),
        (([Condition(0.3 + k / 1000, 0, [(-1.0) ** k]) for k in range(4)], 1.0), "misses them by"),
    ],
)
def test_invalid_arguments_are_rejected(arguments, message):
    with pytest.raises(InputError, match=message):
        conditions, duration, *degree = arguments
        polynomials_from_conditions(conditions, duration, degree=degree[0] if degree else None)


def test_message_about_a_time_outside_names_the_argument():
    with pytest.raises(InputError, match="about: 3 s is outside the motion, which lasts from 0 s to 1 s"):
        polynomials_from_conditions(rest(0, 0), 1.0, about=3.0)
    with pytest.raises(InputError, match="t: 3 s is outside the motion"):
        polynomials_from_conditions(rest(0, 0), 1.0)(3.0)


def test_power_coefficients_are_the_same_polynomial():
    motion = Polynomials([[1.0, 2.0, -3.0, 0.5]], 2.0, about=0.7)
    t = np.linspace(0, 2, 9)
    assert np.abs(np.polynomial.polynomial.polyval(t, motion.power_coefficients()[0]) - motion(t).x[:, 0]).max() < 1e-14
