"""The common ground of a robot's graphs: symbols, kinematics, and how a graph is finished.

A builder returns named outputs on the symbols of `Graphs`; finishing a graph replaces the quasi-velocities by the
rates of x, merges equal nodes and shares common sub-expressions. Everything else (numbers, C, counts, derivatives)
comes from the finished graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.closed_loop import ClosedLoop, Loads
from parados.dynamics.parameters import Parameters, parameter_values
from parados.flexible.linear import LinearModel
from parados.flexible.reduction import ReducedModel
from parados.flexible.structure import flexible_structure
from parados.geometry.platform import quasi_acceleration, quasi_velocity
from parados.geometry.survey import Survey
from parados.graph.divisors import divided_by
from parados.graph.finished_graph import FinishedGraph
from parados.graph.merge import merge
from parados.kinematics.first_order import Kinematics, independent_rows, solve_kinematics
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.model.blind_graphs import is_blind
from parados.model.surveyed_robot import SurveyedRobot
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["Graphs", "Options"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Options:
    """Variants of a quantity.

    loaded : wrenches on platform and links are inputs; overconstraint : it is an input; book : the particular solution (8.148)
    clamped : roots of what is below zero are zero, for poses on the border of what a leg reaches
    """

    friction: bool = True
    loaded: bool = False
    overconstraint: bool = False
    book: bool = False
    derivative: str = ""
    clamped: bool = False

    def suffix(self) -> str:
        parts = ["" if self.friction else "_frictionless", "_loaded" * self.loaded, "_overconstraint" * self.overconstraint]
        return "".join(
            [*parts, "_book" * self.book, f"_by_{self.derivative}" if self.derivative else "", "_clamped" * self.clamped]
        )


SINGULAR = {"J_td": 1e-7, "A_r": 1e-9, "A_r^2": 1e-14, "D": 1e-9, "G": 1e-7}
"""Part of its usual size below which a pivot makes a configuration singular. A stretched leg leaves the root of
round-off, since its discriminant is a difference; a normal matrix leaves round-off itself."""


CAREFUL = {"A_r": 1e-4}
"""The same for states that are better solved with pivoting: orthogonalising in a graph loses the square of the condition."""


EFFORTS = ("tau", "wrench", "links", "overconstraint")
EFFORT_SIZES = np.array([1.0, 1e8, 1.0, 1e16, 1.0, 1e24])
"""Sizes [N, N m] of sampled efforts, row after row."""


@dataclass(frozen=True)
class Graphs:
    """The graphs of one robot."""

    robot: SurveyedRobot

    @property
    def mechanism(self) -> Mechanism:
        return self.robot.mechanism

    @property
    def survey(self) -> Survey:
        return self.robot.survey

    @cached_property
    def elastic(self) -> ReducedModel:
        """The linear model about the undeformed robot; refused where nothing is elastic."""
        geometry = self.survey.geometry
        linear = LinearModel(flexible_structure(self.robot.links), geometry.joints, geometry.pose)
        return ReducedModel(linear, geometry, self.survey.samples, Pivots())

    @cached_property
    def kinematics(self) -> Kinematics:
        return solve_kinematics(self.survey.geometry, self.survey.samples)

    @cached_property
    def symbols(self) -> dict[str, SX]:
        geometry, n, n_t = self.survey.geometry, self.mechanism.n_dof, len(self.mechanism.joints)
        return {
            "x": geometry.x,
            "xd": SX.sym("xd", n),
            "xdd": SX.sym("xdd", n),
            "xddd": SX.sym("xddd", n),
            "tau": SX.sym("tau", len(self.mechanism.actuated)),
            "wrench": SX.sym("wrench", 6),
            "links": SX.sym("links", 6 * n_t),
            "overconstraint": SX.sym("overconstraint", len(self.mechanism.actuated)),
            "parameters": SX.sym("parameters", len(parameter_values(self.mechanism))),
            "mode": geometry.signs,
            "unknowns": geometry.unknowns,
        }

    @cached_property
    def nu_dot_symbol(self) -> SX:
        return SX.sym("nu_dot", self.mechanism.n_dof)

    def in_rates_of_x(self, expression: SX) -> SX:
        """Replace nu and its derivative by xd and xdd."""
        coordinates, s = self.survey.geometry.coordinates, self.symbols
        nu = quasi_velocity(coordinates, s["xd"])
        nu_dot = quasi_acceleration(coordinates, s["xd"], s["xdd"])
        return ca.substitute([expression], [self.kinematics.nu, self.nu_dot_symbol], [nu, nu_dot])[0]

    def transform(self) -> SX:
        """(n, n) T with nu = T xd."""
        return ca.jacobian(quasi_velocity(self.survey.geometry.coordinates, self.symbols["xd"]), self.symbols["xd"])

    def loop(self, options: Options, parameters: SX | None = None, nu_dot: SX | None = None) -> ClosedLoop:
        """The closed-loop dynamics with the file's parameters or given ones, over the symbol of nu_dot or a given
        value."""
        s, n_t = self.symbols, len(self.mechanism.joints)
        loads = Loads(s["wrench"], ca.reshape(s["links"], 6, n_t)) if options.loaded else Loads()
        own = Parameters.at(self.kinematics.tree, parameters)
        return ClosedLoop(self.kinematics, self.nu_dot_symbol if nu_dot is None else nu_dot, own, loads, options.friction)

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

    def derivative(self, expression: SX, wrt: str) -> SX:
        """Exact derivative of the entries by rows; where the geometry is numeric, along the closed configurations."""
        expression = ca.vec(expression.T)
        direct = ca.jacobian(expression, self.symbols[wrt])
        unknowns = self.symbols["unknowns"]
        if wrt != "x" or unknowns.numel() == 0:
            return direct
        slopes = ca.jacobian(self.kinematics.rates, self.kinematics.nu) @ self.transform()
        return direct + ca.jacobian(expression, unknowns) @ slopes

    def time_derivative(self, expression: SX) -> SX:
        """d/dt of the entries, column after column, along a motion x, xd, xdd, xddd."""
        s, entries = self.symbols, ca.vec(expression)
        moving = [(s["x"], self._rates_of_x()), (s["xd"], s["xdd"]), (s["xdd"], s["xddd"])]
        if s["unknowns"].numel():
            moving.append((s["unknowns"], self.in_rates_of_x(self.kinematics.rates)))
        return sum((ca.jtimes(entries, symbol, rate) for symbol, rate in moving), SX(entries.numel(), 1))

    def _rates_of_x(self) -> SX:
        """(n_x, 1) dx/dt; for a quaternion Q it is (0, omega) Q / 2."""
        x, xd = self.symbols["x"], self.symbols["xd"]
        if not self.mechanism.platform.is_quaternion:
            return xd
        w, v, omega = x[3], x[4:7], xd[3:6]
        return ca.vertcat(xd[:3], -ca.dot(omega, v) / 2, (w * omega + ca.cross(omega, v)) / 2, xd[6:])

    def finish(self, name: str, outputs: dict[str, SX], pivots: Pivots, merging: bool = True) -> FinishedGraph:
        """Merge equal nodes (unless it is not worth the time), share common sub-expressions, and make a function of named inputs
        and dense outputs."""
        values = [ca.densify(v) for v in outputs.values()]
        used = ca.symvar(ca.vertcat(*[ca.vec(v) for v in values], *pivots.values))
        names = {symbol.name() for symbol in used}
        inputs = {key: s for key, s in self.symbols.items() if any(e.name() in names for e in ca.symvar(s))}
        always = ("x",) if self.survey.geometry.is_closed_form else ("x", "unknowns")  # without which reach cannot be told
        inputs = {**{key: self.symbols[key] for key in always}, **inputs}
        states = self._states(inputs)
        symbols = list(inputs.values())
        merged = merge(symbols, [*values, *pivots.values], states) if merging else [*values, *pivots.values]
        used = divided_by(symbols, merged[: len(values)], merged[len(values) :], states)
        pivots = Pivots.chosen(merged[len(values) :], pivots.names, used)
        shared = ca.cse([ca.densify(m) for m in [*merged[: len(values)], *pivots.values]])
        kept = [*shared[: len(values)], ca.densify(ca.vertcat(*shared[len(values) :])) if pivots.values else SX(0, 1)]
        function = ca.Function(name, list(inputs.values()), kept, list(inputs), [*outputs, "pivots"])
        with np.errstate(all="ignore"):
            sizes = np.abs(function(*[part.T for part in np.split(states, self._cuts(inputs), axis=1)])[-1].full())
        scale = np.nanmedian(np.where(np.isfinite(sizes), sizes, np.nan), axis=1) if sizes.size else np.zeros(0)
        smallest = scale * np.array([SINGULAR[name] for name in pivots.names])
        careful = scale * np.array([CAREFUL.get(name, SINGULAR[name]) for name in pivots.names])
        return FinishedGraph(function, tuple(pivots.names), smallest, careful, is_blind(function, self.survey, states))

    @staticmethod
    def _cuts(inputs: dict[str, SX]) -> list[int]:
        return [int(c) for c in np.cumsum([s.numel() for s in inputs.values()])[:-1]]

    def _states(self, inputs: dict[str, SX]) -> Array:
        """Sampled configurations with random rates and efforts, of either sign; efforts also far larger than those of any
        robot's own inertia, beside which they would seem to have no effect."""
        rng = np.random.default_rng(1)
        configuration = self.survey.samples.inputs
        n_x, n_signs = self.symbols["x"].numel(), self.symbols["mode"].numel()
        known = {
            "x": configuration[:, :n_x],
            "mode": configuration[:, n_x : n_x + n_signs],
            "unknowns": configuration[:, n_x + n_signs :],
        }
        count = len(configuration)
        columns = [known[key] if key in known else rng.normal(size=(count, s.numel())) for key, s in inputs.items()]
        sizes = np.resize(EFFORT_SIZES, (count, 1))
        return np.hstack([part * sizes if key in EFFORTS else part for key, part in zip(inputs, columns, strict=True)])
