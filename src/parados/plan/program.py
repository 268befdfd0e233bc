"""Nonlinear program for a crossing with small efforts, built from the graphs of the model and solved by IPOPT.

The unknowns are the coefficients of the polynomials and the efforts tau_k at nodes t_k. The balance

    J_inv(x_k)^T tau_k = f(x_k, xd_k, xdd_k)

is a constraint, so there is no division by a quantity that is zero at the singularity. The criterion t_s^T f = 0 at the
singularity is another constraint. Dry friction is replaced by smooth friction (`smooth_force`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.plan.crossing_motion import CrossingMotion
from parados.plan.request import Request
from parados.plan.smooth_force import smooth_force

__all__ = ["Basis", "Program"]

Array = NDArray[np.float64]

NODES = 40
"""Number of nodes."""

SETTINGS = {
    "ipopt.print_level": 0,
    "print_time": False,
    "show_eval_warnings": False,
    "ipopt.sb": "yes",
    "ipopt.max_iter": 300,
    "ipopt.tol": 1e-5,
    "ipopt.acceptable_tol": 1e-3,
    "ipopt.acceptable_iter": 5,
}

BELOW = 0.98
"""Fraction of a bound that the motion keeps at the nodes."""

CLEAR = 0.1
"""Fraction of the plain motion's det J_inv and discriminants that the motion keeps at every node."""


@dataclass(frozen=True)
class Basis:
    """Polynomials in u = (t - about) / duration, as linear functions of their coefficients (n, size)."""

    duration: float
    about: float
    size: int

    def row(self, t: float, order: int) -> Array:
        """Return (size,) the row whose product with the coefficients is the derivative of this order at time t."""
        u = (t - self.about) / self.duration
        powers = np.arange(self.size)
        factors = np.prod([powers - k for k in range(order)], axis=0) if order else np.ones(self.size)
        return np.where(powers >= order, factors * u ** np.maximum(powers - order, 0), 0.0) / self.duration**order


def _of_all(graph: ca.Function, n: int, n_signs: int) -> ca.Function:
    """Return a graph as a function of x, xd, xdd and mode, even if it does not need all of them."""
    symbols = {key: ca.SX.sym(key, k) for key, k in (("x", n), ("xd", n), ("xdd", n), ("mode", n_signs))}
    outputs = graph(**{key: symbols[key] for key in graph.name_in()})
    first = graph.name_out(0)
    return ca.Function(graph.name(), list(symbols.values()), [outputs[first]], list(symbols), [first])


def _effort_scale(asked: Request, planned: CrossingMotion) -> Array:
    """Return (n_a,) the scales of the efforts: their bounds, or one size for turning and one for sliding actuators."""
    bounds = asked.demands.bound("effort", len(planned.rms))
    sliding = np.array([asked.model.mechanism.joints[k].unit == "m" for k in asked.model.mechanism.actuated])
    sizes = [planned.rms[sliding == kind].max(initial=0.0) for kind in sliding]
    return np.where(np.isfinite(bounds), bounds, np.maximum(sizes, 1e-9))


class Program:
    """Nonlinear program over the coefficients c (n, size) and the efforts tau (n_a, nodes), divided by `scale`."""

    def __init__(self, asked: Request, planned: CrossingMotion, basis: Basis, times: Array) -> None:
        self.asked, self.planned, self.basis, self.times = asked, planned, basis, times
        spaced = (np.arange(NODES) + 0.5) / NODES * asked.duration
        self.nodes = spaced[np.abs(spaced[:, None] - times).min(axis=1, initial=np.inf) > 1e-3 * asked.duration]
        self.n, self.n_a = len(asked.start), len(asked.model.actuated_names)
        self.scale = _effort_scale(asked, planned)
        self.status = ""
        self.opti = ca.Opti()
        self.c = self.opti.variable(self.n, basis.size)
        self.tau = self.opti.variable(self.n_a, len(self.nodes))

    def cost(self, motion: CrossingMotion, minimise: str) -> float:
        """Return the cost to minimise, computed with the exact efforts of a motion."""
        if minimise == "peak":
            return float((motion.peak / self.scale).max())
        return float(np.mean((motion.rms / self.scale) ** 2))

    def solve(self, minimise: str, seconds: float) -> Array:
        """Solve the program and return (n, size) coefficients: the solution of IPOPT, or its last iterate."""
        self._ends_and_places()
        self._balance()
        self._bounds()
        self._objective(minimise)
        self.opti.set_initial(self.c, self._first_guess())
        self.opti.set_initial(self.tau, (self.planned.efforts(self.nodes) / self.scale).T)
        self.opti.solver("ipopt", {**SETTINGS, "ipopt.max_cpu_time": seconds})
        with suppress(RuntimeError):  # `status` gives the reason, and the caller checks the last iterate
            self.opti.solve()
        self.status = str(self.opti.stats()["return_status"])
        return np.asarray(self.opti.debug.value(self.c)).reshape(self.n, -1)

    def _at(self, t: float, order: int) -> ca.MX:
        return self.c @ ca.DM(self.basis.row(t, order))

    def _ends_and_places(self) -> None:
        T = self.asked.duration
        for t, x in ((0.0, self.asked.start), (T, self.asked.end)):
            self.opti.subject_to(self._at(t, 0) == ca.DM(x))
            for order in (1, 2):
                self.opti.subject_to(self._at(t, order) * T**order == 0)
        for t, place, criterion in zip(self.times, self.asked.places, self.asked.criteria, strict=True):
            self.opti.subject_to(self._at(t, 0) == ca.DM(place.x))
            force = self.force(x=ca.DM(place.x), xd=self._at(t, 1), xdd=self._at(t, 2), mode=self.signs)["force"]
            self.opti.subject_to(ca.DM(criterion.motions) @ force / float(np.abs(criterion.linear).max()) == 0)
            crossing = self.planned.trajectory(float(t)).xd
            along = crossing / float(crossing @ crossing)
            self.opti.subject_to(ca.DM(along).T @ self._at(t, 1) >= 0.3)  # cross the singularity, do not turn back

    @cached_property
    def signs(self) -> ca.DM:
        return ca.DM(self.asked.model.signs(self.asked.mode))

    @cached_property
    def force(self) -> ca.Function:
        """J_inv^T tau with smooth friction, as a function of x, xd, xdd, mode."""
        at = self.planned.trajectory(self.nodes)
        rates = self.asked.model.joint_rates(at.x, at.xd, mode=self.asked.mode, joints="all")
        return _of_all(smooth_force(self.asked.model, np.abs(rates).max(axis=0)), self.n, self.signs.numel())

    @cached_property
    def jacobian(self) -> ca.Function:
        """J_inv with qd = J_inv xd, as a function of x, xd, xdd, mode."""
        return _of_all(self.asked.model.graph("inverse_jacobian"), self.n, self.signs.numel())

    def _balance(self) -> None:
        """Add the balance J_inv^T tau = f at every node, by one mapped function."""
        x, xd, xdd, tau = (ca.SX.sym(s, k) for s, k in (("x", self.n), ("xd", self.n), ("xdd", self.n), ("tau", self.n_a)))
        f = self.force(x=x, xd=xd, xdd=xdd, mode=self.signs)["force"]
        J = self.jacobian(x=x, xd=xd, xdd=xdd, mode=self.signs)["inverse_jacobian"]
        usual = np.abs(self.asked.model.platform_force(*self.planned.trajectory(self.nodes), mode=self.asked.mode)).max(axis=0)
        balance = (J.T @ (tau * ca.DM(self.scale)) - f) / ca.DM(np.maximum(usual, 1e-6 * usual.max()))
        each = ca.Function("balance", [x, xd, xdd, tau], [balance]).map(len(self.nodes))
        motion = [self._at_nodes(k) for k in range(3)]
        self.opti.subject_to(ca.vec(each(*motion, self.tau)) == 0)
        self._keep_clear(ca.Function("clear", [x], [ca.vertcat(ca.det(J), self._reach(x))]))

    def _at_nodes(self, order: int) -> ca.MX:
        return self.c @ ca.DM(np.array([self.basis.row(t, order) for t in self.nodes]).T)

    def _reach(self, x: ca.SX) -> ca.SX:
        """Return the discriminants of the inverse geometry, positive within reach."""
        return self.asked.model.reach()(x, self.signs)

    def _keep_clear(self, clear: ca.Function) -> None:
        """Keep the motion away from other singularities and from the border of the reach.

        At each node det J_inv and the discriminants keep a fraction of their values on the plain motion.
        """
        planned = clear.map(len(self.nodes))(self.planned.trajectory.derivative(self.nodes, 0).T)
        self.opti.subject_to(ca.vec(clear.map(len(self.nodes))(self._at_nodes(0)) / planned) >= CLEAR)

    def _bounds(self) -> None:
        """Keep efforts and speeds at the nodes a little below their bounds, since they may be larger between nodes."""
        demands, count = self.asked.demands, self.n_a
        effort, speed = demands.bound("effort", count) / self.scale, demands.bound("speed", count)
        for k in np.flatnonzero(np.isfinite(effort)):
            self.opti.subject_to(self.opti.bounded(-BELOW * effort[k], self.tau[int(k), :], BELOW * effort[k]))
        bounded = [int(k) for k in np.flatnonzero(np.isfinite(speed))]
        if bounded:
            x, xd = ca.SX.sym("x", self.n), ca.SX.sym("xd", self.n)
            rates = (self.jacobian(x=x, xd=xd, xdd=0, mode=self.signs)["inverse_jacobian"] @ xd)[bounded] / ca.DM(speed[bounded])
            at_nodes = ca.Function("rates", [x, xd], [rates]).map(len(self.nodes))(self._at_nodes(0), self._at_nodes(1))
            self.opti.subject_to(self.opti.bounded(-BELOW, ca.vec(at_nodes), BELOW))

    def _objective(self, minimise: str) -> None:
        if minimise == "rms":
            self.opti.minimize(ca.sumsqr(self.tau) / self.tau.numel())
            return
        peak = self.opti.variable()
        self.opti.subject_to(ca.vec(self.tau) <= peak)
        self.opti.subject_to(ca.vec(self.tau) >= -peak)
        self.opti.set_initial(peak, float(np.abs(self.planned.efforts(self.nodes) / self.scale).max()))
        self.opti.minimize(peak)

    def _first_guess(self) -> Array:
        """Return the coefficients that fit the planned motion."""
        t = np.linspace(0.0, self.asked.duration, 4 * self.basis.size)
        A = np.array([self.basis.row(s, 0) for s in t])
        return np.linalg.lstsq(A, self.planned.trajectory.derivative(t, 0), rcond=None)[0].T
