"""Simulations that cannot begin or cannot go on: a sentence with the time, and what was computed so far."""

import numpy as np
import pytest
from tests.simulate.small_machines import compiled, four_bars, one_joint

import parados
from parados.control import Sampling
from parados.errors import InputError, SimulationError, SingularConfigurationError, UnreachableError
from parados.simulate import Run, simulate
from parados.sources.briot_khalil.singular.tripteron_motions import corrected_motion

MASS = one_joint("P", "link: {mass: 2}")


@pytest.fixture
def mass(tmp_path):
    return compiled(MASS, tmp_path)


@pytest.mark.parametrize(
    ("law", "told"),
    [
        (lambda t: [np.nan] if t > 0.5 else [1.0], r"at t = 0\.5\d* s efforts\[0\]: nan is not a finite number"),
        (lambda t: [1.0, 2.0] if t > 0.5 else [1.0], r"at t = 0\.5\d* s efforts: the function returns .* \(1,\) is expected"),
        (lambda t: "much" if t > 0.5 else [1.0], r"at t = 0\.5\d* s efforts: numbers are expected"),
    ],
)
def test_a_law_that_returns_nonsense_ends_the_run_with_its_time(mass, law, told):
    with pytest.raises(SimulationError, match=told) as caught:
        simulate(mass, [0.1], [0.0], 1.0, efforts=lambda t, state: law(t), times=101)
    run = caught.value.run
    assert isinstance(run, Run)
    assert 0.4 < run.t[-1] <= 0.5
    assert np.abs(run.x[:, 0] - 0.1 - run.t**2 / 4).max() < 1e-9
    assert not run.complete
    assert "ended early" in run.summary()


def test_an_exception_of_a_law_passes_and_tells_the_time(mass):
    def law(t, state):
        return [1 / (1 if t < 0.5 else 0)]

    with pytest.raises(ZeroDivisionError) as caught:
        simulate(mass, [0.1], [0.0], 1.0, efforts=law)
    assert any("at t = 0.5" in note for note in caught.value.__notes__)
    assert caught.value.run.t[-1] <= 0.5


def test_unstable_gains_diverge_with_a_time(mass):
    with pytest.raises(SimulationError, match=r"at t = \d\.\d+ s the motion diverges: a rate of"):
        simulate(mass, [0.1], [0.0], 10.0, efforts=lambda t, state: 1e3 * state.qd + state.q)


@pytest.mark.slow
def test_a_law_that_switches_without_end_is_given_up_with_advice(mass):
    with pytest.raises(SimulationError, match=r"steps in a row are shorter .* if a law jumps, use period"):
        simulate(mass, [0.1], [0.0], 1.0, efforts=lambda t, state: -state.q - np.sign(state.q + state.qd))


def test_starts_off_the_closures_and_out_of_reach(tmp_path):
    model = parados.load("five-bar").compile()
    joints = np.array(model.joints([0.02, 0.25]))
    closed = simulate(model, [0.02, 0.25], [0.0, 0.0], 0.01, joints=joints, times=2)
    assert np.allclose(closed.joints[0], joints, atol=1e-12)
    with pytest.raises(InputError, match=r"joints: these positions leave the loops open by \d\.\de-02 at x"):
        simulate(model, [0.02, 0.25], [0.0, 0.0], 0.01, joints=joints + np.eye(5)[1] * 0.05)
    with pytest.raises(UnreachableError):
        simulate(model, [2.0, 2.0], [0.0, 0.0], 0.01)
    with pytest.raises(SingularConfigurationError, match=r"x = \[0\.0\] is singular"):
        simulate(compiled(four_bars(1), tmp_path), [0.0], [1.0], 0.1)


def test_joints_of_any_working_mode_begin_a_run():
    """The platform's angle depends on the mode, and follows from the joints."""
    model = parados.load("five-bar").compile()
    for mode in model.working_modes():
        joints = np.array(model.joints([0.02, 0.25], mode=mode))
        from_joints = simulate(model, [0.02, 0.25], [0.1, 0.0], 0.002, joints=joints, times=2)
        from_mode = simulate(model, [0.02, 0.25], [0.1, 0.0], 0.002, mode=mode, times=2)
        assert np.allclose(from_joints.joints, from_mode.joints, atol=1e-12)


def test_a_keyboard_interrupt_keeps_the_run(mass):
    def law(t, state):
        if t > 0.5:
            raise KeyboardInterrupt
        return [0.0]

    run = simulate(mass, [0.1], [1.0], 1.0, efforts=law, times=11)
    assert not run.complete
    assert 0.3 < run.t[-1] <= 0.5


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"method": "rk4", "limits": "stop"}, "limits='stop': a method with fixed steps does not have it"),
        ({"method": "rk4", "tolerance": 1e-6}, "tolerance: a method with fixed steps does not have it"),
        ({"method": "rk4", "period": 1e-2}, "period: it tells how a control law runs, and there is no control"),
        ({"method": "rk4", "sampling": Sampling(effort_limit=1.0)}, "sampling: it tells how a control law runs"),
        ({"method": "euler"}, "method: 'euler' is not known; use DOP853, Radau"),
        ({"tolerance": 0.0}, "tolerance: a number from 1e-13 to 1e-3 is expected"),
        ({"restitution": 0.5}, "restitution: it needs limits='stop'"),
        ({"limits": "bounce"}, "limits: 'bounce' is not known; use end, stop, ignore"),
        ({"efforts": [1.0], "control": lambda t, q, qd, x, xd: q}, "control: give efforts or control, not both"),
        ({"control": lambda t: 1.0}, "control: a function of t, q, qd, x, xd is expected"),
        ({"cut_off": {"r": 1.0}}, "cut_off: 'r' is not an actuator; use s"),
        ({"wrench": [1.0] * 6}, "wrench: this robot has no platform"),
        ({"times": [0.5, 0.2]}, "times: increasing times from 0 to the duration, 1 s, are expected"),
        ({"friction": "dry"}, "friction: 'dry' is not known; use True, False or 'viscous'"),
        ({"flexible": True}, "flexible: nothing in this robot is elastic"),
        ({"period": 0.1, "efforts": [1.0]}, "period: it tells how a control law runs, and there is no control and no function"),
        ({"method": "rk4", "step": 1e-9}, "step: 1e-09 s makes 1e[+]09 steps in 1 s; at most 100,000,000 are accepted"),
        ({"breaks": [1e29]}, "breaks: times from 0 to the duration, 1 s, are expected, not .1e[+]29"),
        ({"breaks": -1}, "breaks: times from 0 to the duration, 1 s, are expected, not -1"),
        ({"breaks": [[0.1], [0.2]]}, "breaks: times from 0 to the duration, 1 s, are expected"),
        ({"joints": [0.1], "mode": [1]}, "mode: the joints, which are given too, determine the working mode; give one"),
        ({"period": 1e-9, "control": lambda t, q, qd, x, xd: q}, "period: 1e-09 s makes 1e[+]09 samples"),
    ],
)
def test_arguments_that_do_not_fit_are_rejected_in_a_sentence(mass, options, told):
    with pytest.raises(InputError, match=told):
        simulate(mass, [0.1], [0.0], 1.0, **options)


@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_a_robot_that_moves_without_inertia_is_rejected(method):
    """The leg of the Tripteron in section 9.5.4 of the book has massless links."""
    motion = corrected_motion()
    at = motion.trajectory(0.0)
    with pytest.raises(InputError, match="can move without inertia, so that its accelerations are not determined; give masses"):
        simulate(motion.model, at.x, at.xd, 0.01, method=method)
