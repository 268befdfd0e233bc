"""Calls with one state go to the compiled function directly, and behave as calls with a stack of one state."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import parados

STATES = {"x": 0, "xd": 1, "xdd": 2, "tau": 2}
METHODS = {
    "inverse_dynamics": 3,
    "forward_dynamics": 3,
    "platform_force": 3,
    "regressor": 3,
    "joint_accelerations": 3,
    "bias": 2,
    "joint_rates": 2,
    "platform_twist": 2,
    "mass_matrix": 1,
    "ground_reaction": 3,
    "centre_of_mass": 1,
    "centre_of_mass_jacobian": 1,
    "inverse_kinematics": 1,
    "joints": 1,
    "pose": 1,
    "link_frames": 1,
    "jacobian": 1,
    "inverse_jacobian": 1,
    "platform_jacobian": 1,
}
"""Methods that have quick calls, and their number of arguments."""

NUMERIC = str(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml")
ROBOTS = ("five-bar", "gough-stewart-lopes", "delta-d3-1200", "tripteron", "dualv", pytest.param(NUMERIC, id="3-prs"))


@pytest.fixture(params=ROBOTS)
def state(request, model, some_states):
    """A model and one of its states."""
    m = model(request.param)
    (one,) = some_states(request.param, 1)
    return m, [np.array(part) for part in (one.x, one.xd, one.xdd)]


def arguments(m, method, parts):
    given = parts[: METHODS[method]]
    if method == "forward_dynamics":
        given = [*parts[:2], np.ones(len(m.labels["tau"]))]
    return given


@pytest.mark.parametrize("method", METHODS)
def test_quick_calls_equal_rows_of_a_stack(method, state):
    m, parts = state
    given, call = arguments(m, method, parts), getattr(m, method)
    call(*given)
    quick, listed = call(*given), call(*[part.tolist() for part in given])
    stacked = call(*[part[None] for part in given])[0]
    assert np.array_equal(quick, stacked) and np.array_equal(listed, stacked)
    assert quick.shape == stacked.shape
    quick[...] = 0.0
    assert np.array_equal(call(*given), stacked), "each result is an array of its own"


def test_every_closed_form_robot_has_quick_calls(model):
    for name in ("five-bar", "gough-stewart-lopes", "delta-d3-1200"):
        m = model(name)
        n = m.mechanism.n_dof
        m.inverse_dynamics(m.survey.home, np.zeros(n), np.zeros(n))
        assert m._evaluator.one_state["inverse_dynamics"](m.survey.home.copy(), np.zeros(n), np.zeros(n)) is not None


def test_arguments_are_checked_in_quick_calls(model):
    m = model("delta-d3-1200")
    good = [[0.0, 0.0, -0.8], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    wanted = m.inverse_dynamics(*good)
    for place in range(3):
        for bad in (np.nan, np.inf, 1e31, 10**400, "a", None, 1j):
            given = [list(part) for part in good]
            given[place][1] = bad
            with pytest.raises(parados.InputError):
                m.inverse_dynamics(*given)
        for wrong in ([0.0, 0.0], [[0.0] * 3] * 2 + [[0.0]], 0.0, np.zeros(4), np.zeros((2, 2))):
            given = [list(part) for part in good]
            given[place] = wrong
            with pytest.raises(parados.InputError):
                m.inverse_dynamics(*given)
    with pytest.raises(TypeError):
        m.inverse_dynamics(*good[:2])
    with pytest.raises(parados.UnreachableError):
        m.inverse_dynamics([5.0, 0.0, 0.0], *good[1:])
    assert np.array_equal(m.inverse_dynamics(*good), wanted)
    assert np.array_equal(m.inverse_dynamics(np.array(good[0], dtype=np.float32).astype(float).tolist(), *good[1:]),
                          m.inverse_dynamics(np.array(good[0], dtype=np.float32), *good[1:]))  # fmt: skip


def test_quick_calls_use_the_live_parameters_of_their_model():
    m = parados.load("five-bar-feasible").compile(live=["m4"])
    state = [0.0, 0.26], [0.1, 0.2], [1.0, 2.0]
    light = [m.inverse_dynamics(*state) for _ in range(2)]
    heavy_model = m.with_parameters({"m4": 5.0})
    heavy = [heavy_model.inverse_dynamics(*state) for _ in range(2)]
    assert np.array_equal(*light) and np.array_equal(*heavy)
    assert np.array_equal(heavy[1], m.inverse_dynamics(*state, parameters={"m4": 5.0}))
    assert np.abs(heavy[1] - light[1]).max() > 1.0
    assert np.array_equal(m.inverse_dynamics(*state), light[0])


def test_threads_do_not_share_buffers(model, some_states):
    m = model("five-bar")
    states = [[np.array(part) for part in (s.x, s.xd, s.xdd)] for s in some_states("five-bar", 8)]
    wanted = [m.inverse_dynamics(*state) for state in states]
    wrong = []

    def work(k):
        for _ in range(300):
            if not np.array_equal(m.inverse_dynamics(*states[k]), wanted[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    ("name", "method"),
    [
        pytest.param(NUMERIC, "inverse_dynamics", id="3-prs-inverse_dynamics"),
        ("delta-d3-1200", "pose"),
        ("tripteron", "inverse_kinematics"),
    ],
)
def test_numeric_and_blind_graphs_have_quick_calls(name, method, model, some_states):
    m = model(name)
    (one,) = some_states(name, 1)
    given = arguments(m, method, [np.array(part) for part in (one.x, one.xd, one.xdd)])
    getattr(m, method)(*given)
    assert m._evaluator.one_state[method](*given) is not None


@pytest.mark.parametrize(
    ("name", "method"),
    [pytest.param(NUMERIC, "joints", id="3-prs-joints"), ("delta-d3-1200", "pose"), ("tripteron", "inverse_kinematics")],
)
def test_quick_calls_of_numeric_and_blind_graphs_reject_what_stacks_reject(name, method, model):
    m = model(name)
    call, home = getattr(m, method), m.survey.home
    wanted = call(home)
    with pytest.raises(parados.UnreachableError):
        call(home + 50.0)
    for bad in (np.nan, np.inf, 1e31):
        with pytest.raises(parados.InputError, match="x"):
            call(np.where(np.arange(len(home)) == 1, bad, home))
    assert np.array_equal(call(home), wanted)


def test_quick_calls_of_numeric_robots_use_the_live_parameters_of_their_model():
    m = parados.load(NUMERIC).compile(live=["rB"])
    x = m.survey.home + 0.02
    own, other = m, m.with_parameters({"rB": 0.9 * m.live["rB"]})
    for one in (own, other):
        one.joints(x)
        assert np.array_equal(one.joints(x), one.joints(x[None])[0])
    assert np.abs(own.joints(x) - other.joints(x)).max() > 1e-3


@pytest.mark.parametrize("name", ["delta-d3-1200", "3-prs", "tripteron"])
@pytest.mark.parametrize("method", ["inverse_dynamics", "inverse_kinematics", "pose"])
def test_numbers_of_stacks_are_checked(name, method, model):
    m = model(name)
    x = np.tile(m.survey.home, (5, 1))
    parts = [x, np.zeros((5, m.mechanism.n_dof)), np.zeros((5, m.mechanism.n_dof))][: METHODS[method]]
    for place, label in enumerate(("x", "xd", "xdd")[: METHODS[method]]):
        for bad, words in ((np.nan, "is not a finite number"), (-np.inf, "is not a finite number"), (1e31, "is too large")):
            given = [part.copy() for part in parts]
            given[place][3, 1] = bad
            with pytest.raises(parados.InputError, match=rf"{label}\[3, 1\].*{words}"):
                getattr(m, method)(*given)
