"""The generalized momentum approach of Lopes for any robot of the engine.

Lopes says in section 4 that the approach "can be applied to any mechanism". With the velocities v, omega of the origin of a body,
its momenta Q = m v + omega x s and H = s x v + I omega (s is the first moment, I the inertia at the origin), all in base axes,
the wrench that gives the body its motion is

    f = dQ/dt - m g,   n = dH/dt + v x Q - s x g

and the generalised force of the robot is the sum of J_v^T f + J_omega^T n over all bodies: (26), (44), (56), (66), (74) in one.
The term v x Q is zero in the paper, which takes the momenta at the centres of mass. The engine supplies positions, velocities and
J_inv; the derivatives of the momenta replace its Newton-Euler recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.arguments import instance
from parados.dynamics.dynamic_parameters import Body, Parameters
from parados.errors import InputError
from parados.kinematics.structured_solve import Pivots
from parados.model.graph_finishing import finish
from parados.model.graphs import Graphs
from parados.model.model import Model
from parados.model.quantity import Options
from parados.spatial.vectors import SX, Vector, column, cross

__all__ = ["MovingBody", "RobotMomenta"]


@dataclass(frozen=True)
class MovingBody:
    """A body with the velocities of its origin, base axes, and its inertial parameters, turned to base axes.

    v, omega : (3, 1) [m/s, rad/s];  m [kg];  s : (3, 1) first moment [kg m]
    turn, unturn : functions that turn a vector from the axes of the body to base axes and back
    """

    body: Body
    v: Vector
    omega: Vector
    turn: Callable[[Vector], Vector]
    unturn: Callable[[Vector], Vector]

    @cached_property
    def s(self) -> Vector:
        return self.turn(self.body.ms)

    @cached_property
    def Q(self) -> Vector:
        """(3, 1) linear momentum [kg m/s]."""
        return self.body.m * self.v + cross(self.omega, self.s)  # (13), (41), (63)

    @cached_property
    def H(self) -> Vector:
        """(3, 1) angular momentum at the origin [kg m^2/s]."""
        K, omega = self.body.K, self.unturn(self.omega)
        I_omega = (K[0, 0] + K[1, 1] + K[2, 2]) * omega - K @ omega
        return cross(self.s, self.v) + self.turn(I_omega)  # (15), (47), (69)

    @property
    def is_massless(self) -> bool:
        return bool(self.body.m.is_zero() and self.body.ms.is_zero() and ca.densify(self.body.K).is_zero())


class RobotMomenta:
    """Dynamics of a robot from the momenta of its bodies.

    model : a compiled robot without live parameters; links whose inertia varies with a joint are rejected: the derivative of
        their momentum has a term for the change of the inertia, which the engine leaves out

    References
    ----------
    A. M. Lopes, Dynamic modeling of a Stewart platform using the generalized momentum approach, Commun. Nonlinear Sci.
    Numer. Simulat. 14 (2009) 3389-3401.
    """

    def __init__(self, model: Model) -> None:
        robot = instance("model", model, Model, "a compiled robot (parados.load(...).compile())").single_robot()
        self.graphs = Graphs(robot.alone())
        varying = [joint.name for joint in self.graphs.mechanism.joints if joint.varying]
        if varying:
            raise InputError(
                f"model: link {varying[0]} has a varying inertia, which its file uses without the effort of its change; the "
                "momentum approach needs bodies of constant inertia"
            )

    @cached_property
    def _parameters(self) -> Parameters:
        return Parameters.at(self.graphs.kinematics.tree)

    @cached_property
    def bodies(self) -> list[MovingBody]:
        """Links and platform, without massless ones; velocities are expressions of x and nu."""
        k = self.graphs.kinematics
        moving = k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
        found = [MovingBody(self._parameters.platform, moving.v, moving.omega, k.pose.turn, k.pose.unturn)]
        for j, (body, twist) in enumerate(zip(self._parameters.links, k.twists, strict=True)):
            turn, unturn = _both_ways(self.graphs, j)
            found.append(MovingBody(body, turn(twist.v), turn(twist.omega), turn, unturn))
        return [body for body in found if not body.is_massless]

    def _rate(self, expression: SX) -> SX:
        """Return d/dt of a matrix of expressions of x and nu, as an expression of x, xd and xdd."""
        graphs = self.graphs
        return ca.reshape(graphs.time_derivative(graphs.in_rates_of_x(expression)), *expression.shape)

    @cached_property
    def force(self) -> SX:
        """(n, 1) generalised force without friction, dual to nu [N, N m]: J_inv^T tau, (82) and (84)."""
        k, g = self.graphs.kinematics, column(self.graphs.mechanism.gravity)
        total = SX(k.nu.numel(), 1)
        for body in self.bodies:
            rates = self._rate(ca.vertcat(body.Q, body.H))
            n = rates[3:] + self._now(cross(body.v, body.Q)) - cross(body.s, g)
            total += _transposed(ca.vertcat(body.v, body.omega), k.nu, ca.vertcat(rates[:3] - body.body.m * g, n))
        rotors = ca.vertcat(*self._parameters.rotor)
        return total + _transposed(k.qd, k.nu, self._rate(rotors * k.qd))

    def _now(self, expression: SX) -> SX:
        return self.graphs.in_rates_of_x(expression)

    @cached_property
    def matrices(self) -> tuple[SX, SX, SX]:
        """Inertia matrix (n, n) of xdd, Coriolis matrix (n, n) of xd, gravity (n, 1): their sum is `force`, (27), (28), (81).

        They map to forces that are dual to nu, so they are not symmetric if xd are Euler rates.
        """
        k, g, xd = self.graphs.kinematics, column(self.graphs.mechanism.gravity), self.graphs.symbols["xd"]
        n = k.nu.numel()
        inertia, coriolis, gravity = SX(n, n), SX(n, n), SX(n, 1)
        for body in self.bodies:
            J = ca.jacobian(ca.vertcat(body.v, body.omega), k.nu)
            N_J_T = ca.jacobian(self._now(ca.vertcat(body.Q, body.H)), xd)  # (22), (42), (54), (64), (72)
            carried = ca.vertcat(SX(3, n), ca.skew(self._now(body.v)) @ N_J_T[:3, :])
            inertia += J.T @ N_J_T
            coriolis += J.T @ (self._rate(N_J_T) + carried)
            gravity -= J.T @ ca.vertcat(body.body.m * g, cross(body.s, g))
        J, rotors = ca.jacobian(k.qd, k.nu), ca.diag(ca.vertcat(*self._parameters.rotor))
        N_J_T = ca.jacobian(self._now(rotors @ k.qd), xd)
        return inertia + J.T @ N_J_T, coriolis + J.T @ self._rate(N_J_T), gravity

    def efforts(self, force: SX) -> SX:
        """(n_a, 1) efforts tau of the actuators for a generalised force; those of least norm if actuators are redundant."""
        k = self.graphs.kinematics
        J_inv = ca.jacobian(k.qd[list(k.mechanism.actuated)], k.nu)
        if J_inv.shape[0] == J_inv.shape[1]:
            return ca.solve(J_inv.T, force)
        return J_inv @ ca.solve(J_inv.T @ J_inv, force)

    @cached_property
    def functions(self) -> dict[str, ca.Function]:
        """Functions of x, xd, xdd (and of the working mode, and of the unknowns of a numeric geometry) without friction.

        inverse_dynamics : tau (n_a, 1);  by_matrices : the same by the matrices;  matrices : inertia, coriolis, gravity
        """
        inertia, coriolis, gravity = self.matrices
        s = self.graphs.symbols
        summed = inertia @ s["xdd"] + coriolis @ s["xd"] + gravity  # (81), (84)
        table = {
            "inverse_dynamics": {"tau": self.efforts(self.force)},
            "by_matrices": {"tau": self.efforts(summed)},
            "matrices": {"inertia": inertia, "coriolis": coriolis, "gravity": gravity},
        }
        return {name: finish(self.graphs, name, outputs, Pivots()).function for name, outputs in table.items()}

    def counts(self) -> dict[str, int]:
        """Return the operations of one inverse dynamics without friction: by momenta, by their matrices, by Newton-Euler."""
        from parados.graph.c_source import operations

        pivots = Pivots()
        loop = self.graphs.loop(Options(friction=False))
        newton_euler = finish(self.graphs, "newton_euler", {"tau": self._now(loop.efforts(pivots))}, Pivots()).function
        named = {"momenta": self.functions["inverse_dynamics"], "matrices": self.functions["by_matrices"]}
        return {name: sum(operations(f).values()) for name, f in {**named, "Newton-Euler": newton_euler}.items()}


def _transposed(rates: SX, nu: SX, efforts: SX) -> SX:
    """(n, 1) J^T efforts for rates = J nu."""
    return ca.jtimes(rates, nu, efforts, True)


def _both_ways(graphs: Graphs, link: int) -> tuple[Callable[[Vector], Vector], Callable[[Vector], Vector]]:
    """Return the turns from a link's axes to base axes and back."""
    tree = graphs.kinematics.tree
    return lambda v: tree.to_base(link, v), lambda v: tree.from_base(link, v)
