"""Compare exact derivatives to extrapolated central differences."""

from __future__ import annotations

from inspect import signature

import numpy as np
import pytest

import parados
from parados.model.quantities import QUANTITIES

DIFFERENCES = 1e-8
"""Relative to the largest entry; extrapolated differences with a step of 1/200 of the workspace have nine correct digits."""

ROUND_OFF = 1e-14
"""Round-off of a value, relative to its largest term; differences divide it by their step."""

STEP = 5e-3

ARGUMENTS = {
    "inverse_jacobian": ("x",),
    "mass_matrix": ("x",),
    "inverse_dynamics": ("x", "xd", "xdd"),
    "forward_dynamics": ("x", "xd", "tau"),
    "joint_rates": ("x", "xd"),
    "bias": ("x", "xd"),
    "ground_reaction": ("x", "xd", "xdd"),
}
EVERYWHERE = ("inverse_jacobian", "mass_matrix", "inverse_dynamics", "forward_dynamics")
"""Quantities tested on every robot by `make test-all`; others use one robot of each kind, since large graphs take long."""

ONE_OF_EACH_KIND = (
    "3-rpr",
    "c5-plates-on-rods",
    "delta-d3-1200",
    "dualv",
    "five-bar",
    "five-bar-feasible",
    "gough-stewart-lopes",
    "orthoglide",
)

QUICK = ("3-rpr", "delta-d3-1200", "dualv", "five-bar")
"""Robots for which `make test` tests every derivative."""

LARGE = {"gough-stewart-lopes": ("inverse_jacobian", "mass_matrix")}
"""Robot with large graphs -> quantities that `make test` tests."""


def _is_slow(robot, name):
    return robot not in QUICK and name not in LARGE.get(robot, ())


CASES = [
    pytest.param(robot, name, wrt, marks=[pytest.mark.slow] if _is_slow(robot, name) else [])
    for robot in parados.catalog()
    for name, arguments in ARGUMENTS.items()
    for wrt in arguments
    if name in EVERYWHERE or robot in ONE_OF_EACH_KIND
]


@pytest.fixture(scope="module")
def smooth_states(model, some_states):
    """Function smooth_states(name) that returns two states in which no joint with dry friction is near zero rate."""

    def states(name):
        m, kept = model(name), []
        dry = [j.friction.fs > 0 or j.friction.fb > 0 for j in m.mechanism.joints]
        for state in some_states(name, 60, seed=5):
            moved = np.abs(m.joint_rates(state.x, state.xd, joints="all"))
            if (moved[dry] > 0.05 * moved.max()).all():
                kept.append(state)
        assert len(kept) >= 2
        return kept[:2]

    return states


def _value(m, name, values):
    return getattr(m, name)(*[values[key] for key in ARGUMENTS[name]])


def _path(m, values, wrt, direction, along, new_state):
    """Return a function of h: the arguments when `wrt` moves in a direction for the time h."""
    if wrt != "x":
        return lambda h: {**values, wrt: values[wrt] + h * direction}
    return lambda h: {**values, "x": along(m, new_state(values["x"], direction, 0 * direction), h)[0]}


@pytest.mark.parametrize(("robot", "name", "wrt"), CASES)
def test_derivative_equals_differences(robot, name, wrt, model, smooth_states, along, slope, new_state):
    m = model(robot, "vm")
    exact = m.derivatives(name, wrt=wrt)
    span = m.survey.upper - m.survey.lower
    for state in smooth_states(robot):
        values = state._asdict()
        values["tau"] = m.inverse_dynamics(*state)
        shape = _value(m, name, values).shape
        terms = np.abs(_value(m, name, {**values, "tau": 0 * values["tau"]})).max()  # the efforts cancel most of an acceleration
        got = exact(*[values[key] for key in ARGUMENTS[name]]).reshape(*shape, -1)  # by rows, like everything else
        directions = np.diag(span) if wrt == "x" else np.eye(len(m.labels[wrt]))
        for direction in directions:
            path = _path(m, values, wrt, direction, along, new_state)
            expected = slope(lambda h, p=path: _value(m, name, p(h)), STEP)
            tangent = slope(lambda h, p=path: p(h)[wrt], STEP)
            size = max(np.abs(expected).max(), np.abs(got).max() * np.abs(tangent).max(), 1e-3)
            assert np.abs(got @ tangent - expected).max() < DIFFERENCES * size + ROUND_OFF * terms / STEP


def test_shape_is_that_of_the_quantity_then_that_of_the_argument(model):
    m = model("dualv", "vm")
    x, stack = np.zeros(3), np.zeros((5, 3))
    assert m.derivatives("inverse_dynamics", wrt="xdd")(x, x, x).shape == (4, 3)
    assert m.derivatives("inverse_dynamics", wrt="xdd")(stack, stack, stack).shape == (5, 4, 3)
    assert m.derivatives("inverse_jacobian", wrt="x")(x).shape == (4, 3, 3)
    assert m.derivatives("mass_matrix", wrt="x")(stack).shape == (5, 3, 3, 3)


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_derivative_by_xdd_equals_jacobian_times_mass_matrix(backend, model, some_states):
    """The derivative of the efforts with respect to xdd is J^T M, on both back ends."""
    m = model("delta-d3-1200", backend)
    x, xd, xdd = some_states("delta-d3-1200", 1)[0]
    got = m.derivatives("inverse_dynamics", wrt="xdd")(x, xd, xdd)
    expected = m.jacobian(x).T @ m.mass_matrix(x)
    assert np.abs(got - expected).max() < DIFFERENCES * np.abs(expected).max()


def test_unknown_names_raise(model):
    m = model("five-bar", "vm")
    with pytest.raises(parados.UnknownNameError, match="inverse_dynamics"):
        m.derivatives("torque", wrt="x")
    with pytest.raises(parados.InputError, match="xdd"):
        m.derivatives("inverse_dynamics", wrt="q")
    with pytest.raises(
        parados.InputError, match="the arguments x, xd, xdd are expected, each once: missing a required argument: 'xd'"
    ):
        m.derivatives("inverse_dynamics", wrt="x")([0.0, 0.25])


OPTIONS = {
    "wrench": {"wrench": np.array([3.0, -2.0, 0.0, 0.0, 0.0, 0.5])},
    "link wrench": {"link_wrenches": {"q11": np.array([1.0, 2.0, 0.0, 0.0, 0.0, 0.3])}},
    "no friction": {"friction": False},
    "wrench without friction": {"wrench": np.array([3.0, -2.0, 0.0, 0.0, 0.0, 0.5]), "friction": False},
    "mode": {"mode": (1, 1)},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_derivative_takes_the_options_of_the_quantity(name, options, model, slope):
    m = model("five-bar-feasible", "vm")
    values = {"x": m.survey.home + np.array([0.02, 0.01]), "xd": np.array([0.3, 0.2])}
    values |= {"xdd": np.array([1.0, -2.0])} if name == "inverse_dynamics" else {"tau": np.array([0.4, 1.0])}
    plain = getattr(m, name)(**values)
    assert not np.allclose(getattr(m, name)(**values, **options), plain, rtol=1e-3), "the option has no influence"
    for wrt in values:
        got = m.derivatives(name, wrt)(**values, **options)
        for k, direction in enumerate(np.eye(2)):

            def moved(h, wrt=wrt, direction=direction):
                return getattr(m, name)(**{**values, wrt: values[wrt] + h * direction}, **options)

            expected = slope(moved, STEP)
            assert np.abs(got[:, k] - expected).max() < DIFFERENCES * max(np.abs(expected).max(), np.abs(got).max())


def test_derivative_of_the_ground_reaction_with_a_wrench_on_the_platform(model, slope):
    """The moment of a force at P about the base origin changes with x by the cross product of direction and force."""
    m, f = model("five-bar", "vm"), np.array([3.0, -2.0, 0.0])
    x, still = np.array([0.0, 0.25]), np.zeros(2)
    by_x = m.derivatives("ground_reaction", "x")
    change = by_x(x, still, still, wrench=[*f, 0, 0, 0]) - by_x(x, still, still)
    expected = [np.concatenate([np.zeros(3), -np.cross([*direction, 0.0], f)]) for direction in np.eye(2)]
    assert np.allclose(change, np.transpose(expected), atol=1e-9)


@pytest.mark.parametrize("wrt", ["x", "xd", "xdd"])
def test_derivative_takes_every_state_also_one_without_influence(wrt, model):
    """The actuators of the Tripteron are proportional to x: qdd does not depend on xd."""
    m = model("tripteron", "vm")
    x, xd, xdd = m.survey.home, np.ones(3), np.ones((4, 3))
    got = m.derivatives("joint_accelerations", wrt)(x, xd, xdd)
    expected = m.inverse_jacobian(x) if wrt == "xdd" else np.zeros((3, 3))
    assert got.shape == (4, 3, 3) and np.allclose(got, expected, atol=1e-12)


def test_derivative_along_a_motion_equals_that_of_its_rows(model):
    m = model("five-bar", "vm")
    x = np.linspace([0.0, 0.25], [0.05, 0.28], 4)
    by_x = m.derivatives("inverse_kinematics", "x")
    assert np.allclose(by_x(x, motion=True), [by_x(row) for row in x], rtol=1e-12)


def test_signature_of_a_derivative_lists_states_and_options(model):
    m = model("five-bar", "vm")
    assert list(signature(m.derivatives("energy", "x")).parameters) == ["x", "xd", "mode", "motion", "parameters"]
    assert list(signature(m.derivatives("all_joint_rates", "x")).parameters) == ["x", "xd", "mode", "motion", "parameters"]
    public = [name for name, quantity in QUANTITIES.items() if quantity.public]
    assert all(set(m.derivatives(name, "x").states) <= {"x", "xd", "xdd", "tau"} for name in public)
    dynamics = set(signature(m.derivatives("inverse_dynamics", "x")).parameters)
    assert dynamics == {"x", "xd", "xdd", "wrench", "link_wrenches", "friction", "mode", "motion", "parameters"}


def test_options_that_a_derivative_does_not_take_are_rejected(model):
    m, x = model("five-bar", "vm"), [0.0, 0.25]
    with pytest.raises(parados.InputError, match="derivatives of energy: 'friction' is not accepted; use mode, motion"):
        m.derivatives("energy", "x")(x, x, friction=False)
    with pytest.raises(parados.InputError, match="'solution' is not accepted; use wrench, mode, friction, link_wrenches, motion"):
        m.derivatives("inverse_dynamics", "x")(x, x, x, solution="book")
    with pytest.raises(parados.InputError, match="the arguments x, xd are expected, each once: multiple values for argument 'x'"):
        m.derivatives("energy", "x")(x, x, x=x)
    with pytest.raises(
        parados.InputError, match="the arguments x, xd, xdd are expected, each once: multiple values for argument"
    ):
        m.derivatives("inverse_dynamics", "x")(x, x, x=x)
    with pytest.raises(parados.InputError, match="the argument x is expected, once: too many positional arguments"):
        m.derivatives("jacobian", "x")(x, x)


def test_a_name_that_is_given_twice_is_rejected(model):
    with pytest.raises(parados.InputError, match="wrt: x, x contains a name twice; give each name once"):
        model("five-bar").derivatives("inverse_kinematics", ["x", "x"])
