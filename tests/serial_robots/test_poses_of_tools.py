"""The pose of a tool passes through no angles: it is exact where its Euler angles are singular."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import parados
from parados.spatial.rotation_angles import angle_expressions
from parados.spatial.rotations import SEQUENCES, angles, rotation

from .open_chains import HERE, compiled, open_chain

EXACT = 1e-13
"""Round-off of a product of six frames."""

ORIENTATIONS = (*SEQUENCES, "tilt-torsion")


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_angle_expressions_agree_with_scipy(orientation: str) -> None:
    R = ca.SX.sym("R", 3, 3)
    f = ca.Function("f", [R], [angle_expressions(orientation, R)])
    for given in np.random.default_rng(2).uniform(-3, 3, (20, 3)):
        matrix = rotation(orientation, given)
        found = f(matrix).full().ravel()
        assert np.abs(rotation(orientation, found) - matrix).max() < EXACT
        assert np.abs((found - angles(orientation, matrix) + 1) % (2 * np.pi) - 1).max() < 1e-9


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_angles_give_the_orientation_back_where_their_sequence_is_singular(orientation: str) -> None:
    R = ca.SX.sym("R", 3, 3)
    f = ca.Function("f", [R], [angle_expressions(orientation, R)])
    middle = (0.0, np.pi) if len(set(orientation.lower())) != 3 else (np.pi / 2, -np.pi / 2)
    for a2 in middle:
        matrix = rotation(orientation, [0.3, a2, 0.5])
        assert np.abs(rotation(orientation, f(matrix).full().ravel()) - matrix).max() < EXACT


def locked() -> tuple[parados.Model, np.ndarray]:
    """Return an arm whose tool points up, so that its ZYX angles are singular (a2 = -90 degrees)."""
    text = (HERE / "arm-6r-tool.yaml").read_text().replace(", rotation: {ZYX: [0.3, -0.2, 0.4]}", "")
    model = parados.Robot(parados.robot.reading.parse_robot(text)).checked().compile(backend="vm")
    level = np.array([0.3, 0.8, -1.0, 0.0, 0.0, 0.0])
    up = np.arcsin(model.platform_frame(level)[2, 0])
    tries = [level + np.eye(6)[4] * (side * np.pi / 2 + turned * up) for side in (-1, 1) for turned in (-1, 1)]
    return model, next(q for q in tries if abs(model.platform_frame(q)[2, 0] - 1) < 1e-14)


def test_tool_is_exact_in_gimbal_lock() -> None:
    model, q = locked()
    peer = open_chain(model.spec)
    qd = np.array([0.3, -0.4, 0.5, 0.6, -0.2, 0.1])
    assert np.abs(model.platform_frame(q) - peer.tool_frame(q)).max() < EXACT
    assert np.abs(model.platform_jacobian(q) - peer.tool_jacobian(q)).max() < EXACT
    assert np.abs(rotation("ZYX", model.pose(q)[3:]) - model.platform_frame(q)[:3, :3]).max() < EXACT
    assert np.abs(model.inverse_dynamics(q, qd, 2 * qd, friction=False) - peer.efforts(q, qd, 2 * qd)).max() < 1e-12
    with pytest.raises(parados.errors.SingularConfigurationError, match="angles"):
        model.pose_rates(q, qd)


def test_rates_of_the_angles_are_derivatives_of_the_pose() -> None:
    model = compiled("arm-6r-tool")
    x, xd, xdd = model.survey.home, np.linspace(-0.5, 0.6, 6), np.linspace(0.7, -0.4, 6)
    h = 1e-4
    ahead, behind = (np.array(model.pose(x + s * h * xd + h * h * xdd / 2)) for s in (1, -1))
    assert np.abs(model.pose_rates(x, xd) - (ahead - behind) / (2 * h)).max() < 1e-6
    assert np.abs(model.pose_accelerations(x, xd, xdd) - (ahead - 2 * model.pose(x) + behind) / h**2).max() < 1e-5
    slope = model.derivatives("pose", wrt="x")(x)["coordinates"]
    assert np.abs(slope @ xd - model.pose_rates(x, xd)).max() < 1e-12
