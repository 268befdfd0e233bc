"""The whole robot with all loops cut, in coordinates z of its own: positions of all joints, then of a free platform.

    z = [q, px ... pz, turn],   M(z) zdd + h(z, zd) + friction + G^T lambda = efforts,   g(z) = 0,   G = dg/dz

If the platform is a free body, its translations that the file declares moving are coordinates. Its turn is

- an angle, or two, as in x, if the file declares one or two angles moving;
- otherwise rho, three numbers: R = C(rho/2) R_ref, where C(s) = 1 + 2 (s^ + s^ s^) / (1 + s.s) is the turn about s by
  2 atan |s|. Whoever integrates in time puts the reference R_ref near R, so that no singularity of angles is met. The angular
  velocity is omega = (rho_dot + rho x rho_dot / 2) / (1 + rho.rho / 4); it equals rho_dot where rho = 0.

All closures are open here, so that z has no singularity but those of the mechanics. The equations are those of Newton and Euler
of the closed robot (`ClosedLoop`), with z in place of x.

References
----------
O. A. Bauchau, L. Trainelli, The vectorial parameterization of rotation, Nonlinear Dynamics 32 (2003), for C(s) and omega.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.closed_loop import ClosedLoop, Loads
from parados.dynamics.dynamic_parameters import Parameters
from parados.geometry.platform_motion import Coordinates, PlatformMotion, motion
from parados.kinematics.first_order import Kinematics
from parados.kinematics.link_motion import LinkTwist, accelerations, carried_motion, twists
from parados.spatial.vectors import SX, Frame, cross, dot, tangent
from parados.topology.mechanism import Mechanism, Platform
from parados.topology.tree import JointPosition, Tree

__all__ = ["CutRobot", "moving_coordinates", "turns_freely"]

Array = NDArray[np.float64]


def moving_coordinates(platform: Platform) -> tuple[int, ...]:
    """Indices (in px ... a3) of the coordinates of a free platform that are not constant; none if a link carries it."""
    if platform.carrier is not None:
        return ()
    return tuple(range(6)) if platform.is_quaternion else tuple(sorted({*platform.coordinates, *platform.dependent}))


def turns_freely(platform: Platform) -> bool:
    """Tell whether the turn of the platform is rho: it is free, and all three angles move."""
    return {3, 4, 5} <= set(moving_coordinates(platform))


@dataclass(frozen=True)
class CutRobot:
    """Motion of the tree and of the platform as functions of z, zd and zdd.

    The class has the members of `Kinematics` that `ClosedLoop` uses; the quasi-velocities are zd.

    z, zd, zdd : (n_z,) coordinates and their derivatives
    reference : (9,) rotation matrix R_ref, row by row
    home : (n_t,) positions of the joints at home [rad or m]
    """

    mechanism: Mechanism
    z: SX
    zd: SX
    zdd: SX
    reference: SX
    home: Array

    @staticmethod
    def of(mechanism: Mechanism, home: Array) -> CutRobot:
        """Create the symbols for a mechanism. Springs in joints follow all turns: z counts them."""
        n = len(mechanism.joints) + len(moving_coordinates(mechanism.platform))
        counted = replace(mechanism, joints=tuple(replace(j, wound=j.wound or j.spring is not None) for j in mechanism.joints))
        return CutRobot(counted, SX.sym("z", n), SX.sym("zd", n), SX.sym("zdd", n), SX.sym("reference", 9), home)

    @property
    def nu(self) -> SX:
        """(n_z, 1) the quasi-velocities, which are zd."""
        return self.zd

    @property
    def rates(self) -> SX:
        """(n_z, 1) rates of the joints, then of the platform."""
        return self.zd

    @property
    def qd(self) -> SX:
        """(n_t, 1) rates of the joints."""
        return self.zd[: len(self.mechanism.joints)]

    @cached_property
    def _platform(self) -> Platform:
        """The platform, with all its moving coordinates declared and with zero in place of angles that are not used."""
        moving = moving_coordinates(self.mechanism.platform)
        orientation = "XYZ" if self.mechanism.platform.is_quaternion else self.mechanism.platform.orientation
        return replace(self.mechanism.platform, coordinates=moving, dependent=(), orientation=orientation)

    @cached_property
    def _coordinates(self) -> Coordinates:
        n_t = len(self.mechanism.joints)
        return Coordinates.at(replace(self.mechanism, platform=self._platform), self.z[n_t:], {})

    @cached_property
    def pose(self) -> Frame:
        """Frame of the platform in the base."""
        if self.mechanism.platform.carrier is not None:
            return self.tree.pose
        if not turns_freely(self.mechanism.platform):
            return self._coordinates.frame()
        s = self.z[-3:] / 2
        turn = SX.eye(3) + 2 / (1 + dot(s, s)) * tangent(s, s)  # s^ + s^ s^
        place = ca.vertcat(*[self._coordinates.six[k].q for k in range(3)])
        return Frame(turn @ ca.reshape(self.reference, 3, 3).T, place)

    @cached_property
    def tree(self) -> Tree:
        """Tree of the mechanism at the coordinates z."""
        positions = [JointPosition.at(self.z[k]) for k in range(len(self.mechanism.joints))]
        still = Frame(SX.eye(3), SX(3, 1))
        return Tree.at(self.mechanism, positions, still if self.mechanism.platform.carrier is not None else self.pose)

    @cached_property
    def twists(self) -> list[LinkTwist]:
        """Velocities of the links, each in its own axes."""
        return twists(self.tree, self.qd, self._free(SX(self.zd.numel(), 1)))

    def second_order(self, nu_dot: SX) -> SX:
        """(n_z, 1) derivatives of the rates, which are `nu_dot`."""
        return nu_dot

    def platform_motion(self, nu_dot: SX, rates_dot: SX) -> PlatformMotion:
        """Compute the motion of the platform at P, base axes; `nu_dot` are the second derivatives of z."""
        if self.mechanism.platform.carrier is None:
            return self._free(nu_dot)
        n_t = len(self.mechanism.joints)
        moving = accelerations(self.tree, self.qd, self.twists, nu_dot[:n_t], SX(3, 1))
        return carried_motion(self.tree, self.twists, moving)

    def _free(self, zdd: SX) -> PlatformMotion:
        """Motion of a free platform."""
        n_t = len(self.mechanism.joints)
        if self.mechanism.platform.carrier is not None:
            return PlatformMotion(*[SX(3, 1)] * 4)
        none = SX(0, 1)
        if not turns_freely(self.mechanism.platform):
            return motion(self._coordinates, self.zd[n_t:], none, zdd[n_t:], none)
        rho, first, second = self.z[-3:], self.zd[-3:], zdd[-3:]
        d = 1 + dot(rho, rho) / 4
        omega = (first + cross(rho, first) / 2) / d
        omega_dot = (second + cross(rho, second) / 2 - dot(rho, first) / 2 * omega) / d
        nu, nu_dot = ca.vertcat(self.zd[n_t:-3], omega), ca.vertcat(zdd[n_t:-3], omega_dot)
        return motion(self._coordinates, nu, none, nu_dot, none)

    def dynamics(self, wrench: SX) -> ClosedLoop:
        """Equations of motion without friction; `wrench` (6, 1) acts on the platform at P, base axes [N, N m]."""
        own = Parameters.at(self.tree)
        loads = Loads() if self.mechanism.platform.is_absent else Loads(wrench)
        return ClosedLoop(cast(Kinematics, self), self.zdd, own, loads, with_friction=False, with_rods=False)
