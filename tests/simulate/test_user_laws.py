"""Efforts, control laws, samples, cut-off and wrenches in simulations, against exact solutions."""

import numpy as np
import pytest
from tests.simulate.small_machines import compiled, one_joint

import parados
from parados.simulate import simulate

EXACT = 1e-9

MASS = one_joint("P", "link: {mass: 2}")


@pytest.fixture
def mass(tmp_path):
    return compiled(MASS, tmp_path)


def test_constant_efforts_and_functions_of_time_and_state(mass):
    for efforts in ([4.0], lambda t, state: [4.0], lambda t, state: np.array([4.0]) + 0 * state.x):
        run = simulate(mass, [0.1], [0.0], 1.0, efforts=efforts, times=5)
        assert np.abs(run.x[:, 0] - 0.1 - run.t**2).max() < EXACT
        assert np.allclose(run.efforts, 4.0)
    run = simulate(mass, [0.0], [0.0], 1.0, efforts=lambda t, state: -50 * state.joints + 4 * np.cos(3 * t), times=101)
    assert np.abs(run.x[:, 0] - 2 / 16 * (np.cos(3 * run.t) - np.cos(5 * run.t))).max() < EXACT


def test_a_control_law_gets_joints_and_platform_coordinates():
    """Computed torque in x makes the errors of a five-bar a linear oscillator."""
    model = parados.load("five-bar").compile()
    goal = np.array([0.0, 0.26])

    def law(t, q, qd, x, xd):
        assert np.allclose(q, model.inverse_kinematics(x), atol=1e-9)
        assert np.allclose(qd, model.joint_rates(x, xd), atol=1e-7)
        return model.inverse_dynamics(x, xd, 400 * (goal - x) - 40 * xd, friction=False)

    run = simulate(model, [0.02, 0.25], [0.0, 0.0], 0.3, control=law, friction=False, times=31)
    error = np.array([0.02, -0.01]) * ((1 + 20 * run.t) * np.exp(-20 * run.t))[:, None]
    assert np.abs(run.x - goal - error).max() < EXACT


def test_a_sampled_law_holds_its_efforts(mass):
    """Between samples the acceleration is constant, so that the motion of x'' = -c x / m is a linear recursion."""
    run = simulate(mass, [0.1], [0.0], 1.0, efforts=lambda t, state: -30 * state.q, period=0.05, times=21)
    x, v, found = 0.1, 0.0, [0.1]
    for _ in range(20):
        a = -15 * x
        x, v = x + 0.05 * v + 0.05**2 / 2 * a, v + 0.05 * a
        found.append(x)
    assert np.abs(run.x[:, 0] - found).max() < 1e-12


def test_motors_are_cut_off_at_their_time(mass):
    run = simulate(mass, [0.1], [0.0], 2.0, efforts=[4.0], cut_off=0.7, times=201)
    after = run.t > 0.7
    assert np.abs(run.xd[after, 0] - 1.4).max() < EXACT
    assert not run.efforts[after].any()
    assert [(event.kind, event.t) for event in run.events] == [("cut-off", 0.7)]
    named = simulate(mass, [0.1], [0.0], 2.0, efforts=[4.0], cut_off={"s": 0.7}, times=3)
    assert np.abs(named.x[-1] - run.x[-1]) < 1e-12


def test_breaks_make_jumps_exact(mass):
    run = simulate(mass, [0.0], [0.0], 1.0, efforts=lambda t, state: [8.0 if t < 1 / 3 else -2.0], breaks=[1 / 3], times=3)
    assert run.xd[-1, 0] == pytest.approx(4 / 3 - 2 / 3, abs=1e-13)


def test_power_and_work_of_actuators_and_wrench_balance():
    model = parados.load("delta-d3-1200").compile()
    x = np.array(model.survey.home, dtype=float)
    tau = model.inverse_dynamics(x, np.zeros(3), np.zeros(3))

    def push(t, state):
        return [5 * np.sin(20 * t), 3.0, -2 * state.xd[2], 0, 0, 0]

    run = simulate(model, x, np.zeros(3), 0.2, efforts=tau, wrench=push, times=401)
    assert run.energy.relative_error < 1e-10
    assert run.energy.loads[-1] != 0
    power = run.power.sum(axis=1)
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(run.t))])
    assert np.abs(work - run.energy.work).max() < 1e-4 * np.abs(run.energy.work).max()
