"""Test the velocity and force ellipsoids of the platform."""

import numpy as np
import pytest

import parados
from parados.model.ellipsoids import motion_ellipsoids

TOLERANCE = 1e-9
"""Relative; both sides are products of a few small matrices."""


def _at_home(name):
    robot = parados.load(name)
    model = robot.compile("vm")
    return model, robot.home, motion_ellipsoids(model, robot.home)


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "delta-d3-1200", "five-bar"])
def test_largest_speed_of_p_is_the_largest_half_axis(name):
    model, x, found = _at_home(name)
    V = (model.platform_jacobian(x) @ model.jacobian(x))[:3]
    rates = np.random.default_rng(0).normal(size=(4000, V.shape[1]))
    speeds = np.linalg.norm(rates / np.linalg.norm(rates, axis=1)[:, None] @ V.T, axis=1)
    assert speeds.max() <= found.velocities[0] * (1 + TOLERANCE)
    assert speeds.max() > 0.8 * found.velocities[0]


@pytest.mark.parametrize("name", ["delta-d3-1200", "five-bar", "linear-delta"])
def test_a_force_on_the_force_ellipsoid_needs_efforts_of_norm_one(name):
    model, x, found = _at_home(name)
    still = np.zeros(model.mechanism.n_dof)
    for k in range(found.rank):
        wrench = np.concatenate([found.forces[k] * found.directions[:, k], np.zeros(3)])
        tau = model.inverse_dynamics(x, still, still, wrench=wrench) - model.inverse_dynamics(x, still, still)
        assert np.linalg.norm(tau) == pytest.approx(1.0, rel=1e-7)


def test_planar_robot_has_an_ellipse():
    found = _at_home("five-bar")[2]
    assert found.rank == 2
    assert np.allclose(found.directions[2, :2], 0.0)
    assert found.forces[2] == found.velocities[2] == 0.0


def test_wrist_has_an_ellipsoid_of_angular_velocities():
    model, x, found = _at_home("agile-eye")
    assert found.turning
    sizes = np.linalg.svd((model.platform_jacobian(x) @ model.jacobian(x))[3:], compute_uv=False)
    assert np.allclose(found.velocities, sizes, rtol=TOLERANCE)
    assert found.condition == pytest.approx(sizes[0] / sizes[-1])
