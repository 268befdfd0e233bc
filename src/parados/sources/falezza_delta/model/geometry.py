"""Geometry and kinematics of the Delta robot, from the constraint (2).

z points up and theta turns an active link downwards, as in (2); (6), (7) and a_3i are printed with the opposite sign of
z. The columns of A are the vectors s_i = x - j'_i along the rods. The time derivative of (2) is
A^T x_d + K theta_d = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.spatial.vectors import SX, Vector, column

__all__ = ["Pose", "inverse_geometry"]


def inverse_geometry(p: DeltaParameters, x: Vector, mode: Vector) -> tuple[Vector, Vector]:
    """Return cosines and sines (3, 1) of theta that satisfy (2) at the position x.

    In the plane of a leg (2) is u cos(theta) + w sin(theta) = e; mode (3, 1) is the sign of the root, -1 if
    the knee is outside. No trigonometric function is needed.
    """
    u = column(p.cos_alpha) * x[0] + column(p.sin_alpha) * x[1] - p.r
    w = -x[2]
    e = (ca.sumsqr(x) + p.l1**2 - p.l2**2 + p.r**2 - 2 * p.r * (u + p.r)) * (0.5 / p.l1)
    distance2 = u * u + w * w
    root = mode * ca.sqrt(distance2 - e * e)
    return (u * e - w * root) / distance2, (w * e + u * root) / distance2


@dataclass(frozen=True)
class Pose:
    """A pose q = (x, theta), with theta given by its cosines c and sines s, all (3, 1)."""

    parameters: DeltaParameters
    x: Vector
    c: Vector
    s: Vector

    @cached_property
    def arm_centres(self) -> SX:
        """(3, 3) columns x_1i [m], (6); printed: +a1 sin(theta), against (2)."""
        p = self.parameters
        return self._columns(p.r + p.a1 * self.c, -p.a1 * self.s)

    @cached_property
    def knees_1(self) -> SX:
        """(3, 3) columns d j'_i / d theta_i [m]; j'_i are the knees, below (2)."""
        l1 = self.parameters.l1
        return self._columns(-l1 * self.s, -l1 * self.c)

    @cached_property
    def knees_2(self) -> SX:
        """(3, 3) columns d^2 j'_i / d theta_i^2 [m]."""
        l1 = self.parameters.l1
        return self._columns(-l1 * self.c, l1 * self.s)

    @cached_property
    def A(self) -> SX:
        """(3, 3) half of dF/dx, columns s_i = x - j'_i [m]."""
        p = self.parameters
        radius, depth = p.r + p.l1 * self.c, p.l1 * self.s
        a_1 = self.x[0] - radius * column(p.cos_alpha)  # printed: x + r cos(alpha) - l1 cos(theta) cos(alpha)
        a_2 = self.x[1] - radius * column(p.sin_alpha)  # printed: y + r sin(alpha) - l1 cos(theta) sin(alpha)
        a_3 = self.x[2] + depth  # printed: z - l1 sin(theta), against (2)
        return ca.horzcat(a_1, a_2, a_3).T

    @cached_property
    def reach(self) -> Vector:
        """(3, 1) u, horizontal distance from the motor to x in the plane of each leg [m]."""
        p = self.parameters
        return self.x[0] * column(p.cos_alpha) + self.x[1] * column(p.sin_alpha) - p.r  # printed in k_ii: + r

    @cached_property
    def k(self) -> Vector:
        """(3, 1) diagonal of K, half of dF_i/dtheta_i [m^2]."""
        return self.parameters.l1 * (self.reach * self.s + self.x[2] * self.c)  # printed: no l1; -z, its opposite sign of z

    @cached_property
    def K(self) -> SX:
        """(3, 3) half of dF/dtheta [m^2]."""
        return ca.diag(self.k)

    @cached_property
    def inverse_jacobian(self) -> SX:
        """(3, 3) theta_d = -K^-1 A^T x_d [rad/m]."""
        return self.A.T / -ca.horzcat(self.k, self.k, self.k)

    def rates(self, x_d: Vector) -> Vector:
        """(3, 1) theta_d [rad/s]."""
        return (self.A.T @ x_d) / -self.k

    def accelerations(self, x_d: Vector, theta_d: Vector, x_dd: Vector) -> Vector:
        """(3, 1) theta_dd [rad/s^2] from the second derivative of (2), with l1^2 - s.j'' = l1 (u c - z s)."""
        p = self.parameters
        turning = p.l1 * (self.reach * self.c - self.x[2] * self.s) * theta_d - 2 * self.along_knees(x_d)
        return (self.A.T @ x_dd + ca.sumsqr(x_d) + turning * theta_d) / -self.k

    def along_knees(self, v: Vector) -> Vector:
        """(3, 1) scalar products of the vector v and the columns of `knees_1`."""
        p = self.parameters
        return -p.l1 * (self.s * (v[0] * column(p.cos_alpha) + v[1] * column(p.sin_alpha)) + self.c * v[2])

    def knee_accelerations(self, theta_d: Vector, theta_dd: Vector) -> SX:
        """(3, 3) columns d^2 j'_i/dt^2 [m/s^2]."""
        l1, turning = self.parameters.l1, theta_d * theta_d
        return self._columns(-l1 * (self.s * theta_dd + self.c * turning), l1 * (self.s * turning - self.c * theta_dd))

    def rod(self, v: SX) -> tuple[Vector, Vector, Vector]:
        """Return three components (3, 1) of each column of v: along the plane of its leg, across the plane, and downwards."""
        p = self.parameters
        c, s = column(p.cos_alpha), column(p.sin_alpha)
        along, across, up = v[0, :].T, v[1, :].T, v[2, :].T
        return along * c + across * s, across * c - along * s, -up

    def _columns(self, radius: Vector, height: Vector) -> SX:
        p = self.parameters
        return ca.horzcat(radius * column(p.cos_alpha), radius * column(p.sin_alpha), height).T
