"""The structure of a family is that of all its members, not that of the robot of the file."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from helpers.live_families import difference, evaluated, frozen, states_of

import parados
from parados.robot.reading import parse_robot

DELTA = (files("parados") / "robots" / "delta-d3-1200.yaml").read_text()
CLOSE = 1e-10


def robot_of(text: str) -> parados.Robot:
    return parados.Robot(parse_robot(text)).checked()


def check_members(robot: parados.Robot, live: parados.Model, sets: list[dict], quantities=("inverse_dynamics", "jacobian")):
    """Compare a live model with frozen robots of the same numbers."""
    rng = np.random.default_rng(1)
    for values in sets:
        single = frozen(robot, values)
        states = states_of(single, 5, rng)
        for quantity in quantities:
            expected = evaluated(single, quantity, states)
            found = evaluated(live, quantity, states, parameters=values)
            assert difference(quantity, found, expected) < CLOSE, (quantity, values)


OFFSETS = {
    "shoulder along the motor": DELTA.replace("d: rf, alpha: -pi/2,", "d: rf, alpha: -pi/2, b: e,"),
    "elbow along its axis": DELTA.replace("kind: R, d: l1, branch: -1}", "kind: R, d: l1, r: e, branch: -1}"),
    "rod beside the platform joint": DELTA.replace("platform: {at: [re, 0, 0]}", "platform: {at: [re, e, 0]}"),
    "centre of mass beside the rod": DELTA.replace("com: [l2/2, 0, 0]", "com: [l2/2, e, 0]"),
}


@pytest.mark.parametrize("place", OFFSETS)
def test_offset_that_is_zero_in_the_file_may_be_live(place):
    robot = robot_of(OFFSETS[place].replace("parameters:\n", "parameters:\n  e: 0\n", 1))
    live = robot.compile("vm", live=["e", "l1"])
    check_members(robot, live, [{"e": 0.02}, {"e": -0.013, "l1": 0.38}, {"e": 0.0}, {"e": 1e-7}])


def test_arcs_of_a_spherical_robot_pass_through_a_right_angle():
    """Some closure rows have the factor cos(arc). At and near a right angle other rows must determine the joints."""
    robot = parados.load("agile-eye")
    live = robot.compile("vm", live=["arc1", "arc2"])
    right = np.pi / 2
    check_members(robot, live, [{"arc2": right}, {"arc2": right - 9e-5, "arc1": right - 5e-2}, {"arc2": right + 1e-6}])


def test_two_names_with_one_value_do_not_stay_equal():
    text = DELTA.replace("parameters:\n", "parameters:\n  l1b: 0.375\n", 1).replace(
        "  - repeat: {count: 3, around: z}\n", "  - repeat: {count: 3, around: z, arm: [l1, l1b, l1]}\n"
    )
    robot = robot_of(text.replace("d: l1, branch", "d: arm, branch"))
    live = robot.compile("vm", live=["l1", "l1b"])
    check_members(robot, live, [{"l1": 0.36, "l1b": 0.4}, {"l1": 0.39}])


def test_parameters_written_as_expressions_follow_the_live_ones():
    robot = robot_of(DELTA.replace("l2: {value: 0.9,", "l2: {value: 2.4*l1,"))
    live = robot.compile("vm", live=["l1"])
    check_members(robot, live, [{"l1": 0.37}, {"l1": 0.39}])
    both = robot.compile("vm", live=["l1", "l2"])
    check_members(robot, both, [{"l1": 0.37}, {"l1": 0.37, "l2": 0.91}, {"l2": 0.88}])
    x = [0.05, 0.0, -0.8]
    rows = both.inverse_kinematics(x, parameters={"l1": [0.37, 0.39]})
    assert np.allclose(rows, live.inverse_kinematics(x, parameters={"l1": [0.37, 0.39]}), atol=1e-12)


def test_parameter_that_acts_only_through_a_live_follower_is_accepted():
    robot = robot_of(DELTA.replace("  l2: {value: 0.9,", "  scale: 1\n  l2: {value: 0.9*scale,"))
    live = robot.compile("vm", live=["scale", "l2"])
    check_members(robot, live, [{"scale": 1.02}, {"scale": 1.02, "l2": 0.89}])


def test_lists_of_parameters_are_live_as_arrays():
    text = DELTA.replace("parameters:\n", "parameters:\n  radii: [0.25, 0.1]\n", 1).replace("d: rf", "d: 'radii[0]'")
    robot = robot_of(text.replace("at: [re, 0, 0]", "at: ['radii[1]', 0, 0]"))
    live = robot.compile("vm", live=["radii"])
    check_members(robot, live, [{"radii": [0.26, 0.11]}])
    x = [0.05, 0.0, -0.8]
    rows = live.inverse_kinematics(x, parameters={"radii": [[0.26, 0.11], [0.25, 0.1]]})
    assert rows.shape == (2, 3) and np.allclose(rows[1], live.inverse_kinematics(x), atol=1e-13)
    assert live.labels["parameters"] == ("radii[0]", "radii[1]")


def test_angles_and_repeated_legs_are_live():
    text = DELTA.replace("parameters:\n", "parameters:\n  turn: 2.0\n", 1).replace(
        "repeat: {count: 3, around: z}", "repeat: {count: 3, around: z, angles: [0, turn, -turn]}"
    )
    robot = robot_of(text)
    live = robot.compile("vm", live=["turn"])
    check_members(robot, live, [{"turn": 2.1}, {"turn": 1.9}])


def test_numeric_geometry_serves_a_family_without_closed_form():
    robot = robot_of(DELTA + "\nnumeric: true\n")
    live = robot.compile("vm", live=["l1", "re", "m2"])
    assert not live.survey.geometry.is_closed_form
    check_members(robot, live, [{"l1": 0.39, "re": 0.12, "m2": 0.5}], ("joints", "inverse_dynamics"))


def test_family_is_numeric_if_only_the_robot_of_the_file_has_a_closed_form():
    """The leg of a Hexa has no closed form if the axes at its elbow do not meet and the first is not parallel to the motor."""
    text = (files("parados") / "robots" / "hexa.yaml").read_text().replace("{rA: 0.24", "{o: 0, s: 0, rA: 0.24", 1)
    robot = robot_of(
        text.replace("kind: R, d: l1, branch", "kind: R, d: l1, alpha: s, branch").replace(
            "kind: R, alpha: pi/2, link", "kind: R, alpha: pi/2, d: o, link"
        )
    )
    assert robot.compile("vm").survey.geometry.is_closed_form
    live = robot.compile("vm", live=["o", "s"])
    assert not live.survey.geometry.is_closed_form
    check_members(robot, live, [{"o": 0.01, "s": 0.03}, {"o": 0.0, "s": 0.0}])


def test_quaternion_platform():
    text = (files("parados") / "robots" / "gough-stewart-lopes.yaml").read_text()
    assert "orientation:" in text
    lines = [line for line in text.splitlines() if not line.startswith(("home:", "workspace:"))]
    changed = "\n".join("  orientation: quaternion" if line.strip().startswith("orientation:") else line for line in lines)
    home = parados.load("gough-stewart-lopes").survey.home
    robot = robot_of(changed + f"\nhome: [{home[0]}, {home[1]}, {home[2]}, 1, 0, 0, 0]\n")
    live = robot.compile("vm", live=["rB", "rP"])
    values = {"rB": robot.parameters["rB"] * 1.02, "rP": robot.parameters["rP"] * 0.98}
    check_members(robot, live, [values])


def test_nothing_live_leaves_the_graph_unchanged():
    robot = parados.load("delta-d3-1200")
    before = robot.compile("vm").kernel("inverse_dynamics")
    robot.compile("vm", live=["l1"]).kernel("inverse_dynamics")
    after = parados.load("delta-d3-1200").compile("vm").kernel("inverse_dynamics")
    assert before.operations == after.operations and before.inputs == ("x", "xd", "xdd", "mode")


def test_cost_of_generic_structure():
    """Operations of the live models over those of the frozen ones: at most 2.5 for a Delta, 1.3 for a Gough-Stewart."""

    def ratio(robot: parados.Robot, live: list[str]) -> float:
        counts = [robot.compile("vm", live=names).kernel("inverse_dynamics").operations["total"] for names in (live, [])]
        return counts[0] / counts[1]

    delta, platform = parados.load("delta-d3-1200"), parados.load("gough-stewart-lopes")
    assert ratio(delta, list(delta.parameters)) < 2.5
    assert ratio(platform, ["rB", "rP", *[f"{name}_p" for name in ("m", "xx", "yy", "zz")]]) < 1.3
