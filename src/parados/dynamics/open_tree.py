"""The tree and the free platform by themselves, at any positions of their joints, closed or not (Briot & Khalil 8.2 and 8.3).

All joint positions, rates and accelerations are independent symbols here, and so are the pose, the twist and the acceleration of
the platform. The recursions are those of the closed robot.
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
    """Expressions of q, qd, qdd (n_t,), of the frame of the platform (16,) row by row, and of its twist and acceleration (6,).

    It stands for `Kinematics` in `ClosedLoop`, which then computes the efforts of the tree as for the closed robot.
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
        """Build the tree of a mechanism with the positions (n_t,) of its joints at home."""
        n_t = len(mechanism.joints)
        sizes = {"q": n_t, "qd": n_t, "qdd": n_t, "frame": 16, "twist": 6, "acceleration": 6}
        return OpenTree(mechanism, **{name: SX.sym(name, size) for name, size in sizes.items()}, home=home)

    @property
    def nu(self) -> SX:
        """Quasi-velocities: none, the rates are given."""
        return SX(0, 1)

    @property
    def rates(self) -> SX:
        """Rates of the joints."""
        return self.qd

    @cached_property
    def pose(self) -> Frame:
        """Frame of the platform."""
        T = ca.reshape(self.frame, 4, 4).T
        return Frame(T[:3, :3], T[:3, 3])

    @cached_property
    def tree(self) -> Tree:
        """The tree at q."""
        positions = [JointPosition.at(self.q[k]) for k in range(self.q.numel())]
        return Tree.at(self.mechanism, positions, self.pose)

    @cached_property
    def platform(self) -> PlatformMotion:
        """Motion of the platform."""
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
        """Return the accelerations of the joints: they are given."""
        return self.qdd

    def platform_motion(self, nu_dot: SX, rates_dot: SX) -> PlatformMotion:
        """Return the motion of the platform: it is given."""
        return self.platform

    def efforts(self, friction: bool) -> SX:
        """(n_t, 1) efforts tau_t of all joints, with rotors, and with friction if asked for."""
        own = Parameters.at(self.tree)
        return ClosedLoop(cast(Kinematics, self), self.qdd, own, with_friction=friction, with_rods=False).tree_efforts

    def free_platform(self) -> SX:
        """(6, 1) wrench w_p at P, base axes, that moves the free platform without the links that it carries, (8.57)."""
        w = platform_wrench(Parameters.at(self.tree).platform, self.pose, self.platform, column(self.mechanism.gravity))
        return ca.vertcat(w.f, w.c)
