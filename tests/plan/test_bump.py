"""A short correction changes the acceleration at its instant, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from helpers.crossing_ways import WAYS

from parados.errors import InputError
from parados.plan import cross
from parados.plan.bump import Corrected
from parados.trajectory import point_to_point

BASE = point_to_point([0.0, 1.0], [0.5, -0.4], 2.0)
TIMES, WIDTHS = np.array([0.7, 1.4]), np.array([0.2, 0.1])
CHANGES = np.array([[3.0, -1.0], [-8.0, 0.5]])
MOTION = Corrected(BASE, TIMES, CHANGES, WIDTHS)


def test_correction_changes_only_the_acceleration_at_its_instant():
    at, was = MOTION(TIMES), BASE(TIMES)
    assert np.array_equal(at.x, was.x) and np.array_equal(at.xd, was.xd)
    assert np.allclose(at.xdd - was.xdd, CHANGES, rtol=1e-14)


def test_motion_is_unchanged_outside_the_correction():
    t = np.linspace(0, 2, 4001)
    outside = (np.abs(t[:, None] - TIMES) >= WIDTHS).all(axis=1)
    assert 0 < outside.sum() < len(t)
    for k in range(4):
        assert np.array_equal(MOTION.derivative(t[outside], k), BASE.derivative(t[outside], k))


def test_correction_equals_the_formula_of_the_docstring():
    """SymPy computes b(s) = s^2/2 (1 - (s/w)^2)^4 and its derivatives."""
    s, w = sympy.Symbol("s"), sympy.Rational(1, 5)
    b = s**2 / 2 * (1 - (s / w) ** 2) ** 4
    for k in range(4):
        for at in (-0.19, -0.08, 0.0, 0.03, 0.15):
            expected = float(sympy.diff(b, s, k).subs(s, sympy.Float(at, 30))) * CHANGES[0]
            got = MOTION.derivative(TIMES[0] + at, k) - BASE.derivative(TIMES[0] + at, k)
            assert got == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_correction_begins_and_ends_smoothly():
    """Position, velocity, acceleration and jerk are continuous at the edges, so the efforts are too, and their limits exist."""
    for edge in (TIMES[0] - WIDTHS[0], TIMES[1] + WIDTHS[1]):
        for k in range(4):
            inside, outside = (MOTION.derivative(edge + h, k) - BASE.derivative(edge + h, k) for h in (-1e-9, 1e-9))
            assert np.allclose(inside, outside, atol=1e-5 * np.abs(MOTION.derivative(TIMES + 0.03, 3)).max())


def test_correction_moves_the_robot_less_than_its_bound():
    """The bound is 0.05 w^2 for a unit acceleration."""
    t = np.linspace(0, 2, 20001)
    moved = np.abs(MOTION.derivative(t, 0) - BASE.derivative(t, 0))
    near = np.abs(t - TIMES[1]) < WIDTHS[1]
    assert 0.03 * WIDTHS[1] ** 2 * 8.0 < moved[near, 0].max() < 0.05 * WIDTHS[1] ** 2 * 8.0


def test_derivatives_agree_with_differences():
    t, h = np.linspace(0.05, 1.95, 200), 1e-5
    for k in range(3):
        slope = (MOTION.derivative(t + h, k) - MOTION.derivative(t - h, k)) / (2 * h)
        size = np.abs(MOTION.derivative(t, k + 1)).max()
        assert np.allclose(slope, MOTION.derivative(t, k + 1), atol=1e-4 * size)


def test_breaks_are_the_beginning_instant_and_end_of_each_correction():
    assert np.allclose(MOTION.breaks, [0.0, 0.5, 0.7, 0.9, 1.3, 1.4, 1.5, 2.0])
    assert MOTION.times == BASE.times
    limits = MOTION.limits().acceleration.value
    t = np.linspace(0, 2, 40001)
    sampled = np.abs(MOTION.derivative(t, 2)).max(axis=0)
    assert (limits >= sampled).all() and limits == pytest.approx(sampled, rel=1e-5)


def test_times_outside_the_motion_are_rejected():
    with pytest.raises(InputError):
        MOTION(2.1)


def test_five_bar_with_gravity_and_friction_needs_a_correction(crossing):
    """With gravity, a polynomial of degree 8 with the required acceleration would leave the reach."""
    motion = crossing("five-bar-feasible")
    assert isinstance(motion.trajectory, Corrected)
    x = motion.trajectory.derivative(motion.times, 0)
    moved = np.abs(x - motion.trajectory.base.derivative(motion.times, 0)).max(axis=0)
    assert (moved < 0.05 * motion.trajectory.widths[0] ** 2 * np.abs(motion.trajectory.changes[0]) * (1 + 1e-12)).all()
    with pytest.raises(InputError, match="no crossing motion was found"):
        start, end = WAYS["five-bar-feasible"].ends(motion.model)
        cross(motion.model, start, end, 1.5, degree=8)
