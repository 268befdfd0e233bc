"""Centre of mass, kinetic and potential energy of the moving bodies (Briot & Khalil 8.6.2), and dissipated power.

The energies are linear functions of the standard parameters chi (8.7.2):

    E = [e_p e_t] chi,    U = [u_p u_t] chi,    L = E - U = [l_p l_t] chi          (8.245), (8.254), (8.255)

The entries (8.234)-(8.243) and (8.248)-(8.252) of a body are the derivatives of its energies by its parameters. Rotors add
qd^2 / 2, springs the derivatives of their stored energy; friction and damping have no energy, so their entries are zero.
Rotors have no mass of their own in the centre of mass.
"""

from __future__ import annotations

from typing import NamedTuple

import casadi as ca

from parados.dynamics.dynamic_parameters import Body, Parameters
from parados.dynamics.friction import friction
from parados.dynamics.spring_forces import Springs
from parados.errors import RobotFileError
from parados.kinematics.first_order import Kinematics
from parados.spatial.inertia import NO_MASS
from parados.spatial.vectors import SX, Frame, Vector, column, cross, dot
from parados.topology.tree import Tree

__all__ = [
    "EnergyRows",
    "centre_of_mass",
    "centre_of_mass_velocity",
    "dissipated",
    "energy_rows",
    "first_moment",
    "first_moments",
    "kinetic",
    "kinetic_of_bodies",
    "potential",
    "potential_of_bodies",
]


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


class EnergyRows(NamedTuple):
    """(1, n_p) rows of the kinetic and of the potential energy over the standard parameters."""

    e: SX
    u: SX


def energy_rows(kinematics: Kinematics, parameters: SX) -> EnergyRows:
    """Derive the energies by the standard parameters (n_p, 1), of which they are linear functions."""
    own = Parameters.at(kinematics.tree, parameters)
    return EnergyRows(ca.jacobian(kinetic(kinematics, own), parameters), ca.jacobian(potential(kinematics, own), parameters))


def first_moment(tree: Tree, pose: Frame, parameters: Parameters) -> Vector:
    """(3, 1) sum of m r over links and platform, about the base origin, base axes [kg m]."""
    *links, total = first_moments(tree, pose, parameters)
    for link in links:
        total += link
    return total


def first_moments(tree: Tree, pose: Frame, parameters: Parameters) -> list[Vector]:
    """First moment m r (3, 1) of each link, then of the platform, about the base origin, base axes [kg m]."""
    platform = parameters.platform.m * pose.p + pose.turn(parameters.platform.ms)
    links = []
    for k, body in enumerate(parameters.links):
        origin = tree.point_to_base(k, column([0, 0, 0]))
        links.append(body.m * origin + tree.to_base(k, body.ms))
    return [*links, platform]


def _momentum(kinematics: Kinematics, parameters: Parameters) -> Vector:
    """(3, 1) sum of m v over links and platform, base axes [kg m/s]."""
    moving = kinematics.platform_motion(SX(kinematics.nu.numel(), 1), SX(kinematics.rates.numel(), 1))
    platform = parameters.platform
    total = platform.m * moving.v + cross(moving.omega, kinematics.pose.turn(platform.ms))
    for k, (body, twist) in enumerate(zip(parameters.links, kinematics.twists, strict=True)):
        total += kinematics.tree.to_base(k, body.m * twist.v + cross(twist.omega, body.ms))
    return total


def centre_of_mass(tree: Tree, pose: Frame, parameters: Parameters) -> Vector:
    """(3, 1) centre of mass, base axes [m]. Raises RobotFileError if the masses do not add up to more than zero."""
    return first_moment(tree, pose, parameters) / _mass(tree, parameters)


def centre_of_mass_velocity(kinematics: Kinematics, parameters: Parameters) -> Vector:
    """(3, 1) velocity of the centre of mass, base axes [m/s], linear in the quasi-velocities nu."""
    return _momentum(kinematics, parameters) / _mass(kinematics.tree, parameters)


def _mass(tree: Tree, parameters: Parameters) -> SX:
    """Mass of links and platform [kg]."""
    total = sum((body.m for body in parameters.links), parameters.platform.m)
    if total.is_constant() and float(total) < NO_MASS:
        told = f"legs: the masses of links and platform add up to {float(total):g} kg, so there is no centre of mass"
        raise RobotFileError(tree.mechanism.name, [f"{told}; give a link or the platform a mass"])
    return total
