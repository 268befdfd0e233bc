"""Test laws from rest to rest, speed profiles within limits, and the methods of every motion."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from central_differences import worst_difference, worst_jump
from hypothesis import given
from hypothesis import strategies as st

from parados import load
from parados.errors import InputError
from parados.trajectory import Polynomials, along, concatenate, line, point_to_point, reversed_in_time
from parados.trajectory.motion_arguments import in_range
from parados.trajectory.speed_laws import LAWS, jerk_limited, trapezoidal

ROUND_OFF = 1e-12
STILL = {"cubic": 1, "quintic": 2, "septic": 3, "trapezoidal": 1, "jerk-limited": 2}
"""Order of the highest derivative that is zero at both ends and continuous inside."""


@pytest.mark.parametrize("law", LAWS)
def test_law_goes_from_rest_to_rest_and_is_smooth(law):
    motion = point_to_point([0.0, 1.0, 2.0], [1.0, -1.0, 2.0], 1.7, law=law)
    ends = motion(np.array(motion.times))
    assert np.abs(ends.x - [[0, 1, 2], [1, -1, 2]]).max() < ROUND_OFF
    for k in range(1, STILL[law] + 1):
        assert np.abs(motion.derivative(np.array([0.0, 1.7]), k)).max() < 1e-11
        if len(motion.breaks) > 2:
            assert worst_jump(motion, k) < 1e-10
    assert np.abs(motion.derivative(np.array([0.0, 1.7]), STILL[law] + 1)).max() > 1
    assert worst_difference(motion) < 1e-7
    half = motion(0.85)
    assert np.abs(half.x - [0.5, 0, 2]).max() < ROUND_OFF and np.abs(half.xdd).max() < 1e-11


@pytest.mark.parametrize("law", LAWS)
def test_rates_are_exactly_zero_at_rest(law):
    """Dry friction would follow the sign of a rate of 1e-14."""
    a, b, c = np.random.default_rng(0).normal(size=(3, 3))
    there, back = point_to_point(a, b, 0.7, law=law), along(line(b, c), law=law, duration=0.9)
    for motion, rests in (
        (there, (0.0, 0.7)),
        (back, (0.0, 0.9)),
        (reversed_in_time(there), (0.0, 0.7)),
        (concatenate(there, back), (0.0, 0.7, there.duration + back.duration)),
    ):
        assert not motion(np.array(rests)).xd.any() and not motion.derivative(np.array(rests), 1).any()
        assert not any(motion(t).xd.any() or motion.derivative(t, 1).any() for t in rests)
        assert motion(rests[1] - 1e-3).xd.all()


def test_efforts_at_the_end_of_a_motion_have_no_dry_friction():
    """The five-bar has 2.94 N m of it; rates of the septic polynomial at its end are sums of round-off."""
    model = load("five-bar").compile()
    motion = point_to_point([-0.05, 0.25], [0.08, 0.3], 0.7, law="septic")
    efforts = model.inverse_dynamics(*motion(np.array(motion.times)))
    assert np.abs(efforts).max() < 1e-11


def test_quintic_law_equals_d13_with_its_misprint_corrected():
    t = np.linspace(0, 2, 21)
    s = t / 2
    assert np.abs(point_to_point(0, 1, 2.0)(t).x[:, 0] - (10 * s**3 - 15 * s**4 + 6 * s**5)).max() < ROUND_OFF


def test_peak_speed_and_acceleration_equal_textbook_constants():
    """The constants are the largest speed in units of L / T and the largest acceleration in units of L / T^2."""
    peaks = {
        "cubic": (1.5, 6.0),
        "quintic": (1.875, 10 / np.sqrt(3)),
        "septic": (35 / 16, 84 * np.sqrt(5) / 25),
        "trapezoidal": (1.5, 4.5),
    }
    for law, (speed, acceleration) in peaks.items():
        limits = point_to_point(0, 3, 2.0, law=law).limits()
        assert abs(limits.velocity.value[0] - 3 * speed / 2) < ROUND_OFF
        assert abs(limits.acceleration.value[0] - 3 * acceleration / 4) < ROUND_OFF
    quintic = point_to_point(0, 1, 1.0).limits()
    assert abs(quintic.velocity.time[0] - 0.5) < 1e-7
    assert abs(quintic.acceleration.time[0] - (0.5 - np.sqrt(3) / 6)) < 1e-9


positive = st.floats(1e-3, 1e3)


@given(length=positive, v=positive, a=positive, j=positive)
def test_speed_profiles_keep_their_limits(length, v, a, j):
    for law, top in ((trapezoidal(length, v, a), None), (jerk_limited(length, v, a, j), j)):
        limits = law.limits()
        assert abs(limits.highest.value[0] / length - 1) < 1e-12 and limits.lowest.value[0] > -1e-12 * length
        assert limits.velocity.value[0] <= v * (1 + 1e-9) and limits.acceleration.value[0] <= a * (1 + 1e-9)
        middle = 0.5 * (law.breaks[1:] + law.breaks[:-1])
        jerk = np.abs(law.derivative(middle, 3)).max()
        assert jerk == 0 if top is None else jerk <= top * (1 + 1e-9)
        at_end = abs(law.derivative(law.times[1], 1)[0])
        assert at_end < 1e-12 * limits.velocity.value[0] + 1e-15 * a * law.duration  # the second term is round-off of the time
        # The fastest law is at one of its limits at every instant.
        busy = [np.abs(law.derivative(middle, k)[:, 0]) / top for k, top in ((1, v), (2, a), (3, top)) if top is not None]
        assert np.abs(np.max(busy, axis=0) - 1).max() < 1e-6


def test_short_motions_do_not_reach_all_limits():
    full, no_coast, no_plateau = (jerk_limited(length, 1.0, 2.0, 10.0) for length in (2.0, 0.5, 0.01))
    assert [len(law.breaks) - 1 for law in (full, no_coast, no_plateau)] == [7, 6, 4]
    assert abs(full.duration - (2.0 / 1.0 + 1.0 / 2.0 + 2.0 / 10.0)) < ROUND_OFF  # L/v + v/a + a/j
    assert abs(no_plateau.duration - 4 * np.cbrt(0.01 / 20)) < ROUND_OFF
    assert len(trapezoidal(0.1, 1.0, 2.0).breaks) == 3


def test_extreme_values_between_samples_are_found():
    """The reference is NumPy's roots of the derivative of polynomials with several extrema."""
    rng = np.random.default_rng(4)
    motion = Polynomials(rng.normal(size=(2, 10)), 1.0, about=0.5)
    limits = motion.limits()
    for i in range(2):
        p = np.polynomial.Polynomial(motion.coefficients[i])
        for k, extreme, sign in (
            (0, limits.highest, 1),
            (0, limits.lowest, -1),
            (1, limits.velocity, 0),
            (2, limits.acceleration, 0),
        ):
            f = p.deriv(k) if k else p
            roots = p.deriv(k + 1).roots()
            u = np.append(roots[(np.abs(roots.imag) < 1e-9) & (np.abs(roots.real) <= 0.5)].real, [-0.5, 0.5])
            best = sign * (sign * f(u)).max() if sign else np.abs(f(u)).max()
            assert abs(extreme.value[i] - best) < 1e-12
            value = f(extreme.time[i] - 0.5)
            assert abs((value if sign else abs(value)) - best) < 1e-11


def test_shapes_of_states_and_samples():
    motion = point_to_point([0, 1], [1, 0], 2.0)
    assert motion.n == motion.n_rates == 2 and motion.times == (0.0, 2.0)
    assert motion(1).x.shape == (2,) and motion([0.0, 1.0]).xdd.shape == (2, 2)
    t, states = motion.sample(11)
    assert t.shape == (11,) and states.xd.shape == (11, 2) and t[-1] == 2.0
    assert np.array_equal(motion(2.0 * (1 + 1e-13)).x, motion(2.0).x)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m(2.1), "outside the motion, which lasts from 0 s to 2 s"),
        (lambda m: m(-1e-6), "outside"),
        (lambda m: m([[0.0]]), "shape"),
        (lambda m: m(float("nan")), "finite"),
        (lambda m: m("now"), "numbers"),
        (lambda m: m.derivative(0.0, -1), "k: .* from 0 to 12"),
        (lambda m: m.derivative(0.0, 1.5), "k: .* from 0 to 12"),
        (lambda m: m.sample(1), "count"),
        (lambda m: m.plot(labels=["px"]), "labels"),
        (lambda m: m.plot(labels=["px", "px"]), "same name"),
        (lambda m: point_to_point([0, 1], [1], 1.0), "end: 2 entries are expected, as in start, not 1"),
        (lambda m: point_to_point(0, 1, -1.0), "positive"),
        (lambda m: point_to_point(0, 1, 1.0, law="linear"), "law: 'linear' is not known; use cubic"),
        (lambda m: point_to_point([[0]], [[1]], 1.0), "shape"),
        (lambda m: trapezoidal(1.0, 0.0, 1.0), "v_max"),
        (lambda m: jerk_limited(1.0, 1.0, 1.0, -1.0), "j_max"),
    ],
)
def test_invalid_arguments_are_rejected(call, message):
    with pytest.raises(InputError, match=message):
        call(point_to_point([0, 1], [1, 0], 2.0))


def test_saved_samples_are_read_back_exactly(tmp_path):
    motion = point_to_point([0, 1], [1, 0], 2.0)
    motion.save(tmp_path / "motion.csv", count=7, labels=["px", "a1"])
    with (tmp_path / "motion.csv").open() as file:
        rows = list(csv.DictReader(file))
    t, states = motion.sample(7)
    assert list(rows[0]) == ["t", "px", "a1", "xd_px", "xd_a1", "xdd_px", "xdd_a1"]
    assert np.array_equal([float(row["xdd_a1"]) for row in rows], states.xdd[:, 1])
    assert np.array_equal([float(row["t"]) for row in rows], t)


def test_plot_has_three_panels_with_units():
    figure = point_to_point([0, 1], [1, 0], 2.0).plot(labels=["px", "a1"], title="there")
    assert [ax.get_ylabel() for ax in figure.axes] == ["x  [m, rad]", "dx/dt  [m/s, rad/s]", "d²x/dt²  [m/s², rad/s²]"]
    assert [len(ax.get_lines()) for ax in figure.axes] == [2, 2, 2]
    assert np.ptp(figure.axes[1].get_lines()[0].get_ydata()) == pytest.approx(1.875 / 2, rel=1e-4)


def test_the_end_of_a_motion_is_shown_with_the_digits_of_the_wrong_time():
    """Both times would look alike with six digits."""
    with pytest.raises(InputError, match=r"t: 2.0000002 s is outside the motion, which lasts from 0 s to 2.0000001 s"):
        in_range("t", [2.0000002], 0.0, 2.0000001)
