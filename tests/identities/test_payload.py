"""A payload is an additional body fixed on the platform."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parados

SAME = 1e-10
"""Relative; the same body is given in two ways, with round-off times the condition number of J_inv (at most 200)."""

MASS, COM, INERTIA = 2.5, np.array([0.02, -0.03, 0.05]), np.array([0.011, 0.013, 0.017])


@pytest.fixture(scope="module")
def loaded():
    return cache(lambda name: parados.load(name).with_payload(MASS, com=COM, inertia=INERTIA).compile("vm"))


@given(data=st.data())
def test_payload_adds_the_efforts_of_the_platform_columns_of_the_regressor(data, every_robot, model, loaded, draw, off):
    m = model(every_robot, "vm")
    x, xd, xdd = draw(data, m)
    c = COM
    at_origin = np.diag(INERTIA) + MASS * (c @ c * np.eye(3) - np.outer(c, c))  # Huygens
    ten = np.concatenate([at_origin[np.triu_indices(3)], MASS * c, [MASS]])
    expected = m.inverse_dynamics(x, xd, xdd) + m.regressor(x, xd, xdd)[:, -10:] @ ten
    assert off(loaded(every_robot).inverse_dynamics(x, xd, xdd), expected) < SAME


@given(data=st.data())
def test_payload_at_rest_acts_as_its_weight(data, every_robot, model, loaded, draw, off):
    m = model(every_robot)
    x = draw(data, m).x
    still = np.zeros(m.mechanism.n_dof)
    weight = MASS * m.mechanism.gravity
    wrench = np.concatenate([weight, np.cross(m.platform_frame(x)[:3, :3] @ COM, weight)])
    got = loaded(every_robot).inverse_dynamics(x, still, still)
    assert off(got, m.inverse_dynamics(x, still, still, wrench=wrench)) < SAME


def test_with_payload_does_not_change_the_robot(every_robot):
    robot = parados.load(every_robot)
    before = robot.spec.platform.link.standard()
    after = robot.with_payload(MASS, com=COM, inertia=INERTIA).spec.platform.link.standard()
    assert np.array_equal(robot.spec.platform.link.standard(), before)
    assert after[9] == before[9] + MASS


def test_without_payload_keeps_parameters_and_models():
    robot = parados.load("delta-d3-1200")
    assert robot.without_payload() is robot
    assert robot.with_payload(MASS).without_payload() is robot
    longer = robot.with_parameters(l1=0.38)
    bare = longer.with_payload(MASS, com=COM).with_payload(1.0).without_payload()
    assert not bare.payload.any()
    assert bare.parameters["l1"] == 0.38
    still, x = np.zeros(3), robot.home
    expected = longer.compile("vm").inverse_dynamics(x, still, still)
    assert np.array_equal(bare.compile("vm").inverse_dynamics(x, still, still), expected)


def test_payload_tells_mass_and_first_moments():
    payload = parados.load("delta-d3-1200").with_payload(MASS, com=COM).with_payload(1.0).payload
    assert payload[9] == MASS + 1.0
    assert payload[6:9] == pytest.approx(MASS * COM)
