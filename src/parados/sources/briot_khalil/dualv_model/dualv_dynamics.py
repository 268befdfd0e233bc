"""Inverse dynamics of the DualV, which has four motors for three degrees of freedom.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (8.145)-(8.148), (8.201)-(8.205).
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.dualv_model.dualv_kinematics import DualVKinematics
from parados.sources.briot_khalil.planar_leg import LegEfforts, LegRates, named
from parados.spatial.vectors import SX

__all__ = ["DualV"]


class DualV(DualVKinematics):
    """Dynamics of the book: tree, platform with payload, closed robot. `functions` returns the functions for users."""

    @cached_property
    def _leg_efforts(self) -> list[LegEfforts]:
        accelerations = [LegRates(self.qdd_a[i], self.qdd_d[2 * i]) for i in range(4)]
        return [leg.efforts(qd, qdd) for leg, qd, qdd in zip(self.legs, self.rates, accelerations, strict=True)]  # (8.201)

    @cached_property
    def tau_ta(self) -> SX:
        """(4, 1) torques of virtual motors in the active joints of the tree [N m]."""
        return ca.vertcat(*[leg.tau_1 for leg in self._leg_efforts])

    @cached_property
    def tau_td(self) -> SX:
        """(8, 1) torques of virtual motors in the passive joints of the tree [N m]; those in C_i are friction only."""
        friction = [self.parameters.leg.friction(2, self.qd_d[2 * i + 1]) for i in range(4)]
        return ca.vertcat(*[ca.vertcat(leg.tau_2, f) for leg, f in zip(self._leg_efforts, friction, strict=True)])

    @cached_property
    def w_r(self) -> SX:
        """(3, 1) wrench that moves the free platform with its payload [N, N m]."""
        p, c, s = self.parameters, self.cos_phi, self.sin_phi
        m, zz, mx, my = p.m_4 + p.m_5, p.zz_4 + p.zz_5, p.mx_4 + p.mx_5, p.my_4 + p.my_5
        (xdd, ydd, phidd), phid2 = ca.vertsplit(self.xdd), self.xd[2] * self.xd[2]
        w_1 = m * xdd - mx * (phidd * s + phid2 * c) + my * (-phidd * c + phid2 * s)  # (8.202)
        w_2 = m * ydd + mx * (phidd * c - phid2 * s) - my * (phidd * s + phid2 * c)  # (8.203)
        w_3 = zz * phidd + mx * (ydd * c - xdd * s) - my * (ydd * s + xdd * c)  # (8.204)
        return ca.vertcat(w_1, w_2, w_3)

    @cached_property
    def lambda_2(self) -> SX:
        """(8, 1) solution of J_td^T lambda_2 = tau_td, (8.151)."""
        d_3, t = self.parameters.leg.d_3, self.tau_td
        return ca.vertcat(*[ca.vertcat((t[i] - t[i + 1]) / d_3, t[i + 1]) for i in range(0, 8, 2)])

    @cached_property
    def passive_force(self) -> SX:
        """(3, 1) w_r + J_r^T tau_td, computed from the factors of J_r."""
        return self.w_r + self.J_t.T @ self.lambda_2 - self.J_inv.T @ (self.J_ta.T @ self.lambda_2)

    @cached_property
    def force(self) -> SX:
        """(3, 1) J_inv^T tau [N, N m], (8.205)."""
        active = self.tau_ta - self.J_ta.T @ self.lambda_2
        return self.w_r + self.J_t.T @ self.lambda_2 + self.J_inv.T @ active

    @cached_property
    def tau(self) -> SX:
        """(4, 1) the torques of least norm [N m]; printed: (8.148) with eta = 0, which has a larger norm."""
        return self.pseudo_inverse(self.force)

    @cached_property
    def tau_book(self) -> SX:
        """(4, 1) torques by (8.148) with eta = 0 [N m]."""
        return self.tau_ta + self.pseudo_inverse(self.passive_force)

    def overconstraint(self, eta: SX) -> SX:
        """(4, 1) part of eta that has no effect on the motion, last term of (8.148)."""
        return eta - self.pseudo_inverse(self.J_inv.T @ eta)

    def pseudo_inverse(self, force: SX) -> SX:
        """Return J_inv^T+ force = J_inv (J_inv^T J_inv)^-1 force."""
        return self.J_inv @ solve_definite(self.J_inv.T @ self.J_inv, force)

    @cached_property
    def M_r(self) -> SX:
        """(3, 3) inertia matrix: the derivative of the force (8.205), which is linear in t_r_dot, by t_r_dot."""
        return ca.jacobian(self.force, self.xdd)

    def functions(self) -> dict[str, ca.Function]:
        """Build the functions of x, xd, xdd, by name."""
        eta, q_a, sides = SX.sym("eta", 4), SX.sym("q_a", 4), SX.sym("sides", 2)
        pose, velocity, motion = {"x": self.x}, {"x": self.x, "xd": self.xd}, {"x": self.x, "xd": self.xd, "xdd": self.xdd}
        jacobians = ("A_r", "B", "J_inv", "J_t", "J_ta", "J_td", "J_r")
        return {
            "inverse_geometry": named("inverse_geometry", pose, {"q_a": self.q_a, "q_d": self.q_d}),
            "forward_geometry": named("forward_geometry", {"q_a": q_a, "sides": sides}, {"x": self.forward_geometry(q_a, sides)}),
            "matrices": named("matrices", pose, {name: getattr(self, name) for name in jacobians}),
            "first_order": named("first_order", velocity, {"qd_a": self.qd_a, "qd_d": self.qd_d}),
            "second_order": named("second_order", motion, {"qdd_a": self.qdd_a, "qdd_d": self.qdd_d}),
            "tree": named("tree", motion, {"tau_ta": self.tau_ta, "tau_td": self.tau_td, "w_r": self.w_r}),
            "platform_force": named("platform_force", motion, {"force": self.force}),
            "inverse_dynamics": named("inverse_dynamics", motion, {"tau": self.tau}),
            "inverse_dynamics_book": named("inverse_dynamics_book", motion, {"tau": self.tau_book}),
            "overconstraint": named("overconstraint", pose | {"eta": eta}, {"tau": self.overconstraint(eta)}),
            "mass_matrix": named("mass_matrix", pose, {"M_r": self.M_r}),
        }


def solve_definite(S: SX, f: SX) -> SX:
    """Return S^-1 f for a symmetric positive definite S (3, 3), by S = L D L^T."""
    d_1 = S[0, 0]
    l_21, l_31 = S[1, 0] / d_1, S[2, 0] / d_1
    d_2 = S[1, 1] - l_21 * S[1, 0]
    e_32 = S[2, 1] - l_31 * S[1, 0]
    l_32 = e_32 / d_2
    d_3 = S[2, 2] - l_31 * S[2, 0] - l_32 * e_32
    y_2 = f[1] - l_21 * f[0]
    z_3 = (f[2] - l_31 * f[0] - l_32 * y_2) / d_3
    z_2 = y_2 / d_2 - l_32 * z_3
    return ca.vertcat(f[0] / d_1 - l_21 * z_2 - l_31 * z_3, z_2, z_3)
