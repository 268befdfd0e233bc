"""Kinetic and potential energy (Briot & Khalil 8.6.2), and the power that dampers and friction dissipate."""

from __future__ import annotations

import casadi as ca

from parados.dynamics.centre_of_mass import first_moment, first_moments
from parados.dynamics.dynamic_parameters import Body, Parameters
from parados.dynamics.friction import friction
from parados.dynamics.spring_forces import Springs
from parados.kinematics.first_order import Kinematics
from parados.spatial.vectors import SX, Vector, column, cross, dot

__all__ = ["dissipated", "kinetic", "kinetic_of_bodies", "potential", "potential_of_bodies"]


def _inertia(K: SX) -> SX:
    """Inertia matrix tr(K) 1 - K from the pseudo-inertia K = integral r r^T dm."""
    trace = K[0, 0] + K[1, 1] + K[2, 2]
    return ca.diag(ca.vertcat(trace, trace, trace)) - K


def _of_body(body: Body, v: Vector, omega: Vector) -> SX:
    """Kinetic energy of one body from the velocity v of its origin and its angular velocity, both in its own axes."""
    turning = dot(omega, _inertia(body.K) @ omega)
    return (body.m * dot(v, v) + turning) / 2 + dot(body.ms, cross(v, omega))


def kinetic(kinematics: Kinematics, parameters: Parameters) -> SX:
    """Kinetic energy of links, platform and rotors [J]."""
    *links, total = kinetic_of_bodies(kinematics, parameters)
    for link in links:
        total += link
    return total


def kinetic_of_bodies(kinematics: Kinematics, parameters: Parameters) -> list[SX]:
    """Kinetic energy of each link with the rotor of its joint, then of the platform [J]."""
    moving = kinematics.platform_motion(SX(kinematics.nu.numel(), 1), SX(kinematics.rates.numel(), 1))
    pose = kinematics.pose
    platform = _of_body(parameters.platform, pose.unturn(moving.v), pose.unturn(moving.omega))
    links = []
    for k, twist in enumerate(kinematics.twists):
        rotor = parameters.rotor[k] * kinematics.qd[k] * kinematics.qd[k] / 2
        links.append(_of_body(parameters.links[k], twist.v, twist.omega) + rotor)
    return [*links, platform]


def potential_of_bodies(kinematics: Kinematics, parameters: Parameters) -> list[SX]:
    """Potential energy of gravity of each link, then of the platform [J]."""
    g = column(kinematics.mechanism.gravity)
    return [-dot(g, moment) for moment in first_moments(kinematics.tree, kinematics.pose, parameters)]


def potential(kinematics: Kinematics, parameters: Parameters) -> SX:
    """Potential energy of gravity, -sum of m g . r with r from the base origin, plus the energy of the springs [J]."""
    g = column(kinematics.mechanism.gravity)
    return Springs(kinematics, parameters).energy - dot(g, first_moment(kinematics.tree, kinematics.pose, parameters))


def dissipated(kinematics: Kinematics, parameters: Parameters, with_friction: bool) -> SX:
    """Power that dampers and, if `with_friction`, the friction of all joints turn into heat [W]."""
    lost = Springs(kinematics, parameters).dissipated
    return lost + ca.dot(kinematics.qd, friction(kinematics.mechanism, parameters, kinematics.qd)) if with_friction else lost
