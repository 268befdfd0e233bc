"""Flexible versions of rigid robots of the catalog: same geometry, and an upper bound of the first frequency."""

from __future__ import annotations

import numpy as np
import pytest

import parados

ROBOTS = {"five-bar-flexible": "five-bar", "orthoglide-flexible": "orthoglide"}


@pytest.mark.parametrize("name", ROBOTS)
def test_geometry_equals_that_of_the_rigid_robot(name):
    flexible, rigid = (parados.load(robot).compile("vm") for robot in (name, ROBOTS[name]))
    x = np.array(flexible.survey.home) + 0.01
    assert np.allclose(flexible.inverse_kinematics(x), rigid.inverse_kinematics(x), atol=1e-12)


@pytest.mark.parametrize("name", ROBOTS)
def test_first_frequency_is_below_that_of_the_platform_on_a_massless_robot(name):
    """Rayleigh: for the deflection under a force at P, the mass of the links makes the frequency lower than sqrt(k / m)."""
    robot = parados.load(name)
    model = robot.compile("vm")
    x = model.survey.home
    K = model.platform_stiffness(x)
    assert np.allclose(K, K.T, rtol=1e-6, atol=1e-6 * K.max()) and np.linalg.eigvalsh((K + K.T) / 2).min() > 0
    n = 2 if len(K) == 3 else 3
    softest = np.linalg.eigvalsh(np.linalg.inv(K)[:n, :n])[-1]
    link = robot.spec.platform.link
    bound = np.sqrt(1 / (softest * (link.m or link.mass))) / (2 * np.pi)
    assert 0.1 * bound < model.natural_frequencies(x, count=1)[0] < bound
