"""Springs and dampers in the joints of a flexible robot, and between points of its bodies.

The laws are those of the rigid robot (`dynamics.spring_forces`). A spring between points acts at nodes of beams or at rigid
frames. With d the vector between its points, its generalised forces are (d d_dot / d zd)^T times its pull. A spring in an
actuated joint with an elastic transmission is beside motor and transmission: its position is the sum of their coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters, SpringConstants
from parados.dynamics.spring_forces import Stretch
from parados.flexible.elastic_dynamics import FlexibleMotion
from parados.flexible.flexible_structure import SprungJoint
from parados.spatial.vectors import SX, Vector, column, cross
from parados.topology.mechanism import BASE
from parados.topology.tree import spring_vectors

__all__ = ["FlexibleSprings"]


@dataclass(frozen=True)
class FlexibleSprings:
    """All springs of a flexible robot in motion."""

    motion: FlexibleMotion

    @cached_property
    def forces(self) -> SX:
        """(n, 1) generalised forces that balance the springs, without their dampers."""
        total = self._of_points(damped=False)
        for joint in self.motion.structure.sprung:
            one = self._constants(joint)
            for k in joint.coordinates:
                total[k] += one.stiffness * self._deflection(joint) + one.force
        return total

    @cached_property
    def losses(self) -> SX:
        """(n, 1) generalised forces that balance the dampers."""
        total = self._of_points(damped=True)
        for joint in self.motion.structure.sprung:
            for k in joint.coordinates:
                total[k] += self._constants(joint).damping * sum((self.motion.zd[j] for j in joint.coordinates), SX(0))
        return total

    @property
    def energy(self) -> SX:
        """Energy stored in all springs, constant efforts and forces included [J]."""
        total = sum((one.energy for one in self._stretches), SX(0))
        for joint in self.motion.structure.sprung:
            one = self._constants(joint)
            total += one.stiffness * self._deflection(joint) ** 2 / 2 + one.force * self._position(joint)
        return total

    def _of_points(self, damped: bool) -> SX:
        """(n, 1) generalised forces of the springs between points: their dampers, or all the rest."""
        if not self.motion.structure.mechanism.springs:
            return SX(self.motion.zd.numel(), 1)
        zd = SX.sym("zd", self.motion.zd.numel())
        probe = FlexibleSprings(FlexibleMotion(self.motion.structure, self.motion.positions, zd, zd, self.motion.pose))
        total = SX(zd.numel(), 1)
        for own, one in zip(self._stretches, probe._stretches, strict=True):
            total += ca.jtimes(one.d_dot, zd, (own.damped if damped else own.held) * own.d, True)
        return total

    @cached_property
    def _parameters(self) -> Parameters:
        return Parameters.at(self.motion.tree)

    def _constants(self, joint: SprungJoint) -> SpringConstants:
        own = self._parameters.joint_springs[joint.coordinates[-1]]
        assert own is not None
        return own

    def _position(self, joint: SprungJoint) -> SX:
        """Position of a joint; an angle is chosen within half a turn of its value at home, if whole turns do not matter.

        Whole turns that the joint has made are added.
        """
        q = sum((self.motion.positions[k].q for k in joint.coordinates), SX(0))
        if joint.home is None:
            return q
        turned = SX(self.motion.structure.mechanism.joints[joint.coordinates[-1]].turned)
        return joint.home + turned + ca.atan2(ca.sin(q - joint.home), ca.cos(q - joint.home))

    def _deflection(self, joint: SprungJoint) -> SX:
        spring = self.motion.structure.mechanism.joints[joint.coordinates[-1]].spring
        assert spring is not None
        return self._position(joint) - SX(spring.rest)

    @cached_property
    def _stretches(self) -> list[Stretch]:
        tree, springs = self.motion.tree, self.motion.structure.mechanism.springs
        if not springs:
            return []
        rates = [self._velocity(one.b, column(one.at_b)) - self._velocity(one.a, column(one.at_a)) for one in springs]
        vectors = ca.horzsplit(spring_vectors(tree))
        return [Stretch(*one) for one in zip(springs, self._parameters.springs, vectors, rates, strict=True)]

    def _velocity(self, link: int, at: Vector) -> Vector:
        """(3, 1) velocity of a point of a link, base axes."""
        if link == BASE:
            return SX(3, 1)
        twist = self.motion.twists[link]
        return self.motion.tree.to_base(link, twist.v + cross(twist.omega, at))
