"""Compare modified Denavit-Hartenberg matrices to the formula (4.3) of Briot & Khalil."""

from __future__ import annotations

import numpy as np
import pytest

from parados.spatial.mdh import mdh_matrix, rotation_x, rotation_y, rotation_z
from parados.spatial.vectors import snap

ROUND_OFF = 1e-14
"""Absolute, for lengths and cosines of the order of 1."""


def _written_out(gamma, b, alpha, d, theta, r):
    cg, sg, ca, sa, ct, st = (f(a) for a in (gamma, alpha, theta) for f in (np.cos, np.sin))
    return np.array(
        [
            [cg * ct - sg * ca * st, -cg * st - sg * ca * ct, sg * sa, d * cg + r * sg * sa],
            [sg * ct + cg * ca * st, -sg * st + cg * ca * ct, -cg * sa, d * sg - r * cg * sa],
            [sa * st, sa * ct, ca, r * ca + b],
            [0, 0, 0, 1],
        ]
    )


def test_mdh_matrix_equals_the_formula():
    for row in np.random.default_rng(8).uniform(-2, 2, (50, 6)):
        assert np.abs(mdh_matrix(*row) - _written_out(*row)).max() < ROUND_OFF


def test_a_joint_adds_to_theta_or_to_r():
    row, q = np.array([0.3, 0.1, -0.7, 0.4, 0.2, -0.5]), 0.9
    turned, slid = np.eye(4), np.eye(4)
    turned[:3, :3], slid[2, 3] = rotation_z(q), q
    assert np.abs(mdh_matrix(*row) @ turned - _written_out(*row + np.array([0, 0, 0, 0, q, 0]))).max() < ROUND_OFF
    assert np.abs(mdh_matrix(*row) @ slid - _written_out(*row + np.array([0, 0, 0, 0, 0, q]))).max() < ROUND_OFF


@pytest.mark.parametrize("turn", [rotation_x, rotation_y, rotation_z])
def test_quarter_turns_are_exact(turn):
    """cos(pi/2) must be 0, not 6.1e-17, so that graphs have no such small constants."""
    for quarters in range(-4, 5):
        assert set(np.abs(turn(quarters * np.pi / 2)).ravel()) == {0.0, 1.0}


def test_snap_does_not_change_other_numbers():
    values = np.array([1e-13, 0.4999, 0.866, 3.0 + 1e-15, -0.25])
    assert np.array_equal(snap(values), values)
    assert np.array_equal(snap([6e-17, 0.5 + 1e-16, -1 + 2e-16]), [0.0, 0.5, -1.0])
    assert not np.signbit(snap([-6e-17])).any()
