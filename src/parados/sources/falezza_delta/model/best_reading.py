"""The complete model, corrected except for the passive angles (12) in the energies (14), (18), which are as printed.

The derivatives (19)-(28) of the energies are exact here. The remaining error is due to the paper's choice of angles, arccos of
planar projections, which no misprint explains.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.delta_dynamics import cramer
from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.sources.falezza_delta.model.geometry import Pose
from parados.sources.falezza_delta.model.passive import PassiveAngles
from parados.spatial.vectors import SX, Vector, column

__all__ = ["PlanarAngles", "lagrange_torques"]


class PlanarAngles(PassiveAngles):
    """Rods with the angles (12) and (13) as printed; z upwards, so that z of (12) is -z. Their derivatives are exact."""

    @cached_property
    def _h(self) -> Vector:
        q, p = self.pose, self.pose.parameters
        c, s = column(p.cos_alpha), column(p.sin_alpha)
        return (q.c * (q.x[0] * c + q.x[1] * s) - p.r * q.c - p.l1 * q.c**2) / p.l2  # (12)

    @cached_property
    def _n(self) -> Vector:
        q, p = self.pose, self.pose.parameters
        c = column(p.cos_alpha)
        flat = q.x[0] * q.c * c - (p.r * q.c + p.l1 * q.c**2) * c**2
        return (flat - q.x[2] * q.s - p.l1 * q.s**2) / p.l2  # (12)

    def _rate(self, w: Vector) -> Vector:
        """Return d/dt of an expression of x, cos(theta) and sin(theta)."""
        q = self.pose
        turned = ca.jtimes(w, q.c, -q.s * self.theta_d) + ca.jtimes(w, q.s, q.c * self.theta_d)
        return ca.jtimes(w, q.x, self.x_d) + turned

    @cached_property
    def psi(self) -> Vector:
        return ca.acos(self._h)

    @cached_property
    def beta(self) -> Vector:
        return ca.atan2(self.pose.s, self.pose.c) + ca.acos(self._n)

    @cached_property
    def psi_d(self) -> Vector:
        return -self._rate(self._h) / ca.sqrt(1 - self._h**2)  # (13)

    @cached_property
    def beta_d(self) -> Vector:
        return self.theta_d - self._rate(self._n) / ca.sqrt(1 - self._n**2)  # (13)


def lagrange_torques(kind: type[PassiveAngles], parameters: DeltaParameters, symbols: Mapping[str, Vector]) -> Vector:
    """(3, 1) torques by differentiation of the energies (14), (18) in passive angles [N m].

    kind : `PassiveAngles` for the corrected angles, `PlanarAngles` for the printed ones
    symbols : x, xd, xdd, theta, thetad, thetadd, with z upwards
    """
    p, s = parameters, symbols
    q, q_d, q_dd = (ca.vertcat(s[f"x{dots}"], s[f"theta{dots}"]) for dots in ("", "d", "dd"))
    pose = Pose(p, SX.sym("x", 3), SX.sym("c", 3), SX.sym("s", 3))  # symbols, so that the rates of the angles can be derived
    rods = kind(pose, s["xd"], s["thetad"], s["xdd"], s["thetadd"])
    arm = (p.m1 * p.a1**2 + p.I1 + p.I3 * p.k_r**2) / 2
    T = p.m0 / 2 * ca.sumsqr(s["xd"]) + arm * ca.sumsqr(s["thetad"]) + rods.T_2  # (14)
    V = p.g * (p.m0 * pose.x[2] - p.m1 * p.a1 * ca.sum1(pose.s) + p.m2 * ca.sum2(rods.centres[2, :]))  # (18)
    T, V = ca.substitute([T, V], [pose.x, pose.c, pose.s], [s["x"], ca.cos(s["theta"]), ca.sin(s["theta"])])
    momentum = ca.gradient(T, q_d)
    rows = ca.jacobian(momentum, q) @ q_d + ca.jacobian(momentum, q_d) @ q_dd - ca.gradient(T, q) + ca.gradient(V, q)  # (20)
    measured = Pose(p, s["x"], ca.cos(s["theta"]), ca.sin(s["theta"]))
    return rows[3:] - measured.k * cramer(measured.A, rows[:3])  # (29), (30)
