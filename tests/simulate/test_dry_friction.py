"""Sticking and slipping of dry friction against exact solutions."""

import numpy as np
import pytest
from tests.simulate.small_machines import BELT, compiled, one_joint

import parados
from parados.simulate import simulate

EXACT = 1e-9
"""Differences from exact solutions; the tolerance of a step is 1e-11."""

OSCILLATOR = one_joint("P", "friction: {fs: 3}, link: {mass: 2}, spring: {stiffness: 50, rest: 0}")


def test_an_oscillator_loses_the_same_amplitude_in_each_half_cycle_and_sticks(tmp_path):
    """m x'' + k x = -fs sign(x'): half cycles of pi sqrt(m/k), each shorter by 2 fs/k; it sticks within fs/k = 0.06 of rest."""
    run = simulate(compiled(OSCILLATOR, tmp_path), [0.7], [0.0], 6.0)
    half = np.pi / 5
    for k, place in enumerate((0.7, -0.58, 0.46, -0.34, 0.22, -0.10, -0.02)):
        middle = (-1) ** k * 0.06
        if k < 6:
            inside = (run.t >= k * half) & (run.t <= (k + 1) * half)
            exact = middle + (place - middle) * np.cos(5 * (run.t[inside] - k * half))
            assert np.abs(run.x[inside, 0] - exact).max() < EXACT
    assert [event.kind for event in run.events] == ["stick"]
    assert run.events[0].t == pytest.approx(6 * half, abs=EXACT)
    rest = run.t > 6 * half
    assert np.abs(run.x[rest, 0] + 0.02).max() < EXACT
    assert np.ptp(run.x[rest, 0]) == 0
    assert not run.xd[rest].any()
    assert run.energy.relative_error < 1e-10


def test_a_joint_at_rest_stays_exactly_at_rest_until_the_effort_exceeds_its_friction(tmp_path):
    """At x = 0.05 the spring pulls with 2.5 N; with 10 t N the joint breaks away at 2.5 + 3 N."""
    run = simulate(compiled(OSCILLATOR, tmp_path), [0.05], [0.0], 1.0, efforts=lambda t, state: [10 * t])
    (event,) = run.events
    assert (event.kind, event.joint) == ("slip", "s")
    assert event.t == pytest.approx(0.55, abs=EXACT)
    before = run.t < 0.55
    assert (run.x[before] == 0.05).all()
    assert not run.xd[before].any()
    tau = run.t[~before] - 0.55  # 2 x'' + 50 (x - 0.05) = 10 tau from rest
    assert np.abs(run.x[~before, 0] - 0.05 - 0.2 * (tau - np.sin(5 * tau) / 5)).max() < EXACT


def test_a_block_on_a_belt_sticks_and_slips_in_turn(tmp_path):
    """The belt carries the block at 0.1 m/s; it slips at a spring force of 3 N, slides with 2 N, and sticks again."""
    run = simulate(compiled(BELT, tmp_path), [0.0, 0.0], [0.1, 0.0], 1.1, times=221)
    sticks, slips = ([event.t for event in run.events if event.kind == kind] for kind in ("stick", "slip"))
    slide = 2 * (np.pi - np.arctan2(0.1 / 10, 0.03 - 0.02)) / 10  # until the block has the speed of the belt again
    back = 0.02 - 0.01  # where it sticks: as far on the other side of 0.02 m
    stick = (0.03 - back) / 0.1
    assert slips[0] == pytest.approx(0.3, abs=1e-8)
    assert sticks[0] == pytest.approx(0.3 + slide, abs=1e-4)  # vs = 1e-6 m/s: the law is not quite a jump
    assert slips[1] - sticks[0] == pytest.approx(stick, abs=1e-3)
    place = run.x.sum(axis=1)
    assert place.max() == pytest.approx(0.02 + np.hypot(0.01, 0.01), abs=1e-4)


@pytest.mark.slow
def test_a_pendulum_with_dry_friction_stops_where_gravity_cannot_move_it(tmp_path):
    """m l^2 a'' = -m g l sin a - c sign(a'): the energy falls by c times the angle; it stops where |m g l sin a| <= c."""
    text = one_joint("R", "friction: {fs: 2}, link: {mass: 1, com: [1, 0, 0]}", gravity="[9.81, 0, 0]")
    run = simulate(compiled(text, tmp_path), [1.5], [0.0], 20.0)
    end = run.x[-1, 0]
    assert 9.81 * abs(np.sin(end)) <= 2
    assert not run.xd[-1].any()
    travelled = float(np.abs(np.diff(run.x[:, 0])).sum())
    fallen = 9.81 * (np.cos(end) - np.cos(1.5))
    assert run.energy.dissipated[-1] == pytest.approx(fallen, rel=1e-9)
    assert 2 * travelled == pytest.approx(fallen, rel=1e-2)  # sums of differences miss a little at each turn


@pytest.mark.parametrize("name", ["five-bar", "dualv"])
def test_robots_with_dry_friction_stay_exactly_where_they_are(name):
    model = parados.load(name).compile()
    run = simulate(model, model.survey.home, np.zeros(model.mechanism.n_dof), 1.0, times=11)
    for values in (run.x, run.joints):
        assert (values == values[0]).all()
    assert not run.joint_rates.any()
    assert not run.events


def test_joints_that_the_closures_tie_break_away_together():
    """Twelve joints of the Tripteron have dry friction, more than its three degrees of freedom."""
    model = parados.load("tripteron").compile()
    run = simulate(model, model.survey.home, np.zeros(3), 0.5, limits="ignore", times=51)
    slips = [event for event in run.events if event.kind == "slip"]
    assert {event.joint for event in slips if event.t == slips[0].t} >= {"q12", "q13", "q14", "q21"}
    assert run.energy.relative_error < 1e-9
    assert run.closure.max() < 1e-14


def test_viscous_friction_alone_and_no_friction(tmp_path):
    text = one_joint("P", "friction: {fs: 3, fv: 4}, link: {mass: 2}")
    model = compiled(text, tmp_path)
    run = simulate(model, [0.1], [1.0], 1.0, friction="viscous")
    assert np.abs(run.xd[:, 0] - np.exp(-2 * run.t)).max() < EXACT
    assert np.abs(simulate(model, [0.1], [1.0], 1.0, friction=False).xd - 1).max() < EXACT
