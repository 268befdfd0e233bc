"""Passive angles beta = theta + gamma and psi of the rods, (7)-(13), and the energy of the rods as a function of them.

A rod has the direction (cos(beta) cos(psi), sin(psi), sin(beta) cos(psi)) in the axes of its leg (along, across,
downwards). The complete model does not need these angles; they are here because (6)-(11) of the paper use them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.geometry import Pose
from parados.spatial.vectors import SX, Vector

__all__ = ["PassiveAngles"]


@dataclass(frozen=True)
class PassiveAngles:
    """Angles of the three rods and their derivatives, (3, 1) each, for rates x_d, theta_d that satisfy (2)."""

    pose: Pose
    x_d: Vector
    theta_d: Vector
    x_dd: Vector
    theta_dd: Vector

    @cached_property
    def _rod(self) -> tuple[Vector, Vector, Vector]:
        return self.pose.rod(self.pose.A)

    @cached_property
    def _rod_d(self) -> tuple[Vector, Vector, Vector]:
        return self.pose.rod(ca.repmat(self.x_d, 1, 3) - self.pose.knees_1 @ ca.diag(self.theta_d))

    @cached_property
    def _rod_dd(self) -> tuple[Vector, Vector, Vector]:
        return self.pose.rod(ca.repmat(self.x_dd, 1, 3) - self.pose.knee_accelerations(self.theta_d, self.theta_dd))

    @cached_property
    def beta(self) -> Vector:
        """Angle theta + gamma [rad]; printed: (12), the arccos of a planar projection."""
        along, _, down = self._rod
        return ca.atan2(down, along)

    @cached_property
    def psi(self) -> Vector:
        """Angle psi [rad]; printed: (12), the arccos of a planar projection."""
        return ca.asin(self._rod[1] / self.pose.parameters.l2)

    @cached_property
    def beta_d(self) -> Vector:
        """(3, 1) time derivative of beta [rad/s]; it replaces that of (13)."""
        (along, _, down), (along_d, _, down_d) = self._rod, self._rod_d
        return (along * down_d - down * along_d) / self._flat2

    @cached_property
    def psi_d(self) -> Vector:
        """(3, 1) time derivative of psi [rad/s]; it replaces that of (13)."""
        return self._rod_d[1] / ca.sqrt(self._flat2)

    @cached_property
    def beta_dd(self) -> Vector:
        """(3, 1) second time derivative of beta [rad/s^2]."""
        (along, _, down), (along_d, _, down_d), (along_dd, _, down_dd) = self._rod, self._rod_d, self._rod_dd
        return (along * down_dd - down * along_dd - 2 * self.beta_d * (along * along_d + down * down_d)) / self._flat2

    @cached_property
    def psi_dd(self) -> Vector:
        """(3, 1) second time derivative of psi [rad/s^2]."""
        return (self._rod_dd[1] + self._rod[1] * self.psi_d**2) / ca.sqrt(self._flat2)

    @cached_property
    def _flat2(self) -> Vector:
        """(l2 cos(psi))^2."""
        along, _, down = self._rod
        return along**2 + down**2

    @cached_property
    def centres(self) -> SX:
        """(3, 3) columns x_2i [m], (7)."""
        p, pose = self.pose.parameters, self.pose
        a2 = p.centre * p.l2
        along = p.r + p.l1 * pose.c + a2 * ca.cos(self.beta) * ca.cos(self.psi)
        across = a2 * ca.sin(self.psi)
        down = p.l1 * pose.s + a2 * ca.sin(self.beta) * ca.cos(self.psi)
        return ca.horzcat(
            along * p.cos_alpha - across * p.sin_alpha,
            along * p.sin_alpha + across * p.cos_alpha,  # printed: a2 cos(psi) sin(alpha)
            -down,  # printed: the other sign of z, against (2)
        ).T

    @cached_property
    def k1(self) -> Vector:
        """(3, 1) inward speed of the rods' centres of mass [m/s], (10)."""
        p = self.pose.parameters
        turning = self.beta_d * ca.sin(self.beta) * ca.cos(self.psi) + ca.cos(self.beta) * self.psi_d * ca.sin(self.psi)
        return p.l1 * self.theta_d * self.pose.s + p.centre * p.l2 * turning

    @cached_property
    def k2(self) -> Vector:
        """(3, 1) time derivative of sin(beta) cos(psi) [1/s], (11)."""
        return self.beta_d * ca.cos(self.beta) * ca.cos(self.psi) - ca.sin(self.beta) * self.psi_d * ca.sin(self.psi)

    @cached_property
    def speed2(self) -> Vector:
        """(3, 1) |d x_2i/dt|^2 [m^2/s^2], (9); alpha turns the vector and does not change its length."""
        p = self.pose.parameters
        a2 = p.centre * p.l2
        across = a2 * self.psi_d * ca.cos(self.psi)  # printed: terms in alpha, from the second row of (7)
        down = p.l1 * self.theta_d * self.pose.c + a2 * self.k2  # printed: a1^2 k2^2 in its square
        return self.k1**2 + across**2 + down**2

    @cached_property
    def T_2(self) -> SX:
        """Kinetic energy of the rods [J], third line of (9)."""
        p = self.pose.parameters
        turning = (self.beta_d * ca.cos(self.psi)) ** 2 + self.psi_d**2  # printed: beta_d^2 without cos(psi)^2
        return ca.sum1(p.m2 / 2 * self.speed2 + p.rod_inertia / 2 * turning)
