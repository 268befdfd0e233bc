"""Live dynamic parameters, gravity, friction, rotors and payload."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from helpers.live_families import difference, evaluated, states_of

import parados
from parados.robot.reading import parse_robot

CLOSE = 1e-10
QUANTITIES = ("inverse_dynamics", "ground_reaction", "energy")


def check(live: parados.Model, single: parados.Model, values: dict, quantities=QUANTITIES) -> None:
    states = states_of(single, 5, np.random.default_rng(4))
    for quantity in quantities:
        expected = evaluated(single, quantity, states)
        assert difference(quantity, evaluated(live, quantity, states, parameters=values), expected) < CLOSE, quantity


@pytest.fixture(scope="module")
def delta() -> parados.Robot:
    return parados.load("delta-d3-1200")


def edited(robot: str, *changes: tuple[str, str]) -> parados.Model:
    text = (files("parados") / "robots" / f"{robot}.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parados.Robot(parse_robot(text)).checked().compile("vm")


def test_gravity(delta):
    live = delta.compile("vm", live=["gravity"])
    moon = edited("delta-d3-1200", ("platform:\n", "gravity: [0.1, -0.2, -1.62]\nplatform:\n"))
    check(live, moon, {"gravity": [0.1, -0.2, -1.62]})
    rows = live.inverse_dynamics([0, 0, -0.8], np.zeros(3), np.zeros(3), parameters={"gravity": [[0, 0, -9.81], [0, 0, 0]]})
    assert np.abs(rows[1]).max() < 1e-12 < np.abs(rows[0]).max()


def test_payload_is_that_of_with_payload(delta):
    live = delta.compile("vm", live=["payload"])
    body = {"mass": 1.7, "com": [0.01, -0.02, 0.03], "inertia": [0.01, 0.02, 0.015]}
    heavy = parados.Robot(delta.with_payload(body["mass"], com=body["com"], inertia=body["inertia"]).spec).compile("vm")
    check(live, heavy, {"payload": body})
    full = {"mass": 1.7, "inertia": [0.01, 0.001, 0.002, 0.02, -0.001, 0.015]}
    check(live, parados.Robot(delta.with_payload(1.7, inertia=full["inertia"]).spec).compile("vm"), {"payload": full})
    masses = live.inverse_dynamics([0, 0, -0.8], np.zeros(3), np.zeros(3), parameters={"payload": {"mass": [0.0, 1.0, 2.0]}})
    assert np.allclose(masses[2] - masses[1], masses[1] - masses[0], atol=1e-12)


def test_dynamic_parameters_by_name(delta):
    names = ["m_p", "mx_theta1", "zz_theta2", "ia_theta3", "fv_theta1", "fs_theta2"]
    live = delta.compile("vm", live=names)
    values = {"m_p": 1.3, "mx_theta1": 0.15, "zz_theta2": 0.08, "ia_theta3": 0.01, "fv_theta1": 0.3, "fs_theta2": 0.2}
    states = states_of(live, 6, np.random.default_rng(8))
    theta = delta.compile("vm").parameters.copy()
    own = dict(zip(live.parameter_names, range(len(theta)), strict=True))
    for name, value in values.items():
        theta[own[name]] = value
    tau = live.regressor(states["x"], states["xd"], states["xdd"]) @ theta
    found = live.inverse_dynamics(states["x"], states["xd"], states["xdd"], parameters=values)
    assert np.abs(found - tau).max() < 1e-10 * np.abs(tau).max()
    bound = live.with_parameters(values)
    assert np.allclose(bound.parameters, theta, atol=1e-15)
    alone = parados.Robot(bound.spec).compile("vm")
    check(live, alone, values)


def test_friction_and_rotor_are_groups_of_the_actuated_joints(delta):
    live = delta.compile("vm", live=["friction", "rotor"])
    assert {"fv_theta1", "fs_theta3", "ia_theta2"} <= set(live.live) and "fv_psi1" not in live.live
    x, xd, xdd = [0.1, 0, -0.8], np.array([0.5, 0.3, -0.2]), np.array([1.0, 2, 3])
    rates, accelerations = live.joint_rates(x, xd), live.joint_accelerations(x, xd, xdd)
    friction = {f"fv_theta{k}": 0.4 for k in (1, 2, 3)} | {f"ia_theta{k}": 0.02 for k in (1, 2, 3)}
    more = live.inverse_dynamics(x, xd, xdd, parameters=friction) - live.inverse_dynamics(x, xd, xdd)
    assert np.allclose(more, 0.4 * rates + 0.02 * accelerations, atol=1e-12)


def test_payload_of_a_welded_platform_and_of_beams_stays_on_the_platform():
    robot = parados.load("orthoglide-flexible")
    heavy = robot.with_payload(2.0)
    assert heavy.spec.platform.link.standard()[-1] == pytest.approx(robot.spec.platform.link.standard()[-1] + 2.0)
    assert heavy.spec.platform.link.beams == robot.spec.platform.link.beams
    assert (
        heavy.compile("vm").natural_frequencies(robot.survey.home)[0]
        < robot.compile("vm").natural_frequencies(robot.survey.home)[0]
    )


def test_length_and_payload_together(delta):
    both = delta.with_payload(1.0, com=(0, 0, 0.05)).with_parameters(l1=0.39)
    again = delta.with_parameters(l1=0.39).with_payload(1.0, com=(0, 0, 0.05))
    alone = parados.Robot(both.spec).compile("vm")
    states = states_of(alone, 4, np.random.default_rng(0))
    for robot in (both, again):
        found = evaluated(robot.compile("vm"), "inverse_dynamics", states)
        assert difference("inverse_dynamics", found, evaluated(alone, "inverse_dynamics", states)) < CLOSE


def test_payloads_add_up(delta):
    robot = delta.with_payload(1.0, com=(0.02, 0, 0)).with_payload(0.5, com=(0, 0.03, 0), inertia=(1e-3, 2e-3, 3e-3))
    alone = parados.Robot(robot.spec).compile("vm")
    assert robot.spec.platform.link.standard()[6:] == pytest.approx([0.02, 0.015, 0, 2.44])
    states = states_of(alone, 4, np.random.default_rng(0))
    found = evaluated(robot.compile("vm"), "ground_reaction", states)
    assert difference("ground_reaction", found, evaluated(alone, "ground_reaction", states)) < CLOSE


def test_parameter_of_the_file_may_be_called_payload():
    text = (files("parados") / "robots" / "delta-d3-1200.yaml").read_text()
    text = text.replace("parameters:\n", "parameters:\n  payload: 0.5\n", 1).replace("link: {m: m0}", "link: {m: m0 + payload}")
    robot = parados.Robot(parse_robot(text)).checked()
    assert robot.with_parameters(payload=1.0).spec.platform.link.standard()[-1] == pytest.approx(1.94)
    assert robot.with_payload(1.0).spec.platform.link.standard()[-1] == pytest.approx(2.44)
    state = ([0, 0, -0.8], np.zeros(3), np.zeros(3))
    heavy, light = robot.with_payload(0.5).compile("vm"), robot.with_parameters(payload=1.0).compile("vm")
    assert np.allclose(heavy.inverse_dynamics(*state), light.inverse_dynamics(*state), rtol=1e-12)


def test_rows_of_robots_that_do_not_reach_their_home_are_nan_only_out_of_reach(delta):
    """A short Delta does not reach home, (0, 0, -0.8); its row there is NaN, and the other rows are those of the robots alone."""
    live = delta.compile("vm", live=["l1", "l2"])
    short = edited("delta-d3-1200", ("l1: {value: 0.375", "l1: {value: 0.2"), ("l2: {value: 0.9", "l2: {value: 0.45"),
                   ("home: [0, 0, -0.8]", "home: [0, 0, -0.4]"), ("pz: [-0.95, -0.65]", "pz: [-0.45, -0.35]"))  # fmt: skip
    x, still = np.array([[0, 0, -0.8], [0, 0, -0.8], [0, 0, -0.4]]), np.zeros((3, 3))
    both = {"l1": [0.375, 0.2, 0.2], "l2": [0.9, 0.45, 0.45]}
    with pytest.warns(RuntimeWarning, match="1 of 3 rows are NaN, the first is row 1: .* cannot reach"):
        tau = live.inverse_dynamics(x, still, still, parameters=both)
    assert np.isnan(tau[1]).all()
    assert np.allclose(tau[0], delta.compile("vm").inverse_dynamics(x[0], still[0], still[0]), rtol=CLOSE)
    assert np.allclose(tau[2], short.inverse_dynamics(x[2], still[2], still[2]), rtol=CLOSE)
    with pytest.warns(RuntimeWarning, match="2 of 3 rows are NaN, the first is row 0"):  # one robot for all rows
        alone = live.inverse_dynamics(x, still, still, parameters={"l1": 0.2, "l2": 0.45})
    assert np.isnan(alone[:2]).all() and np.allclose(alone[2], tau[2], rtol=CLOSE)
