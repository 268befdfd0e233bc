"""Test that a motion at one time equals the row of the stack, for every kind of trajectory."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.trajectories import every_kind

from parados.errors import InputError
from parados.trajectory import Trajectory, through

MOTIONS = every_kind()

ROUND_OFF = 2e-14
"""Largest difference, as a part of the largest entry over the motion: quaternions and angles take some hundred operations."""

SAME_BITS = [
    *(name for name in MOTIONS if name.startswith("point to point") and not name.endswith(("trapezoidal", "jerk-limited"))),
    *(f"along a line, {law}" for law in ("cubic", "quintic", "septic")),
    "polynomials from conditions",
    "point by point",
    "pick-and-place cycle",
    "superposed",
]
"""Kinds without SciPy and without sines, whose numbers are the same to the last bit on every machine."""


def instants(motion: Trajectory) -> np.ndarray:
    """(k,) times: all breaks, their neighbours, and times between them."""
    start, end = motion.times
    around = np.concatenate([motion.breaks, np.nextafter(motion.breaks, -np.inf), np.nextafter(motion.breaks, np.inf)])
    return np.unique(np.concatenate([around.clip(start, end), np.linspace(start, end, 101)]))


@pytest.mark.parametrize("name", MOTIONS)
def test_one_time_equals_the_row_of_the_stack(name):
    motion = MOTIONS[name]
    t = instants(motion)
    stack = motion(t)
    for k, part in enumerate(zip(*(motion(float(at)) for at in t), strict=True)):
        assert np.shape(part) == (len(t), motion.n_rates if k else motion.n)
        assert np.abs(np.array(part) - stack[k]).max() <= ROUND_OFF * np.abs(stack[k]).max()


@pytest.mark.parametrize("name", SAME_BITS)
def test_sums_and_products_give_the_same_bits(name):
    motion = MOTIONS[name]
    t = instants(motion)
    for one, stack in zip(zip(*(motion(float(at)) for at in t), strict=True), motion(t), strict=True):
        assert np.array_equal(one, stack)


@pytest.mark.parametrize("name", MOTIONS)
def test_states_are_the_derivatives_of_the_same_orders(name):
    motion = MOTIONS[name]
    t = motion.start + 0.37 * motion.duration
    for k, part in enumerate(motion(t)):
        assert np.abs(part - motion.derivative(t, k)).max() <= ROUND_OFF * np.abs(motion.derivative(instants(motion), k)).max()


@pytest.mark.parametrize("name", MOTIONS)
def test_a_time_outside_is_rejected_as_in_a_stack(name):
    motion = MOTIONS[name]
    start, end = motion.times
    for outside in (start - 1e-6, end + 1e-6, float("nan"), float("inf")):
        with pytest.raises(InputError) as one:
            motion(outside)
        with pytest.raises(InputError) as stack:
            motion([outside])
        assert str(one.value).replace("t:", "t[0]:") == str(stack.value).replace("t:", "t[0]:")
    for t, inside in ((start - 1e-14, start), (end * (1 + 1e-14), end)):  # outside by round-off only
        assert all(np.array_equal(a, b) for a, b in zip(motion(t), motion(inside), strict=True))


@pytest.mark.parametrize("name", MOTIONS)
def test_results_are_the_callers_own(name):
    motion = MOTIONS[name]
    t = motion.start + 0.37 * motion.duration
    first = motion(t)
    kept = [part.copy() for part in first]
    for part in first:
        part += 1.0
    assert all(np.array_equal(a, b) for a, b in zip(motion(t), kept, strict=True))


def test_every_way_to_write_a_time():
    motion = through([[0.0, 1.0], [1.0, 3.0], [2.0, 0.0]], [0, 1, 2])
    for t in (1, 1.0, np.float64(1), np.float32(1), np.int64(1), np.array(1.0)):
        assert all(a.shape == (2,) and np.array_equal(a, b) for a, b in zip(motion(t), motion(1.0), strict=True))
        assert np.array_equal(motion.derivative(t, 1), motion(1.0).xd)
    for t in (True, np.True_, "1", None, 1j, [[1.0]]):
        with pytest.raises(InputError):
            motion(t)
