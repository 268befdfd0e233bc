"""A model with live parameters equals the model of a file with the same numbers."""

from __future__ import annotations

import warnings
from importlib.resources import files

import numpy as np
import pytest
from helpers.live_families import QUANTITIES, difference, evaluated, frozen, other_values, states_of

import parados

CLOSE = 1e-10


def quantities_of(model: parados.Model) -> list[str]:
    """Return the quantities that a model has: a robot without actuation redundancy has a Jacobian, and so on."""
    massless = {"centre_of_mass", "centre_of_mass_jacobian"} if model.spec.platform.link.standard()[-1] == 0 else set()
    return [name for name in QUANTITIES if name not in massless]


def check_members(name: str, sets: int, count: int, seed: int, quantities: tuple[str, ...] = tuple(QUANTITIES)) -> None:
    """Compare quantities of a robot with all parameters live with frozen robots of the same numbers."""
    rng = np.random.default_rng(seed)
    robot = parados.load(name)
    live = robot.compile("vm", live=list(robot.parameters))
    for _ in range(sets):
        values = other_values(robot, robot.parameters, rng)
        single = frozen(robot, values)
        states = states_of(single, count, rng)
        for quantity in set(quantities_of(single)) & set(quantities):
            expected = evaluated(single, quantity, states)
            assert difference(quantity, evaluated(live, quantity, states, parameters=values), expected) < CLOSE, quantity


@pytest.mark.parametrize("name", ["delta-d3-1200", "3-rrr-parallelogram"])
def test_quantities_of_a_robot_with_all_parameters_live(name):
    check_members(name, 1, 6, 7, ("joints", "jacobian", "inverse_dynamics", "ground_reaction", "energy"))


def test_a_direction_that_no_live_length_changes_is_a_constant_angle():
    """The angle atan2(-h2, 0) of a platform point is -pi/2 whatever h2 is."""
    robot = parados.load("3-rpr")
    rng = np.random.default_rng(3)
    single, live = robot.compile("vm"), robot.compile("vm", live=["h2"])
    states = states_of(single, 4, rng)
    for quantity in ("joint_rates", "mass_matrix"):
        assert difference(quantity, evaluated(live, quantity, states), evaluated(single, quantity, states)) < CLOSE


@pytest.mark.slow
@pytest.mark.parametrize("name", parados.catalog())
def test_twenty_sets_of_values_at_twenty_states(name):
    check_members(name, 20, 20, 11, ("joints", "jacobian", "inverse_dynamics"))


@pytest.mark.slow
@pytest.mark.parametrize("name", parados.catalog())
def test_every_quantity_of_a_catalog_robot(name):
    check_members(name, 1, 20, 12)


def test_values_for_each_row_equal_single_robots():
    rng = np.random.default_rng(5)
    robot = parados.load("five-bar")
    names = list(robot.parameters)
    live = robot.compile("vm", live=names)
    sets = [other_values(robot, names, rng) for _ in range(2)]
    states = states_of(live, 2, rng)
    rows = {name: np.array([values[name] for values in sets]) for name in names}
    for quantity in ("joints", "inverse_dynamics", "energy"):
        found = evaluated(live, quantity, states, parameters=rows)
        for k, values in enumerate(sets):
            one = {key: value[k] for key, value in states.items()}
            alone = evaluated(frozen(robot, values), quantity, one)
            assert difference(quantity, found[k], alone) < CLOSE, (quantity, k)


def test_forward_kinematics_finds_the_pose_of_each_robot():
    rng = np.random.default_rng(2)
    robot = parados.load("delta-d3-1200")
    live = robot.compile("vm", live=["l1", "l2", "rf"])
    x = states_of(live, 5, rng)["x"]
    rows = {"l1": rng.uniform(0.36, 0.39, 5), "l2": rng.uniform(0.88, 0.92, 5)}
    q = live.inverse_kinematics(x, parameters=rows)
    assert np.allclose(live.forward_kinematics(q, parameters=rows), x, atol=1e-10)
    assert np.allclose(live.forward_kinematics(q[0], parameters={"l1": rows["l1"][0], "l2": rows["l2"][0]}), x[0], atol=1e-10)
    one_q = live.forward_kinematics(q[0], parameters=rows)
    assert one_q.shape == (5, 3) and np.allclose(live.inverse_kinematics(one_q, parameters=rows), q[0], atol=1e-10)


def test_limits_that_depend_on_a_live_parameter_differ_from_row_to_row(tmp_path):
    text = (files("parados") / "robots" / "five-bar.yaml").read_text()
    text = text.replace("{d11:", "{reach: 3, d11:").replace("d: d11,", "d: d11, limits: [-reach, reach],")
    (tmp_path / "limited.yaml").write_text(text)
    model = parados.load(tmp_path / "limited.yaml").compile("vm", live=["reach"])
    home = model.survey.home
    q = abs(float(model.joints(home)[0]))
    assert model.within_limits(home, parameters={"reach": [q + 0.1, q - 0.1]}).tolist() == [True, False]
    assert not model.with_parameters({"reach": q - 0.1}).within_limits(home)


def test_rows_that_a_robot_cannot_reach_are_nan_and_the_others_stay():
    model = parados.load("five-bar").compile("vm", live=["d13"])
    x = [0.08, 0.3]
    with pytest.warns(RuntimeWarning, match="1 of 2 rows are NaN, the first is row 1"):
        found = model.inverse_kinematics(x, parameters={"d13": [model.live["d13"], 0.1]})
    assert np.isfinite(found[0]).all() and np.isnan(found[1]).all()
    with pytest.raises(parados.UnreachableError, match="cannot reach"):
        model.inverse_kinematics(x, parameters={"d13": 0.1})


def test_live_model_without_values_is_the_robot_of_the_file():
    robot = parados.load("3-rrr")
    model, plain = robot.compile("vm", live=list(robot.parameters)), robot.compile("vm")
    states = states_of(plain, 4, np.random.default_rng(0))
    for quantity in ("joints", "jacobian", "inverse_dynamics"):
        assert difference(quantity, evaluated(model, quantity, states), evaluated(plain, quantity, states)) < CLOSE


def test_stacks_of_different_lengths_get_a_sentence():
    model = parados.load("five-bar").compile("vm", live=["d12", "d13"])
    with pytest.raises(parados.InputError, match="x has 3, parameters has 2"):
        model.inverse_kinematics(np.zeros((3, 2)), parameters={"d12": [0.2, 0.3]})
    with pytest.raises(parados.InputError, match="d12 has 2, d13 has 3"), warnings.catch_warnings():
        model.inverse_kinematics(np.zeros((3, 2)), parameters={"d12": [0.2, 0.3], "d13": [1, 2, 3]})
