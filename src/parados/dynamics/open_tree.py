"""Dynamics of the tree and of the free platform with all loops cut (Briot & Khalil 8.2 and 8.3).

All joint positions, rates and accelerations are independent symbols here, and so are the pose, the twist and the acceleration of
the platform; they need not satisfy the closures. The Newton-Euler recursions are those of the closed robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.closed_loop import ClosedLoop
from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.newton_euler import platform_wrench
from parados.geometry.platform_motion import PlatformMotion
from parados.kinematics.first_order import Kinematics
from parados.kinematics.link_motion import LinkAcceleration, LinkTwist, accelerations, twists
from parados.spatial.vectors import SX, Frame, column
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition, Tree

__all__ = ["OpenTree"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class OpenTree:
    """Motion of the tree and of the free platform as functions of independent symbols.

    The class has the members of `Kinematics` that `ClosedLoop` uses, so that `ClosedLoop` can compute the efforts of the tree.

    q, qd, qdd : (n_t,) positions, rates and accelerations of the joints
    frame : (16,) entries of the platform's frame (4, 4) in the base, row by row
    twist, acceleration : (6,) [v, omega] of the platform at P, base axes, and its time derivative
    """

    mechanism: Mechanism
    q: SX
    qd: SX
    qdd: SX
    frame: SX
    twist: SX
    acceleration: SX
    home: Array  #: (n_t,) positions of the joints at home, where the turns of springs are counted from

    @staticmethod
    def of(mechanism: Mechanism, home: Array) -> OpenTree:
        """Create the symbols for a mechanism; `home` (n_t,) are the positions of its joints at home [rad or m]."""
        n_t = len(mechanism.joints)
        sizes = {"q": n_t, "qd": n_t, "qdd": n_t, "frame": 16, "twist": 6, "acceleration": 6}
        return OpenTree(mechanism, **{name: SX.sym(name, size) for name, size in sizes.items()}, home=home)

    @property
    def nu(self) -> SX:
        """(0, 1) quasi-velocities: there are none, because all rates are symbols."""
        return SX(0, 1)

    @property
    def rates(self) -> SX:
        """(n_t, 1) rates of the joints."""
        return self.qd

    @cached_property
    def pose(self) -> Frame:
        """Frame of the platform in the base."""
        T = ca.reshape(self.frame, 4, 4).T
        return Frame(T[:3, :3], T[:3, 3])

    @cached_property
    def tree(self) -> Tree:
        """Tree of the mechanism at the joint positions q."""
        positions = [JointPosition.at(self.q[k]) for k in range(self.q.numel())]
        return Tree.at(self.mechanism, positions, self.pose)

    @cached_property
    def platform(self) -> PlatformMotion:
        """Velocities and accelerations of the platform at P, base axes."""
        return PlatformMotion(self.twist[:3], self.twist[3:], self.acceleration[:3], self.acceleration[3:])

    @cached_property
    def twists(self) -> list[LinkTwist]:
        """Velocities of the links, each in its own axes."""
        return twists(self.tree, self.qd, self.platform)

    @cached_property
    def accelerations(self) -> list[LinkAcceleration]:
        """Accelerations of the links, each in its own axes."""
        return accelerations(self.tree, self.qd, self.twists, self.qdd, SX(3, 1), self.platform)

    def second_order(self, nu_dot: SX) -> SX:
        """(n_t, 1) accelerations of the joints, the symbols `qdd`; `nu_dot` is not used."""
        return self.qdd

    def platform_motion(self, nu_dot: SX, rates_dot: SX) -> PlatformMotion:
        """Return `platform`; the arguments are not used, because the motion of the platform is a symbol."""
        return self.platform

    def efforts(self, friction: bool) -> SX:
        """(n_t, 1) efforts tau_t of all joints, with rotors and springs, and with friction if `friction` is True."""
        own = Parameters.at(self.tree)
        return ClosedLoop(cast(Kinematics, self), self.qdd, own, with_friction=friction, with_rods=False).tree_efforts

    def free_platform(self) -> SX:
        """(6, 1) wrench w_p at P, base axes, that gives the platform its motion, without the links that it carries, (8.57)."""
        w = platform_wrench(Parameters.at(self.tree).platform, self.pose, self.platform, column(self.mechanism.gravity))
        return ca.vertcat(w.f, w.c)
