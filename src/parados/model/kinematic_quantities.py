"""Quantities of the kinematics: rates, accelerations, Jacobians and screws."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.kinematics.leg_twists import screw_expressions
from parados.kinematics.link_motion import accelerations, file_accelerations, file_twists
from parados.kinematics.mobility import closure_jacobian_expression
from parados.kinematics.structured_solve import Factorised, Pivots, solve_definite
from parados.model.geometry_quantities import homogeneous
from parados.model.graphs import Graphs
from parados.model.platform_quantities import CarriedAngles, check_platform
from parados.model.quantity import Options, Quantity, entering, matrix, vector
from parados.spatial.vectors import SX
from parados.topology.leg_groups import closure_joints

__all__ = ["KINEMATICS", "inverse_jacobian"]

KINEMATICS: dict[str, Quantity] = {}
quantity = entering(KINEMATICS)


@quantity({"qd": vector}, exported=True)
def joint_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Rates qd of the actuated joints."""
    return {"qd": all_joint_rates(graphs, options, pivots)["rates"][list(graphs.mechanism.actuated)]}


@quantity({"rates": vector})
def all_joint_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Rates of all joints of the tree."""
    return {"rates": graphs.in_rates_of_x(graphs.kinematics.qd)}


@quantity({"qdd": vector}, exported=True)
def joint_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Accelerations qdd of the actuated joints."""
    return {"qdd": all_joint_accelerations(graphs, options, pivots)["accelerations"][list(graphs.mechanism.actuated)]}


@quantity({"accelerations": vector})
def all_joint_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Accelerations of all joints of the tree."""
    second = graphs.kinematics.second_order(graphs.nu_dot_symbol)[: len(graphs.mechanism.joints)]
    return {"accelerations": graphs.in_rates_of_x(second)}


def _of_all_coordinates(graphs: Graphs, declared: SX, dependent: SX) -> SX:
    """(6, 1) values of px ... a3 from those of the declared and of the dependent coordinates; 0 for constant coordinates.

    If the orientation is a quaternion, it is the platform's twist or its derivative.
    """
    platform, six = graphs.mechanism.platform, SX.zeros(6, 1)
    for k, place in enumerate(platform.coordinates):
        six[place] = declared[k]
    for k, place in enumerate(platform.dependent):
        six[place] = dependent[k]
    return six


@quantity({"rates": vector})
def pose_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Rates of all six platform coordinates."""
    check_platform(graphs.mechanism, "rates of its pose")
    if graphs.mechanism.platform.carrier is not None:
        return {"rates": graphs.in_rates_of_x(CarriedAngles(graphs).rates(pivots))}
    dependent = graphs.in_rates_of_x(graphs.kinematics.rates[len(graphs.mechanism.joints) :])
    return {"rates": _of_all_coordinates(graphs, graphs.symbols["xd"], dependent)}


@quantity({"accelerations": vector})
def pose_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Second derivatives of all six platform coordinates."""
    check_platform(graphs.mechanism, "accelerations of its pose")
    if graphs.mechanism.platform.carrier is not None:
        return {"accelerations": graphs.in_rates_of_x(CarriedAngles(graphs).accelerations(pivots))}
    second = graphs.kinematics.second_order(graphs.nu_dot_symbol)[len(graphs.mechanism.joints) :]
    return {"accelerations": _of_all_coordinates(graphs, graphs.symbols["xdd"], graphs.in_rates_of_x(second))}


@quantity({"twists": matrix})
def link_twists(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Twists (n_t, 6) of all links at their origins, base axes, Briot & Khalil, section 5.2.4."""
    return {"twists": graphs.in_rates_of_x(file_twists(graphs.kinematics.tree, graphs.kinematics.twists))}


@quantity({"accelerations": matrix})
def link_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Accelerations (n_t, 6) of the origins of all links, and angular accelerations, base axes, section 5.3."""
    k = graphs.kinematics
    second = k.second_order(graphs.nu_dot_symbol)
    moving = k.platform_motion(graphs.nu_dot_symbol, second)
    own = accelerations(k.tree, k.qd, k.twists, second[: len(graphs.mechanism.joints)], SX(3, 1), moving)
    return {"accelerations": graphs.in_rates_of_x(file_accelerations(k.tree, own))}


@quantity({"twist": vector})
def platform_twist(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Twist t_p (6,) of the platform at P, base axes."""
    check_platform(graphs.mechanism, "twist of the platform")
    k = graphs.kinematics
    moving = k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
    return {"twist": graphs.in_rates_of_x(ca.vertcat(moving.v, moving.omega))}


@quantity({"acceleration": vector})
def platform_acceleration(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Acceleration (6,) of P, and angular acceleration of the platform, base axes."""
    check_platform(graphs.mechanism, "acceleration of the platform")
    k = graphs.kinematics
    moving = k.platform_motion(graphs.nu_dot_symbol, k.second_order(graphs.nu_dot_symbol))
    return {"acceleration": graphs.in_rates_of_x(ca.vertcat(moving.v_dot, moving.omega_dot))}


@quantity({"inverse_jacobian": matrix}, exported=True)
def inverse_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Inverse Jacobian J_inv with qd = J_inv xd."""
    return {"inverse_jacobian": graphs.loop(options).inverse_jacobian @ graphs.transform()}


@quantity({"joint_jacobian": matrix}, public=False)
def joint_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Jacobian of all joints of the tree: their rates are this matrix times xd."""
    rates = all_joint_rates(graphs, options, pivots)["rates"]
    return {"joint_jacobian": ca.jacobian(rates, graphs.symbols["xd"])}


@quantity({"J": matrix, "T": matrix}, public=False)
def twist_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J with qd = J nu for the quasi-velocities nu = T xd, and T; unlike J_inv = J T, it is regular where the angles are not."""
    return {"J": graphs.loop(options).inverse_jacobian, "T": graphs.transform()}


@quantity({"jacobian": matrix}, exported=True)
def jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Jacobian J with xd = J qd; the pseudo-inverse of J_inv if actuation is redundant, (7.65)."""
    J_inv = inverse_jacobian(graphs, options, pivots)["inverse_jacobian"]
    n_a, n = J_inv.shape
    if n_a == n:
        system = Factorised(J_inv, "A_r", pivots)
        return {"jacobian": ca.horzcat(*[system.solve(SX(np.eye(n)[:, k])) for k in range(n)])}
    normal = J_inv.T @ J_inv
    columns = [solve_definite(normal, J_inv.T[:, k], "A_r^2", pivots if k == 0 else None) for k in range(n_a)]
    return {"jacobian": ca.horzcat(*columns)}


@quantity({"rows": matrix, "psi": matrix}, solves=False, public=False)
def closure_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Matrix G of all closures, G [joint rates; platform's twist] = 0, and Psi_t with motion = Psi_t t_r, (7.61).

    The motion of the platform is its twist, then the rates of the joints that it carries, if any.
    """
    k = graphs.kinematics
    return {
        "rows": closure_jacobian_expression(graphs.survey.geometry, k.axes),
        "psi": ca.jacobian(k.whole_platform_motion(), k.nu),
    }


@quantity({"screws": matrix}, solves=False, public=False)
def screws(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Unit twists of all joints and of the free motions of each closure: one column each, closure by closure."""
    return {"screws": ca.horzcat(*[ca.horzcat(J, free) for _, J, free in screw_expressions(graphs.survey.geometry)])}


@quantity({"screws": matrix, "frame": matrix, "reach": vector}, solves=False, public=False)
def leg_screws(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Unit twists of the joints in each closure's loop and of its free motions, platform frame (4, 4), and discriminants.

    No equation is solved for them: they are defined at every closed configuration, singular or not.
    """
    geometry = graphs.survey.geometry
    reach, parts = geometry.discriminants(), []
    for (_, J, free), joints in zip(screw_expressions(geometry), closure_joints(graphs.mechanism), strict=True):
        parts += [J[:, list(joints)], free]
    return {
        "screws": ca.horzcat(*parts),
        "frame": homogeneous(geometry.pose),
        "reach": reach if reach.numel() else SX(1),
    }
