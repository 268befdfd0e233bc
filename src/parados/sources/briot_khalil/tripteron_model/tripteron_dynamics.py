"""Inverse dynamics of the Tripteron.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.89)-(9.96) and (8.71).
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.planar_leg import LegEfforts, named
from parados.sources.briot_khalil.tripteron_model.tripteron_kinematics import AXES, TripteronKinematics
from parados.spatial.vectors import SX, column

__all__ = ["Tripteron"]


class Tripteron(TripteronKinematics):
    """Dynamics of the book: tree, end effector, closed robot. `functions` returns the functions for users."""

    @cached_property
    def up(self) -> SX:
        """(3, 1) upward acceleration that replaces gravity [m/s^2]."""
        return column([0.0, 0.0, self.parameters.g])

    @cached_property
    def tau_ta(self) -> SX:
        """(3, 1) forces of virtual motors in the sliders of the tree [N], (9.89) and (9.93)."""
        p, efforts = self.parameters, []
        for i, slider in enumerate(p.sliders):
            m = slider.m + p.m_i2 + p.leg.m_2
            weight = m * self.up[AXES[i][2]]  # printed: g (m_11 + m_21 + m_31), the three sliders
            friction = slider.fs * ca.sign(self.qd_a[i]) + slider.fv * self.qd_a[i]
            efforts.append((m + slider.Ia) * self.qdd_a[i] + friction + weight)
        return ca.vertcat(*efforts)

    @cached_property
    def _leg_efforts(self) -> list[LegEfforts]:
        """Return the efforts (9.90), (9.91), with gravity in the axes of each leg; printed in (9.94), (9.95): leg 3 as leg 2."""
        planes = [self.in_plane(i, -self.up) for i in range(3)]
        legs = zip(self.legs, self.rates, self.accelerations, planes, strict=True)
        return [leg.efforts(qd, qdd, (g[0], g[1])) for leg, qd, qdd, g in legs]

    @cached_property
    def tau_td(self) -> SX:
        """(9, 1) torques of virtual motors in the passive joints of the tree [N m]; (9.92) is friction only."""
        friction = [self.parameters.leg.friction(2, -qd.sum) for qd in self.rates]
        legs = zip(self._leg_efforts, friction, strict=True)
        return ca.vertcat(*[ca.vertcat(leg.tau_1, leg.tau_2, f) for leg, f in legs])

    @cached_property
    def w_r(self) -> SX:
        """(3, 1) force that moves the free end effector [N], (9.96)."""
        return self.parameters.m_5 * (self.xdd + self.up)

    @cached_property
    def leg_forces(self) -> SX:
        """(3, 1) J_r^T tau_td [N]: force of the end effector on the legs, computed from the factors of J_r."""
        total = SX(3, 1)
        for i, leg in enumerate(self.legs):
            tau_2, tau_3, tau_4 = ca.vertsplit(self.tau_td[3 * i : 3 * i + 3])
            across = (tau_3 - tau_4) / leg.p.d_3
            along = (tau_2 - tau_4 - leg.passive_lever * across) / leg.lever
            total += self.J_ti(i)[:2, :].T @ (along * leg.zeta + across * leg.normal)
        return total

    @cached_property
    def tau(self) -> SX:
        """(3, 1) forces of the sliders [N]."""
        return self.tau_ta + self.J.T @ (self.w_r + self.leg_forces)  # (8.71) with J_d = J_r J

    @cached_property
    def M(self) -> SX:
        """(3, 3) inertia matrix [kg]: the derivative of the force J tau, which is linear in t_r_dot, by t_r_dot, (8.71)."""
        return ca.jacobian(self.J @ self.tau, self.xdd)

    def functions(self) -> dict[str, ca.Function]:
        """Build the functions of x, xd, xdd, by name."""
        q_a = SX.sym("q_a", 3)
        pose, velocity, motion = {"x": self.x}, {"x": self.x, "xd": self.xd}, {"x": self.x, "xd": self.xd, "xdd": self.xdd}
        jacobians = ("A_r", "B", "J", "J_t", "J_ta", "J_td", "J_r")
        return {
            "inverse_geometry": named("inverse_geometry", pose, {"q_a": self.q_a, "q_d": self.q_d}),
            "forward_geometry": named("forward_geometry", {"q_a": q_a}, {"x": self.forward_geometry(q_a)}),
            "matrices": named("matrices", pose, {name: getattr(self, name) for name in jacobians}),
            "first_order": named("first_order", velocity, {"qd_a": self.qd_a, "qd_d": self.qd_d}),
            "second_order": named("second_order", motion, {"qdd_a": self.qdd_a, "qdd_d": self.qdd_d}),
            "tree": named("tree", motion, {"tau_ta": self.tau_ta, "tau_td": self.tau_td, "w_r": self.w_r}),
            "inverse_dynamics": named("inverse_dynamics", motion, {"tau": self.tau}),
            "mass_matrix": named("mass_matrix", pose, {"M": self.M}),
        }
