"""Dynamics of a segment: the factorised M_i (57)-(73), Newton-Euler (74)-(82), the contact force (83)-(87)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.fried_gough_stewart.model.fried_kinematics import SegmentKinematics
from parados.sources.fried_gough_stewart.model.notation import diagonal, spatial_inertia
from parados.spatial.vectors import SX, Vector, column, cross, tangent

__all__ = ["Segment"]


@dataclass(frozen=True, eq=False)
class Segment(SegmentKinematics):
    """A segment with the inertia of its links; vectors are in leg axes unless stated otherwise."""

    @cached_property
    def W_2(self) -> SX:
        """(6, 5) directions that the prismatic joint blocks."""
        return SX.eye(6)[:, [0, 1, 2, 4, 5]]  # (62), not in the scan

    @cached_property
    def W_1(self) -> SX:
        """(6, 4) directions that the universal joint blocks: the rotation normal to both axes, and all translations."""
        W = SX(6, 4)
        W[0, 0], W[1, 0] = self.c_gamma, -self.s_gamma  # printed in (23): (1, 0, 0), the rotation about the leg
        W[3, 1] = W[4, 2] = W[5, 3] = 1
        return W  # (63), not in the scan

    @cached_property
    def W(self) -> SX:
        """(12, 9) Diag(W_2, W_1)."""
        return diagonal(self.W_2, self.W_1)  # (67)

    @cached_property
    def S_1(self) -> Vector:
        return ca.sparsify(SX(ca.DM([self.parameters.S_1, 0, 0])))

    @cached_property
    def S_2(self) -> Vector:
        return ca.sparsify(SX(ca.DM([self.parameters.S_2, 0, 0])))

    @cached_property
    def I_C1(self) -> SX:
        """(3, 3) inertia of link 1 at its centre of mass [kg m^2]."""
        return ca.diag(SX(ca.DM(self.parameters.I_C1)))

    @cached_property
    def I_C2(self) -> SX:
        """(3, 3) inertia of link 2 at its centre of mass [kg m^2], Table 1."""
        return ca.diag(ca.vertcat(*self.parameters.I_C2(self.theta)))

    @cached_property
    def inertia(self) -> SX:
        """(12, 12) I_i = Diag(I_2, I_1), each at its O_j."""
        p = self.parameters
        return diagonal(spatial_inertia(p.m_2, self.S_2, self.I_C2), spatial_inertia(p.m_1, self.S_1, self.I_C1))

    @cached_property
    def M(self) -> SX:
        """(3, 3) inertia matrix of the leg for its joint coordinates Q."""
        PtH = self.P_inv.T @ self.H
        return PtH.T @ self.inertia @ PtH  # (73)

    @cached_property
    def simplified(self) -> SX:
        """(12, 1) F_i of the Newton-Euler algorithm without velocities, gravity and contact force [N m, N]."""
        return self.P_inv @ (self.inertia @ (self.P_inv.T @ (self.H @ self.Qdd)))  # (57)-(60)

    @cached_property
    def F_T(self) -> SX:
        """(3, 1) part of the simplified F_i along the joint axes, M Qdd [N, N m, N m]."""
        return self.H.T @ self.simplified  # (70)-(72)

    @cached_property
    def F_S(self) -> SX:
        """(9, 1) part of the simplified F_i that the joints block [N, N m]: F_i = H F_T + W F_S."""
        return self.W.T @ self.simplified  # (61) with (67), (69)

    @cached_property
    def omega_dot(self) -> Vector:
        """(3, 1) angular acceleration at Qdd = 0; the first axis of the joint turns with gamma in leg axes. Printed: 0."""
        product = self.Qd[1] * self.Qd[2]
        return ca.vertcat(self.c_gamma * product, -self.s_gamma * product, 0)  # (75)

    @cached_property
    def v_dot(self) -> tuple[Vector, Vector]:
        """Accelerations of O_1 and O_2 at Qdd = 0; gravity is an upward acceleration."""
        v_1 = self.R_b.T @ column(-self.parameters.g)
        v_2 = v_1 + self.tangent @ self.P_1 + 2 * cross(self.omega, self.H_2[3:] * self.Qd[0])  # (76), not in the scan
        return v_1, v_2

    @cached_property
    def tangent(self) -> SX:
        """(3, 3) omega_dot~ + omega~ omega~."""
        return tangent(self.omega, self.omega_dot)

    @cached_property
    def forces_C(self) -> tuple[Vector, Vector]:
        """Forces f_C1, f_C2 at the centres of mass [N]."""
        v_C1 = self.v_dot[0] + self.tangent @ self.S_1  # (77)
        v_C2 = self.v_dot[1] + self.tangent @ self.S_2
        return self.parameters.m_1 * v_C1, self.parameters.m_2 * v_C2  # (78)

    def moment_C(self, I_C: SX) -> Vector:
        """Moment n_Cj about the centre of mass [N m]."""
        return I_C @ self.omega_dot + cross(self.omega, I_C @ self.omega)  # (79)

    @cached_property
    def bias(self) -> tuple[SX, SX]:
        """Wrenches F_j = [n_j; f_j] (6, 1) that the joints of links 1 and 2 transmit at O_j, leg axes [N m, N].

        Qdd is 0 and there is no contact force; gravity is included.
        """
        f_C1, f_C2 = self.forces_C
        f_2 = f_C2  # (80)
        f_1 = f_2 + f_C1
        n_2 = self.moment_C(self.I_C2) + cross(self.S_2, f_C2)  # (81)
        n_1 = n_2 + cross(self.P_1, f_2) + self.moment_C(self.I_C1) + cross(self.S_1, f_C1)  # (81), printed: P_j~ f_j
        return ca.vertcat(n_1, f_1), ca.vertcat(n_2, f_2)

    @cached_property
    def CG_i(self) -> SX:
        """(3, 1) C_i + G_i: efforts of the leg's joints at Qdd = 0, without contact force [N, N m, N m]."""
        F_1, F_2 = self.bias
        return ca.vertcat(self.H_2.T @ F_2, self.H_1.T @ F_1)  # (82), not in the scan

    @cached_property
    def D(self) -> SX:
        """(3, 1) efforts of the leg's joints without contact force [N, N m, N m]."""
        return self.M @ self.Qdd + self.CG_i  # (87)

    @cached_property
    def f_D(self) -> Vector:
        """(3, 1) J_v^-t D in base axes: the force at B_i that moves the segment alone [N]."""
        return self.R_b @ (self.T_inv.T @ self.D)

    def phi(self, Gamma_i: SX) -> Vector:
        """(3, 1) contact force that the segment applies to the platform at B_i [N], base axes."""
        return -self.f_D + self.n * Gamma_i  # (87)

    @cached_property
    def F(self) -> SX:
        """(12, 1) Col(F_2, F_1) = [n_j; f_j] through the joints, without contact force [N m, N]."""
        F_1, F_2 = self.bias
        return self.simplified + ca.vertcat(F_2, F_1)  # (60)

    def joint_forces(self, Gamma_i: SX) -> SX:
        """(12, 1) Col(F_2, F_1) through the joints, with the contact force [N m, N]."""
        contact = ca.vertcat(SX(3, 1), self.R_b.T @ self.phi(Gamma_i))
        return self.F + self.P_inv @ ca.vertcat(contact, SX(6, 1))  # (58)
