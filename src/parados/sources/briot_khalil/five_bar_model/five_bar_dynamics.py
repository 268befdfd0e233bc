"""Inverse and direct dynamics of the five-bar mechanism.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (8.116)-(8.142).
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.five_bar_model.five_bar_kinematics import FiveBarKinematics
from parados.sources.briot_khalil.planar_leg import LegEfforts, LegRates, named
from parados.spatial.vectors import SX, column, matrix

__all__ = ["FiveBar"]


class FiveBar(FiveBarKinematics):
    """Dynamics of the book: tree, end effector, closed robot. `functions` returns the functions for users."""

    @cached_property
    def _leg_efforts(self) -> tuple[LegEfforts, LegEfforts]:
        one, two = self.rates
        g = self.parameters.gravity
        return (
            self.leg_1.efforts(one, LegRates(self.qdd_a[0], self.qdd_d[0]), g),  # (8.116), (8.117)
            self.leg_2.efforts(two, LegRates(self.qdd_a[1], self.qdd_d[2]), g),  # (8.120), (8.121)
        )

    @cached_property
    def tau_ta(self) -> SX:
        """(2, 1) torques of virtual motors in the active joints of the tree [N m]."""
        return ca.vertcat(*[leg.tau_1 for leg in self._leg_efforts])

    @cached_property
    def tau_td(self) -> SX:
        """(3, 1) torques of virtual motors in the passive joints 12, 13, 22 of the tree [N m]; (8.118) is friction only."""
        one, two = self._leg_efforts
        return ca.vertcat(one.tau_2, self.parameters.leg_1.friction(2, self.qd_d[1]), two.tau_2)

    @cached_property
    def w_r(self) -> SX:
        """(2, 1) force that moves the free end effector [N]."""
        return self.parameters.m_4 * (self.xdd - column(self.parameters.gravity))  # (8.124)

    @cached_property
    def tau(self) -> SX:
        """(2, 1) torques [N m]: (8.125) tau_ta + J^T w_r + J_d^T tau_td, computed from the factors of J_d."""
        d_13, d_23 = self.leg_1.p.d_3, self.leg_2.p.d_3
        t = self.tau_td
        lambda_2 = ca.vertcat((t[0] - t[1]) / d_13, t[1], t[2] / d_23)  # (8.84): J_td^T lambda_2 = tau_td
        return self.tau_ta - self.J_ta.T @ lambda_2 + self.J.T @ (self.w_r + self.J_t.T @ lambda_2)

    @cached_property
    def M_t(self) -> SX:
        """(5, 5) inertia of the tree over q_t = [q_11, q_12, q_13, q_21, q_22], (8.127)."""
        M_t = SX(5, 5)
        for leg, first, second in ((self.leg_1, 0, 1), (self.leg_2, 3, 4)):
            M_11, M_12 = leg.inertia()
            M_t[first, first], M_t[second, second] = M_11, leg.p.zz_2
            M_t[first, second] = M_t[second, first] = M_12  # printed in (8.130): mx_12 for leg 2
        return M_t

    @cached_property
    def c_t(self) -> SX:
        """(5, 1) velocity terms of the tree, (8.132)-(8.136), and gravity."""
        rest, g = LegRates(SX(0), SX(0)), self.parameters.gravity
        one, two = self.leg_1.efforts(self.rates[0], rest, g), self.leg_2.efforts(self.rates[1], rest, g)
        c_3 = self.parameters.leg_1.friction(2, self.qd_d[1])
        return ca.vertcat(one.tau_1, one.tau_2, c_3, two.tau_1, two.tau_2)

    @cached_property
    def E_tau(self) -> SX:
        """(5, 5) tau_t = E_tau [tau_ta; tau_td], (8.137)."""
        order = (0, 3, 1, 2, 4)
        return matrix([[float(order[j] == i) for j in range(5)] for i in range(5)])  # printed: its transpose

    @cached_property
    def a_t(self) -> SX:
        """(2, 1) bias a_t in t_r_dot = J qdd_a + a_t."""
        return self.J @ ca.vertcat(*[-self.b_p[i] / self.B[i, i] for i in range(2)])

    @cached_property
    def a_d(self) -> SX:
        """(3, 1) bias a_d in qdd_d = J_d qdd_a + a_d, (8.95)."""
        return self.solve_J_td(self.d_c + self.J_t @ self.a_t)

    @cached_property
    def M(self) -> SX:
        """(2, 2) inertia over q_a [kg m^2]."""
        G = self.E_tau @ ca.vertcat(SX.eye(2), self.J_d)
        return G.T @ self.M_t @ G + self.parameters.m_4 * (self.J.T @ self.J)  # (8.140)

    @cached_property
    def c(self) -> SX:
        """(2, 1) velocity and gravity terms [N m]."""
        G = self.E_tau @ ca.vertcat(SX.eye(2), self.J_d)
        still = self.E_tau @ ca.vertcat(SX(2, 1), self.a_d)
        w = self.parameters.m_4 * (self.a_t - column(self.parameters.gravity))  # printed: M_p a_t' = 0
        return G.T @ (self.c_t + self.M_t @ still) + self.J.T @ w  # (8.141)

    def forward(self, tau: SX) -> tuple[SX, SX]:
        """Return qdd_a = M^-1 (tau - c), (8.142), and the acceleration of the end effector."""
        M, r = self.M, tau - self.c
        determinant = M[0, 0] * M[1, 1] - M[0, 1] * M[0, 1]
        qdd_a = ca.vertcat(M[1, 1] * r[0] - M[0, 1] * r[1], M[0, 0] * r[1] - M[0, 1] * r[0]) / determinant
        return qdd_a, self.J @ qdd_a + self.a_t

    def functions(self) -> dict[str, ca.Function]:
        """Build the functions of x, xd, and xdd or tau, by name."""
        tau, q_a, side = SX.sym("tau", 2), SX.sym("q_a", 2), SX.sym("side")
        qdd_a, xdd = self.forward(tau)
        pose, velocity, motion = {"x": self.x}, {"x": self.x, "xd": self.xd}, {"x": self.x, "xd": self.xd, "xdd": self.xdd}
        jacobians = ("A_r", "B", "J_inv", "J", "Psi_t", "J_t", "J_ta", "J_td", "J_d")
        return {
            "inverse_geometry": named("inverse_geometry", pose, {"q_a": self.q_a, "q_d": self.q_d}),
            "forward_geometry": named("forward_geometry", {"q_a": q_a, "side": side}, {"x": self.forward_geometry(q_a, side)}),
            "matrices": named("matrices", pose, {name: getattr(self, name) for name in jacobians}),
            "first_order": named("first_order", velocity, {"qd_a": self.qd_a, "qd_d": self.qd_d}),
            "second_order": named("second_order", motion, {"qdd_a": self.qdd_a, "qdd_d": self.qdd_d}),
            "tree": named("tree", motion, {"tau_ta": self.tau_ta, "tau_td": self.tau_td, "w_r": self.w_r}),
            "inverse_dynamics": named("inverse_dynamics", motion, {"tau": self.tau}),
            "direct_model": named("direct_model", velocity, {"M": self.M, "c": self.c, "M_t": self.M_t, "c_t": self.c_t}),
            "forward_dynamics": named("forward_dynamics", velocity | {"tau": tau}, {"qdd_a": qdd_a, "xdd": xdd}),
        }
