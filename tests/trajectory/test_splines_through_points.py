"""Test splines through points: end conditions, continuity, comparison with SciPy and with harmonic motions."""

from __future__ import annotations

import numpy as np
import pytest
from central_differences import worst_difference, worst_jump
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from parados.errors import InputError
from parados.trajectory import point_to_point, through
from parados.trajectory.splines import ENDS, KINDS

T = np.array([0.5, 1.0, 1.7, 2.0, 3.0, 3.2, 4.0])
X = np.random.default_rng(0).normal(size=(7, 2))
SMOOTH = {"quintic": 4, "cubic": 2, "trigonometric": 2}


def points(ends):
    return np.vstack([X[:-1], X[:1]]) if ends == "periodic" else X


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("kind", KINDS)
def test_spline_passes_the_points_and_is_smooth(kind, ends):
    x = points(ends)
    motion = through(x, T, kind=kind, ends=ends)
    assert motion.times == (0.5, 4.0)
    assert np.abs(motion(T).x - x).max() < 1e-12
    for k in range(min(SMOOTH[kind], 3) + 1):
        assert worst_jump(motion, k) < 1e-9
    assert worst_difference(motion) < 1e-6
    first, last = motion(0.5), motion(4.0)
    if ends == "rest":
        assert np.abs([first.xd, last.xd]).max() < 1e-12
        assert (np.abs([first.xdd, last.xdd]).max() < 1e-11) == (kind == "quintic")
    elif ends == "periodic":
        assert np.abs(first.xd - last.xd).max() < 1e-11 and np.abs(first.xdd - last.xdd).max() < 1e-10
    else:
        zero = motion.derivative(np.array([0.5, 4.0]), 3 if kind == "quintic" else 2)
        assert np.abs(zero).max() < 1e-9


def test_quintic_through_two_points_equals_point_to_point():
    t = np.linspace(0, 1.5, 31)
    assert np.abs(through([[0, 1], [1, 3]], [0, 1.5])(t).x - point_to_point([0, 1], [1, 3], 1.5)(t).x).max() < 1e-13


def test_quintic_spline_reproduces_a_polynomial_of_fifth_degree():
    """The polynomial is at rest at both ends; with natural ends the spline reproduces a straight line."""
    t = np.array([0, 0.2, 0.7, 1.1, 2.0])
    motion, law = through(point_to_point(0, 1, 2.0)(t).x, t), point_to_point(0, 1, 2.0)
    fine = np.linspace(0, 2, 41)
    assert np.abs(motion(fine).x - law(fine).x).max() < 1e-13 and np.abs(motion(fine).xdd - law(fine).xdd).max() < 1e-11
    line = through(3 * t[:, None] + 1, t, kind="quintic", ends="natural")
    assert np.abs(line(fine).xd - 3).max() < 1e-11


W = 2.3
HARMONIC_TIMES = np.array([0, 0.1, 0.5, 1.0, 1.1, 1.9, 2 * np.pi / W])


def harmonic(t, k):
    """Return derivative k of 1 + cos(w t) and of 2 - 3 cos(w t)."""
    return np.column_stack(
        [(k == 0) + W**k * np.cos(W * t + k * np.pi / 2), 2 * (k == 0) - 3 * W**k * np.cos(W * t + k * np.pi / 2)]
    )


@pytest.mark.parametrize("ends", ["rest", "periodic"])
def test_trigonometric_spline_reproduces_a_harmonic_motion(ends):
    motion = through(harmonic(HARMONIC_TIMES, 0), HARMONIC_TIMES, kind="trigonometric", ends=ends, frequency=W)
    t = np.linspace(0, HARMONIC_TIMES[-1], 101)
    for k in range(4):
        assert np.abs(motion.derivative(t, k) - harmonic(t, k)).max() < 1e-11


def test_trigonometric_spline_with_natural_ends_reproduces_a_sine_and_a_drift():
    t, fine = np.linspace(0, np.pi / W, 5), np.linspace(0, np.pi / W, 33)
    motion = through(np.sin(W * t) + 3 * t, t, kind="trigonometric", ends="natural", frequency=W)
    assert np.abs(motion(fine).xd[:, 0] - W * np.cos(W * fine) - 3).max() < 1e-11


def test_trigonometric_spline_between_two_points_is_the_half_cosine():
    t = np.linspace(0, 2, 21)
    assert np.abs(through([0, 1], [0, 2], kind="trigonometric")(t).x[:, 0] - 0.5 * (1 - np.cos(np.pi * t / 2))).max() < 1e-14


def test_trigonometric_spline_of_low_frequency_tends_to_cubic_spline():
    t, cubic = np.linspace(0.5, 4, 99), CubicSpline(T, X, bc_type="clamped")
    far, near = (np.abs(through(X, T, kind="trigonometric", frequency=w)(t).x - cubic(t)).max() for w in (0.1, 0.01))
    assert near < 2e-5 and abs(far / near - 100) < 1  # the difference is of order w^2
    assert np.abs(through(X, T, kind="cubic")(t).x - cubic(t)).max() < 1e-14


@given(steps=st.lists(st.floats(0.05, 5), min_size=2, max_size=8), kind=st.sampled_from(KINDS), seed=st.integers(0, 99))
def test_spline_passes_points_at_random_times(steps, kind, seed):
    t = np.concatenate([[0], np.cumsum(steps)])
    x = np.random.default_rng(seed).normal(size=(len(t), 1))
    assert np.abs(through(x, t, kind=kind)(t).x - x).max() < 1e-9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X, T[:-1]), "times: 7 entries are expected, as in the table of points, not 6"),
        ((X, T[::-1]), r"times\[1\]: 3.2 s does not come after 4 s"),
        ((X, np.append(T[:-1], T[-2])), "must increase"),
        ((X[:1], T[:1]), "k >= 2"),
        ((X, T, "linear"), "kind: 'linear' is not known; use quintic"),
        ((X, T, "cubic", "clamped"), "ends"),
        ((X, T, "cubic", "periodic"), "the last point differs from the first"),
        ((X[[0, 1, 0]], T[:3], "quintic", "periodic"), "needs 6 points"),
        ((X, T, "cubic", "rest", 1.0), "only a trigonometric spline"),
        ((X, T, "trigonometric", "rest", 4.0), "half a period"),
        ((X, T, "trigonometric", "rest", 1e-4), "too slow"),
        ((X, T, "trigonometric", "rest", -1.0), "positive"),
        ((X[:2], T[:2], "trigonometric", "natural"), "add points"),
        ((X[:2], T[:2], "quintic", "natural"), "needs 3 points"),
    ],
)
def test_invalid_arguments_are_rejected(arguments, message):
    points, times, *rest = arguments
    options = dict(zip(("kind", "ends", "frequency"), rest, strict=False))
    with pytest.raises(InputError, match=message):
        through(points, times, **options)
