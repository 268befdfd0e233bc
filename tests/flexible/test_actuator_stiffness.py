"""Robots in which only joints are elastic: the stiffness of the platform is J^T k J, with J_inv for the actuators."""

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.errors import InputError, RobotFileError

CATALOG = Path(parados.__file__).parent / "robots"
K = 8000.0


def elastic(folder, name, stiffness=("active: true", f"active: true, stiffness: {K:g}"), count=-1):
    text = (CATALOG / f"{name}.yaml").read_text().replace(*stiffness, count)
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return parados.load(path).compile("vm")


@pytest.mark.parametrize("name", ["five-bar-feasible", "3-rpr", "delta-d3-1200", "dualv"])
def test_platform_stiffness_is_that_of_the_actuators(tmp_path, name):
    robot = elastic(tmp_path, name)
    x = robot.survey.home
    J = robot.inverse_jacobian(x)
    found = robot.platform_stiffness(x)
    assert found.shape == (robot.mechanism.n_dof,) * 2
    assert np.allclose(found, K * J.T @ J, rtol=1e-12)
    assert np.array_equal(robot.platform_stiffness(np.stack([x, x]))[1], found)


def test_platform_stiffness_with_six_degrees_of_freedom_is_in_platform_axes(tmp_path):
    robot = elastic(tmp_path, "gough-stewart-lopes")
    x = robot.survey.home + np.array([0.1, -0.05, 0.0, 0.2, 0.0, 0.0])  # turned about z
    R, J = robot.platform_frame(x)[:3, :3], robot.inverse_jacobian(x)
    turned = np.kron(np.eye(2), R)
    D = np.eye(6)
    D[3:, 3:] = np.linalg.inv([[0, -np.sin(0.2), np.cos(0.2)], [0, np.cos(0.2), np.sin(0.2)], [1, 0, 0]])  # rates of ZYX angles
    over_twists = J @ D @ turned
    assert np.allclose(robot.platform_stiffness(x), K * over_twists.T @ over_twists, rtol=1e-9)


def test_the_message_names_an_actuator_without_stiffness(tmp_path):
    robot = elastic(tmp_path, "five-bar-feasible", count=1)
    with pytest.raises(InputError, match=r"is rigid along some motions \(actuators without stiffness: q21\)"):
        robot.platform_stiffness([0, 0.26])


def test_the_message_for_a_rigid_robot_says_how_to_make_it_elastic():
    with pytest.raises(RobotFileError, match="give a joint a stiffness, or a link beams or a superelement"):
        parados.load("3-rpr").compile("vm").platform_stiffness([0.5, 0.35, 0.25])


def test_platform_stiffness_contains_passive_joints(tmp_path):
    both = ("{name: q12, kind: R,", "{name: q12, kind: R, stiffness: 40,")
    path = tmp_path / "sprung.yaml"
    text = (CATALOG / "five-bar-feasible.yaml").read_text().replace("active: true", f"active: true, stiffness: {K:g}")
    assert both[0] in text
    path.write_text(text.replace(*both))
    robot = parados.load(path).compile("vm")
    x = np.array([0.01, 0.26])
    J = robot.inverse_jacobian(x)
    turning = [robot.joint_rates(x, xd, joints="all")[robot.joint_names.index("q12")] for xd in np.eye(2)]
    assert np.allclose(robot.platform_stiffness(x), K * J.T @ J + 40 * np.outer(turning, turning), rtol=1e-12)


@pytest.mark.parametrize("what", ["natural_frequencies", "vibration_modes", "elastic_matrices", "platform_stiffness"])
def test_a_robot_with_rigid_actuators_and_links_is_rejected(tmp_path, what):
    """A stiffness in a passive joint alone leaves nothing to move; this was an error of NumPy about an empty array."""
    robot = elastic(tmp_path, "five-bar-feasible", ("{name: q12, kind: R,", "{name: q12, kind: R, stiffness: 40,"))
    with pytest.raises(RobotFileError, match=r"nothing can move when the actuators are locked.*give an actuator a stiffness"):
        getattr(robot, what)([0, 0.26])
