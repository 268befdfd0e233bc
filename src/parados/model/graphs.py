"""Every quantity of a robot as one graph, by name.

A builder returns named outputs on the symbols of `Graphs`; finishing a graph replaces the quasi-velocities by the
rates of x, merges equal nodes and shares common sub-expressions. Everything else (numbers, C, counts, derivatives)
comes from the finished graph.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.closed_loop import ClosedLoop, Loads
from parados.dynamics.energy import kinetic, potential
from parados.dynamics.ground_reaction import ground_reaction
from parados.dynamics.parameters import Parameters, parameter_values
from parados.geometry.platform import declared_angles, quasi_acceleration, quasi_velocity
from parados.geometry.survey import Survey
from parados.kinematics.first_order import Kinematics, independent_rows, solve_kinematics
from parados.kinematics.mobility import closure_jacobian_expression
from parados.kinematics.screws import screw_expressions
from parados.kinematics.structured_solve import Factorised, Pivots, solve_definite
from parados.model.merge import merge
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["FinishedGraph", "Graphs", "Options"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Options:
    """Variants of a quantity.

    loaded : wrenches on platform and links are inputs; overconstraint : it is an input; book : the particular solution (8.148)
    """

    friction: bool = True
    loaded: bool = False
    overconstraint: bool = False
    book: bool = False
    derivative: str = ""

    def suffix(self) -> str:
        parts = ["" if self.friction else "_frictionless", "_loaded" * self.loaded, "_overconstraint" * self.overconstraint]
        return "".join([*parts, "_book" * self.book, f"_by_{self.derivative}" if self.derivative else ""])


SINGULAR = 1e-9
"""A pivot this small, relative to its usual size, makes a configuration singular."""

SINGULAR_SQUARE = 1e-14
"""The same for pivots of a normal matrix, whose round-off is 1e-16."""


@dataclass(frozen=True)
class FinishedGraph:
    """A graph ready for a kernel, the names of its pivots and their usual sizes."""

    function: ca.Function
    pivot_names: tuple[str, ...] = ()
    pivot_scale: Array = field(default_factory=lambda: np.zeros(0))

    @cached_property
    def smallest_pivots(self) -> Array:
        """Sizes below which a configuration is singular."""
        parts = [SINGULAR_SQUARE if name.endswith("^2") else SINGULAR for name in self.pivot_names]
        return self.pivot_scale * np.array(parts)


@dataclass(frozen=True)
class Graphs:
    """The graphs of one robot."""

    mechanism: Mechanism
    survey: Survey

    @cached_property
    def kinematics(self) -> Kinematics:
        return solve_kinematics(self.survey.geometry, self.survey.samples)

    @cached_property
    def _symbols(self) -> dict[str, SX]:
        geometry, n, n_t = self.survey.geometry, self.mechanism.n_dof, len(self.mechanism.joints)
        return {
            "x": geometry.x,
            "xd": SX.sym("xd", n),
            "xdd": SX.sym("xdd", n),
            "tau": SX.sym("tau", len(self.mechanism.actuated)),
            "wrench": SX.sym("wrench", 6),
            "links": SX.sym("links", 6 * n_t),
            "overconstraint": SX.sym("overconstraint", len(self.mechanism.actuated)),
            "parameters": SX.sym("parameters", len(parameter_values(self.mechanism))),
            "mode": geometry.signs,
            "unknowns": geometry.unknowns,
        }

    @cached_property
    def _nu_dot(self) -> SX:
        return SX.sym("nu_dot", self.mechanism.n_dof)

    def _in_rates_of_x(self, expression: SX) -> SX:
        """Replace nu and its derivative by xd and xdd."""
        coordinates, s = self.survey.geometry.coordinates, self._symbols
        nu = quasi_velocity(coordinates, s["xd"])
        nu_dot = quasi_acceleration(coordinates, s["xd"], s["xdd"])
        return ca.substitute([expression], [self.kinematics.nu, self._nu_dot], [nu, nu_dot])[0]

    def _transform(self) -> SX:
        """(n, n) T with nu = T xd."""
        return ca.jacobian(quasi_velocity(self.survey.geometry.coordinates, self._symbols["xd"]), self._symbols["xd"])

    def _loop(self, options: Options, parameters: SX | None = None, nu_dot: SX | None = None) -> ClosedLoop:
        s, n_t = self._symbols, len(self.mechanism.joints)
        loads = Loads(s["wrench"], ca.reshape(s["links"], 6, n_t)) if options.loaded else Loads()
        own = Parameters.at(self.kinematics.tree, parameters)
        return ClosedLoop(self.kinematics, self._nu_dot if nu_dot is None else nu_dot, own, loads, options.friction)

    # -- the quantities, in the order of the API ------------------------------------------------------------------------

    def inverse_kinematics(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        joints = self.survey.geometry.joints
        return {"q": ca.vertcat(*[joints[k].q for k in self.mechanism.actuated])}

    def joints(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        return {"joints": ca.vertcat(*[j.q for j in self.survey.geometry.joints])}

    def reach(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """Discriminants of the closed form, negative where a leg does not reach."""
        steps = self.survey.geometry.steps
        return {"reach": ca.vertcat(*[s.discriminant for s in steps]) if steps else SX(0, 1)}

    def pose(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        coordinates, pose = self.survey.geometry.coordinates, self.survey.geometry.pose
        six = ca.vertcat(*[c.q for c in coordinates.six])
        if coordinates.quaternion is not None:
            six = ca.vertcat(six[:3], coordinates.quaternion)
        frame = ca.vertcat(ca.horzcat(pose.R, pose.p), ca.horzcat(0, 0, 0, 1))
        return {"coordinates": six, "frame": frame}

    def link_frames(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """Frames of all links in the base, stacked: (4 n_t, 4)."""
        from parados.geometry.residual import body_frame

        geometry, frames = self.survey.geometry, []
        for k in range(len(self.mechanism.joints)):
            frame = body_frame(geometry.tree, geometry.pose, k, np.eye(4))
            frames.append(ca.vertcat(ca.horzcat(frame.R, frame.p), ca.horzcat(0, 0, 0, 1)))
        return {"frames": ca.vertcat(*frames)}

    def joint_rates(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        return {"rates": self._in_rates_of_x(self.kinematics.qd)}

    def joint_accelerations(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        second = self.kinematics.second_order(self._nu_dot)[: len(self.mechanism.joints)]
        return {"accelerations": self._in_rates_of_x(second)}

    def inverse_jacobian(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        loop = self._loop(options)
        return {"inverse_jacobian": loop.inverse_jacobian @ self._transform()}

    def jacobian(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """xd = J qd; the pseudo-inverse of J_inv where actuation is redundant, (7.65)."""
        J_inv = self.inverse_jacobian(options, pivots)["inverse_jacobian"]
        n_a, n = J_inv.shape
        if n_a == n:
            system = Factorised(J_inv, "A_r", pivots)
            return {"jacobian": ca.horzcat(*[system.solve(SX(np.eye(n)[:, k])) for k in range(n)])}
        normal = J_inv.T @ J_inv
        columns = [solve_definite(normal, J_inv.T[:, k], "A_r^2", pivots if k == 0 else None) for k in range(n_a)]
        return {"jacobian": ca.horzcat(*columns)}

    def closure_jacobian(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """All closure rows over the joint rates and the platform's twist, and Psi_t: twist = Psi_t t_r, (7.61)."""
        k = self.kinematics
        moving = k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
        psi = ca.jacobian(ca.vertcat(moving.v, moving.omega), k.nu)
        return {"rows": closure_jacobian_expression(self.survey.geometry), "psi": psi, "transform": self._transform()}

    def screws(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """Unit twists of the joints and of the free motions of each closure, closure after closure, by columns."""
        return {"screws": ca.horzcat(*[ca.horzcat(J, free) for _, J, free in screw_expressions(self.survey.geometry)])}

    def inverse_dynamics(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        more = self._symbols["overconstraint"] if options.overconstraint else None
        return {"tau": self._in_rates_of_x(self._loop(options).efforts(pivots, more, options.book))}

    def platform_force(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """Generalised force dual to xd: J_inv^T tau, which does not depend on how redundant actuators share it."""
        _extend(pivots, self.kinematics.pivots)
        return {"force": self._transform().T @ self._in_rates_of_x(self._loop(options).force)}

    def _mass_and_bias(self, options: Options) -> tuple[SX, SX, SX]:
        """M and c over nu, and J_inv."""
        loop = self._loop(options)
        still = self._loop(options, nu_dot=SX(self.mechanism.n_dof, 1))
        return loop.mass_matrix, still.force, loop.inverse_jacobian

    def forward_dynamics(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """(8.92), (8.162): M nu_dot = J_inv^T tau - c, then the derivatives of x."""
        _extend(pivots, self.kinematics.pivots)
        s, coordinates = self._symbols, self.survey.geometry.coordinates
        M, c, J_inv = self._mass_and_bias(options)
        nu_dot = self._in_rates_of_x(solve_definite(M, J_inv.T @ s["tau"] - c))
        if self.mechanism.platform.is_quaternion or not declared_angles(self.mechanism.platform):
            return {"xdd": nu_dot}
        drift = quasi_acceleration(coordinates, s["xd"], SX(self.mechanism.n_dof, 1))
        return {"xdd": Factorised(self._transform(), "D", pivots).solve(nu_dot - drift)}

    def mass_matrix(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        T = self._transform()
        return {"mass_matrix": T.T @ self._loop(options).mass_matrix @ T}

    def bias(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        still = ca.substitute(
            [self._in_rates_of_x(self._loop(options).force)], [self._symbols["xdd"]], [SX.zeros(self.mechanism.n_dof, 1)]
        )
        return {"bias": self._transform().T @ still[0]}

    def ground_reaction(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        _extend(pivots, self.kinematics.pivots)
        return {"ground_reaction": self._in_rates_of_x(ground_reaction(self._loop(options)))}

    def energy(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        own = Parameters.at(self.kinematics.tree)
        return {"kinetic": self._in_rates_of_x(kinetic(self.kinematics, own)), "potential": potential(self.kinematics, own)}

    def regressor(self, options: Options, pivots: Pivots) -> dict[str, SX]:
        """(8.265): tau is linear in the standard parameters."""
        _extend(pivots, self.kinematics.pivots)
        p = self._symbols["parameters"]
        tau = self._loop(options, p).efforts(pivots)
        return {"regressor": self._in_rates_of_x(ca.jacobian(tau, p))}

    def closure_step(self) -> ca.Function:
        """Newton's step for the unknowns of a numeric geometry, and the residual of all closures: (x, unknowns) ->
        (step, residual).

        It is not merged: away from the closed configurations nothing may be assumed.
        """
        geometry = self.survey.geometry
        x, u, rows = geometry.x, geometry.unknowns, geometry.residual()
        J = ca.jacobian(rows, u)
        chosen = independent_rows(self.survey.samples.values(geometry, J), self.mechanism)
        step = Factorised(J[chosen, :], "closures", Pivots()).solve(-rows[chosen])
        outputs = ca.cse([ca.densify(step), ca.densify(rows)])
        return ca.Function("closure_step", [x, u], outputs, ["x", "unknowns"], ["step", "residual"])

    # -- finishing ------------------------------------------------------------------------------------------------------

    def build(self, name: str, options: Options | None = None) -> FinishedGraph:
        """The finished graph of a quantity."""
        options = options or Options()
        pivots = Pivots()
        builder: Callable[[Options, Pivots], dict[str, SX]] = getattr(self, name)
        outputs = builder(options, pivots)
        if options.derivative:
            outputs = {f"d_{key}": self._derivative(value, options.derivative) for key, value in outputs.items()}
        return self._finish(name + options.suffix(), outputs, pivots)

    def _derivative(self, expression: SX, wrt: str) -> SX:
        """Exact derivative of the entries by rows; where the geometry is numeric, along the closed configurations."""
        expression = ca.vec(expression.T)
        direct = ca.jacobian(expression, self._symbols[wrt])
        unknowns = self._symbols["unknowns"]
        if wrt != "x" or unknowns.numel() == 0:
            return direct
        slopes = ca.jacobian(self.kinematics.rates, self.kinematics.nu) @ self._transform()
        return direct + ca.jacobian(expression, unknowns) @ slopes

    def _finish(self, name: str, outputs: dict[str, SX], pivots: Pivots) -> FinishedGraph:
        values = [ca.densify(v) for v in outputs.values()]
        used = ca.symvar(ca.vertcat(*[ca.vec(v) for v in values], *pivots.values))
        names = {symbol.name() for symbol in used}
        inputs = {key: s for key, s in self._symbols.items() if any(e.name() in names for e in ca.symvar(s))}
        inputs = {"x": self._symbols["x"], **inputs}
        states = self._states(inputs)
        merged = merge(list(inputs.values()), [*values, *pivots.values], states)
        shared = ca.cse([ca.densify(m) for m in merged])
        kept = [*shared[: len(values)], ca.densify(ca.vertcat(*shared[len(values) :])) if pivots.values else SX(0, 1)]
        function = ca.Function(name, list(inputs.values()), kept, list(inputs), [*outputs, "pivots"])
        with np.errstate(all="ignore"):
            sizes = np.abs(function(*[part.T for part in np.split(states, self._cuts(inputs), axis=1)])[-1].full())
        scale = np.nanmedian(np.where(np.isfinite(sizes), sizes, np.nan), axis=1) if sizes.size else np.zeros(0)
        return FinishedGraph(function, tuple(pivots.names), scale)

    @staticmethod
    def _cuts(inputs: dict[str, SX]) -> list[int]:
        return [int(c) for c in np.cumsum([s.numel() for s in inputs.values()])[:-1]]

    def _states(self, inputs: dict[str, SX]) -> Array:
        """Sampled configurations with random rates and efforts, of either sign."""
        rng = np.random.default_rng(1)
        configuration = self.survey.samples.inputs
        n_x, n_signs = self._symbols["x"].numel(), self._symbols["mode"].numel()
        known = {
            "x": configuration[:, :n_x],
            "mode": configuration[:, n_x : n_x + n_signs],
            "unknowns": configuration[:, n_x + n_signs :],
        }
        columns = [known[key] if key in known else rng.normal(size=(len(configuration), s.numel())) for key, s in inputs.items()]
        return np.hstack(columns)


def _extend(pivots: Pivots, more: Pivots) -> None:
    pivots.names.extend(more.names)
    pivots.values.extend(more.values)
