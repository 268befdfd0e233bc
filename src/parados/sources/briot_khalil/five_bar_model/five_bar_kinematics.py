"""Geometry and kinematics of the five-bar mechanism with the matrices of the book.

q_a = [q_11, q_21], q_d = [q_12, q_13, q_22], t_r = [xd, yd]; the end effector turns with link 22.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (7.6)-(7.16), (7.38)-(7.41), (7.96)-(7.125), (7.184)-(7.190).
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.five_bar_model.five_bar_parameters import FiveBarParameters
from parados.sources.briot_khalil.planar_leg import LegRates, PlanarLeg, circle_intersection
from parados.spatial.vectors import SX, matrix

__all__ = ["FiveBarKinematics"]


class FiveBarKinematics:
    """Matrices of the book as attributes: expressions of `x`, `xd` and `xdd` (2, 1 each) [m, s].

    `mode` holds the signs of (7.15) for the two legs.
    """

    def __init__(self, parameters: FiveBarParameters | None = None, mode: tuple[int, int] = (1, -1)) -> None:
        self.parameters = p = parameters or FiveBarParameters()
        self.x, self.xd, self.xdd = (SX.sym(name, 2) for name in ("x", "xd", "xdd"))
        self.leg_1 = PlanarLeg(p.leg_1, self.x[0] - p.d_11, self.x[1], mode[0])
        self.leg_2 = PlanarLeg(p.leg_2, self.x[0] - p.d_21, self.x[1], mode[1])

    @cached_property
    def q_a(self) -> SX:
        """(2, 1) active joints [rad], (7.15)."""
        return ca.vertcat(self.leg_1.angles().q_1, self.leg_2.angles().q_1)

    @cached_property
    def q_d(self) -> SX:
        """(3, 1) passive joints [rad], (7.16) and (7.8)."""
        one, two = self.leg_1.angles(), self.leg_2.angles()
        return ca.vertcat(one.q_2, two.sum - one.sum, two.q_2)

    def forward_geometry(self, q_a: SX, side: SX) -> SX:
        """(2, 1) end effector [m], left of the line from A_12 to A_22 for side = +1; (7.38)-(7.41) without a special case."""
        p = self.parameters
        A_12 = ca.vertcat(p.d_11 + p.leg_1.d_2 * ca.cos(q_a[0]), p.leg_1.d_2 * ca.sin(q_a[0]))
        A_22 = ca.vertcat(p.d_21 + p.leg_2.d_2 * ca.cos(q_a[1]), p.leg_2.d_2 * ca.sin(q_a[1]))
        return circle_intersection(A_12, A_22, (p.leg_1.d_3, p.leg_2.d_3), side)

    @cached_property
    def A_r(self) -> SX:
        """(2, 2) matrix in A_r t_r + B qd_a = 0, (7.113)."""
        return ca.vertcat(self.leg_1.zeta.T, self.leg_2.zeta.T)  # printed in (7.103): s_121 in row 2

    @cached_property
    def B(self) -> SX:
        """(2, 2) matrix in A_r t_r + B qd_a = 0, (7.104) and (7.105)."""
        return -ca.diag(ca.vertcat(self.leg_1.lever, self.leg_2.lever))

    @cached_property
    def J_inv(self) -> SX:
        """(2, 2) qd_a = J_inv t_r, (7.112)."""
        return ca.vertcat(*[self.A_r[i, :] / -self.B[i, i] for i in range(2)])

    @cached_property
    def J(self) -> SX:
        """(2, 2) t_r = J qd_a, (7.111)."""
        A = self.A_r
        determinant = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
        b_1, b_2 = -self.B[0, 0] / determinant, -self.B[1, 1] / determinant
        return ca.blockcat([[A[1, 1] * b_1, -A[0, 1] * b_2], [-A[1, 0] * b_1, A[0, 0] * b_2]])

    @cached_property
    def psi_6(self) -> SX:
        """(1, 2) last row of Psi_t: phid = psi_6 t_r, (7.110).

        The book's a_x, a_y, a_q contain cos^2 phi / (x - ...)^2. It equals 1 / d_23^2, but is 0/0 if link 22 is along y_0.
        """
        leg = self.leg_2
        return (leg.normal.T - leg.p.d_2 * leg.cos_2 * self.J_inv[1, :]) / leg.p.d_3

    @cached_property
    def Psi_t(self) -> SX:
        """(6, 2) t_p = Psi_t t_r, (7.110)."""
        return ca.vertcat(SX.eye(2), SX.zeros(3, 2), self.psi_6)

    @cached_property
    def J_t(self) -> SX:
        """(3, 2) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (7.122)."""
        return ca.vertcat(self.leg_1.normal.T, self.psi_6, self.leg_2.normal.T)

    @cached_property
    def J_ta(self) -> SX:
        """(3, 2) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (7.123)."""
        J_ta = SX(3, 2)
        J_ta[0, 0] = self.leg_1.passive_lever  # printed: d_21 cos q_21 + d_31
        J_ta[1, 0] = 1
        J_ta[2, 1] = self.leg_2.passive_lever  # printed: d_22 cos q_22 + d_32
        return J_ta

    @cached_property
    def J_td(self) -> SX:
        """(3, 3) matrix in J_td qd_d = J_t t_r - J_ta qd_a, (7.124)."""
        return matrix([[self.leg_1.p.d_3, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, self.leg_2.p.d_3]])

    def solve_J_td(self, rows: SX) -> SX:
        """Return J_td^-1 rows for rows (3, m)."""
        first = rows[0, :] / self.leg_1.p.d_3
        return ca.vertcat(first, rows[1, :] - first, rows[2, :] / self.leg_2.p.d_3)

    @cached_property
    def J_d(self) -> SX:
        """(3, 2) qd_d = J_d qd_a."""
        return self.solve_J_td(self.J_t @ self.J - self.J_ta)

    @cached_property
    def qd_a(self) -> SX:
        return self.J_inv @ self.xd  # (7.112)

    @cached_property
    def qd_d(self) -> SX:
        return self.solve_J_td(self.J_t @ self.xd - self.J_ta @ self.qd_a)  # (7.125)

    @cached_property
    def rates(self) -> tuple[LegRates, LegRates]:
        """Rates of the joints, for each leg."""
        return LegRates(self.qd_a[0], self.qd_d[0]), LegRates(self.qd_a[1], self.qd_d[2])

    @cached_property
    def b_p(self) -> SX:
        """(2, 1) right side of A_r t_r_dot + B qdd_a = b_p, (7.188)."""
        return ca.vertcat(self.leg_1.bias(self.rates[0])[0], self.leg_2.bias(self.rates[1])[0])

    @cached_property
    def qdd_a(self) -> SX:
        A_t = self.A_r @ self.xdd
        return ca.vertcat(*[(self.b_p[i] - A_t[i]) / self.B[i, i] for i in range(2)])  # (7.187)

    @cached_property
    def d_c(self) -> SX:
        """(3, 1) last term of J_td qdd_d = J_t t_r_dot - J_ta qdd_a + d_c, (7.190).

        The second entry is the last row of Psi_t_dot t_r.
        """
        one, two = self.leg_1.bias(self.rates[0])[1], self.leg_2.bias(self.rates[1])[1]
        leg = self.leg_2
        psi_6_dot_t = -(two + leg.p.d_2 * leg.cos_2 * self.b_p[1] / self.B[1, 1]) / leg.p.d_3
        return ca.vertcat(-one, psi_6_dot_t, -two)

    @cached_property
    def qdd_d(self) -> SX:
        return self.solve_J_td(self.J_t @ self.xdd - self.J_ta @ self.qdd_a + self.d_c)  # (7.189)
