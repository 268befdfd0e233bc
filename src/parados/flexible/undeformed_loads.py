"""Forces at the elastic coordinates of a robot that moves without deformation, with all closures cut.

The elastic coordinates are zero and stay so; joints and platform have the motion of the rigid robot. The recursion of the
flexible tree then gives the generalised forces that inertia, gravity and springs require at every elastic coordinate,
(10.99)-(10.102).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca

from parados.flexible.elastic_dynamics import FlexibleMotion, tree_forces
from parados.flexible.flexible_springs import FlexibleSprings
from parados.flexible.flexible_structure import FlexibleStructure
from parados.geometry.platform_motion import PlatformMotion
from parados.geometry.residual import closure_frames
from parados.kinematics.leg_twists import closure_screws
from parados.spatial.vectors import SX, Frame, dot
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["UndeformedLoads"]

STILL = JointPosition(SX(0), SX(1), SX(0))


@dataclass(frozen=True)
class UndeformedLoads:
    """Undeformed flexible robot in motion.

    Attributes
    ----------
    structure : tree of the flexible robot;  rigid : mechanism of the rigid robot
    joints, qd, qdd : positions, rates and accelerations of the joints of the rigid robot
    pose, platform : frame and motion of the platform
    links : (6, n_t) external wrenches on the links at their origins, base axes; None: none
    wrench : (6, 1) external wrench on the platform at P, base axes; None: none
    """

    structure: FlexibleStructure
    rigid: Mechanism
    joints: Sequence[JointPosition]
    qd: SX
    qdd: SX
    pose: Frame
    platform: PlatformMotion
    links: SX | None = None
    wrench: SX | None = None

    @cached_property
    def demand(self) -> SX:
        """(n_e, 1) generalised forces f_e that the elastic coordinates require [N, N m]."""
        springs = FlexibleSprings(self._motion)
        needed = tree_forces(self._motion, with_friction=False, with_elasticity=False) + springs.forces + springs.losses
        if self.links is not None:
            needed -= self._of_links(self.links)
        f_e = needed[list(self.structure.elastic)]
        for closure, J in zip(self.rigid.closures, self.twists, strict=True):
            if self.rigid.is_weld(closure):  # the rigid model adds a carried platform to its link, so this closure has no wrench
                f_e += J.T @ self._platform_wrench(needed)
        return f_e

    @cached_property
    def twists(self) -> list[SX]:
        """Return, for each closure, the relative twists (6, n_e) at P, base axes, for unit rates of the elastic coordinates."""
        tree = self._motion.tree
        frames = closure_frames(self.structure.mechanism, tree, Frame.identity())
        screws = closure_screws(replace(tree, pose=self.pose), frames)
        return [J[:, list(self.structure.elastic)] for _, J, _ in screws]

    @cached_property
    def _motion(self) -> FlexibleMotion:
        zd, zdd = (self._of_tree(*rates) for rates in ((self.qd, self._turn(0)), (self.qdd, self._turn(1))))
        return FlexibleMotion(self.structure, self._positions, zd, zdd, self.pose)

    @property
    def _positions(self) -> list[JointPosition]:
        positions = [STILL] * len(self.structure.mechanism.joints)
        for place, position in zip(self.structure.place_of, self.joints, strict=True):
            positions[place] = position
        return positions

    def _of_tree(self, joints: SX, platform: SX) -> SX:
        """(n, 1) rates of all coordinates of the tree; those of the elastic coordinates are zero."""
        rates = SX(len(self.structure.mechanism.joints), 1)
        for k, place in enumerate(self.structure.place_of):
            rates[place] = joints[k]
        for place, value in zip(self.structure.platform, self._kept(platform), strict=True):
            rates[place] = value
        return rates

    def _turn(self, order: int) -> SX:
        """(6, 1) first or second derivatives of the platform's six coordinates, which are measured from its pose.

        At zero, the angles a, b, c of the sequence XYZ have the angular acceleration (a.., b.., c..) + (b. c., -a. c., a. b.).
        """
        turned = self.pose.unturn
        omega = turned(self.platform.omega)
        if order == 0:
            return ca.vertcat(turned(self.platform.v), omega)
        a, b, c = ca.vertsplit(omega)
        return ca.vertcat(turned(self.platform.v_dot), turned(self.platform.omega_dot) - ca.vertcat(b * c, -a * c, a * b))

    def _kept(self, six: SX) -> list[SX]:
        """Return the entries of six platform coordinates that the tree has: all, or those of the plane."""
        return [six[k] for k in self._own]

    @property
    def _own(self) -> tuple[int, ...]:
        return (0, 1, 5) if len(self.structure.platform) == 3 else (0, 1, 2, 3, 4, 5)

    def _platform_wrench(self, needed: SX) -> SX:
        """(6, 1) wrench at P, base axes, that the platform requires."""
        six = SX(6, 1)
        for place, k in zip(self.structure.platform, self._own, strict=True):
            six[k] = needed[place]
        w_p = ca.vertcat(self.pose.turn(six[:3]), self.pose.turn(six[3:]))
        return w_p if self.wrench is None else w_p - self.wrench

    def _of_links(self, wrenches: SX) -> SX:
        """(n, 1) generalised forces of external wrenches (6, n_t) on the links, from their virtual power."""
        zd = SX.sym("zd", len(self.structure.mechanism.joints))
        motion = FlexibleMotion(self.structure, self._positions, zd, SX(zd.numel(), 1), self.pose)
        power = SX(0)
        for k, place in enumerate(self.structure.place_of):
            twist = motion.twists[place]
            for rates, part in ((twist.v, wrenches[:3, k]), (twist.omega, wrenches[3:, k])):
                power += dot(motion.tree.to_base(place, rates), part)
        return ca.gradient(power, zd)
