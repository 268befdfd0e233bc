"""Parametrisations of the orientation of a body (Briot & Khalil, section 2.4).

Three angles define an ordered product of elementary rotations. `factors` gives this product for every convention: Euler
sequences in SciPy's spelling (upper case intrinsic, lower case extrinsic; roll-pitch-yaw is "ZYX") and
tilt-and-torsion (2.49). Quaternions are w, x, y, z.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, real_array, vector, word
from parados.errors import InputError
from parados.spatial.live_numbers import as_numbers, is_live_list
from parados.spatial.mdh import rotation_x, rotation_y, rotation_z
from parados.spatial.vectors import SX, Vector, column, cross, matrix

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

__all__ = [
    "SEQUENCES",
    "Factor",
    "angles",
    "axis_angle",
    "factors",
    "from_axis_angle",
    "from_quaternion",
    "quaternion",
    "quaternion_matrix",
    "quaternion_rates",
    "rate_columns",
    "rate_drift",
    "rate_matrix",
    "rotation",
    "rotation_matrix",
    "turn_about",
]

Array = NDArray[np.float64]

SEQUENCES = tuple("".join(s) for letters in ("XYZ", "xyz") for s in product(letters, repeat=3) if s[0] != s[1] and s[1] != s[2])
"""The sequences of three angles: capitals turn about axes that move along, small letters about axes that stay."""

ORTHONORMAL = 1e-6
"""Tolerance of inputs: of the length of a quaternion or of an axis from 1, and of R R^T from the unit matrix."""

_ELEMENTARY = (rotation_x, rotation_y, rotation_z)


class Factor(NamedTuple):
    """One elementary rotation about axis 0, 1 or 2, by sign * angles[angle]."""

    axis: int
    angle: int
    sign: int


def _check_orientation(orientation: str) -> None:
    word("orientation", orientation, (*SEQUENCES, "tilt-torsion"), expected="an orientation given by three angles")


def factors(orientation: str) -> tuple[Factor, ...]:
    """Return the elementary rotations of a named convention, from left to right in their product."""
    _check_orientation(orientation)
    if orientation == "tilt-torsion":  # (2.49): rot(z, phi) rot(y, theta) rot(z, -phi) rot(z, sigma)
        return (Factor(2, 0, 1), Factor(1, 1, 1), Factor(2, 0, -1), Factor(2, 2, 1))
    product_ = tuple(Factor("xyz".index(letter.lower()), k, 1) for k, letter in enumerate(orientation))
    return product_ if orientation.isupper() else product_[::-1]


def _turn(R: ArrayLike) -> Rotation:
    """Convert a rotation matrix to SciPy's `Rotation`. The import is here because SciPy imports slower than all of parados."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(_checked_rotation(R))


def _checked_rotation(R: ArrayLike) -> Array:
    """Check that R is a (3, 3) orthonormal and right-handed matrix, and return it as an array."""
    given = real_array("R", R)
    if given.shape != (3, 3):
        raise InputError(f"R: a rotation matrix of shape (3, 3) is expected, not {given.shape}")
    off = float(np.abs(given @ given.T - np.eye(3)).max())
    if off > ORTHONORMAL:
        raise InputError(f"R: the matrix is not a rotation: an entry of R R^T differs from the unit matrix by {off:.2g}")
    if np.linalg.det(given) < 0:
        raise InputError("R: the matrix is not a rotation: its determinant is -1, so its axes are left-handed")
    return given


def rotation(orientation: str, values: ArrayLike) -> Array:
    """(3, 3) numeric rotation matrix of three angles [rad]."""
    a = as_numbers(values) if is_live_list(values) else vector("values", values, 3, "three angles [rad]")
    R = np.eye(3)
    for axis, index, sign in factors(orientation):
        R = R @ _ELEMENTARY[axis](sign * a[index])
    return R


def angles(orientation: str, R: ArrayLike) -> Array:
    """(3,) angles [rad] of a rotation matrix, (2.41)-(2.48) and section 2.4.5."""
    _check_orientation(orientation)
    if orientation == "tilt-torsion":
        phi, theta, psi = _turn(R).as_euler("ZYZ")
        return np.array([phi, theta, (psi + phi + np.pi) % (2 * np.pi) - np.pi])
    return np.asarray(_turn(R).as_euler(orientation))


def from_axis_angle(axis: ArrayLike, angle: float) -> Array:
    """(3, 3) matrix of a rotation about a unit axis by an angle [rad], (2.20)."""
    u, angle = vector("axis", axis, 3), number("angle", angle, expected="one angle [rad]")
    if abs(np.linalg.norm(u) - 1) > ORTHONORMAL:
        raise InputError(f"axis: a unit vector is expected; its length is {np.linalg.norm(u):.9g}; divide it by its length")
    u_hat = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return np.outer(u, u) * (1 - np.cos(angle)) + np.eye(3) * np.cos(angle) + u_hat * np.sin(angle)


def axis_angle(R: ArrayLike) -> tuple[Array, float]:
    """Unit axis (3,) and angle in [0, pi] of a rotation matrix, (2.23)-(2.27)."""
    vector = _turn(R).as_rotvec()
    angle = float(np.linalg.norm(vector))
    return (vector / angle if angle > 0 else np.array([0.0, 0.0, 1.0])), angle


def from_quaternion(q: ArrayLike) -> Array:
    """(3, 3) matrix of a unit quaternion w, x, y, z, (2.30)."""
    given = vector("q", q, 4, "a quaternion w, x, y, z")
    if abs(np.linalg.norm(given) - 1) > ORTHONORMAL:
        raise InputError(f"q: a unit quaternion is expected; its length is {np.linalg.norm(given):.9g}; divide it by its length")
    w, x, y, z = given
    return np.array(
        [
            [2 * (w * w + x * x) - 1, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 2 * (w * w + y * y) - 1, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 2 * (w * w + z * z) - 1],
        ]
    )


def quaternion(R: ArrayLike) -> Array:
    """(4,) unit quaternion with w >= 0, (2.31)-(2.36)."""
    return np.asarray(_turn(R).as_quat(canonical=True, scalar_first=True))


def turn_about(axis: int, c: SX, s: SX) -> SX:
    """(3, 3) expression of an elementary rotation given by its cosine and sine."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    R = SX(3, 3)
    R[axis, axis] = 1
    R[j, j] = R[k, k] = c
    R[j, k], R[k, j] = -s, s
    return R


def rotation_matrix(orientation: str, cosines: Vector, sines: Vector) -> SX:
    """(3, 3) expression of the rotation by three angles given by their cosines and sines."""
    R = matrix(np.eye(3))
    for axis, index, sign in factors(orientation):
        R = R @ turn_about(axis, cosines[index], sign * sines[index])
    return R


def quaternion_matrix(q: SX) -> SX:
    """(3, 3) expression of the rotation by a unit quaternion w, x, y, z, (2.30)."""
    w, v = q[0], q[1:4]
    v_hat = ca.skew(v)
    return matrix(np.eye(3)) + 2 * (w * v_hat + v_hat @ v_hat)


def quaternion_rates(q: SX, omega: SX) -> SX:
    """(4, 1) time derivative of a unit quaternion q = (w, v): half the quaternion product (0, omega) q, omega in base axes."""
    w, v = q[0], q[1:4]
    return ca.vertcat(-ca.dot(omega, v) / 2, (w * omega + ca.cross(omega, v)) / 2)


def rate_columns(orientation: str, cosines: Vector, sines: Vector) -> SX:
    """(3, 3) matrix D with omega = D @ d(angles)/dt in base axes, (7.69) for any convention."""
    D = SX(3, 3)
    R = matrix(np.eye(3))
    for axis, index, sign in factors(orientation):
        D[:, index] += sign * (R @ column(np.eye(3)[axis]))
        R = R @ turn_about(axis, cosines[index], sign * sines[index])
    return D


def rate_matrix(orientation: str, values: ArrayLike) -> Array:
    """(3, 3) numeric matrix D with omega = D @ d(angles)/dt in base axes, at three angles [rad], (7.69)."""
    a = vector("values", values, 3, "three angles [rad]")
    return np.asarray(ca.evalf(rate_columns(orientation, column(np.cos(a)), column(np.sin(a)))).full())


def rate_drift(orientation: str, cosines: Vector, sines: Vector, rates: Vector) -> Vector:
    """(3, 1) vector D_dot @ rates: the angular acceleration when the second derivatives of the angles are zero.

    Each factor turns the axes e_j of the factors after it. The result is the sum over i < j of omega_i x omega_j with
    omega_i = rate_i e_i.
    """
    turned: list[Vector] = []
    R = matrix(np.eye(3))
    for axis, index, sign in factors(orientation):
        turned.append(R @ column(np.eye(3)[axis]) * (sign * rates[index]))
        R = R @ turn_about(axis, cosines[index], sign * sines[index])
    drift, behind = SX(3, 1), SX(3, 1)
    for omega in reversed(turned):
        drift += cross(omega, behind)
        behind = omega + behind
    return drift
