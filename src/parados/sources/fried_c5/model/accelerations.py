"""Joint velocities and accelerations by projection, (43)-(48)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.fried_c5.model.c5_kinematics import C5
from parados.sources.fried_c5.model.c5_parameters import AXIS, stack
from parados.spatial.rotations import rate_columns
from parados.spatial.vectors import SX, Vector, cross, dot, tangent

__all__ = ["PlatformTwist", "Segments", "platform_motion"]


@dataclass(frozen=True)
class PlatformTwist:
    """V_{N+1} and its derivative in base axes: omega, omega_dot [rad/s, rad/s^2], v, v_dot of C [m/s, m/s^2]."""

    omega: Vector
    v: Vector
    omega_dot: Vector
    v_dot: Vector


def platform_motion(X: SX, X_dot: SX, X_ddot: SX) -> PlatformTwist:
    """Return the motion of the platform for X = [alpha beta gamma x_c y_c z_c] and its derivatives."""
    angles, rates = X[:3], X_dot[:3]
    D = rate_columns("XYZ", ca.cos(angles), ca.sin(angles))
    omega = D @ rates
    return PlatformTwist(omega, X_dot[3:], D @ X_ddot[:3] + ca.jtimes(omega, angles, rates), X_ddot[3:])


@dataclass(frozen=True)
class Segments:
    """Rates of the six segments for a motion of the platform, in the order of (29): w, u, gamma, beta, alpha, Q_i1.

    With the plates on the rods these are the projections of the paper. With the plates on the platform the projections
    hold too (`projected`), but the derivatives of (16), R_k . (OC - A_i - Q_i1 n_i) = 0, need fewer operations.
    """

    robot: C5
    motion: PlatformTwist

    @cached_property
    def U(self) -> SX:
        """(3, 3) omega_dot^ + omega^ omega^."""
        return tangent(self.motion.omega, self.motion.omega_dot)

    # -- projection -----------------------------------------------------------------------------------------------------

    def v_2(self, i: int) -> Vector:
        """(3, 1) velocity of the platform's point at B_i, (17)."""
        return self.motion.v - cross(self.motion.omega, self.robot.P[i])

    def v_dot_2(self, i: int) -> Vector:
        """(3, 1) acceleration that is projected.

        With the plates on the rods it is the acceleration of the ball. With the plates on the platform it is that of the
        platform's point at B_i plus the Coriolis term, since B_i moves on the platform.
        """
        m, robot = self.motion, self.robot
        if robot.plates == "rods":
            if not robot.parameters.is_symmetric:
                return m.v_dot - self.U @ robot.P[i]
            return m.v_dot - self.turned[AXIS[i]] * (1 if i % 2 == 0 else -1)  # printed: (43) without omega x (omega x P)
        slip = self.v_2(i) - self.Q_dot_1(i) * robot.parameters.n(i)
        return m.v_dot - self.U @ robot.P[i] - 2 * cross(m.omega, slip)

    @cached_property
    def turned(self) -> list[Vector]:
        """U P_i2 for i = 1, 3, 5; with the plates on the rods, i = 2, 4, 6 have the opposite sign."""
        return [self.U @ self.robot.P[i] for i in (0, 2, 4)]

    def projected(self, i: int) -> SX:
        """(6, 1) accelerations of segment i by projection on H_i2 and W_i2, for either mechanism."""
        robot, v_dot_2 = self.robot, self.v_dot_2(i)
        Q_ddot_1 = dot(robot.W(i), v_dot_2) / robot.WH(i)  # (47)
        in_plates = v_dot_2 - Q_ddot_1 * robot.parameters.n(i)
        w, u = (dot(robot.axes[:, j], in_plates) for j in slides(i))
        return ca.vertcat(w, u, self.motion.omega_dot[::-1], Q_ddot_1)  # (48)

    # -- derivatives of (16) --------------------------------------------------------------------------------------------

    @cached_property
    def seen(self) -> tuple[Vector, Vector]:
        """First and second derivative of R^t OC."""
        m, R, C = self.motion, self.robot.R, self.robot.C
        return R.T @ (m.v - cross(m.omega, C)), R.T @ (m.v_dot - 2 * cross(m.omega, m.v) + self.U.T @ C)

    @cached_property
    def turning(self) -> tuple[SX, SX]:
        """First and second derivative of R."""
        R = self.robot.R
        return ca.horzcat(*[cross(self.motion.omega, R[:, k]) for k in range(3)]), self.U @ R

    def _leaving(self, i: int, j: int) -> SX:
        """Acceleration of P_i2 relative to the platform, along axis j of the platform, without the term Q_ddot_i1 R[k, j]."""
        k, (_, c_ddot), (R_dot, R_ddot) = AXIS[i], self.seen, self.turning
        at_A = dot(self.robot.parameters.A(i), R_ddot[:, j])
        return c_ddot[j] - at_A - 2 * R_dot[k, j] * self.Q_dot_1(i) - self.robot.Q[i] * R_ddot[k, j]

    # -- results --------------------------------------------------------------------------------------------------------

    def Q_dot_1(self, i: int) -> SX:
        """Rate of Q_i1 [m/s], (18)."""
        k, A, robot = AXIS[i], self.robot.parameters.A(i), self.robot
        if robot.plates == "rods":
            return self.v_2(i)[k]
        c_dot, R_dot = self.seen[0], self.turning[0]
        return (c_dot[k] - dot(A, R_dot[:, k]) - R_dot[k, k] * robot.Q[i]) / robot.WH(i)

    def Q_ddot_1(self, i: int) -> SX:
        """Acceleration of Q_i1 [m/s^2]."""
        if self.robot.plates == "rods":
            return self.projected(i)[5]
        return self._leaving(i, AXIS[i]) / self.robot.WH(i)

    def Q_ddot(self, i: int) -> SX:
        """(6, 1) accelerations of segment i."""
        if self.robot.plates == "rods":
            return self.projected(i)
        Q_ddot_1 = self.Q_ddot_1(i)
        w, u = (self._leaving(i, j) - Q_ddot_1 * self.robot.R[AXIS[i], j] for j in slides(i))
        return ca.vertcat(w, u, self.motion.omega_dot[::-1], Q_ddot_1)

    @cached_property
    def Q_a_dot(self) -> SX:
        """(6, 1) rates of the actuators [m/s]."""
        return stack([self.Q_dot_1(i) for i in range(6)])

    @cached_property
    def Q_a_ddot(self) -> SX:
        """(6, 1) accelerations of the actuators [m/s^2]."""
        return stack([self.Q_ddot_1(i) for i in range(6)])


def slides(i: int) -> list[int]:
    """Return the axes of the plates along which w and u of segment i are measured: the columns of H_i2."""
    return [j for j in (2, 1, 0) if j != AXIS[i]]
