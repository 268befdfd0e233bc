"""Springs, dampers and constant forces in the joints and between points of two bodies.

k is a stiffness, c a damping, e a constant effort and f0 a constant tension. To move a joint against its spring, the joint needs
the effort k (q - rest) + c qd + e. A spring between the points p_a and p_b has the length l = |d|, d = p_b - p_a, and the free
length l0. Its tension

    f = k (l - l0) + c dl/dt + f0,    dl/dt = d . (v_b - v_a) / l

pulls the points towards each other. The force on p_a is f d / l = (k + (f0 - k l0) / l + c d . (v_b - v_a) / l^2) d. A spring
with zero free length, which is used to balance gravity, has the first term only. This term has no division by l, so the force is
defined also where the points coincide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.dynamic_parameters import Parameters, SpringConstants
from parados.dynamics.newton_euler import PointForce
from parados.kinematics.closure_rows import Bodies
from parados.kinematics.first_order import Kinematics
from parados.spatial.vectors import SX, Vector, dot
from parados.topology.mechanism import PLATFORM, Spring
from parados.topology.tree import spring_vectors

__all__ = ["Springs", "Stretch"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Stretch:
    """A spring between two points: vector d (3, 1) from point a to point b [m] and its time derivative, base axes."""

    spring: Spring
    constants: SpringConstants
    d: Vector
    d_dot: Vector

    @cached_property
    def length(self) -> SX:
        return ca.sqrt(dot(self.d, self.d))

    @property
    def preload(self) -> SX:
        """Tension f0 - k l0 that the spring would have at length zero [N]."""
        return self.constants.force - self.constants.stiffness * SX(self.spring.length)

    @property
    def pull(self) -> Vector:
        """(3, 1) force of the spring on point a, base axes [N]; the force on point b is the opposite."""
        return (self.held + self.damped) * self.d

    @property
    def held(self) -> SX:
        """Elastic and constant part of the tension, divided by the length [N/m]."""
        k = SX(self.constants.stiffness)
        return k if self.preload.is_zero() else k + self.preload / self.length

    @property
    def damped(self) -> SX:
        """Part of the tension that the damper adds, divided by the length [N/m]."""
        c = self.constants.damping
        return SX(0) if c.is_zero() else c * dot(self.d, self.d_dot) / dot(self.d, self.d)

    @property
    def energy(self) -> SX:
        """Stored energy k/2 (l - l0)^2 + f0 l [J]."""
        k, l0 = self.constants.stiffness, SX(self.spring.length)
        square = k / 2 * (dot(self.d, self.d) + l0**2)
        return square if self.preload.is_zero() else square + self.preload * self.length

    @property
    def dissipated(self) -> SX:
        """Power c (dl/dt)^2 that the damper turns into heat [W]."""
        c = self.constants.damping
        return SX(0) if c.is_zero() else c * dot(self.d, self.d_dot) ** 2 / dot(self.d, self.d)


@dataclass(frozen=True)
class Springs:
    """All springs of a robot, for given kinematics and constants."""

    kinematics: Kinematics
    parameters: Parameters

    @property
    def efforts(self) -> SX:
        """(n_t, 1) efforts k (q - rest) + c qd + e that move the joints against their springs."""
        efforts = SX(len(self.kinematics.mechanism.joints), 1)
        for j, one in self._in_joints:
            efforts[j] = one.stiffness * self._deflection(j) + one.damping * self.kinematics.qd[j] + one.force
        return efforts

    @property
    def forces(self) -> list[PointForce]:
        """Forces that must act on the bodies to balance the springs between points, two for each spring, also on the base."""
        return [force for one in self._stretches for force in self._ends(one)]

    @property
    def energy(self) -> SX:
        """Energy stored in all springs, constant efforts and forces included [J]."""
        total = sum((one.energy for one in self._stretches), SX(0))
        for j, one in self._in_joints:
            total += one.stiffness * self._deflection(j) ** 2 / 2 + one.force * self._position(j)
        return total

    @property
    def dissipated(self) -> SX:
        """Power that all dampers turn into heat [W]."""
        total = sum((one.dissipated for one in self._stretches), SX(0))
        return total + sum((one.damping * self.kinematics.qd[j] ** 2 for j, one in self._in_joints), SX(0))

    @property
    def _in_joints(self) -> list[tuple[int, SpringConstants]]:
        """Indices of the joints with a spring, each with the constants of its spring."""
        return [(j, one) for j, one in enumerate(self.parameters.joint_springs) if one is not None]

    def _position(self, j: int) -> SX:
        """Position q of a joint; the angle of a periodic joint that is not in x is chosen within half a turn of home.

        Whole turns that the joint has made are added.
        """
        mechanism, position = self.kinematics.mechanism, self.kinematics.tree.links[j].position
        if not mechanism.turning[j]:
            return position.q
        home = self.kinematics.home[j]
        c, s = float(np.cos(home)), float(np.sin(home))
        return home + SX(mechanism.joints[j].turned) + ca.atan2(c * position.s - s * position.c, c * position.c + s * position.s)

    def _deflection(self, j: int) -> SX:
        spring = self.kinematics.mechanism.joints[j].spring
        assert spring is not None
        return self._position(j) - SX(spring.rest)

    @cached_property
    def _stretches(self) -> list[Stretch]:
        """Springs between points, each with its vector d and the time derivative of d."""
        k, springs = self.kinematics, self.kinematics.mechanism.springs
        still = k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
        bodies = Bodies(k.tree, k.pose, k.twists, still)

        def velocity(body: int, at: Array) -> Vector:
            own = bodies.velocity(body, at)
            return own if body < 0 else k.tree.to_base(body, own)

        rates = [velocity(spring.b, spring.at_b) - velocity(spring.a, spring.at_a) for spring in springs]
        vectors = ca.horzsplit(spring_vectors(k.tree))
        return [Stretch(*one) for one in zip(springs, self.parameters.springs, vectors, rates, strict=True)]

    def _ends(self, one: Stretch) -> Sequence[PointForce]:
        """Forces at both points that balance a spring, each in the axes of its body (base axes for the platform)."""
        tree, pull = self.kinematics.tree, one.pull
        ends = ((one.spring.a, one.spring.at_a, -pull), (one.spring.b, one.spring.at_b, pull))
        return [PointForce(body, at, f if body == PLATFORM else tree.from_base(body, f)) for body, at, f in ends]
