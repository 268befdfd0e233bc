"""Dynamics of the closed robot from the dynamics of its tree and of its free platform (Briot & Khalil 8.4 and 8.5).

The virtual powers are equal for all motions that the closures allow:

    J_inv^T tau = J_t^T tau_t + Psi_t^T w_p                     (8.145), or (8.71) if J_inv is square

The efforts of the tree tau_t and the wrench of the platform w_p come from Newton-Euler. The products with transposed
Jacobians are reverse derivatives of the rates with respect to nu, so no separate formula of a Jacobian is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.friction import friction, rotors
from parados.dynamics.newton_euler import (
    PointForce,
    TreeWrenches,
    Wrench,
    link_wrenches,
    platform_wrench,
    rod_forces,
    tree_efforts,
    tree_wrenches,
    with_rod_ends,
)
from parados.dynamics.spring_forces import Springs
from parados.geometry.platform_motion import PlatformMotion
from parados.kinematics.closure_rows import Bodies
from parados.kinematics.first_order import Kinematics
from parados.kinematics.link_motion import LinkAcceleration, accelerations
from parados.kinematics.parallel_columns import slopes, solve_transposed
from parados.kinematics.structured_solve import Pivots, solve_definite
from parados.spatial.vectors import SX, Vector, column
from parados.topology.mechanism import PLATFORM
from parados.topology.rods import Rod, rods

__all__ = ["ClosedLoop", "Loads"]


@dataclass(frozen=True)
class Loads:
    """External loads, all optional [N, N m].

    wrench : (6, 1) force and moment on the platform at P, base axes
    links : (6, n_t) force and moment on each link at its origin, base axes
    friction : (1, 1) factor of the friction efforts
    """

    wrench: SX | None = None
    links: SX | None = None
    friction: SX | None = None


@dataclass(frozen=True)
class ClosedLoop:
    """Dynamics of the closed robot for given kinematics; the efforts are affine in `nu_dot`."""

    kinematics: Kinematics
    nu_dot: SX
    parameters: Parameters
    loads: Loads = Loads()
    with_friction: bool = True
    with_rods: bool = True  #: replace bars by masses at their ends: correct for the efforts, not for the ground reaction

    @cached_property
    def rates_dot(self) -> SX:
        """(n_u, 1) accelerations of the joints, then of the dependent coordinates of the platform."""
        return self.kinematics.second_order(self.nu_dot)

    @cached_property
    def platform(self) -> PlatformMotion:
        """Velocities and accelerations of the platform."""
        return self.kinematics.platform_motion(self.nu_dot, self.rates_dot)

    @cached_property
    def motion(self) -> list[LinkAcceleration]:
        """Accelerations of the links minus gravity, each in the link's axes."""
        k = self.kinematics
        qdd = self.rates_dot[: len(k.mechanism.joints)]
        return accelerations(k.tree, k.qd, k.twists, qdd, column(-k.mechanism.gravity), self.platform)

    @cached_property
    def wrenches(self) -> TreeWrenches:
        """Wrenches that the joints of the tree transmit, with all loops cut."""
        tree = self.kinematics.tree
        links = [with_rod_ends(body, k, self.rods) for k, body in enumerate(self.parameters.links)]
        own = link_wrenches(links, self.motion)
        for rod in self.rods:
            own[rod.link] = Wrench.none()
        if self.loads.links is not None:
            for k in range(len(own)):
                own[k] = own[k] + self._external(k, self.loads.links[:, k], tree.file_origin(k))
        platform, carrier = tree.mechanism.platform, tree.mechanism.platform.carrier
        if self.loads.wrench is not None and carrier is not None and carrier >= 0:
            own[carrier] = own[carrier] + self._external(carrier, self.loads.wrench, column(platform.frame[:3, 3]))
        for force in self.point_forces:
            if force.body >= 0:
                own[force.body] = own[force.body] + Wrench.at(column(force.at), force.f)
        return tree_wrenches(tree, own)

    def _external(self, link: int, load: SX, at: Vector) -> Wrench:
        """Return minus an external wrench, moved to the origin of a link and written in the axes of the link.

        load : (6, 1) wrench at the point `at`, base axes;  at : (3, 1) point in the link's frame [m]
        """
        f, c = (self.kinematics.tree.from_base(link, part) for part in (load[:3], load[3:]))
        return Wrench.at(at, -f) + Wrench(SX(3, 1), -c)

    @cached_property
    def rods(self) -> list[Rod]:
        """Bars that are replaced by masses at their ends; none if the parameters are not those of the mechanism."""
        return rods(self.kinematics.mechanism) if self.with_rods and self.parameters.of_file else []

    @cached_property
    def rod_forces(self) -> list[PointForce]:
        """Forces at the ends of the bars from the masses between these ends."""
        k = self.kinematics
        qdd = self.rates_dot[: len(k.mechanism.joints)]
        motion = accelerations(k.tree, k.qd, k.twists, qdd, SX(3, 1), self.platform)
        bodies, g = Bodies(k.tree, k.pose, k.twists, self.platform, motion), column(k.mechanism.gravity)
        return [force for rod in self.rods for force in rod_forces(rod, bodies, g)]

    @cached_property
    def springs(self) -> Springs:
        """Springs of the joints and between points."""
        return Springs(self.kinematics, self.parameters)

    @cached_property
    def point_forces(self) -> list[PointForce]:
        """Forces at points of the bodies: those that accelerate the replaced bars, and those that balance springs."""
        return [*self.rod_forces, *self.springs.forces]

    @cached_property
    def platform_wrench(self) -> Wrench:
        """Wrench w_p at P, base axes, that the motion of the platform and of the links on it requires, minus the external load.

        Forces of springs and bars on the platform are included. If a link carries the platform, w_p is zero: the inertia and the
        load of the platform are then added to those of this link.
        """
        k = self.kinematics
        if k.mechanism.platform.carrier is not None:
            return Wrench.none()
        body = with_rod_ends(self.parameters.platform, PLATFORM, self.rods)
        w = platform_wrench(body, k.pose, self.platform, column(k.mechanism.gravity))
        if k.mechanism.on_platform:
            carried = self.wrenches.platform
            w = w + Wrench(k.pose.turn(carried.f), k.pose.turn(carried.c))
        for force in self.point_forces:
            if force.body == PLATFORM:
                w = w + Wrench.at(k.pose.turn(column(force.at)), force.f)
        if self.loads.wrench is not None:
            w = w + Wrench(-self.loads.wrench[:3], -self.loads.wrench[3:])
        return w

    @cached_property
    def tree_efforts(self) -> SX:
        """(n_t, 1) efforts tau_t of all joints of the tree, with rotors and springs, and with friction if `with_friction`."""
        k = self.kinematics
        efforts = tree_efforts(k.tree, self.wrenches.joints) + rotors(self.parameters, self.rates_dot) + self.springs.efforts
        if self.with_friction:
            rubbing = friction(k.mechanism, self.parameters, k.qd)
            efforts += rubbing if self.loads.friction is None else self.loads.friction * rubbing
        return efforts

    @cached_property
    def force(self) -> SX:
        """(n, 1) generalised force J_t^T tau_t + Psi_t^T w_p; its product with nu is a power."""
        w = self.platform_wrench
        return self.project(self.tree_efforts) + self.project_wrench(ca.vertcat(w.f, w.c))

    def project(self, efforts: SX) -> SX:
        """(n, 1) J_t^T efforts, for efforts (n_t, 1) at the joints of the tree."""
        return ca.jtimes(self.kinematics.qd, self.kinematics.nu, efforts, True)

    def project_wrench(self, wrench: SX) -> SX:
        """(n, 1) Psi_t^T wrench, for a wrench (6, 1) at P in base axes."""
        moving = self.platform
        return ca.jtimes(ca.vertcat(moving.v, moving.omega), self.kinematics.nu, wrench, True)

    @cached_property
    def inverse_jacobian(self) -> SX:
        """(n_a, n) J_inv, (7.64): qd_a = J_inv nu."""
        k = self.kinematics
        return slopes(k.qd[list(k.mechanism.actuated)], k.nu)

    def efforts(self, pivots: Pivots, overconstraint: SX | None = None, book: bool = False) -> SX:
        """(n_a, 1) actuator efforts tau.

        If there are more actuators than degrees of freedom, this is the solution of least norm plus the part of
        `overconstraint` that causes no motion. `book` gives the particular solution (8.148) instead, in which tau - tau_ta
        has the least norm.
        """
        J = self.inverse_jacobian
        n_a, n = J.shape
        if n_a == n:
            return self._determined(pivots)
        if book:
            tau_ta = self.tree_efforts[list(self.kinematics.mechanism.actuated)]
            tau = tau_ta + self._least_norm(self.force - J.T @ tau_ta, pivots)
        else:
            tau = self._least_norm(self.force, pivots)
        if overconstraint is not None:
            tau += overconstraint - self._least_norm(J.T @ overconstraint, Pivots())
        return tau

    def _determined(self, pivots: Pivots) -> SX:
        """(n_a, 1) efforts of a robot without actuation redundancy (8.71).

        tau is the sum of the efforts of the actuated joints in the tree and of the efforts that balance the platform and
        the passive joints. The passive rates are functions of nu and of the actuated rates; efforts that act through the
        actuated rates are added to tau directly. With qd_a = N nu / d, where each row has one denominator d, the system is
        solved with N^T instead of J_inv^T, because the expressions in N are shorter.
        """
        k = self.kinematics
        actuated = list(k.mechanism.actuated)
        tau_ta, tau_td = self.tree_efforts[actuated], SX(self.tree_efforts)
        tau_td[actuated] = 0
        over_nu, over_actuators = (ca.jtimes(k.passive, symbol, tau_td, True) for symbol in (k.nu, k.driven))
        w = self.platform_wrench
        rest = self.project_wrench(ca.vertcat(w.f, w.c)) + over_nu
        d = ca.vertcat(*[k.factorised.denominators()[j] for j in actuated])
        balance = solve_transposed(d * k.qd[actuated], k.nu, lambda m: k.samples.values(k.geometry, m), rest, "A_r", pivots)
        return tau_ta + over_actuators + d * balance

    def _least_norm(self, force: SX, pivots: Pivots) -> SX:
        """(n_a, 1) solution of J_inv^T tau = force with the least norm."""
        J = self.inverse_jacobian
        return J @ solve_definite(J.T @ J, force, "A_r^2", pivots)

    @cached_property
    def mass_matrix(self) -> SX:
        """(n, n) mass matrix M in the velocities nu, symmetric positive definite, (8.163)."""
        return ca.jacobian(self.force, self.nu_dot)
