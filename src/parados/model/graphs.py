"""Common parts of a robot's graphs: symbols, kinematics, closed-loop dynamics, and derivatives of expressions.

The builders of all quantities use these parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.closed_loop import ClosedLoop, Loads
from parados.dynamics.dynamic_parameters import Parameters, parameter_values
from parados.flexible.linear import LinearModel, check_unloaded
from parados.flexible.reduction import ReducedModel
from parados.geometry.inverse import Samples
from parados.geometry.platform_motion import quasi_acceleration, quasi_velocity
from parados.geometry.survey import Survey
from parados.geometry.witnesses import find_witnesses
from parados.kinematics.first_order import Kinematics, determining_rows, solve_kinematics
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.model.quantity import Options
from parados.model.surveyed_robot import SurveyedRobot
from parados.model.turned_robot import TurnedRobot, turning_joints
from parados.spatial.rotations import quaternion_rates
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["Graphs"]


@dataclass(frozen=True)
class Graphs:
    """Common parts of the graphs of one robot."""

    robot: SurveyedRobot

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism of the graphs; its numbers are expressions of the live parameters, if there are any."""
        return self.survey.geometry.mechanism

    @property
    def survey(self) -> Survey:
        return self.robot.survey

    @cached_property
    def elastic(self) -> ReducedModel:
        """The linear model about the undeformed robot; raises RobotFileError for springs, or if nothing is elastic or moves."""
        geometry = self.survey.geometry
        check_unloaded(self.mechanism)
        linear = LinearModel(self.robot.flexible, geometry.joints, geometry.pose)
        reduced = ReducedModel(linear, geometry, self.survey.samples, Pivots())
        reduced.check()
        return reduced

    @cached_property
    def kinematics(self) -> Kinematics:
        return solve_kinematics(self.survey.geometry, self.survey.samples, self.survey.home_joints, self.witnesses)

    @cached_property
    def witnesses(self) -> Samples:
        """Closed configurations that were not sampled, at which conclusions from the samples are checked."""
        return find_witnesses(self.survey)

    @cached_property
    def symbols(self) -> dict[str, SX]:
        """Symbols of all inputs that a graph may have, by name."""
        geometry, n, n_t = self.survey.geometry, self.mechanism.n_dof, len(self.mechanism.joints)
        return {
            "x": geometry.x,
            "parameters": geometry.live,
            "xd": SX.sym("xd", n),
            "xdd": SX.sym("xdd", n),
            "xddd": SX.sym("xddd", n),
            "tau": SX.sym("tau", len(self.mechanism.actuated)),
            "wrench": SX.sym("wrench", 6),
            "friction": SX.sym("friction", 1),
            "links": SX.sym("links", 6 * n_t),
            "overconstraint": SX.sym("overconstraint", len(self.mechanism.actuated)),
            "standard": SX.sym("standard", len(parameter_values(self.mechanism))),
            "mode": geometry.signs,
            "unknowns": geometry.unknowns,
        }

    @cached_property
    def turned(self) -> TurnedRobot | None:
        """The robot with the whole turns of its joints as live numbers; None if no coupling depends on them."""
        coupled = self.mechanism.couplings and not isinstance(self.robot, TurnedRobot) and turning_joints(self.robot)
        return TurnedRobot(self.robot) if coupled else None

    @cached_property
    def actuator_periods(self) -> NDArray[np.float64]:
        """(n_a,) changes of each actuated joint after which the robot has the same pose [rad, m]; 0 if there is none.

        An angle has a period of a whole turn, a motor behind a gear that of a turn of its arm.
        """
        periods = 2 * np.pi * self.mechanism.periodic[list(self.mechanism.actuated)]
        return np.asarray(periods if self.turned is None else np.where(periods > 0, periods, self.turned.actuator_periods))

    @property
    def has_periods(self) -> bool:
        """True if `actuator_periods` tell all turns; otherwise `TurnedRobot.without_turns` does, as for a differential."""
        return self.turned is None or self.turned.has_periods

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
        """(n, n) matrix T with nu = T xd."""
        return ca.jacobian(quasi_velocity(self.survey.geometry.coordinates, self.symbols["xd"]), self.symbols["xd"])

    def loop(self, options: Options, parameters: SX | None = None, nu_dot: SX | None = None) -> ClosedLoop:
        """Build the closed-loop dynamics.

        parameters : dynamic parameters; those of the file if None
        nu_dot : derivatives of the quasi-velocities; their symbol if None
        """
        s, n_t = self.symbols, len(self.mechanism.joints)
        loads = Loads(s["wrench"], ca.reshape(s["links"], 6, n_t)) if options.loaded else Loads()
        if options.switched:
            loads = Loads(s["wrench"] if self.robot.spec.has_platform else None, friction=s["friction"])
        own = Parameters.at(self.kinematics.tree, parameters)
        return ClosedLoop(self.kinematics, self.nu_dot_symbol if nu_dot is None else nu_dot, own, loads, options.friction)

    def always_used(self, options: Options) -> tuple[str, ...]:
        """Inputs that a variant of a quantity has even if its graph does not use them: they are the same for all robots."""
        return ("wrench",) * self.robot.spec.has_platform * options.switched + ("friction",) * options.switched

    def derivative(self, expression: SX, wrt: Sequence[str]) -> SX:
        """Differentiate the entries of an expression, taken row by row, with respect to arguments.

        In a numeric geometry the unknowns follow x and the live parameters, so that the loops stay closed.

        wrt : names of arguments, or parameters0, parameters1, ... for single live parameters; a column for each entry
        """
        entries, unknowns = ca.vec(expression.T), self.symbols["unknowns"]
        columns = []
        for name in wrt:
            symbol = self._argument(name)
            slopes = self._slopes(name, symbol) if unknowns.numel() else None
            direct = ca.jacobian(entries, symbol)
            columns.append(direct if slopes is None else direct + ca.jacobian(entries, unknowns) @ slopes)
        return ca.horzcat(*columns)

    def _argument(self, name: str) -> SX:
        """Return the symbol of an argument, or of a single live parameter."""
        place = name.removeprefix("parameters")
        return self.symbols["parameters"][int(place)] if name != place and place else self.symbols[name]

    def _slopes(self, name: str, symbol: SX) -> SX | None:
        """(n_u, n) derivatives of the unknowns of a numeric geometry by x or by live parameters; None for other arguments."""
        if name == "x":
            return ca.jacobian(self.kinematics.rates, self.kinematics.nu) @ self.transform()
        if not name.startswith("parameters"):
            return None
        rows, system = self._closed
        by_symbol = ca.jacobian(rows, symbol)
        return ca.horzcat(*[system.solve(-by_symbol[:, k]) for k in range(symbol.numel())])

    @cached_property
    def _closed(self) -> tuple[SX, Factorised]:
        """Independent rows of the closures at position level, and their factorised derivatives by the unknowns."""
        geometry, samples = self.survey.geometry, self.survey.samples
        rows = geometry.residual()
        J = ca.jacobian(rows, geometry.unknowns)
        values = samples.values(geometry, J)
        chosen = determining_rows(values, self.mechanism)
        return rows[chosen], Factorised(J[chosen, :], "J_td", Pivots(), values[:, chosen, :])

    def time_derivative(self, expression: SX) -> SX:
        """Differentiate the entries of an expression, taken column by column, in time along a motion x, xd, xdd, xddd."""
        s, entries = self.symbols, ca.vec(expression)
        moving = [(s["x"], self.rates_of_x()), (s["xd"], s["xdd"]), (s["xdd"], s["xddd"])]
        if s["unknowns"].numel():
            moving.append((s["unknowns"], self.in_rates_of_x(self.kinematics.rates)))
        return sum((ca.jtimes(entries, symbol, rate) for symbol, rate in moving), SX(entries.numel(), 1))

    def rates_of_x(self) -> SX:
        """(n_x, 1) time derivative of x; for a quaternion Q it is half the quaternion product (0, omega) Q."""
        x, xd = self.symbols["x"], self.symbols["xd"]
        if not self.mechanism.platform.is_quaternion:
            return xd
        return ca.vertcat(xd[:3], quaternion_rates(x[3:7], xd[3:6]), xd[6:])
