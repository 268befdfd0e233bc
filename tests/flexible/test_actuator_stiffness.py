"""Robots in which only the actuators are elastic: the stiffness of the platform is J_inv^T k J_inv."""

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
