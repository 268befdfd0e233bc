"""Centre of mass of the moving bodies, links and platform, and its velocity; rotors have no mass of their own here."""

from __future__ import annotations

from parados.dynamics.dynamic_parameters import Parameters
from parados.errors import RobotFileError
from parados.kinematics.first_order import Kinematics
from parados.spatial.inertia import NO_MASS
from parados.spatial.vectors import SX, Frame, Vector, column, cross
from parados.topology.tree import Tree

__all__ = ["centre_of_mass", "centre_of_mass_velocity", "first_moment", "first_moments"]


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
