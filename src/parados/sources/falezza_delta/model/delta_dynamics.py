"""The two inverse dynamic models: constrained Euler-Lagrange equations in q = (x, theta) with multipliers.

A rod is a body between the points j' and x, so its kinetic energy is a quadratic form of their velocities

    T_2 = 1/2 sum_i (m_xx |x_d|^2 + 2 m_xj x_d.j'_d + m_jj |j'_d|^2)

which contains no passive angle. On the constraint it equals the paper's T_2. Off the constraint it differs, and the
multipliers take up the difference, so `n`, `c`, `g`, `b` and `two_lambda` have the paper's places in (29) and (30) but not,
one by one, the values that its T would give; their sum tau has. The derivatives (19)-(28) become one line each.

References
----------
F. Falezza, F. Vesentini, A. Di Flumeri, L. Leopardi, G. Fiori, G. Mistrorigo, R. Muradore, A novel inverse dynamic model
for 3-DoF delta robots, Mechatronics 83 (2022) 102752.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.geometry import Pose
from parados.spatial.vectors import SX, Vector, column, cross, dot

__all__ = ["CompleteModel", "SimplifiedModel", "cramer"]


def cramer(A: SX, b: Vector) -> Vector:
    """Return A^-1 b for three unknowns, with two cross products and one division, without pivoting."""
    a_1, a_2, a_3 = A[:, 0], A[:, 1], A[:, 2]
    normal, moment = cross(a_1, a_2), cross(b, a_3)
    over = 1 / dot(a_3, normal)
    return ca.vertcat(-dot(a_2, moment), dot(a_1, moment), dot(b, normal)) * over


@dataclass(frozen=True)
class SimplifiedModel:
    """M_s: active links are homogeneous (A1), a rod is m2/2 at each of its ends (A2).

    Attributes
    ----------
    pose : q = (x, theta)
    x_dd, theta_dd : (3, 1) accelerations [m/s^2], [rad/s^2]
    h_ext : (3, 1) force on the platform [N]
    """

    pose: Pose
    x_dd: Vector
    theta_dd: Vector
    h_ext: Vector

    @cached_property
    def M(self) -> float:
        """Diagonal of M [kg], (4)."""
        p = self.pose.parameters
        return p.m0 + 1.5 * p.m2

    @cached_property
    def I(self) -> float:  # noqa: E743 - the paper's name
        """Diagonal of I [kg m^2], (5)."""
        p = self.pose.parameters
        return p.l1**2 * (p.m1 / 3 + p.m2 / 2)

    @cached_property
    def g(self) -> Vector:
        """(3, 1) upward vector of size g in (4) [m/s^2]; printed: -g, which means z downwards."""
        return column([0.0, 0.0, self.pose.parameters.g])

    @cached_property
    def v(self) -> Vector:
        """(3, 1) gravity of the links on the joints [N m], (5); printed: +, since V_1, V_2 lack the sign of (2)."""
        p = self.pose.parameters
        return -(p.m1 + p.m2) / 2 * p.g * p.l1 * self.pose.c

    @cached_property
    def two_lambda(self) -> Vector:
        """(3, 1) 2 lambda [N/m]; multiplied by l2 they are the forces of the massless rods."""
        return cramer(self.pose.A, self.M * (self.x_dd + self.g) - self.h_ext)  # (4)

    @cached_property
    def tau(self) -> Vector:
        """(3, 1) torques [N m]."""
        return self.I * self.theta_dd + self.v - self.pose.k * self.two_lambda  # (5)


@dataclass(frozen=True)
class CompleteModel:
    """M_f: active links with any centre of mass and inertia, rods as bodies, rotors.

    Attributes
    ----------
    pose : q = (x, theta)
    x_d, theta_d : (3, 1) velocities [m/s], [rad/s]
    x_dd, theta_dd : (3, 1) accelerations [m/s^2], [rad/s^2]
    h_ext : (3, 1) force on the platform [N]
    """

    pose: Pose
    x_d: Vector
    theta_d: Vector
    x_dd: Vector
    theta_dd: Vector
    h_ext: Vector

    @cached_property
    def M(self) -> float:
        """Coefficient of |x_d|^2 / 2 in T [kg]; printed: (19a-c) leave m0 out."""
        p = self.pose.parameters
        return p.m0 + 3 * p.rod_masses[0]

    @cached_property
    def coupling(self) -> float:
        """m_xj [kg]: m2/6 for a homogeneous rod, 0 in M_s."""
        return self.pose.parameters.rod_masses[1]

    @cached_property
    def I(self) -> float:  # noqa: E743 - the paper's name
        """Coefficient of theta_d_i^2 / 2 in T [kg m^2], (19d); printed: m1 l1^2/4 for m1 a1^2."""
        p = self.pose.parameters
        return p.m1 * p.a1**2 + p.I1 + p.I3 * p.k_r**2 + p.rod_masses[2] * p.l1**2

    @cached_property
    def T(self) -> SX:
        """Kinetic energy [J], (14)."""
        mixed = dot(self.pose.along_knees(self.x_d), self.theta_d)
        return self.M * ca.sumsqr(self.x_d) / 2 + self.coupling * mixed + self.I * ca.sumsqr(self.theta_d) / 2

    @cached_property
    def V(self) -> SX:
        """Potential energy [J], (18); printed: sin theta and sin beta have the sign + in (15) and (16), which contradicts (2)."""
        return self._weight_x * self.pose.x[2] - self._weight_theta * ca.sum1(self.pose.s)

    @cached_property
    def dV_dx(self) -> Vector:
        """(3, 1) [N]; printed: m2 g for m0 g in the last entry."""
        return column([0.0, 0.0, self._weight_x])

    @cached_property
    def b(self) -> Vector:
        """(3, 1) d/dt dT/dx_d - dT/dx + dV/dx - h_ext [N], below (29)."""
        knees_dd = ca.sum2(self.pose.knee_accelerations(self.theta_d, self.theta_dd))
        return self.M * self.x_dd + self.coupling * knees_dd + self.dV_dx - self.h_ext  # (19a-c), corrected

    @cached_property
    def n(self) -> Vector:
        """(3, 1) d/dt dT/dtheta_d [N m], (30)."""
        return self.n_plus_c - self.c

    @cached_property
    def c(self) -> Vector:
        """(3, 1) -dT/dtheta [N m], (30)."""
        return -self.coupling * (self.pose.knees_2.T @ self.x_d) * self.theta_d

    @cached_property
    def n_plus_c(self) -> Vector:
        """(3, 1) n + c [N m], where the products of velocities cancel."""
        return self.I * self.theta_dd + self.coupling * self.pose.along_knees(self.x_dd)  # (19d), corrected

    @cached_property
    def g(self) -> Vector:
        """(3, 1) dV/dtheta [N m], (30); printed: l1/2 for a1."""
        return -self._weight_theta * self.pose.c

    @cached_property
    def two_lambda(self) -> Vector:
        """(3, 1) 2 lambda [N/m]; the torques need 2 lambda. Forces of rods with mass: `force_on_platform`, `force_on_arm`."""
        return cramer(self.pose.A, self.b)  # (29)

    @cached_property
    def tau(self) -> Vector:
        """(3, 1) torques [N m]."""
        return self.n_plus_c + self.g - self.pose.k * self.two_lambda  # (30)

    @cached_property
    def force_on_platform(self) -> SX:
        """(3, 3) columns: force of each rod on the platform at its end x, base axes [N].

        The rod's own inertia and weight are the difference from 2 lambda s, the force of a rod without mass.
        """
        p, (m_xx, m_xj, _) = self.pose.parameters, self.pose.parameters.rod_masses
        own = m_xx * self._x_dd + m_xj * self._knees_dd + self._up(p.centre * p.m2 * p.g)
        return self.pose.A @ ca.diag(self.two_lambda) - own

    @cached_property
    def force_on_arm(self) -> SX:
        """(3, 3) columns: force of each rod on its arm at the end j', base axes [N]."""
        p, (_, m_xj, m_jj) = self.pose.parameters, self.pose.parameters.rod_masses
        own = m_xj * self._x_dd + m_jj * self._knees_dd + self._up((1 - p.centre) * p.m2 * p.g)
        return -self.pose.A @ ca.diag(self.two_lambda) - own

    @property
    def _x_dd(self) -> SX:
        return ca.repmat(self.x_dd, 1, 3)

    @property
    def _knees_dd(self) -> SX:
        return self.pose.knee_accelerations(self.theta_d, self.theta_dd)

    @staticmethod
    def _up(force: float) -> SX:
        return ca.repmat(column([0.0, 0.0, force]), 1, 3)

    @cached_property
    def platform_force(self) -> Vector:
        """(3, 1) J^T tau [N], with J the inverse Jacobian; the multipliers cancel since J^T K = -A."""
        return self.b + self.pose.inverse_jacobian.T @ (self.n_plus_c + self.g)

    @cached_property
    def mass_matrix(self) -> SX:
        """(3, 3) over x_d [kg]: the compact form that Remark 1 calls impossible, written in x instead of theta."""
        J = self.pose.inverse_jacobian
        mixed = self.coupling * (self.pose.knees_1 @ J)
        return self.M * SX.eye(3) + mixed + mixed.T + self.I * (J.T @ J)

    @property
    def _weight_x(self) -> float:
        p = self.pose.parameters
        return (p.m0 + 3 * p.centre * p.m2) * p.g

    @property
    def _weight_theta(self) -> float:
        p = self.pose.parameters
        return (p.m1 * p.a1 + p.m2 * (1 - p.centre) * p.l1) * p.g
