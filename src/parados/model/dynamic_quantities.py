"""Quantities of the dynamics: efforts, mass matrix, bias, energy, centre of mass."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.energy import centre_of_mass as centre
from parados.dynamics.energy import (
    centre_of_mass_velocity,
    dissipated,
    energy_rows,
    kinetic,
    kinetic_of_bodies,
    potential,
    potential_of_bodies,
)
from parados.dynamics.ground_reaction import ground_reaction as ground_wrench
from parados.dynamics.spring_forces import Springs
from parados.geometry.platform_motion import declared_angles, quasi_acceleration
from parados.kinematics.structured_solve import Factorised, Pivots, solve_definite
from parados.model.graphs import Graphs
from parados.model.kinematic_quantities import inverse_jacobian
from parados.model.quantity import Options, Quantity, entering, matrix, scalar, vector
from parados.spatial.vectors import SX

__all__ = ["DYNAMICS", "inverse_dynamics"]

DYNAMICS: dict[str, Quantity] = {}
quantity = entering(DYNAMICS)


@quantity({"tau": vector}, exported=True, regrouped=True)
def inverse_dynamics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Actuator efforts, Briot & Khalil (8.71), (8.145).

    The particular solution (8.148) uses the efforts that each leg would need alone, so bars are not replaced by masses then.
    """
    more = graphs.symbols["overconstraint"] if options.overconstraint else None
    loop = replace(graphs.loop(options), with_rods=not options.book)
    return {"tau": graphs.in_rates_of_x(loop.efforts(pivots, more, options.book))}


@quantity({"force": vector}, regrouped=True)
def platform_force(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Generalised force J_inv^T tau, dual to xd; it does not depend on how redundant actuators share the load."""
    return {"force": graphs.transform().T @ graphs.in_rates_of_x(graphs.loop(options).force)}


@quantity({"J": matrix, "force": vector, "J_dot": matrix, "force_dot": vector}, public=False, rare=True)
def effort_expansion(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_inv, the force J_inv^T tau dual to xd, and their time derivatives; they give the efforts near a Type 2 singularity."""
    J = inverse_jacobian(graphs, options, pivots)["inverse_jacobian"]
    force = platform_force(graphs, options, pivots)["force"]
    J_dot = ca.reshape(graphs.time_derivative(J), *J.shape)
    return {"J": J, "force": force, "J_dot": J_dot, "force_dot": graphs.time_derivative(force)}


@quantity({"xdd": vector}, exported=True, regrouped=True)
def forward_dynamics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Accelerations xdd, Briot & Khalil (8.92), (8.162): solve M nu_dot = J_inv^T tau - c, then convert nu_dot to xdd."""
    s, mechanism = graphs.symbols, graphs.mechanism
    still = SX(mechanism.n_dof, 1)
    loop = graphs.loop(options)
    c = graphs.loop(options, nu_dot=still).force
    nu_dot = graphs.in_rates_of_x(solve_definite(loop.mass_matrix, loop.inverse_jacobian.T @ s["tau"] - c))
    if mechanism.platform.is_quaternion or not declared_angles(mechanism.platform):
        return {"xdd": nu_dot}
    drift = quasi_acceleration(graphs.survey.geometry.coordinates, s["xd"], still)
    return {"xdd": Factorised(graphs.transform(), "D", pivots).solve(nu_dot - drift)}


@quantity({"mass_matrix": matrix}, exported=True, regrouped=True)
def mass_matrix(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Inertia matrix M of the coordinates x, with J_inv^T tau = M xdd + c, Briot & Khalil (8.163)."""
    T = graphs.transform()
    return {"mass_matrix": T.T @ graphs.loop(options).mass_matrix @ T}


@quantity({"bias": vector}, exported=True, regrouped=True)
def bias(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Bias force c, dual to xd: the generalised force J_inv^T tau at xdd = 0, Briot & Khalil (8.164)."""
    force = platform_force(graphs, options, pivots)["force"]
    return {"bias": ca.substitute([force], [graphs.symbols["xdd"]], [SX.zeros(graphs.mechanism.n_dof, 1)])[0]}


@quantity({"ground_reaction": vector}, exported=True)
def ground_reaction(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Wrench of the ground on the robot at the base origin, Briot & Khalil (8.206)."""
    return {"ground_reaction": graphs.in_rates_of_x(ground_wrench(replace(graphs.loop(options), with_rods=False)))}


@quantity({"kinetic": scalar, "potential": scalar}, exported=True)
def energy(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Kinetic and potential energy, Briot & Khalil, section 8.6.2; springs belong to the potential energy."""
    k = graphs.kinematics
    own = Parameters.at(k.tree)
    return {"kinetic": graphs.in_rates_of_x(kinetic(k, own)), "potential": potential(k, own)}


@quantity({"kinetic": vector, "potential": vector}, public=False, rare=True)
def body_energies(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Kinetic and potential energy of each link, then of the platform, Briot & Khalil, section 8.6.2."""
    k = graphs.kinematics
    own = Parameters.at(k.tree)
    moving = graphs.in_rates_of_x(ca.vertcat(*kinetic_of_bodies(k, own)))
    return {"kinetic": moving, "potential": ca.vertcat(*potential_of_bodies(k, own))}


@quantity({"springs": scalar}, solves=False, public=False)
def spring_energy(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Energy stored in the springs, a part of the potential energy."""
    k = graphs.kinematics
    return {"springs": Springs(k, Parameters.at(k.tree)).energy}


@quantity({"dissipated": scalar})
def dissipated_power(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Power that dampers and friction turn into heat: power of the actuators minus the rate of the energy."""
    k = graphs.kinematics
    return {"dissipated": graphs.in_rates_of_x(dissipated(k, Parameters.at(k.tree), options.friction))}


@quantity({"centre_of_mass": vector}, solves=False)
def centre_of_mass(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Centre of mass of links and platform; not exported, since a robot without masses has none."""
    geometry = graphs.survey.geometry
    return {"centre_of_mass": centre(geometry.tree, geometry.pose, Parameters.at(geometry.tree))}


@quantity({"jacobian": matrix})
def centre_of_mass_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_com: the velocity of the centre of mass is J_com xd."""
    k = graphs.kinematics
    velocity = centre_of_mass_velocity(k, Parameters.at(k.tree))
    return {"jacobian": ca.jacobian(velocity, k.nu) @ graphs.transform()}


@quantity({"ground_regressor": matrix})
def ground_regressor(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Regressor Y_g with ground reaction = Y_g @ parameters: (8.206) is linear in the parameters, as (8.265) is."""
    p = graphs.symbols["standard"]
    return {"ground_regressor": graphs.in_rates_of_x(ca.jacobian(ground_wrench(graphs.loop(options, p)), p))}


@quantity({"regressor": matrix})
def regressor(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Regressor Y with tau = Y @ parameters, Briot & Khalil (8.265)."""
    p = graphs.symbols["standard"]
    tau = graphs.loop(options, p).efforts(pivots)
    return {"regressor": graphs.in_rates_of_x(ca.jacobian(tau, p))}


@quantity({"regressor": matrix})
def platform_force_regressor(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Regressor of the generalised force: J_inv^T tau = Y_f @ parameters; it is unique if there are redundant actuators."""
    p = graphs.symbols["standard"]
    Y = graphs.in_rates_of_x(ca.jacobian(graphs.loop(options, p).force, p))
    return {"regressor": graphs.transform().T @ Y}


@quantity({"kinetic": vector, "potential": vector})
def energy_regressor(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Rows e and u with kinetic energy = e @ parameters, potential energy = u @ parameters, Briot & Khalil (8.245), (8.254)."""
    rows = energy_rows(graphs.kinematics, graphs.symbols["standard"])
    return {"kinetic": graphs.in_rates_of_x(rows.e.T), "potential": rows.u.T}


@quantity({"D_t": matrix, "D_p": matrix}, public=False, rare=True)
def regressor_parts(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Regressors of the efforts tau_t of the tree and of the wrench w_p of the platform, Briot & Khalil (8.262)-(8.264)."""
    p = graphs.symbols["standard"]
    loop = graphs.loop(options, p)
    w = loop.platform_wrench
    tree, platform = (ca.jacobian(part, p) for part in (loop.tree_efforts, ca.vertcat(w.f, w.c)))
    return {"D_t": graphs.in_rates_of_x(tree), "D_p": graphs.in_rates_of_x(platform)}
