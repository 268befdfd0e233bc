"""Orientations, their rates and their accelerations at one time, in plain floats: quaternions and angles.

The same quantities as `turning` and `angle_rates` compute for stacks; NumPy and SciPy need milliseconds for them at one time,
because each of their many operations on arrays of one row costs about half a microsecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin, sqrt, tau
from typing import TYPE_CHECKING

from parados.trajectory.power_sums import OneState, power_sums

if TYPE_CHECKING:
    from parados.spatial.rotations import Factor

__all__ = ["angle_rates_at", "angles_at", "angular_at", "exponential_at", "nearest_turns", "quaternion_product"]

Row = list[float]


def exponential_at(theta: OneState, series: Sequence[Sequence[float]]) -> OneState:
    """Return the quaternion (C, S theta) of a rotation vector theta(t), and two derivatives, by the chain rule.

    With m = theta . theta, C = cos(sqrt(m) / 2) and S = sin(sqrt(m) / 2) / sqrt(m), hence dC/dm = -S / 4.

    series : coefficients of S, dS/dm and d2S/dm2 in powers of m
    """
    v, vd, vdd = theta
    m, md = _dot(v, v), 2 * _dot(v, vd)
    mdd = 2 * (_dot(vd, vd) + _dot(v, vdd))
    S, slope, bend = power_sums(series, m)
    Sd, Sdd = slope * md, bend * md * md + slope * mdd
    return (
        [cos(0.5 * sqrt(m)), *(S * a for a in v)],
        [-0.25 * S * md, *(Sd * a + S * b for a, b in zip(v, vd, strict=True))],
        [-0.25 * (Sd * md + S * mdd), *(Sdd * a + 2 * Sd * b + S * c for a, b, c in zip(v, vd, vdd, strict=True))],
    )


def quaternion_product(p: Row, q: Row) -> Row:
    """Return the product of two quaternions w, x, y, z."""
    a, b, c, d = p
    w, x, y, z = q
    return [
        a * w - b * x - c * y - d * z,
        a * x + w * b + c * z - d * y,
        a * y + w * c + d * x - b * z,
        a * z + w * d + b * y - c * x,
    ]


def angular_at(q: OneState) -> tuple[Row, Row]:
    """Return omega = 2 qd q* and its derivative 2 qdd q* in base axes; the product qd qd* has no vector part."""
    w, x, y, z = q[0]
    conjugate = [2 * w, -2 * x, -2 * y, -2 * z]
    return quaternion_product(q[1], conjugate)[1:], quaternion_product(q[2], conjugate)[1:]


def angles_at(orientation: str, q: Row, other: bool) -> Row:
    """Return the three angles, up to whole turns, of a quaternion that is not at a singularity.

    other : False for the angles of SciPy, True for the second solution, `angle_rates.other_branch`

    References
    ----------
    E. Bernardes, S. Viollet, Quaternion to Euler angles conversion: a direct, general and computationally efficient method,
    PLoS ONE 17 (2022), as in SciPy's `Rotation.as_euler`.
    """
    if orientation == "tilt-torsion":
        phi, theta, psi = angles_at("ZYZ", q, other)
        return [phi, theta, psi + phi]
    intrinsic = orientation.isupper()
    i, j, k = ("xyz".index(letter) + 1 for letter in (orientation[::-1] if intrinsic else orientation).lower())
    proper = i == k
    if proper:
        k = 6 - i - j
    sign = (i - j) * (j - k) * (k - i) // 2
    a, b, c, d = q[0], q[i], q[j], q[k] * sign
    if not proper:
        a, b, c, d = a - c, b + d, c + a, d - b
    half_sum, half_difference = atan2(b, a), atan2(d, c)
    first, last = half_sum - half_difference, half_sum + half_difference
    middle = 2 * atan2(hypot(c, d), hypot(a, b))
    if not proper:
        last, middle = last * sign, middle - pi / 2
    if other:
        first, middle, last = first + pi, -middle if proper else pi - middle, last + pi
    return [last, middle, first] if intrinsic else [first, middle, last]


def angle_rates_at(product: Sequence[Factor], angles: Row, omega: Row, change: Row) -> tuple[Row, Row]:
    """Return the rates of the angles and their derivatives, given the angular velocity and acceleration in base axes.

    Each elementary rotation turns about its axis e, as placed by the rotations before it; their angular velocity w turns the
    axis: omega = sum of rate e, d omega/dt = sum of (d rate/dt e + rate w x e).
    """
    axes = _axes(product, angles)
    columns = [[0.0, 0.0, 0.0] for _ in range(3)]
    for (_, index, sign), e in zip(product, axes, strict=True):
        columns[index] = [a + sign * b for a, b in zip(columns[index], e, strict=True)]
    rates = _solved(columns, omega)
    w, rest = [0.0, 0.0, 0.0], change
    for (_, index, sign), e in zip(product, axes, strict=True):
        rate = sign * rates[index]
        rest = [a - rate * b for a, b in zip(rest, _cross(w, e), strict=True)]
        w = [a + rate * b for a, b in zip(w, e, strict=True)]
    return rates, _solved(columns, rest)


def nearest_turns(angles: Row, near: Row) -> Row:
    """Return the angles with whole turns added, so that they are nearest to others."""
    return [a + tau * round((b - a) / tau) for a, b in zip(angles, near, strict=True)]


def _axes(product: Sequence[Factor], angles: Row) -> list[Row]:
    """Return the axis of each elementary rotation in base axes."""
    R = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]  # its columns
    axes = []
    for axis, index, sign in product:
        axes.append(R[axis])
        i, j = (axis + 1) % 3, (axis + 2) % 3
        c, s = cos(angles[index]), sign * sin(angles[index])
        u, v = R[i], R[j]
        R[i] = [c * a + s * b for a, b in zip(u, v, strict=True)]
        R[j] = [c * b - s * a for a, b in zip(u, v, strict=True)]
    return axes


def _solved(columns: list[Row], right: Row) -> Row:
    """Solve three equations by Cramer's rule; the determinant is far from zero, see `poses.NEAREST`."""
    a, b, c = columns
    normals = _cross(b, c), _cross(c, a), _cross(a, b)
    volume = _dot(a, normals[0])
    return [_dot(normal, right) / volume for normal in normals]


def _cross(a: Row, b: Row) -> Row:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _dot(a: Row, b: Row) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
