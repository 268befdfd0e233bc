"""Compare exact derivatives to extrapolated central differences."""

from __future__ import annotations

import numpy as np
import pytest

import parados

DIFFERENCES = 1e-8
"""Relative to the largest entry; extrapolated differences with a step of 1/200 of the workspace have nine correct digits."""

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
        got = exact(*[values[key] for key in ARGUMENTS[name]]).reshape(*shape, -1)  # by rows, like everything else
        directions = np.diag(span) if wrt == "x" else np.eye(len(m.labels[wrt]))
        for direction in directions:
            path = _path(m, values, wrt, direction, along, new_state)
            expected = slope(lambda h, p=path: _value(m, name, p(h)), STEP)
            tangent = slope(lambda h, p=path: p(h)[wrt], STEP)
            size = max(np.abs(expected).max(), np.abs(got).max() * np.abs(tangent).max(), 1e-3)
            assert np.abs(got @ tangent - expected).max() < DIFFERENCES * size


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
    with pytest.raises(parados.InputError, match="3 arguments are expected"):
        m.derivatives("inverse_dynamics", wrt="x")([0.0, 0.25])
