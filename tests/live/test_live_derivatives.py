"""Exact derivatives with respect to live parameters, against differences of the live model itself."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from helpers.live_families import QUANTITIES, evaluated, states_of

import parados
from parados.robot.reading import parse_robot

NAMES = {"delta-d3-1200": ["l1", "l2", "rf", "m2", "I1"], "five-bar": ["d11", "d12", "d23", "zz11", "fv11"], "3-rpr": ["a", "h1"]}


def robot_of(name: str, numeric: bool) -> parados.Robot:
    text = (files("parados") / "robots" / f"{name}.yaml").read_text()
    return parados.Robot(parse_robot(text + "\nnumeric: true\n" if numeric else text)).checked()


def differences(model: parados.Model, quantity: str, states: dict, names: list[str]) -> np.ndarray:
    """Return central differences of fourth order with respect to scalar live parameters."""
    columns = []
    for name in names:
        value, h = float(model.live[name]), 2e-4 * max(abs(float(model.live[name])), 0.05)
        at = [evaluated(model, quantity, states, parameters={name: value + k * h}) for k in (-2, -1, 1, 2)]
        columns.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h))
    return np.stack(columns, -1)


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_first_derivatives_equal_differences(name, numeric):
    names = NAMES[name]
    model = robot_of(name, numeric).compile("vm", live=names)
    states = states_of(model, 3, np.random.default_rng(3))
    for quantity in ("inverse_kinematics", "inverse_dynamics", "jacobian", "mass_matrix", "energy", "ground_reaction"):
        own = [states[key] for key in QUANTITIES[quantity].split()]
        exact = model.derivatives(quantity, names)(*own)
        exact = np.stack([exact["kinetic"], exact["potential"]], 1) if quantity == "energy" else exact
        apart = np.abs(exact - differences(model, quantity, states, names)).max()
        assert apart < 1e-8 * max(np.abs(exact).max(), 1.0), quantity


def test_columns_follow_the_order_of_the_names_and_states():
    model = parados.load("delta-d3-1200").compile("vm", live=["l1", "l2", "gravity"])
    x = np.array([0.05, 0.1, -0.8])
    rest = np.zeros(3)
    whole = model.derivatives("inverse_dynamics", ["l2", "x", "gravity", "l1"])(x, rest, rest)
    assert whole.shape == (3, 1 + 3 + 3 + 1)
    parts = [model.derivatives("inverse_dynamics", one)(x, rest, rest) for one in ("l2", "x", "gravity", "l1")]
    assert np.allclose(whole, np.hstack(parts), atol=1e-12)
    by_gravity = model.derivatives("inverse_dynamics", "gravity")(x, rest, rest)
    assert np.allclose(by_gravity @ model.live["gravity"], model.inverse_dynamics(x, rest, rest), atol=1e-12)


@pytest.mark.parametrize("numeric", [False, True])
def test_second_derivatives_are_symmetric_and_equal_differences_of_the_first(numeric):
    model = robot_of("delta-d3-1200", numeric).compile("vm", live=["l1", "l2"])
    x, xd, xdd = np.array([0.05, 0.1, -0.8]), np.array([0.3, -0.2, 0.1]), np.array([1.0, 2, 3])
    second = model.derivatives("inverse_dynamics", ["l1", "l2"], order=2)(x, xd, xdd)
    assert second.shape == (3, 2, 2) and np.allclose(second, second.transpose(0, 2, 1), atol=1e-9 * np.abs(second).max())
    first, h = model.derivatives("inverse_dynamics", ["l1", "l2"]), 1e-4
    at = [first(x, xd, xdd, parameters={"l1": 0.375 + k * h}) for k in (-2, -1, 1, 2)]
    assert np.allclose(second[..., 0], (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h), atol=1e-7 * np.abs(second).max())


def test_derivatives_take_one_value_for_each_row():
    model = parados.load("five-bar").compile("vm", live=["d12"])
    x = np.tile(model.survey.home, (3, 1))
    values = {"d12": [0.2, 0.21, 0.22]}
    rows = model.derivatives("inverse_jacobian", "d12")(x, parameters=values)
    for k, value in enumerate(values["d12"]):
        assert np.allclose(rows[k], model.derivatives("inverse_jacobian", "d12")(x[0], parameters={"d12": value}), atol=1e-12)


def test_wrong_order_and_names_get_a_sentence():
    model = parados.load("five-bar").compile("vm", live=["d12"])
    with pytest.raises(parados.InputError, match="order: the order of the derivative from 1 to 2 is expected, not 3"):
        model.derivatives("jacobian", "d12", order=3)
    with pytest.raises(parados.InputError, match="wrt: 'd13' is not known; use x, d12"):
        model.derivatives("jacobian", "d13")
    with pytest.raises(parados.InputError, match="wrt: give at least one name"):
        model.derivatives("jacobian", [])
