"""Planned crossings have finite efforts at singularities at which the efforts of the naive motion are unbounded.

The tests compute the efforts from `motion.trajectory` and the inverse dynamics, without the jerk that a limit would need. So
they do not rely on the results that the planned motion reports.
"""

from __future__ import annotations

import numpy as np
import pytest
from crossing_checks import BESIDE, CRITERION, ONE_VALUE, efforts, worst_step
from helpers.crossing_ways import WAYS
from scipy.integrate import solve_ivp

from parados.singularity.determinants import determinants
from parados.sources.briot_khalil.five_bar_model import FiveBar

LONG = ("gough-stewart-fried", "3-rrr-parallelogram", "five-bar-feasible", "tripteron")
LONG += ("schoenflies-4-ruu", "quadrupteron", "3-rps")
CROSSED = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in WAYS]
FROZEN = [one for one in CROSSED if "gough-stewart-fried" in getattr(one, "values", ())]
"""A robot whose source leaves out the rate of an inertia, so that its energy balance never holds."""

GROWS = 0.03
"""Relative tolerance. Naive efforts grow by a factor of 1000 from 1 us to 1 ns; the finite part of the efforts disturbs this."""

BALANCE = 1e-10
"""Relative to the work of the actuators. Quadrature over 500 intervals has an error of about 1e-12, even with dry friction."""


def losses(model, x, xd, mode):
    """Return (N,) the power of friction in all joints, by a second implementation of the friction law."""
    total = np.zeros(len(x))
    for joint, rate in zip(model.mechanism.joints, model.joint_rates(x, xd, mode=mode, joints="all").T, strict=True):
        f = joint.friction
        direction = np.tanh(rate / f.width) if f.width > 0 else np.sign(rate)
        total += rate * (f.fv * rate + (f.fs + f.fb * np.exp(-((rate / f.vs) ** 2))) * direction)
    return total


@pytest.mark.parametrize("name", CROSSED)
def test_efforts_have_the_same_limit_on_both_sides(name, crossing, record_property):
    motion = crossing(name)
    assert motion.passages
    off = worst_step(motion)
    record_property("step of the efforts across a singularity", off)
    assert off < ONE_VALUE


@pytest.mark.parametrize("name", CROSSED)
def test_efforts_converge_linearly_to_the_reported_limit(name, crossing):
    """The difference from the limit 1 us from the instant is a hundredth of that 100 us from it."""
    motion = crossing(name)
    for passage in motion.passages:
        limit = motion.efforts(passage.time)
        for side in (-1, 1):
            t = passage.time + side * np.array([1e-4, 1e-6])
            far, near = np.abs(efforts(motion, motion.trajectory, t) - limit).max(axis=1)
            assert near == pytest.approx(far / 100, rel=0.05)


@pytest.mark.parametrize("name", CROSSED)
def test_naive_efforts_grow_like_one_over_the_time_to_the_singularity(name, crossing):
    motion = crossing(name)
    assert motion.naive_crossings
    for at in motion.naive_crossings:
        for side in (-1, 1):
            _, near, nearest = np.abs(efforts(motion, motion.naive, at + side * BESIDE))
            actuator = nearest.argmax()
            assert nearest[actuator] / near[actuator] == pytest.approx(1000, rel=GROWS)
            assert nearest[actuator] > 1e4 * motion.peak[actuator]


@pytest.mark.parametrize("name", CROSSED)
def test_criterion_holds_at_the_singular_pose(name, crossing, record_property):
    motion = crossing(name)
    for passage in motion.passages:
        at = motion.trajectory(passage.time)
        assert np.allclose(at.x, passage.x, rtol=0, atol=1e-13)
        force = motion.model.platform_force(at.x, at.xd, at.xdd, mode=motion.mode)
        power = np.abs(passage.criterion.motions @ force) / np.linalg.norm(passage.criterion.motions) / np.linalg.norm(force)
        record_property("criterion of a planned crossing", float(power.max()))
        assert power.max() < CRITERION and passage.residual < CRITERION
        J = motion.model.inverse_jacobian(at.x, mode=motion.mode)
        rates = np.linalg.norm(J, axis=0) * np.linalg.norm(passage.criterion.motions)
        assert np.abs(J @ passage.criterion.motions.T).max() < 1e-9 * rates.max()


@pytest.mark.parametrize("name", CROSSED)
def test_motion_goes_from_rest_to_rest_between_the_given_poses(name, crossing, model):
    motion, (start, end) = crossing(name), WAYS[name].ends(model(name))
    first, last = (motion.platform(t) for t in motion.trajectory.times)
    assert np.allclose(first.x, start, rtol=0, atol=1e-9) and np.allclose(last.x, end, rtol=0, atol=1e-9)
    speed = np.abs(motion.platform(motion.times).xd).max()
    for at in (first, last):
        assert np.abs(at.xd).max() < 1e-10 * speed and np.abs(at.xdd).max() < 1e-8 * speed / motion.trajectory.duration
    assert motion.trajectory.times == (0.0, WAYS[name].duration)


@pytest.mark.parametrize("name", CROSSED)
def test_motion_stays_within_reach_and_meets_no_other_singularity(name, crossing):
    motion = crossing(name)
    t = np.linspace(*motion.trajectory.times, 20_001)
    x = motion.trajectory.derivative(t, 0)
    assert np.isfinite(motion.model.joints(x, mode=motion.mode)).all()
    det = determinants(motion.model, x, motion.mode)
    flips = t[np.flatnonzero(det[:-1] * det[1:] < 0)]
    assert np.allclose(flips, [p.time for p in motion.passages], rtol=0, atol=2 * (t[1] - t[0]))


@pytest.mark.parametrize("name", [one for one in CROSSED if one not in FROZEN])
def test_energy_balance_holds_through_the_singularity(name, crossing, record_property):
    """Work of the actuators = change of energy + friction, in windows around the singular instant and over the whole motion."""
    motion = crossing(name)
    nodes, weights = np.polynomial.legendre.leggauss(6)
    for half in (1e-3, 1e-2, 0.1, np.inf):
        t_s, duration = motion.passages[0].time, motion.trajectory.duration
        first, last = max(0.0, t_s - half), min(duration, t_s + half)
        cuts = np.unique([first, t_s, last, *np.linspace(first, last, 501), *np.clip(motion.trajectory.breaks, first, last)])
        t = (cuts[:-1, None] + np.diff(cuts)[:, None] * (1 + nodes) / 2).ravel()
        w = (np.diff(cuts)[:, None] * weights / 2).ravel()
        at = motion.trajectory(t)
        put_in = np.sum(efforts(motion, motion.trajectory, t) * motion.model.joint_rates(at.x, at.xd, mode=motion.mode), axis=1)
        lost = losses(motion.model, at.x, at.xd, motion.mode)
        ends = motion.trajectory(np.array([first, last]))
        energy = motion.model.energy(ends.x, ends.xd, mode=motion.mode).total
        gap = w @ (put_in - lost) - np.diff(energy)[0]
        off = abs(float(gap)) / max(float(w @ (np.abs(put_in) + lost)), 1e-300)
        record_property("energy balance of a crossing", off)
        assert off < BALANCE


def test_five_bar_efforts_near_the_singularity_equal_those_of_the_book(crossing):
    """The inverse dynamics of the book (8.125) does not depend on the engine."""
    motion = crossing("five-bar")
    tau = FiveBar(mode=(1, -1)).functions()["inverse_dynamics"]
    t_s = motion.passages[0].time
    for step in (-0.5, -0.1, -1e-2, -1e-3, -1e-5, 1e-5, 1e-3, 1e-2, 0.1, 0.5):
        at = motion.trajectory(t_s + step)
        book = np.array(tau(*at)).ravel()
        assert motion.efforts(t_s + step) == pytest.approx(book, rel=1e-7)


@pytest.mark.parametrize(("name", "window"), [("five-bar", (-0.2, 0.5)), ("delta-d3-1200", (-0.3, 0.12))])
def test_planned_efforts_drive_the_robot_through_the_singularity(name, window, crossing):
    """SciPy integrates the forward dynamics across the singular instant, and the result follows the planned motion.

    In these windows no joint with dry friction changes its direction.
    """
    motion = crossing(name)
    first, last = motion.passages[0].time + np.array(window)
    at, n = motion.trajectory(first), motion.trajectory.n

    def rates(t, state):
        xdd = motion.model.forward_dynamics(state[:n], state[n:], motion.efforts(t), mode=motion.mode)
        return np.concatenate([state[n:], xdd])

    run = solve_ivp(rates, (first, last), np.concatenate([at.x, at.xd]), rtol=1e-9, atol=1e-11)
    assert np.abs(run.y[:n, -1] - motion.trajectory(last).x).max() < 1e-6
