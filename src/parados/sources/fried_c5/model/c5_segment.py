"""One segment of the C5 robot as a serial chain: H_ij, W_ij, P_i, beta_i, J_i, Pi_i, (42), and the terms of (49)-(51).

Spatial vectors are [angular; linear] in base axes. Global vectors have joint 2 above joint 1, and joint rates are in the order
of (29): w, u, gamma, beta, alpha, Q_i1. Joint 1 is the rod's slide at A_i, joint 2 the ball and its plates at B_i.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from parados.sources.fried_c5.model.accelerations import slides
from parados.sources.fried_c5.model.c5_dynamics import C5Dynamics
from parados.sources.fried_c5.model.c5_kinematics import C5
from parados.sources.fried_c5.model.c5_parameters import AXIS
from parados.spatial.vectors import SX, Vector, matrix

__all__ = ["C5Segment"]


def _hat(v: Vector) -> SX:
    """V-hat = [U V~; 0 U] (6, 6), section 2.2."""
    return ca.blockcat([[matrix(np.eye(3)), ca.skew(v)], [SX(3, 3), matrix(np.eye(3))]])


def _inertia(m: float, S: Vector, J_G: SX) -> SX:
    """(6, 6) spatial inertia at the origin of a body with its centre of mass at S."""
    S_t = ca.skew(S)
    return ca.blockcat([[J_G - m * (S_t @ S_t), m * S_t], [-m * S_t, m * matrix(np.eye(3))]])


@dataclass(frozen=True)
class C5Segment:
    """Segment i = 0..5 of a moving robot; `dynamics` has the robot, its pose and its motion."""

    dynamics: C5Dynamics
    i: int

    @property
    def robot(self) -> C5:
        return self.dynamics.robot

    # -- section 3 ----------------------------------------------------------------------------------------------------------

    @cached_property
    def H_1(self) -> SX:
        """(6, 1) free direction of joint 1, the rod."""
        return ca.vertcat(SX(3, 1), self.robot.parameters.n(self.i))

    @cached_property
    def W_1(self) -> SX:
        """(6, 5) directions that joint 1 blocks."""
        return matrix(np.eye(6)[:, [k for k in range(6) if k != 3 + AXIS[self.i]]])

    @cached_property
    def H_2(self) -> SX:
        """(6, 5) free directions of the C5 joint: the slides w, u along the plates, then gamma, beta, alpha about z, y, x."""
        along = self.robot.axes[:, slides(self.i)]
        turns = matrix(np.eye(3)[:, ::-1])
        return ca.vertcat(ca.horzcat(SX(3, 2), turns), ca.horzcat(along, SX(3, 3)))

    @cached_property
    def W_2(self) -> SX:
        """(6, 1) direction that the C5 joint blocks, the normal of the plates."""
        return ca.vertcat(SX(3, 1), self.robot.W(self.i))

    @cached_property
    def H(self) -> SX:
        """(12, 6) Diag(H_i2, H_i1)."""
        return ca.diagcat(self.H_2, self.H_1)

    @cached_property
    def P_1(self) -> Vector:
        """(3, 1) from A_i to B_i [m]."""
        return self.robot.C - self.robot.P[self.i] - self.robot.parameters.A(self.i)

    @cached_property
    def P(self) -> SX:
        """(12, 12) bidiagonal [U 0; -P_i1^ U], section 2.2."""
        return ca.blockcat([[SX.eye(6), SX(6, 6)], [-_hat(self.P_1), SX.eye(6)]])

    @cached_property
    def P_inv(self) -> SX:
        """(12, 12) inverse of P, [U 0; P_i1^ U]."""
        return ca.blockcat([[SX.eye(6), SX(6, 6)], [_hat(self.P_1), SX.eye(6)]])

    @cached_property
    def beta(self) -> SX:
        """(6, 12) [P_i2^t 0], (6)."""
        return ca.horzcat(_hat(self.robot.P[self.i]).T, SX(6, 6))

    # -- section 6 ----------------------------------------------------------------------------------------------------------

    @cached_property
    def J(self) -> SX:
        """(6, 6) J_i = beta_i P_i^-t H_i, Jacobian of the segment at C, (8), (25); (41) for i = 1."""
        return self.beta @ self.P_inv.T @ self.H

    @cached_property
    def J_inv(self) -> SX:
        """(6, 6) inverse of J_i, in closed form by projection on W_i2 and H_i2."""
        n = self.robot.parameters.n(self.i)
        at_B = ca.horzcat(ca.skew(self.robot.P[self.i]), SX.eye(3))  # (17): velocity of the platform's point at B_i
        Q_1 = self.robot.W(self.i).T @ at_B / self.robot.WH(self.i)
        along = self.robot.axes[:, slides(self.i)].T @ (at_B - n @ Q_1)
        turns = ca.horzcat(matrix(np.eye(3)[::-1]), SX(3, 3))
        return ca.vertcat(along, turns, Q_1)

    @cached_property
    def Pi(self) -> SX:
        """(6, 6) Pi_i: rates of the segment over those of the actuators, (23)."""
        return self.J_inv @ self.robot.J  # (26)

    @cached_property
    def _V(self) -> tuple[SX, SX]:
        m = self.dynamics.motion
        return ca.vertcat(m.omega, m.v), ca.vertcat(m.omega_dot, m.v_dot)

    @cached_property
    def Q_dot(self) -> SX:
        """(6, 1) rates of the segment's joints; the first five are Q_i2."""
        return self.J_inv @ self._V[0]  # (7), solved for the rates

    def conventional(self, J_inv_dot: SX) -> SX:
        """(6, 1) joint accelerations by (42), for a given time derivative (6, 6) of J_i^-1."""
        V, V_dot = self._V
        return self.J_inv @ V_dot + J_inv_dot @ V  # (42)

    # -- section 8 ----------------------------------------------------------------------------------------------------------

    @cached_property
    def J_B(self) -> SX:
        """(6, 6) Jacobian of the segment at B_i."""
        return _hat(-self.robot.P[self.i]).T @ self.J  # (50): P-hat^-t, and the inverse of P-hat is (-P)-hat

    @cached_property
    def inertia(self) -> SX:
        """(12, 12) Diag(I_i2, I_i1), body 2 at B_i and body 1 at A_i."""
        p, R = self.robot.parameters, self.robot.R
        S_2 = self.robot.P[self.i] + R @ p.A(self.i)
        I_2 = _inertia(p.m_2, S_2, R @ p.J_G2(self.i) @ R.T)
        return ca.diagcat(I_2, _inertia(p.m_1, SX(3, 1), p.J_G1(self.i, self.robot.Q[self.i])))

    @cached_property
    def M(self) -> SX:
        """(6, 6) mass matrix M_i over the joint rates; J_G1 is not in it, since body 1 does not turn."""
        PtH = self.P_inv.T @ self.H
        return PtH.T @ self.inertia @ PtH

    @cached_property
    def T(self) -> SX:
        """(6, 1) T_i = M_i Q_ddot_i + C_i + G_i, step 2."""
        rod = ca.vertcat(SX(5, 1), self.dynamics.tau_1(self.i))
        return self.J_B.T @ self.dynamics.w_2(self.i) + rod

    @cached_property
    def CG(self) -> SX:
        """(6, 1) C_i + G_i, which does not depend on the accelerations."""
        return self.T - self.M @ self.dynamics.segments.Q_ddot(self.i)  # (49)

    @cached_property
    def F_2(self) -> SX:
        """(6, 1) contact wrench F_i2 = [moment; force] of the segment on the platform at B_i [N m, N]."""
        Gamma_i1 = self.dynamics.Gamma[5 - self.i]
        push = ca.vertcat(SX(3, 1), self.robot.W(self.i) * (Gamma_i1 / self.robot.WH(self.i)))  # J_Bi^-t Gamma_i
        return push - self.dynamics.at_ball(self.i)  # (51)

    def outputs(self) -> dict[str, SX]:
        """Return all matrices and vectors of the segment, by the paper's names."""
        names = ("H_1", "H_2", "W_1", "W_2", "P", "P_inv", "beta", "J", "Pi", "Q_dot", "J_B", "inertia", "M", "CG", "T", "F_2")
        found = {name: getattr(self, name) for name in names}
        return {**found, "Q_ddot": self.dynamics.segments.Q_ddot(self.i)}
