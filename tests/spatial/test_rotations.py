"""Compare parametrisations of orientation to SciPy and to the formulas of Briot & Khalil, section 2.4."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from parados.errors import InputError
from parados.spatial.rotations import (
    SEQUENCES,
    angles,
    axis_angle,
    from_axis_angle,
    from_quaternion,
    quaternion,
    quaternion_matrix,
    rate_columns,
    rotation,
    rotation_matrix,
)

ROUND_OFF = 1e-14
"""Absolute; entries of a rotation matrix are at most 1 and come from a few products."""

INVERSE = 1e-7
"""Absolute error of a matrix entry; inverse functions lose half of the digits where the derivative of a cosine is zero."""

DIFFERENCES = 1e-9
"""Absolute error of extrapolated differences of a rotation matrix."""

CONVENTIONS = [*SEQUENCES, "tilt-torsion"]
THIRDS = [[1 / 3, -2 / 3, 2 / 3], [-2 / 3, 1 / 3, 2 / 3]]
HALF_TURNS = [*np.eye(3), *-np.eye(3), [0.6, 0.8, 0], [0.6, 0, -0.8], [0, -0.6, 0.8], *THIRDS]


def _random(count, seed=3):
    return np.random.default_rng(seed).uniform(-3.0, 3.0, (count, 3))


def _numbers(expression, *pairs):
    symbols, values = [p[0] for p in pairs], [p[1] for p in pairs]
    return ca.Function("f", symbols, [ca.densify(expression)])(*values).full()


def _rot(axis, angle):
    return Rotation.from_rotvec(angle * np.eye(3)[axis]).as_matrix()


def test_there_are_24_different_sequences():
    assert len(SEQUENCES) == len(set(SEQUENCES)) == 24


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_sequences_equal_those_of_scipy(sequence):
    for values in _random(20):
        assert np.abs(rotation(sequence, values) - Rotation.from_euler(sequence, values).as_matrix()).max() < ROUND_OFF


def test_tilt_torsion_equals_its_definition():
    """(2.49): rot(z, phi) rot(y, theta) rot(z, sigma - phi)."""
    for phi, theta, sigma in _random(20):
        expected = _rot(2, phi) @ _rot(1, theta) @ _rot(2, sigma - phi)
        assert np.abs(rotation("tilt-torsion", [phi, theta, sigma]) - expected).max() < ROUND_OFF


def test_pure_tilt_turns_about_a_horizontal_axis():
    axis, angle = axis_angle(rotation("tilt-torsion", [0.4, 0.7, 0.0]))
    assert angle == pytest.approx(0.7, abs=ROUND_OFF)
    assert axis == pytest.approx([-np.sin(0.4), np.cos(0.4), 0], abs=ROUND_OFF * 10)


@pytest.mark.parametrize("orientation", CONVENTIONS)
def test_expressions_equal_numbers(orientation):
    c, s = ca.SX.sym("c", 3), ca.SX.sym("s", 3)
    R = rotation_matrix(orientation, c, s)
    for values in _random(5):
        got = _numbers(R, (c, np.cos(values)), (s, np.sin(values)))
        assert np.abs(got - rotation(orientation, values)).max() < ROUND_OFF


@pytest.mark.parametrize("orientation", CONVENTIONS)
def test_angles_invert_rotation(orientation):
    for values in _random(20):
        R = rotation(orientation, values)
        assert np.abs(rotation(orientation, angles(orientation, R)) - R).max() < INVERSE


@pytest.mark.filterwarnings("ignore:Gimbal lock")
@pytest.mark.parametrize("orientation", CONVENTIONS)
@pytest.mark.parametrize("middle", [0.0, np.pi / 2, -np.pi / 2, np.pi])
def test_angles_invert_rotation_at_and_near_singularities(orientation, middle):
    R = rotation(orientation, [0.3, middle, -1.1])
    assert np.abs(rotation(orientation, angles(orientation, R)) - R).max() < INVERSE


@pytest.mark.parametrize("orientation", CONVENTIONS)
def test_rate_columns_give_the_angular_velocity(orientation, slope):
    """omega^ = dR/dt R^T, in base axes."""
    c, s = ca.SX.sym("c", 3), ca.SX.sym("s", 3)
    D = rate_columns(orientation, c, s)
    for values in _random(4):
        got = _numbers(D, (c, np.cos(values)), (s, np.sin(values)))
        for k, unit in enumerate(np.eye(3)):
            W = slope(lambda h, v=values, u=unit: rotation(orientation, v + h * u), 5e-2) @ rotation(orientation, values).T
            assert np.abs(got[:, k] - [W[2, 1], W[0, 2], W[1, 0]]).max() < DIFFERENCES


def test_rotation_from_a_quaternion_equals_the_formula():
    """(2.30) with Q1 = w."""
    q = ca.SX.sym("q", 4)
    for values in np.random.default_rng(4).normal(size=(20, 4)):
        q1, q2, q3, q4 = unit = values / np.linalg.norm(values)
        expected = [
            [2 * (q1**2 + q2**2) - 1, 2 * (q2 * q3 - q1 * q4), 2 * (q2 * q4 + q1 * q3)],
            [2 * (q2 * q3 + q1 * q4), 2 * (q1**2 + q3**2) - 1, 2 * (q3 * q4 - q1 * q2)],
            [2 * (q2 * q4 - q1 * q3), 2 * (q3 * q4 + q1 * q2), 2 * (q1**2 + q4**2) - 1],
        ]
        assert np.abs(from_quaternion(unit) - expected).max() < ROUND_OFF
        assert np.abs(_numbers(quaternion_matrix(q), (q, unit)) - expected).max() < ROUND_OFF
        again = quaternion(from_quaternion(unit))
        assert again[0] >= 0
        assert min(np.abs(again - unit).max(), np.abs(again + unit).max()) < ROUND_OFF


def test_rotation_from_axis_and_angle_equals_the_formula():
    """(2.20), element by element."""
    for values, angle in zip(_random(20), np.linspace(-3, 3, 20), strict=True):
        x, y, z = u = values / np.linalg.norm(values)
        c, s, v = np.cos(angle), np.sin(angle), 1 - np.cos(angle)
        expected = [
            [x * x * v + c, x * y * v - z * s, x * z * v + y * s],
            [x * y * v + z * s, y * y * v + c, y * z * v - x * s],
            [x * z * v - y * s, y * z * v + x * s, z * z * v + c],
        ]
        assert np.abs(from_axis_angle(u, angle) - expected).max() < ROUND_OFF


@pytest.mark.parametrize("angle", [1e-9, 1e-3, 1.0, np.pi / 2, 3.0, np.pi - 1e-6])
def test_axis_angle_inverts_from_axis_angle(angle):
    for values in _random(10):
        u = values / np.linalg.norm(values)
        axis, size = axis_angle(from_axis_angle(u, angle))
        assert size == pytest.approx(angle, abs=ROUND_OFF * 10)
        assert np.abs(axis - u).max() * min(angle, 1.0) < ROUND_OFF * 10


@pytest.mark.parametrize("axis", HALF_TURNS, ids=lambda a: ",".join(f"{v:.2g}" for v in a))
def test_half_turns_give_the_axis_up_to_its_sign(axis):
    """At 180 degrees the sign of the axis is free and w of the quaternion is 0; any component of the axis may be zero."""
    u = np.array(axis, dtype=float)
    R = from_axis_angle(u, np.pi)
    found, angle = axis_angle(R)
    assert angle == pytest.approx(np.pi, abs=1e-7)
    assert np.linalg.norm(found) == pytest.approx(1, abs=ROUND_OFF)
    assert min(np.abs(found - u).max(), np.abs(found + u).max()) < INVERSE
    assert np.abs(from_axis_angle(found, angle) - R).max() < INVERSE
    assert np.abs(from_quaternion(quaternion(R)) - R).max() < INVERSE


def test_a_matrix_that_is_no_rotation_is_rejected_with_the_reason():
    with pytest.raises(InputError, match=r"an entry of R R\^T differs from the unit matrix by 0.21$"):
        axis_angle(np.diag([1.1, 1.0, 1.0]))
    with pytest.raises(InputError, match="its determinant is -1, so its axes are left-handed"):
        axis_angle(np.diag([1.0, 1.0, -1.0]))


def test_the_identity_has_zero_angle():
    axis, angle = axis_angle(np.eye(3))
    assert angle == 0
    assert np.linalg.norm(axis) == 1


def test_lengths_near_one_are_shown_with_enough_digits():
    """The tolerance is 1e-6, so six digits would show a rejected length as 1."""
    with pytest.raises(InputError, match=r"q: a unit quaternion is expected; its length is 1.000002; divide it by its length"):
        from_quaternion([1.000002, 0, 0, 0])
    with pytest.raises(InputError, match=r"axis: a unit vector is expected; its length is 1.000002; divide it by its length"):
        from_axis_angle([0, 0, 1.000002], 0.3)
