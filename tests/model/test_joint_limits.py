"""Joint limits of the robot file: compared modulo whole turns at single poses, and continuously along a motion."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

import parados
from parados.model.joint_limits import beyond_limits, limit_margin

TEXT = (files("parados.robots") / "five-bar-feasible.yaml").read_text()

ROUND_OFF = 1e-9
"""Round-off of angles near 10 rad from the inverse geometry."""


def limited(tmp_path, **limits):
    """Return the five-bar mechanism with limits for some joints."""
    text = TEXT
    for name, (low, high) in limits.items():
        assert f"name: {name}," in text
        text = text.replace(f"name: {name},", f"name: {name}, limits: [{low}, {high}],")
    (tmp_path / "limited.yaml").write_text(text)
    return parados.load(tmp_path / "limited.yaml").compile("vm")


@pytest.fixture
def round_the_motor():
    """Return poses on a circle about the first motor, along which its joint makes two turns."""
    phi = np.linspace(0.0, 4 * np.pi, 401)
    return np.column_stack([-0.14 + 0.1 * np.cos(phi), 0.1 * np.sin(phi)])


def test_angles_are_followed_over_several_turns(tmp_path, round_the_motor):
    model = limited(tmp_path, q11=(-3.0, 7.0))
    q = model.joints(round_the_motor)[:, 0]
    assert np.abs(q).max() <= np.pi  # principal values of the inverse geometry
    followed = q[0] + 2 * np.pi * np.round((2.0 - q[0]) / (2 * np.pi)) + np.linspace(0.0, 4 * np.pi, 401)
    beyond = model.beyond_limits(round_the_motor, motion=True)
    assert np.abs(beyond[:, 0] - np.maximum(followed - 7.0, 0.0)).max() < ROUND_OFF
    assert beyond[:, 0].max() > 4 and not beyond[:, 1:].any()
    assert not model.beyond_limits(round_the_motor).any()  # at single poses


def test_sign_tells_which_limit_is_violated(tmp_path):
    model = limited(tmp_path, q11=(1.6, 1.9))
    mechanism, q = model.mechanism, model.joints([[0.05, 0.26], [0.0, 0.26], [-0.05, 0.26]])
    q[:, 0] = [1.5, 1.7, 2.2]
    assert np.allclose(beyond_limits(mechanism, q)[:, 0], [-0.1, 0.0, 0.3])
    assert np.allclose(beyond_limits(mechanism, q + 2 * np.pi, motion=True)[:, 0], [-0.1, 0.0, 0.3])
    assert np.allclose(limit_margin(mechanism, q), [-2 / 3, 2 / 3, -2.0])


def test_nan_rows_do_not_hide_violations_in_other_rows(tmp_path, round_the_motor):
    model = limited(tmp_path, q11=(-3.0, 7.0))
    q = model.joints(round_the_motor)
    whole = beyond_limits(model.mechanism, q, motion=True)[:, 0]
    q[100:105] = np.nan
    part = beyond_limits(model.mechanism, q, motion=True)[:, 0]
    assert np.isnan(part[100:105]).all() and np.allclose(np.delete(part, range(100, 105)), np.delete(whole, range(100, 105)))


def test_margin_of_a_robot_without_limits_is_infinite(model):
    five_bar = model("five-bar-feasible", "vm")
    assert limit_margin(five_bar.mechanism, five_bar.joints([[0.0, 0.26]])).tolist() == [np.inf]
    assert five_bar.within_limits([0.0, 0.26])
