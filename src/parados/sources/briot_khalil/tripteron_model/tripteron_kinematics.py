"""Geometry and kinematics of the Tripteron: three legs PRRR along the axes of the base.

x = [x, y, z], q_a = [q_11, q_21, q_31], q_d = [q_12, q_13, q_14, q_22, ...], t_r = [xd, yd, zd]. The axes of leg i are those
of the base in the order (x, y, z), (y, z, x), (z, x, y), (9.57)-(9.59). Lengths are d_i3 and d_i4 as in Table 9.2; the shared
planar leg calls them d_2 and d_3, and its links 1 and 2 are the book's links i2 and i3.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.55)-(9.88).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.planar_leg import LegParameters, LegRates, PlanarLeg
from parados.sources.own_numbers import check_mass, check_number
from parados.spatial.vectors import SX, matrix

__all__ = ["AXES", "SliderParameters", "TripteronKinematics", "TripteronParameters"]

AXES = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""Base axes that are the x, y and z axes of each leg, (9.57)-(9.59)."""


@dataclass(frozen=True)
class SliderParameters:
    """Parameters of a prismatic joint and its link."""

    m: float  #: mass [kg]
    Ia: float  #: rotor inertia, reflected to the slider [kg]
    fv: float = 0.0  #: viscous friction [N s/m]
    fs: float = 0.0  #: dry friction [N]


def _leg() -> LegParameters:
    return LegParameters(
        d_2=0.38,
        d_3=0.36,
        zz_1R=0.019 + 0.38**2 * 0.36,
        zz_2=0.016,
        mx_2=0.062,
        my_2=-0.005,
        mx_1=0.075,
        my_1=0.006,
        m_2=0.36,
        fv=(0.03, 0.02, 0.01),
        fs=(0.015, 0.012, 0.007),
    )


def _sliders() -> tuple[SliderParameters, SliderParameters, SliderParameters]:
    return SliderParameters(0.7, 2.1, 8.0, 1.1), SliderParameters(0.65, 1.9, 9.0, 0.9), SliderParameters(0.6, 2.0, 7.0, 1.0)


@dataclass(frozen=True)
class TripteronParameters:
    """Parameters of the Tripteron; the defaults are those of the robot `tripteron`. They were chosen, since the book has none."""

    a: float = 0.5  #: offset of legs 2 and 3 [m]
    leg: LegParameters = field(default_factory=_leg)
    m_i2: float = 0.42  #: mass of the first link [kg]; that of the second link is leg.m_2
    sliders: tuple[SliderParameters, SliderParameters, SliderParameters] = field(default_factory=_sliders)
    m_5: float = 1.1  #: end effector [kg]
    g: float = 9.81  #: gravity along -z_0 [m/s^2]

    def __post_init__(self) -> None:
        for name in ("a", "g"):
            check_number(name, getattr(self, name))
        for name in ("m_i2", "m_5"):
            check_mass(name, getattr(self, name))
        for i, slider in enumerate(self.sliders):
            for name in ("m", "Ia", "fv", "fs"):
                check_mass(f"sliders[{i}].{name}", getattr(slider, name))

    def without_friction(self) -> TripteronParameters:
        one, two, three = (replace(s, fv=0.0, fs=0.0) for s in self.sliders)
        return replace(self, leg=self.leg.without_friction(), sliders=(one, two, three))


class TripteronKinematics:
    """Matrices of the book as attributes: expressions of `x`, `xd` and `xdd` (3, 1 each) [m, s].

    `mode` holds the signs of (9.64): +1 if A_i3 is counter-clockwise of the line to the end effector.
    """

    def __init__(self, parameters: TripteronParameters | None = None, mode: tuple[int, int, int] = (1, 1, 1)) -> None:
        self.parameters = p = parameters or TripteronParameters()
        self.x, self.xd, self.xdd = (SX.sym(name, 3) for name in ("x", "xd", "xdd"))
        foot = ((0.0, 0.0), (0.0, p.a), (p.a, 0.0))
        self.legs = [
            PlanarLeg(p.leg, self.x[j] - X, self.x[k] - Y, sign)  # (9.61)-(9.64)
            for (j, k, _), (X, Y), sign in zip(AXES, foot, mode, strict=True)
        ]

    def in_plane(self, i: int, v: SX) -> SX:
        """(2, 1) components of a base vector in the plane of leg i, (9.73)-(9.75)."""
        return ca.vertcat(v[AXES[i][0]], v[AXES[i][1]])

    @cached_property
    def q_a(self) -> SX:
        """(3, 1) active joints [m], (9.60)."""
        a = self.parameters.a
        return ca.vertcat(self.x[2], self.x[0] + a, self.x[1] - a)

    def forward_geometry(self, q_a: SX) -> SX:
        """(3, 1) end effector [m], (9.60)."""
        a = self.parameters.a
        return ca.vertcat(q_a[1] - a, q_a[2] + a, q_a[0])  # printed: q_12, q_13 for q_21, q_31

    @cached_property
    def q_d(self) -> SX:
        """(9, 1) passive joints [rad], (9.64)-(9.66)."""
        angles = [leg.angles() for leg in self.legs]
        return ca.vertcat(*[ca.vertcat(q.q_1, q.q_2, -q.sum) for q in angles])  # printed in (9.65): q_i2 not subtracted

    @cached_property
    def A_r(self) -> SX:
        """(3, 3) matrix in A_r t_r + B qd_a = 0, (9.67)."""
        return matrix([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])

    @cached_property
    def B(self) -> SX:
        """(3, 3) matrix in A_r t_r + B qd_a = 0, (9.67)."""
        return -self.J  # printed: + the permutation

    @cached_property
    def J(self) -> SX:
        """(3, 3) t_r = J qd_a, (9.69)."""
        return matrix([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])  # printed: the identity

    def J_ti(self, i: int) -> SX:
        """(3, 3) rows of J_t that belong to leg i, (9.78)."""
        J_ti = SX(3, 3)
        J_ti[0, AXES[i][0]] = J_ti[1, AXES[i][1]] = 1
        return J_ti

    @cached_property
    def J_t(self) -> SX:
        """(9, 3) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (9.82)."""
        return ca.vertcat(*[self.J_ti(i) for i in range(3)])

    @cached_property
    def J_ta(self) -> SX:
        """(9, 3) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (9.83)."""
        return SX(9, 3)

    def J_tdi(self, i: int) -> SX:
        """(3, 3) block of J_td that belongs to leg i, (9.80)."""
        leg = self.legs[i]
        s_3, c_3 = leg.p.d_3 * leg.s_12, leg.p.d_3 * leg.c_12
        first, second = -leg.p.d_2 * leg.sin_1 - s_3, leg.p.d_2 * leg.cos_1 + c_3
        return ca.blockcat([[first, -s_3, 0], [second, c_3, 0], [1, 1, 1]])  # printed: rows 1 and 2 with the opposite sign

    @cached_property
    def J_td(self) -> SX:
        """(9, 9) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (9.84)."""
        return ca.diagcat(*[ca.sparsify(self.J_tdi(i)) for i in range(3)])

    def solve_leg(self, i: int, along: SX, across: SX) -> LegRates:
        """Return J_tdi^-1 times a vector given by its components along and across link i3."""
        leg = self.legs[i]
        q_1 = along / leg.lever
        return LegRates(q_1, (across - leg.passive_lever * q_1) / leg.p.d_3)

    @cached_property
    def J_r(self) -> SX:
        """(9, 3) qd_d = J_r t_r, (9.86)."""
        rows = []
        for i, leg in enumerate(self.legs):
            inverse = self.solve_leg(i, leg.zeta.T, leg.normal.T)
            planar = ca.vertcat(inverse.q_1, inverse.q_2, -inverse.sum)
            rows.append(planar @ self.J_ti(i)[:2, :])
        return ca.vertcat(*rows)

    @cached_property
    def rates(self) -> list[LegRates]:
        """qd_i2 and qd_i3 of each leg, (9.85)."""
        ends = [self.in_plane(i, self.xd) for i in range(3)]
        return [self.solve_leg(i, ca.dot(leg.zeta, ends[i]), ca.dot(leg.normal, ends[i])) for i, leg in enumerate(self.legs)]

    @cached_property
    def accelerations(self) -> list[LegRates]:
        """qdd_i2 and qdd_i3 of each leg, (9.87) with J_td_dot qd_d as (7.186)."""
        accelerations = []
        for i, leg in enumerate(self.legs):
            end, (along, across) = self.in_plane(i, self.xdd), leg.bias(self.rates[i])
            accelerations.append(self.solve_leg(i, ca.dot(leg.zeta, end) - along, ca.dot(leg.normal, end) - across))
        return accelerations

    @cached_property
    def qd_a(self) -> SX:
        return self.J.T @ self.xd  # (9.69)

    @cached_property
    def qd_d(self) -> SX:
        return ca.vertcat(*[ca.vertcat(q.q_1, q.q_2, -q.sum) for q in self.rates])  # (9.72), (9.85)

    @cached_property
    def qdd_a(self) -> SX:
        return self.J.T @ self.xdd  # (9.70)

    @cached_property
    def qdd_d(self) -> SX:
        return ca.vertcat(*[ca.vertcat(q.q_1, q.q_2, -q.sum) for q in self.accelerations])  # (9.87)
