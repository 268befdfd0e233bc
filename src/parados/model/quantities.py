"""Every quantity of a robot, by name: a builder on `Graphs` that returns its named outputs.

To add one, write a builder with the decorator `quantity`, and a method of `Model` that calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from parados.dynamics.energy import kinetic, potential
from parados.dynamics.ground_reaction import ground_reaction as ground_wrench
from parados.dynamics.parameters import Parameters
from parados.geometry.platform import declared_angles, quasi_acceleration
from parados.geometry.residual import body_frame
from parados.graph.clamped_roots import with_clamped_roots
from parados.graph.finished_graph import FinishedGraph
from parados.kinematics.mobility import closure_jacobian_expression
from parados.kinematics.screws import screw_expressions
from parados.kinematics.structured_solve import Factorised, Pivots, solve_definite
from parados.model.graphs import Graphs, Options
from parados.spatial.vectors import SX, Frame

__all__ = ["QUANTITIES", "Quantity", "build_quantity"]

Builder = Callable[[Graphs, Options, Pivots], dict[str, SX]]


@dataclass(frozen=True)
class Quantity:
    """A builder and how it is used.

    Attributes
    ----------
    solves : the rates are solved for, so that the pivots of the kinematics belong to the result
    exported : part of the C export
    public : offered by `Model.kernel` and `Model.derivatives`
    rare : asked for a few states at a time, so that it is not worth merging nor compiling to C
    """

    build: Builder
    solves: bool
    exported: bool
    public: bool
    rare: bool = False


QUANTITIES: dict[str, Quantity] = {}


def quantity(
    solves: bool = True, exported: bool = False, public: bool = True, rare: bool = False
) -> Callable[[Builder], Builder]:
    """Enter a builder under its own name."""

    def enter(builder: Builder) -> Builder:
        QUANTITIES[builder.__name__] = Quantity(builder, solves, exported, public, rare)
        return builder

    return enter


def build_quantity(graphs: Graphs, name: str, options: Options) -> FinishedGraph:
    """The finished graph of a quantity."""
    entry, pivots = QUANTITIES[name], Pivots()
    if entry.solves:
        pivots.extend(graphs.kinematics.pivots)
    outputs = entry.build(graphs, options, pivots)
    if options.derivative:
        outputs = {f"d_{key}": graphs.derivative(value, options.derivative) for key, value in outputs.items()}
    finished = graphs.finish(name + options.suffix(), outputs, pivots, merging=not entry.rare)
    return replace(finished, function=with_clamped_roots(finished.function)) if options.clamped else finished


# -- geometry -----------------------------------------------------------------------------------------------------------


@quantity(solves=False, exported=True)
def inverse_kinematics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    joints = graphs.survey.geometry.joints
    return {"q": ca.vertcat(*[joints[k].q for k in graphs.mechanism.actuated])}


@quantity(solves=False, exported=True)
def joints(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    return {"joints": ca.vertcat(*[j.q for j in graphs.survey.geometry.joints])}


def _homogeneous(frame: Frame) -> SX:
    return ca.vertcat(ca.horzcat(frame.R, frame.p), ca.horzcat(0, 0, 0, 1))


@quantity(solves=False)
def pose(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """All coordinates of the platform, and its frame (4, 4)."""
    coordinates = graphs.survey.geometry.coordinates
    six = ca.vertcat(*[c.q for c in coordinates.six])
    if coordinates.quaternion is not None:
        six = ca.vertcat(six[:3], coordinates.quaternion)
    return {"coordinates": six, "frame": _homogeneous(graphs.survey.geometry.pose)}


@quantity(solves=False)
def link_frames(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Frames of all links in the base, stacked: (4 n_t, 4)."""
    geometry = graphs.survey.geometry
    n_t = len(graphs.mechanism.joints)
    frames = [body_frame(geometry.tree, geometry.pose, k, np.eye(4)) for k in range(n_t)]
    return {"frames": ca.vertcat(*[_homogeneous(f) for f in frames])}


# -- kinematics ---------------------------------------------------------------------------------------------------------


@quantity(exported=True)
def joint_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    return {"qd": all_joint_rates(graphs, options, pivots)["rates"][list(graphs.mechanism.actuated)]}


@quantity()
def all_joint_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    return {"rates": graphs.in_rates_of_x(graphs.kinematics.qd)}


@quantity(exported=True)
def joint_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    return {"qdd": all_joint_accelerations(graphs, options, pivots)["accelerations"][list(graphs.mechanism.actuated)]}


@quantity()
def all_joint_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    second = graphs.kinematics.second_order(graphs.nu_dot_symbol)[: len(graphs.mechanism.joints)]
    return {"accelerations": graphs.in_rates_of_x(second)}


def _of_all_coordinates(graphs: Graphs, declared: SX, dependent: SX) -> SX:
    """(6, 1) what belongs to px ... a3: given for the declared ones, solved for the dependent ones, 0 for the constant ones;
    the platform's twist, or its derivative, where the orientation is a quaternion."""
    platform, six = graphs.mechanism.platform, SX.zeros(6, 1)
    for k, place in enumerate(platform.coordinates):
        six[place] = declared[k]
    for k, place in enumerate(platform.dependent):
        six[place] = dependent[k]
    return six


@quantity()
def pose_rates(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Rates of all six platform coordinates."""
    dependent = graphs.in_rates_of_x(graphs.kinematics.rates[len(graphs.mechanism.joints) :])
    return {"rates": _of_all_coordinates(graphs, graphs.symbols["xd"], dependent)}


@quantity()
def pose_accelerations(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Second derivatives of all six platform coordinates."""
    second = graphs.kinematics.second_order(graphs.nu_dot_symbol)[len(graphs.mechanism.joints) :]
    return {"accelerations": _of_all_coordinates(graphs, graphs.symbols["xdd"], graphs.in_rates_of_x(second))}


@quantity(exported=True)
def inverse_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    return {"inverse_jacobian": graphs.loop(options).inverse_jacobian @ graphs.transform()}


@quantity(public=False)
def twist_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_inv over the quasi-velocities nu = T xd: unlike that over xd it knows nothing of the singularities of angles."""
    return {"J": graphs.loop(options).inverse_jacobian, "T": graphs.transform()}


@quantity(exported=True)
def jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """xd = J qd; the pseudo-inverse of J_inv where actuation is redundant, (7.65)."""
    J_inv = inverse_jacobian(graphs, options, pivots)["inverse_jacobian"]
    n_a, n = J_inv.shape
    if n_a == n:
        system = Factorised(J_inv, "A_r", pivots)
        return {"jacobian": ca.horzcat(*[system.solve(SX(np.eye(n)[:, k])) for k in range(n)])}
    normal = J_inv.T @ J_inv
    columns = [solve_definite(normal, J_inv.T[:, k], "A_r^2", pivots if k == 0 else None) for k in range(n_a)]
    return {"jacobian": ca.horzcat(*columns)}


@quantity(solves=False, public=False)
def closure_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """All closure rows over the joint rates and the platform's twist, and Psi_t: twist = Psi_t t_r, (7.61)."""
    k = graphs.kinematics
    moving = k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
    psi = ca.jacobian(ca.vertcat(moving.v, moving.omega), k.nu)
    return {"rows": closure_jacobian_expression(graphs.survey.geometry, k.axes), "psi": psi}


@quantity(solves=False, public=False)
def screws(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Unit twists of the joints and of the free motions of each closure, closure after closure, by columns."""
    return {"screws": ca.horzcat(*[ca.horzcat(J, free) for _, J, free in screw_expressions(graphs.survey.geometry)])}


@quantity(solves=False, public=False)
def leg_screws(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """The same of the joints of each closure's own leg; the platform's frame (4, 4); discriminants of the inverse geometry.

    Nothing is solved for: they are defined at every closed configuration, singular or not.
    """
    geometry = graphs.survey.geometry
    reach, parts = geometry.discriminants(), []
    for closure, J, free in screw_expressions(geometry):
        parts += [J[:, [k for k, joint in enumerate(graphs.mechanism.joints) if joint.leg == closure.leg]], free]
    return {
        "screws": ca.horzcat(*parts),
        "frame": _homogeneous(geometry.pose),
        "reach": reach if reach.numel() else SX(1),
    }


# -- dynamics -----------------------------------------------------------------------------------------------------------


@quantity(exported=True)
def inverse_dynamics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """(8.71), (8.145); the particular solution (8.148) asks what a leg alone would need, hence for its bars themselves."""
    more = graphs.symbols["overconstraint"] if options.overconstraint else None
    loop = replace(graphs.loop(options), with_rods=not options.book)
    return {"tau": graphs.in_rates_of_x(loop.efforts(pivots, more, options.book))}


@quantity()
def platform_force(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_inv^T tau, dual to xd: it does not depend on how redundant actuators share it."""
    return {"force": graphs.transform().T @ graphs.in_rates_of_x(graphs.loop(options).force)}


@quantity(public=False, rare=True)
def effort_expansion(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_inv and J_inv^T tau over xd, and their derivatives in time: what the efforts near a Type 2 singularity follow from."""
    J = inverse_jacobian(graphs, options, pivots)["inverse_jacobian"]
    force = platform_force(graphs, options, pivots)["force"]
    J_dot = ca.reshape(graphs.time_derivative(J), *J.shape)
    return {"J": J, "force": force, "J_dot": J_dot, "force_dot": graphs.time_derivative(force)}


@quantity(exported=True)
def forward_dynamics(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """(8.92), (8.162): M nu_dot = J_inv^T tau - c, then the derivatives of x."""
    s, mechanism = graphs.symbols, graphs.mechanism
    still = SX(mechanism.n_dof, 1)
    loop = graphs.loop(options)
    c = graphs.loop(options, nu_dot=still).force
    nu_dot = graphs.in_rates_of_x(solve_definite(loop.mass_matrix, loop.inverse_jacobian.T @ s["tau"] - c))
    if mechanism.platform.is_quaternion or not declared_angles(mechanism.platform):
        return {"xdd": nu_dot}
    drift = quasi_acceleration(graphs.survey.geometry.coordinates, s["xd"], still)
    return {"xdd": Factorised(graphs.transform(), "D", pivots).solve(nu_dot - drift)}


@quantity(exported=True)
def mass_matrix(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """M over xd, (8.163)."""
    T = graphs.transform()
    return {"mass_matrix": T.T @ graphs.loop(options).mass_matrix @ T}


@quantity(exported=True)
def bias(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """c over xd, (8.164): the platform's force at xdd = 0."""
    force = platform_force(graphs, options, pivots)["force"]
    return {"bias": ca.substitute([force], [graphs.symbols["xdd"]], [SX.zeros(graphs.mechanism.n_dof, 1)])[0]}


@quantity(exported=True)
def ground_reaction(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """(8.206)."""
    return {"ground_reaction": graphs.in_rates_of_x(ground_wrench(replace(graphs.loop(options), with_rods=False)))}


@quantity(exported=True)
def energy(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Kinetic and potential energy (8.6.2)."""
    k = graphs.kinematics
    own = Parameters.at(k.tree)
    return {"kinetic": graphs.in_rates_of_x(kinetic(k, own)), "potential": potential(k, own)}


@quantity()
def regressor(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """(8.265): tau is linear in the standard parameters."""
    p = graphs.symbols["parameters"]
    tau = graphs.loop(options, p).efforts(pivots)
    return {"regressor": graphs.in_rates_of_x(ca.jacobian(tau, p))}


# -- flexible robots ----------------------------------------------------------------------------------------------------


@quantity(solves=False, public=False)
def elastic_matrices(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """Mass and stiffness over the independent coordinates about the undeformed robot, (11.33)-(11.34)."""
    elastic = graphs.elastic
    outputs = {"mass": elastic.mass_matrix, "stiffness": elastic.stiffness}
    pivots.extend(elastic.pivots)
    return outputs


@quantity(solves=False, public=False)
def elastic_shapes(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """V: all coordinates of the tree over the independent ones."""
    return {"shapes": graphs.elastic.V}
