"""Inverse dynamics of the C5 robot, (49)-(62), with and without the solution of a linear system.

Wrenches are [moment; force]. Body 1 of a segment only translates along its rod, and body 2 moves with the platform. The
equation (49) of a segment is then T_i = J_Bi^t w_i2 + [0; m_1 (Q_ddot_i1 - n_i . g)], and the wrench on the segment at B_i is

    J_Bi^-t T_i = w_i2 + W_i2 (W_i2^t H_i1)^-1 m_1 (Q_ddot_i1 - n_i . g)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from parados.sources.fried_c5.model.accelerations import PlatformTwist, Segments
from parados.sources.fried_c5.model.c5_kinematics import C5
from parados.sources.fried_c5.model.c5_parameters import AXIS, stack
from parados.sources.fried_c5.model.factors import moved
from parados.spatial.vectors import SX, Vector, column, cross

__all__ = ["C5Dynamics", "eliminate"]


@dataclass(frozen=True)
class C5Dynamics:
    """Actuator forces for a motion of the platform; outputs are stacked 6..1."""

    robot: C5
    motion: PlatformTwist

    @cached_property
    def segments(self) -> Segments:
        return Segments(self.robot, self.motion)

    @cached_property
    def lifted(self) -> Vector:
        """(3, 1) v_dot - g [m/s^2]: gravity is treated as an acceleration of the base."""
        return self.motion.v_dot - column(self.robot.parameters.g)

    def _wrench(self, m: float, CG: Vector, I_C: SX) -> SX:
        """(6, 1) wrench at C that moves a body fixed to the platform; CG and the inertia I_C about C are in platform axes."""
        R, omega_dot = self.robot.R, self.motion.omega_dot
        omega_p, omega_dot_p = R.T @ self.motion.omega, R.T @ omega_dot
        GC = R @ CG  # printed: GC, but it must be the vector from C to G
        turning = I_C @ omega_dot_p + cross(omega_p, I_C @ omega_p)  # (55), (56)
        force = m * (self.lifted + self.segments.U @ GC)
        return ca.vertcat(R @ turning + m * cross(GC, self.lifted), force)

    @cached_property
    def F(self) -> SX:
        """(6, 1) F_{N+1} = Lambda_C V_dot_{N+1} + C_C + G_C, (52)-(57)."""
        p = self.robot.parameters
        return self._wrench(p.m_C, column(p.CG), p.I_platform)

    @cached_property
    def _CG(self) -> Vector:
        return self.robot.R @ column(self.robot.parameters.CG)  # printed: GC

    @cached_property
    def _I_C(self) -> SX:
        return self.robot.R @ self.robot.parameters.I_platform @ self.robot.R.T  # (55), about C

    @cached_property
    def Lambda_C(self) -> SX:
        """(6, 6) spatial inertia of the platform at C."""
        m, CG = self.robot.parameters.m_C, ca.skew(self._CG)
        return ca.blockcat([[self._I_C, m * CG], [-m * CG, m * SX.eye(3)]])  # (54)

    @cached_property
    def C_C(self) -> SX:
        """(6, 1) Coriolis and centrifugal forces of the platform [N m, N]."""
        omega, m = self.motion.omega, self.robot.parameters.m_C
        return ca.vertcat(cross(omega, self._I_C @ omega), m * cross(omega, cross(omega, self._CG)))  # (56)

    @cached_property
    def G_C(self) -> SX:
        """(6, 1) gravitational forces of the platform [N m, N]."""
        m, g = self.robot.parameters.m_C, column(self.robot.parameters.g)
        return ca.vertcat(-m * cross(self._CG, g), -m * g)  # (57)

    def w_2(self, i: int) -> SX:
        """(6, 1) wrench at B_i that moves body 2 of segment i."""
        p = self.robot.parameters
        at_C = self._wrench(p.m_2, p.A(i), p.J_G2(i) + p.m_2 * steiner(p.A(i)))
        return moved(at_C, self.robot.P[i])

    def tau_1(self, i: int) -> SX:
        """Force along the rod that moves body 1 of segment i [N]."""
        p = self.robot.parameters
        return p.m_1 * (self.segments.Q_ddot_1(i) - p.g[AXIS[i]])

    def at_ball(self, i: int) -> SX:
        """(6, 1) J_Bi^-t T_i, the wrench at B_i that segment i needs."""
        along = self.tau_1(i) / self.robot.WH(i)
        return self.w_2(i) + ca.vertcat(column(np.zeros(3)), self.robot.W(i) * along)

    @cached_property
    def Phi(self) -> SX:
        """(6, 1) wrench at C that all segments need."""
        # printed: sum of P-hat^t T_i (step 3), P-hat^t J_B^-t T_i (60)
        return sum((moved(self.at_ball(i), -self.robot.P[i]) for i in range(6)), SX(6, 1))

    @cached_property
    def K(self) -> SX:
        """(6, 1) K = F_{N+1} + Phi, step 5."""
        return self.F + self.Phi

    @cached_property
    def K_platform(self) -> SX:
        """(6, 1) the part of K from the platform and the six bodies 2, taken as one body."""
        p = self.robot.parameters
        inertia = sum((p.J_G2(i) + p.m_2 * steiner(p.A(i)) for i in range(6)), p.I_platform)
        m = p.m_C + 6 * p.m_2
        CG = p.m_C / m * column(p.CG)
        if not p.is_symmetric:
            CG += p.m_2 / m * sum((p.A(i) for i in range(6)), SX(3, 1))
        return self._wrench(m, CG, inertia)

    @cached_property
    def Gamma(self) -> SX:
        """(6, 1) actuator forces [N] by (62), without solving a linear system.

        P-hat_i2^-1 W_i2 (W_i2^t H_i1)^-1 is a column of J^-t, so that the forces of the rods can be added without J.
        """
        rods = stack([self.tau_1(i) for i in range(6)])
        return self.robot.transposed(self.K_platform) + rods  # (62)

    @cached_property
    def Gamma_solved(self) -> SX:
        """(6, 1) actuator forces [N] by (60) and (61): J^-t Gamma = K."""
        return eliminate(self.robot.J_inv.T, self.K)


def steiner(b: Vector) -> SX:
    """Return -b^ b^ (3, 3), the inertia of a unit mass at b."""
    return ca.sparsify(-ca.skew(b) @ ca.skew(b))


def eliminate(J_inv_t: SX, K: SX) -> SX:
    """Solve (61) for Gamma (6, 1) by Gaussian elimination.

    The order is: the forces with one segment of each pair, then the moments about the axis that turns a pair. In this order
    no pivot is zero at the home pose, nor at any pose before the plates are parallel to their rods.
    """
    rows, columns = (3, 4, 5, 1, 2, 0), (4, 2, 0, 5, 3, 1)
    A = [[J_inv_t[r, c] for c in columns] + [K[r]] for r in rows]
    for k in range(6):
        A[k] = [a if j <= k else a / A[k][k] for j, a in enumerate(A[k])]
        for r in range(k + 1, 6):
            A[r] = [a if j <= k else a - A[r][k] * A[k][j] for j, a in enumerate(A[r])]
    x: list[SX] = [A[k][6] for k in range(6)]
    for k in reversed(range(5)):
        for j in range(k + 1, 6):
            x[k] = x[k] - A[k][j] * x[j]
    Gamma = SX(6, 1)
    for c, value in zip(columns, x, strict=True):
        Gamma[c] = value
    return Gamma
