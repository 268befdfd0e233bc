"""Planar two-link leg, of which Briot & Khalil's five-bar mechanism, DualV and Tripteron consist.

Axis 1 is at the origin, axis 2 at the end of the first link, and the end of the leg at (X, Y). Lengths are called d_2 and d_3 as
in Table 7.1. The models use only sines and cosines of the joint angles, which are algebraic functions of X and Y.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 7.1.2.1, 7.3.4.1, 7.4.4.1 and 8.4.3.1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca

from parados.sources.own_numbers import check_length, check_number, check_vector
from parados.spatial.vectors import SX

__all__ = ["LegEfforts", "LegParameters", "LegRates", "PlanarLeg", "circle_intersection", "named"]


@dataclass(frozen=True)
class LegParameters:
    """Lengths [m], inertias at the link origins [kg, kg m, kg m^2] and friction of the three joints."""

    d_2: float  #: axis 1 to axis 2
    d_3: float  #: axis 2 to the end
    zz_1R: float  #: zz_1 + Ia_1 + d_2^2 m_2, (8.119)
    zz_2: float = 0.0
    mx_2: float = 0.0
    my_2: float = 0.0
    mx_1: float = 0.0  #: needed with gravity only
    my_1: float = 0.0  #: needed with gravity only
    m_2: float = 0.0  #: needed with gravity only
    fv: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: viscous [N m s/rad]
    fs: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: dry [N m]

    def __post_init__(self) -> None:
        for name in ("d_2", "d_3"):
            check_length(name, getattr(self, name))
        for name in ("zz_1R", "zz_2", "mx_2", "my_2", "mx_1", "my_1", "m_2"):  # identified groups may have any sign
            check_number(name, getattr(self, name))
        for name in ("fv", "fs"):
            check_vector(name, getattr(self, name))

    def without_friction(self) -> LegParameters:
        return replace(self, fv=(0.0, 0.0, 0.0), fs=(0.0, 0.0, 0.0))

    def friction(self, joint: int, qd: SX) -> SX:
        """Return the friction fs sign(qd) + fv qd of joint 0, 1 or 2."""
        return self.fs[joint] * ca.sign(qd) + self.fv[joint] * qd


@dataclass(frozen=True)
class LegRates:
    """Rates of joints 1 and 2, or their accelerations."""

    q_1: SX
    q_2: SX

    @property
    def sum(self) -> SX:
        """Rate or acceleration of the second link."""
        return self.q_1 + self.q_2


@dataclass(frozen=True)
class LegEfforts:
    """Efforts of virtual motors in axes 1 and 2."""

    tau_1: SX
    tau_2: SX


class PlanarLeg:
    """Geometry, kinematics and virtual tree dynamics of a leg whose end is at (X, Y).

    `mode` is +1 or -1, the sign of the root in (7.15): for +1, axis 2 is counter-clockwise of the line to the end. If the end
    is out of reach, all values are NaN.
    """

    def __init__(self, parameters: LegParameters, X: SX, Y: SX, mode: int) -> None:
        self.p = parameters
        d_2, d_3 = parameters.d_2, parameters.d_3
        L = X * X + Y * Y
        h = (L + (d_2**2 - d_3**2)) / (2 * d_2)  # (7.11) over 2 d_2: h = X cos q_1 + Y sin q_1
        root = mode * ca.sqrt(L - h * h)
        self.cos_1 = (h * X - root * Y) / L  # printed: q_1 = 2 atan(...), (7.15), 0/0 at q_1 = pi
        self.sin_1 = (h * Y + root * X) / L
        self.cos_2 = (h - d_2) / d_3  # (7.9) along the first link
        self.sin_2 = -root / d_3  # and across it
        self.c_12 = (X - d_2 * self.cos_1) / d_3  # (7.9)
        self.s_12 = (Y - d_2 * self.sin_1) / d_3

    def angles(self) -> LegRates:
        """Return the joint angles [rad], (7.15) and (7.16)."""
        q_1 = ca.atan2(self.sin_1, self.cos_1)
        return LegRates(q_1, ca.atan2(self.s_12, self.c_12) - q_1)

    @property
    def zeta(self) -> SX:
        """(2, 1) unit force along the second link, reciprocal to the passive joints, (7.103)."""
        return ca.vertcat(self.c_12, self.s_12)

    @property
    def normal(self) -> SX:
        """(2, 1) y axis of the second link, (7.119)."""
        return ca.vertcat(-self.s_12, self.c_12)

    @property
    def lever(self) -> SX:
        """zeta . $_1 = d_2 sin q_2, (7.105)."""
        return self.p.d_2 * self.sin_2

    @property
    def passive_lever(self) -> SX:
        """normal . $_1 = d_2 cos q_2 + d_3, (7.123)."""
        return self.p.d_2 * self.cos_2 + self.p.d_3

    def bias(self, rates: LegRates) -> tuple[SX, SX]:
        """Return the acceleration of the end for zero joint accelerations, its components along zeta and the normal, (7.186)."""
        centripetal = self.p.d_2 * rates.q_1 * rates.q_1
        return -(centripetal * self.cos_2 + self.p.d_3 * rates.sum * rates.sum), centripetal * self.sin_2

    def efforts(self, qd: LegRates, qdd: LegRates, gravity: tuple[SX | float, SX | float] = (0.0, 0.0)) -> LegEfforts:
        """Return the efforts by (8.116) and (8.117) with friction in axes 1 and 2; the third link is massless.

        `gravity` is its vector in the plane of the leg [m/s^2]; the book has no gravity here.
        """
        p, c_2, s_2 = self.p, self.cos_2, self.sin_2
        d_mx, d_my = p.d_2 * p.mx_2, p.d_2 * p.my_2
        twice, coriolis = qdd.q_1 + qdd.sum, qd.q_2 * (qd.q_1 + qd.sum)
        second = p.zz_2 * qdd.sum
        weight_1, weight_2 = self._weights(gravity)
        tau_1 = (
            p.zz_1R * qdd.q_1
            + second
            + d_mx * (twice * c_2 - coriolis * s_2)
            - d_my * (twice * s_2 + coriolis * c_2)  # printed: + d_my
            + p.friction(0, qd.q_1)
            + weight_1
        )  # (8.116)
        tau_2 = (
            second
            + d_mx * (qdd.q_1 * c_2 + qd.q_1 * qd.q_1 * s_2)
            - d_my * (qdd.q_1 * s_2 - qd.q_1 * qd.q_1 * c_2)  # printed: + d_my
            + p.friction(1, qd.q_2)
            + weight_2
        )  # (8.117)
        return LegEfforts(tau_1, tau_2)

    def _weights(self, gravity: tuple[SX | float, SX | float]) -> tuple[SX, SX]:
        """Return the efforts that hold the links against gravity, (9.94)-(9.95), for any direction of gravity."""
        g_x, g_y = gravity
        p = self.p
        weight_2 = -p.mx_2 * (g_y * self.c_12 - g_x * self.s_12) + p.my_2 * (g_x * self.c_12 + g_y * self.s_12)
        m_d = p.mx_1 + p.m_2 * p.d_2
        weight_1 = -m_d * (g_y * self.cos_1 - g_x * self.sin_1) + p.my_1 * (g_x * self.cos_1 + g_y * self.sin_1)
        return weight_1 + weight_2, weight_2

    def inertia(self) -> tuple[SX, SX]:
        """Return M_11 and M_12 of the leg, (8.128)-(8.129)."""
        p = self.p
        coupling = p.d_2 * (p.mx_2 * self.cos_2 - p.my_2 * self.sin_2)  # printed: + d_2 my_2 sin q_2
        return p.zz_1R + p.zz_2 + 2 * coupling, p.zz_2 + coupling


def circle_intersection(centre_1: SX, centre_2: SX, radii: tuple[float, float], side: SX) -> SX:
    """Return an intersection (2, 1) of two circles: left of the line from centre 1 to centre 2 for side = +1, right for -1.

    The book solves a quadratic equation in one coordinate, (7.39) or (8.186), which is 0/0 if the other coordinates of the two
    centres are equal.
    """
    way = centre_2 - centre_1
    D = ca.dot(way, way)
    along = 0.5 + (radii[0] ** 2 - radii[1] ** 2) / (2 * D)
    across = side * ca.sqrt(radii[0] ** 2 / D - along * along)
    return centre_1 + along * way + across * ca.vertcat(-way[1], way[0])


def named(name: str, inputs: dict[str, SX], outputs: dict[str, SX]) -> ca.Function:
    """Build a function with named, dense outputs; common subexpressions are computed once."""
    shared = ca.cse([ca.densify(e) for e in outputs.values()])
    return ca.Function(name, list(inputs.values()), shared, list(inputs), list(outputs))
