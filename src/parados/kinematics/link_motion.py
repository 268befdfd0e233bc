"""Velocities and accelerations of the links (Briot & Khalil 5.2.4 and 5.3), each in the link's own axes."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from parados.geometry.platform_motion import PlatformMotion
from parados.spatial.vectors import SX, Vector, column, cross, tangent, unit
from parados.topology.mechanism import BASE, PLATFORM
from parados.topology.tree import Tree, outward

__all__ = ["LinkAcceleration", "LinkTwist", "accelerations", "carried_motion", "file_accelerations", "file_twists", "twists"]

Z = unit(2)


@dataclass(frozen=True)
class LinkTwist:
    """Velocity of the link's origin [m/s] and angular velocity [rad/s], in the link's own axes."""

    v: Vector
    omega: Vector


@dataclass(frozen=True)
class LinkAcceleration:
    """Acceleration of the link's origin, angular acceleration, and U = omega_dot^ + omega^ omega^, in the link's own axes."""

    v_dot: Vector
    omega_dot: Vector
    U: SX


def twists(tree: Tree, qd: SX, platform: PlatformMotion | None = None) -> list[LinkTwist]:
    """Compute the velocities of all links from the base outward, each in the link's own axes; the base is at rest.

    platform : motion of the platform; needed if links stand on the platform
    """

    def step(k: int, before: LinkTwist) -> LinkTwist:
        link = tree.links[k]
        v = link.unturn(before.v + cross(before.omega, link.origin))
        omega = link.unturn(before.omega)
        slide, turn = link.screw.slide, link.screw.turn
        return LinkTwist(v + Z * (slide * qd[k]) if slide else v, omega + Z * (turn * qd[k]) if turn else omega)

    still = SX(3, 1)
    roots = {BASE: LinkTwist(still, still)}
    if tree.mechanism.on_platform and platform is not None:
        roots[PLATFORM] = LinkTwist(tree.pose.unturn(platform.v), tree.pose.unturn(platform.omega))
    return outward(tree.mechanism, roots, step)


def accelerations(
    tree: Tree, qd: SX, velocity: list[LinkTwist], qdd: SX, base: Vector, platform: PlatformMotion | None = None
) -> list[LinkAcceleration]:
    """Compute the accelerations of all links from the base outward.

    base : (3, 1) acceleration that is added to all bodies [m/s^2]; for dynamics it is minus the gravity vector
    platform : motion of the platform; needed if links stand on the platform
    """

    def step(k: int, before: LinkAcceleration) -> LinkAcceleration:
        link, omega = tree.links[k], velocity[k].omega
        v_dot = link.unturn(before.v_dot + before.U @ link.origin)
        omega_dot = link.unturn(before.omega_dot)
        if link.screw.slide:
            v_dot += link.screw.slide * (Z * qdd[k] + 2 * qd[k] * cross(omega, Z))
        if link.screw.turn:
            omega_dot += link.screw.turn * (Z * qdd[k] + cross(omega, Z) * qd[k])
        return LinkAcceleration(v_dot, omega_dot, tangent(omega, omega_dot))

    still = SX(3, 1)
    roots = {BASE: LinkAcceleration(base, still, SX(3, 3))}
    if tree.mechanism.on_platform and platform is not None:
        omega, omega_dot = tree.pose.unturn(platform.omega), tree.pose.unturn(platform.omega_dot)
        roots[PLATFORM] = LinkAcceleration(tree.pose.unturn(platform.v_dot + base), omega_dot, tangent(omega, omega_dot))
    return outward(tree.mechanism, roots, step)


def file_twists(tree: Tree, velocity: list[LinkTwist]) -> SX:
    """(n_t, 6) twists of all links at their origins of the file, base axes."""
    origins = [t.v + cross(t.omega, tree.file_origin(k)) for k, t in enumerate(velocity)]
    rows = [ca.vertcat(tree.to_base(k, v), tree.to_base(k, velocity[k].omega)) for k, v in enumerate(origins)]
    return ca.horzcat(*rows).T


def file_accelerations(tree: Tree, motion: list[LinkAcceleration]) -> SX:
    """(n_t, 6) accelerations of the origins of the file of all links, and angular accelerations, base axes."""
    origins = [a.v_dot + a.U @ tree.file_origin(k) for k, a in enumerate(motion)]
    rows = [ca.vertcat(tree.to_base(k, v_dot), tree.to_base(k, motion[k].omega_dot)) for k, v_dot in enumerate(origins)]
    return ca.horzcat(*rows).T


def carried_motion(tree: Tree, velocity: list[LinkTwist], motion: list[LinkAcceleration] | None = None) -> PlatformMotion:
    """Compute the motion of a platform that a link carries, at P in base axes.

    velocity, motion : velocities and accelerations of all links; without `motion`, the accelerations of the platform are zero
    All is zero for a robot without a platform.
    """
    on, at = tree.mechanism.platform.carrier, column(tree.mechanism.platform.frame[:3, 3])
    still = SX(3, 1)
    if on is None or on < 0:
        return PlatformMotion(still, still, still, still)
    v, omega = velocity[on].v + cross(velocity[on].omega, at), velocity[on].omega
    if motion is None:
        return PlatformMotion(tree.to_base(on, v), tree.to_base(on, omega), still, still)
    v_dot, omega_dot = motion[on].v_dot + motion[on].U @ at, motion[on].omega_dot
    return PlatformMotion(*[tree.to_base(on, each) for each in (v, omega, v_dot, omega_dot)])
