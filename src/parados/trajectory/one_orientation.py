"""Orientations, their rates and their accelerations at one time, in plain floats: quaternions and angles.

The same quantities as `turning` and `angle_rates` compute for stacks; NumPy and SciPy need milliseconds for them at one time,
because each of their many operations on arrays of one row costs about half a microsecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, factorial, hypot, pi, sin, sqrt, tau
from typing import TYPE_CHECKING

from parados.trajectory.power_sums import OneState, power_sums

if TYPE_CHECKING:
    from parados.spatial.rotations import Factor

__all__ = ["angle_rates_at", "angles_at", "angular_at", "exponential_at", "nearest_turns", "quaternion_product"]

Row = list[float]


def _slope(series: Row) -> Row:
    """Return the coefficients of the derivative of a power series."""
    return [k * c for k, c in enumerate(series)][1:]


SINE = [0.5 * (-0.25) ** j / factorial(2 * j + 1) for j in range(24)]
SERIES = [SINE, _slope(SINE), _slope(_slope(SINE))]
"""Coefficients of S and of its first two derivatives by m; exact to round-off up to two turns."""

FIRST_TERMS = [series[:12] for series in SERIES]
"""The terms that matter up to half a turn."""


def exponential_at(theta: OneState) -> OneState:
    """Return the quaternion (C, S theta) of a rotation vector theta(t), and two derivatives, by the chain rule.

    With m = theta . theta, C = cos(sqrt(m) / 2) and S = sin(sqrt(m) / 2) / sqrt(m), hence dC/dm = -S / 4.
    """
    (x, y, z), (xd, yd, zd), (xdd, ydd, zdd) = theta
    m, md = x * x + y * y + z * z, 2 * (x * xd + y * yd + z * zd)
    mdd = 2 * (xd * xd + yd * yd + zd * zd + x * xdd + y * ydd + z * zdd)
    S, slope, bend = power_sums(FIRST_TERMS if m < pi**2 else SERIES, m)
    Sd, Sdd = slope * md, bend * md * md + slope * mdd
    Cd, Cdd, twice = -0.25 * S * md, -0.25 * (Sd * md + S * mdd), 2 * Sd
    return (
        [cos(0.5 * sqrt(m)), S * x, S * y, S * z],
        [Cd, Sd * x + S * xd, Sd * y + S * yd, Sd * z + S * zd],
        [Cdd, Sdd * x + twice * xd + S * xdd, Sdd * y + twice * yd + S * ydd, Sdd * z + twice * zd + S * zdd],
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
    columns = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    for (_, index, sign), e in zip(product, axes, strict=True):
        columns[index] = _added(columns[index], _scaled(sign, e))
    a, b, c = columns
    volume = _dot(a, _cross(b, c))  # far from zero, see `poses.NEAREST`
    inverse = [_scaled(1 / volume, row) for row in (_cross(b, c), _cross(c, a), _cross(a, b))]
    rates = [_dot(row, omega) for row in inverse]
    w, rest = [0.0, 0.0, 0.0], change
    for (_, index, sign), e in zip(product, axes, strict=True):
        turned = _scaled(sign * rates[index], e)
        rest = _added(rest, _cross(turned, w))
        w = _added(w, turned)
    return rates, [_dot(row, rest) for row in inverse]


def nearest_turns(angles: Row, near: Row) -> Row:
    """Return the angles with whole turns added, so that they are nearest to others."""
    return [a + tau * round((b - a) / tau) for a, b in zip(angles, near, strict=True)]


def _axes(product: Sequence[Factor], angles: Row) -> list[Row]:
    """Return the axis of each elementary rotation in base axes."""
    R = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]  # its columns
    axes = []
    for axis, index, sign in product[:-1]:
        axes.append(R[axis])
        i, j = (axis + 1) % 3, (axis + 2) % 3
        c, s = cos(angles[index]), sign * sin(angles[index])
        R[i], R[j] = _added(_scaled(c, R[i]), _scaled(s, R[j])), _added(_scaled(c, R[j]), _scaled(-s, R[i]))
    return [*axes, R[product[-1].axis]]


def _scaled(factor: float, a: Row) -> Row:
    x, y, z = a
    return [factor * x, factor * y, factor * z]


def _added(a: Row, b: Row) -> Row:
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


def _cross(a: Row, b: Row) -> Row:
    x, y, z = a
    u, v, w = b
    return [y * w - z * v, z * u - x * w, x * v - y * u]


def _dot(a: Row, b: Row) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
