"""Geometry and kinematics of the DualV: four planar legs, three degrees of freedom.

x = [x, y, phi], q_a = [q_11, q_21, q_31, q_41], q_d = [q_12, q_13, q_22, q_23, ...], t_r = [xd, yd, phid].

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (8.183)-(8.200), Table 8.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.planar_leg import LegParameters, LegRates, PlanarLeg, circle_intersection
from parados.sources.own_numbers import check_length, check_mass, check_number, check_vector
from parados.spatial.vectors import SX

__all__ = ["DualVKinematics", "DualVParameters"]


def _leg() -> LegParameters:
    return LegParameters(0.28, 0.28, 4.92e-2, 2.23e-5, 0.012)


@dataclass(frozen=True)
class DualVParameters:
    """Parameters of the DualV; the defaults are those that the book identifies (robot `dualv`)."""

    l_OA: float = 0.41  #: base radius [m]
    gamma: tuple[float, float, float, float] = (15.52, 164.48, -164.48, -15.52)  #: polar angles of the A_i [deg]
    r_p: float = 0.11  #: half of C_1 C_3 [m]; Table 8.2 calls it r_p / 2
    leg: LegParameters = field(default_factory=_leg)
    m_4: float = 1.92  #: platform [kg]
    zz_4: float = 2.06e-2  #: [kg m^2]
    mx_4: float = 0.0  #: [kg m]
    my_4: float = 0.0
    m_5: float = 5.42  #: payload [kg]
    zz_5: float = 1.61e-2
    mx_5: float = -0.127
    my_5: float = 0.0

    def __post_init__(self) -> None:
        for name in ("l_OA", "r_p"):
            check_length(name, getattr(self, name))
        check_vector("gamma", self.gamma, 4)
        for name in ("m_4", "zz_4", "m_5", "zz_5"):
            check_mass(name, getattr(self, name))
        for name in ("mx_4", "my_4", "mx_5", "my_5"):
            check_number(name, getattr(self, name))

    def without_friction(self) -> DualVParameters:
        return replace(self, leg=self.leg.without_friction())


class DualVKinematics:
    """Matrices of the book as attributes: expressions of `x`, `xd` and `xdd` (3, 1 each) [m, rad, s].

    `mode` holds the signs of the legs: +1 if B_i is counter-clockwise of the line from A_i to C_i.
    """

    def __init__(self, parameters: DualVParameters | None = None, mode: tuple[int, int, int, int] = (-1, 1, -1, 1)) -> None:
        self.parameters = p = parameters or DualVParameters()
        self.x, self.xd, self.xdd = (SX.sym(name, 3) for name in ("x", "xd", "xdd"))
        self.cos_phi, self.sin_phi = ca.cos(self.x[2]), ca.sin(self.x[2])
        self.legs = [self._leg(math.radians(g), i, mode[i]) for i, g in enumerate(p.gamma)]

    def arm(self, i: int) -> tuple[SX, SX]:
        """Return r_p cos(phi + k pi), r_p sin(phi + k pi), with k = 0 for legs 1, 2 and k = 1 for legs 3, 4."""
        r = self.parameters.r_p if i < 2 else -self.parameters.r_p
        return r * self.cos_phi, r * self.sin_phi

    def _leg(self, gamma: float, i: int, mode: int) -> PlanarLeg:
        """Build leg i from A_i to C_i, (8.183)."""
        p = self.parameters
        r_c, r_s = self.arm(i)
        x_A, y_A = p.l_OA * math.cos(gamma), p.l_OA * math.sin(gamma)
        return PlanarLeg(p.leg, self.x[0] - r_s - x_A, self.x[1] + r_c - y_A, mode)

    @cached_property
    def q_a(self) -> SX:
        """(4, 1) active joints [rad], from (8.184)."""
        return ca.vertcat(*[leg.angles().q_1 for leg in self.legs])

    @cached_property
    def q_d(self) -> SX:
        """(8, 1) passive joints [rad], (8.188)."""
        quarter = math.pi / 2
        theta_p = [quarter, quarter, -quarter, -quarter]  # Table 8.2; printed: -k-bar pi, in (8.183) -k pi
        angles = [leg.angles() for leg in self.legs]
        return ca.vertcat(*[ca.vertcat(q.q_2, self.x[2] - t - q.sum) for q, t in zip(angles, theta_p, strict=True)])

    def forward_geometry(self, q_a: SX, sides: SX) -> SX:
        """(3, 1) platform [m, rad], (8.185)-(8.187); sides (2, 1) are +1 if C_1 is left of B_1 B_2, C_3 left of B_3 B_4."""
        p = self.parameters
        A = [(p.l_OA * math.cos(math.radians(g)), p.l_OA * math.sin(math.radians(g))) for g in p.gamma]
        B = [ca.vertcat(x + p.leg.d_2 * ca.cos(q_a[i]), y + p.leg.d_2 * ca.sin(q_a[i])) for i, (x, y) in enumerate(A)]
        C_1, C_3 = (circle_intersection(B[j], B[j + 1], (p.leg.d_3, p.leg.d_3), sides[j // 2]) for j in (0, 2))
        return ca.vertcat((C_1 + C_3) / 2, ca.atan2(C_3[0] - C_1[0], C_1[1] - C_3[1]))  # printed (8.187): -k_j

    def jt(self, i: int) -> tuple[SX, SX]:
        """Return jt_13 and jt_23 of leg i, (8.192)."""
        leg, (r_c, r_s) = self.legs[i], self.arm(i)
        return -leg.c_12 * r_c - leg.s_12 * r_s, leg.s_12 * r_c - leg.c_12 * r_s

    @cached_property
    def A_r(self) -> SX:
        """(4, 3) matrix in A_r t_r + B qd_a = 0, (8.189)."""
        d_3 = self.parameters.leg.d_3
        rows = [ca.horzcat(leg.c_12, leg.s_12, self.jt(i)[0]) for i, leg in enumerate(self.legs)]  # printed: without r_p
        return d_3 * ca.vertcat(*rows)

    @cached_property
    def B(self) -> SX:
        """(4, 4) matrix in A_r t_r + B qd_a = 0, (8.190)."""
        d_3 = self.parameters.leg.d_3
        return -d_3 * ca.diag(ca.vertcat(*[leg.lever for leg in self.legs]))  # printed: + d_2 d_3 sin q_2

    @cached_property
    def J_inv(self) -> SX:
        """(4, 3) -B^-1 A_r; the common factor d_3 is cancelled."""
        rows = [ca.horzcat(leg.c_12, leg.s_12, self.jt(i)[0]) / leg.lever for i, leg in enumerate(self.legs)]
        return ca.vertcat(*rows)

    @cached_property
    def J_t(self) -> SX:
        """(8, 3) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (8.194) and (8.198)."""
        turn = ca.horzcat(SX(1, 2), 1)
        rows = [ca.vertcat(ca.horzcat(leg.normal.T, self.jt(i)[1]), turn) for i, leg in enumerate(self.legs)]
        return ca.vertcat(*rows)

    @cached_property
    def J_ta(self) -> SX:
        """(8, 4) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (8.195) and (8.199)."""
        return ca.diagcat(*[ca.vertcat(leg.passive_lever, 1) for leg in self.legs])  # printed: -[d_2 cos q_2; 1]

    @cached_property
    def J_td(self) -> SX:
        """(8, 8) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (8.196) and (8.200)."""
        block = ca.blockcat([[SX(self.parameters.leg.d_3), SX(1, 1)], [SX(1), SX(1)]])
        return ca.diagcat(*[block] * 4)

    def solve_J_td(self, rows: SX) -> SX:
        """Return J_td^-1 rows for rows (8, m)."""
        passive = []
        for i in range(0, 8, 2):
            first = rows[i, :] / self.parameters.leg.d_3
            passive += [first, rows[i + 1, :] - first]
        return ca.vertcat(*passive)

    @cached_property
    def J_r(self) -> SX:
        """(8, 3) qd_d = J_r t_r, (8.147)."""
        return self.solve_J_td(self.J_t - self.J_ta @ self.J_inv)

    @cached_property
    def qd_a(self) -> SX:
        return self.J_inv @ self.xd  # (7.112)

    @cached_property
    def qd_d(self) -> SX:
        return self.solve_J_td(self.J_t @ self.xd - self.J_ta @ self.qd_a)  # (8.197)

    @cached_property
    def rates(self) -> list[LegRates]:
        """Rates of the joints, for each leg."""
        return [LegRates(self.qd_a[i], self.qd_d[2 * i]) for i in range(4)]

    @cached_property
    def bias(self) -> list[tuple[SX, SX]]:
        """Bias acceleration of each leg's end minus that of the platform's point C_i, along zeta and along the normal."""
        turning = self.xd[2] * self.xd[2]
        biases = []
        for i, (leg, qd) in enumerate(zip(self.legs, self.rates, strict=True)):
            (along, across), (jt_13, jt_23) = leg.bias(qd), self.jt(i)
            biases.append((along + turning * jt_23, across - turning * jt_13))
        return biases

    @cached_property
    def b_p(self) -> SX:
        """(4, 1) right side of A_r t_r_dot + B qdd_a = b_p, (7.161)."""
        return self.parameters.leg.d_3 * ca.vertcat(*[along for along, _ in self.bias])

    @cached_property
    def qdd_a(self) -> SX:
        a_q = ca.vertcat(*[-along / leg.lever for leg, (along, _) in zip(self.legs, self.bias, strict=True)])
        return self.J_inv @ self.xdd + a_q  # (7.161); printed in (7.164): + b_p, that is -a_q

    @cached_property
    def d_c(self) -> SX:
        """(8, 1) last term of J_td qdd_d = J_t t_r_dot - J_ta qdd_a + d_c, (7.180)."""
        return ca.vertcat(*[ca.vertcat(-across, SX(1, 1)) for _, across in self.bias])

    @cached_property
    def qdd_d(self) -> SX:
        return self.solve_J_td(self.J_t @ self.xdd - self.J_ta @ self.qdd_a + self.d_c)  # (7.183)
