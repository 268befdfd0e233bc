"""The platform's pose and motion as functions of its coordinates (Briot & Khalil 7.3.2.5, 7.4.2.5).

`x` holds the declared coordinates; the rest of px, py, pz, a1, a2, a3 is constant or dependent. Velocities are
expressed by quasi-velocities nu: nu = [dp/dt, omega] if all three angles are declared, otherwise nu = dx/dt. The
twist is linear in nu and in the rates of the dependent coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from parados.spatial.rotations import quaternion_matrix, rate_columns, rate_drift, rotation_matrix
from parados.spatial.vectors import SX, Frame, Vector, column, cross, tangent
from parados.topology.mechanism import Mechanism, Platform
from parados.topology.tree import JointPosition

__all__ = ["Coordinates", "PlatformMotion", "declared_angles", "quasi_acceleration", "quasi_velocity"]

ANGLES = (3, 4, 5)


def declared_angles(platform: Platform) -> bool:
    """Tell whether all three angles are independent coordinates, so that nu contains omega."""
    return all(k in platform.coordinates for k in ANGLES)


@dataclass(frozen=True)
class Coordinates:
    """The platform's six coordinates in a configuration: each has a value and, if it is an angle, a cosine and a sine."""

    platform: Platform
    six: tuple[JointPosition, ...]
    quaternion: SX | None = None

    @staticmethod
    def at(mechanism: Mechanism, x: SX, dependent: dict[int, JointPosition]) -> Coordinates:
        """Build the coordinates from x and from the dependent coordinates, given by their index in px ... a3."""
        platform = mechanism.platform
        if platform.is_quaternion:
            zero = JointPosition(SX(0), SX(1), SX(0))
            place = [JointPosition(x[k], SX(1), SX(0)) for k in range(3)]
            return Coordinates(platform, (*place, zero, zero, zero), x[3:7])
        six = []
        for k in range(6):
            if k in platform.coordinates:
                q = x[platform.coordinates.index(k)]
                six.append(JointPosition.at(q))
            elif k in platform.dependent:
                six.append(dependent[k])
            else:
                value = platform.constant[k]
                c, s = column([np.cos(value)]), column([np.sin(value)])
                six.append(JointPosition(SX(value), c, s))
        return Coordinates(platform, tuple(six))

    def frame(self) -> Frame:
        """The platform's frame in the base."""
        p = ca.vertcat(*[self.six[k].q for k in range(3)])
        if self.quaternion is not None:
            return Frame(quaternion_matrix(self.quaternion), p)
        return Frame(rotation_matrix(self.platform.orientation, self._cosines, self._sines), p)

    @property
    def _cosines(self) -> Vector:
        return ca.vertcat(*[self.six[k].c for k in ANGLES])

    @property
    def _sines(self) -> Vector:
        return ca.vertcat(*[self.six[k].s for k in ANGLES])

    def rate_matrix(self) -> SX:
        """(3, 3) matrix D with omega = D d(a1, a2, a3)/dt."""
        return rate_columns(self.platform.orientation, self._cosines, self._sines)

    def rate_drift(self, rates: Vector) -> Vector:
        """(3, 1) product dD/dt d(a1, a2, a3)/dt."""
        return rate_drift(self.platform.orientation, self._cosines, self._sines, rates)


@dataclass(frozen=True)
class PlatformMotion:
    """Twist of the platform at P and its time derivative, in base axes."""

    v: Vector
    omega: Vector
    v_dot: Vector
    omega_dot: Vector

    @property
    def tangent(self) -> SX:
        """(3, 3) matrix U = omega_dot^ + omega^ omega^."""
        return tangent(self.omega, self.omega_dot)

    def velocity(self, arm: Vector) -> Vector:
        """Velocity of the point P + arm."""
        return self.v + cross(self.omega, arm)

    def acceleration(self, arm: Vector) -> Vector:
        """Acceleration of the point P + arm."""
        return self.v_dot + self.tangent @ arm


def motion(coordinates: Coordinates, nu: SX, rates: SX, nu_dot: SX, rates_dot: SX) -> PlatformMotion:
    """Compute the platform's motion from quasi-velocities, rates of the dependent coordinates, and the derivatives of both."""
    platform = coordinates.platform

    def spread(declared: SX, dependent: SX) -> SX:
        six = SX(6, 1)
        for position, k in enumerate(platform.coordinates):
            six[k] = declared[position]
        for position, k in enumerate(platform.dependent):
            six[k] = dependent[position]
        return six

    first, second = spread(nu, rates), spread(nu_dot, rates_dot)
    if declared_angles(platform):
        return PlatformMotion(first[:3], first[3:], second[:3], second[3:])
    if not set(ANGLES) & {*platform.coordinates, *platform.dependent}:
        still = SX(3, 1)
        return PlatformMotion(first[:3], still, second[:3], still)
    D, drift = coordinates.rate_matrix(), coordinates.rate_drift(first[3:])
    return PlatformMotion(first[:3], D @ first[3:], second[:3], D @ second[3:] + drift)


def quasi_velocity(coordinates: Coordinates, xd: SX) -> SX:
    """Compute the quasi-velocities nu from dx/dt, Briot & Khalil (7.71)."""
    platform = coordinates.platform
    if platform.is_quaternion or not declared_angles(platform):
        return xd
    n = len(platform.coordinates)
    return ca.vertcat(xd[: n - 3], coordinates.rate_matrix() @ xd[n - 3 : n], xd[n:])


def quasi_acceleration(coordinates: Coordinates, xd: SX, xdd: SX) -> SX:
    """Compute d(nu)/dt from dx/dt and d2x/dt2."""
    platform = coordinates.platform
    if platform.is_quaternion or not declared_angles(platform):
        return xdd
    n = len(platform.coordinates)
    angular = coordinates.rate_matrix() @ xdd[n - 3 : n] + coordinates.rate_drift(xd[n - 3 : n])
    return ca.vertcat(xdd[: n - 3], angular, xdd[n:])
