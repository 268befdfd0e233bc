"""Nonlinear program for the fastest speed law with a limited jerk of the actuators, solved by IPOPT.

Between the fixed grid points s_i the third derivative j_i of s(t) is constant over the unknown time h_i:

    v_i h_i + a_i h_i^2 / 2 + j_i h_i^3 / 6 = s_(i+1) - s_i,   v_(i+1) = v_i + a_i h_i + j_i h_i^2 / 2,   a_(i+1) = a_i + j_i h_i

Since the grid points are fixed, the robot's equations there have constant coefficients:

    tau = A a + B v^2 + D v + C     qdd = q' a + q'' v^2     qddd = q' j + 3 q'' v a + q''' v^3

D and C contain the friction, linearised at a speed v_0 and exact there. The program is not convex: the result is a local optimum.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.plan.actuator_limits import Bounds
from parados.plan.path_points import PathPoints
from parados.plan.quiet_ipopt import QUIET

__all__ = ["JerkProgram", "Steps"]

Array = NDArray[np.float64]

KINDS = ("effort", "speed", "acceleration", "power", "jerk")


@dataclass(frozen=True)
class Steps:
    """Values v, a (N + 1,) at the grid points; times h and third derivatives j (N,) of the intervals."""

    v: Array
    a: Array
    h: Array
    j: Array


class JerkProgram:
    """Program over a grid.

    points : both ends of each interval, (N, 2);  third : q''' there, (N, 2, n_a)
    ends : speeds along the path at both ends;  pace : duration of a motion without the limit on the jerk, the unit of time [s]
    """

    def __init__(
        self, points: PathPoints, third: Array, bounds: Bounds, grid: Array, ends: tuple[float, float], pace: float
    ) -> None:
        self.points, self.third, self.bounds = points, third, bounds
        self.steps, self.ends, self.pace = np.diff(grid), ends, pace
        self.count, self.n_a = len(self.steps), points.rates.shape[2]
        self.size = float(grid[-1] - grid[0])
        self.kinds = [kind for kind in KINDS if kind in bounds.given]
        self.status = ""
        self._build()

    @property
    def units(self) -> tuple[float, float, float, float]:
        """Units of v, a, h, j: the length of the path over powers of the pace."""
        return self.size / self.pace, self.size / self.pace**2, self.pace / self.count, self.size / self.pace**3

    def _build(self) -> None:
        n, n_a = self.count, self.n_a
        v, a, h, j = (ca.SX.sym(name, k) for name, k in (("v", n + 1), ("a", n + 1), ("h", n), ("j", n)))
        drag, rest = ca.SX.sym("D", 2 * n, n_a), ca.SX.sym("C", 2 * n, n_a)
        V, A, H, J = (symbol * unit for symbol, unit in zip((v, a, h, j), self.units, strict=True))
        move = V[:-1] * H + A[:-1] * H**2 / 2 + J * H**3 / 6 - self.steps
        kept = [
            move / self.steps,
            (V[:-1] + A[:-1] * H + J * H**2 / 2 - V[1:]) / self.units[0],
            (A[:-1] + J * H - A[1:]) / self.units[1],
        ]
        both = ca.DM(np.kron(np.eye(n), np.ones((2, 1))))  # rows of intervals to rows of their two ends
        ends = np.stack([np.arange(n), np.arange(n) + 1], axis=1).ravel().tolist()
        limited = self._limited(V[ends], A[ends], ca.mtimes(both, J), drag, rest)
        g = ca.vertcat(*kept, *[ca.vec(each) for each in limited])
        problem = {"x": ca.vertcat(v, a, h, j), "f": ca.sum1(h) / n, "g": g, "p": ca.vertcat(ca.vec(drag), ca.vec(rest))}
        self.solver = ca.nlpsol("jerk", "ipopt", problem, {**QUIET, "ipopt.mu_strategy": "adaptive"})

    def _limited(self, V: ca.SX, A: ca.SX, J: ca.SX, drag: ca.SX, rest: ca.SX) -> list[ca.SX]:
        """Return (2 N, n_a) each limited quantity divided by its limit."""
        flat = {
            name: ca.DM(values.reshape(-1, self.n_a))
            for name, values in (
                ("q1", self.points.rates), ("q2", self.points.curvatures), ("q3", self.third),
                ("A", self.points.inertia), ("B", self.quadratic),
            )
        }  # fmt: skip
        V, A, J = (ca.repmat(part, 1, self.n_a) for part in (V, A, J))
        tau = flat["A"] * A + flat["B"] * V**2 + drag * V + rest
        values = {
            "effort": tau,
            "speed": flat["q1"] * V,
            "acceleration": flat["q1"] * A + flat["q2"] * V**2,
            "power": tau * flat["q1"] * V,
            "jerk": flat["q1"] * J + 3 * flat["q2"] * V * A + flat["q3"] * V**3,
        }
        return [values[kind] / ca.repmat(ca.DM(self._bound(kind)).T, 2 * self.count, 1) for kind in self.kinds]

    def _bound(self, kind: str) -> Array:
        return np.minimum(getattr(self.bounds, kind), 1e12)

    @property
    def quadratic(self) -> Array:
        """Return B (N, 2, n_a), from the efforts without friction at two speeds."""
        z = np.full(self.points.s.shape, (self.size / self.pace) ** 2)
        return (self.points.efforts(z, 0.0, False) - self.points.efforts(0 * z, 0.0, False)) / z[..., None]

    def friction(self, v: Array) -> tuple[Array, Array]:
        """Return D and C (2 N, n_a) for speeds v (N + 1,), so that the efforts and their slope are exact there."""
        at = np.maximum(np.stack([v[:-1], v[1:]], axis=1), 1e-6 * v.max())
        B = self.quadratic

        def other(speed: Array) -> Array:
            return self.points.efforts(speed**2, 0.0) - B * (speed**2)[..., None]

        D = (other(at * (1 + 1e-4)) - other(at * (1 - 1e-4))) / (2e-4 * at)[..., None]
        C = other(at) - D * at[..., None]
        return D.reshape(-1, self.n_a), C.reshape(-1, self.n_a)

    def solve(self, guess: Steps, tight: dict[str, Array]) -> Steps:
        """Solve the program from a guess. tight : (N, n_a) part by which each limit is tightened in each interval."""
        n = self.count
        low, high = np.zeros(4 * n + 2), np.full(4 * n + 2, np.inf)
        low[n + 1 : 2 * n + 2] = low[3 * n + 2 :] = -np.inf
        low[2 * n + 2 : 3 * n + 2] = 1e-6
        for place, speed in ((0, self.ends[0]), (n, self.ends[1])):
            low[place] = high[place] = speed / self.units[0]
            if speed == 0:
                low[n + 1 + place] = high[n + 1 + place] = 0.0
        room = np.concatenate([np.repeat(1 - tight[kind], 2, axis=0).ravel(order="F") for kind in self.kinds])
        fixed = np.zeros(3 * n)
        parameters = np.concatenate([part.ravel(order="F") for part in self.friction(guess.v)])
        x0 = np.concatenate([part / unit for part, unit in zip(_parts(guess), self.units, strict=True)])
        with suppress(RuntimeError):  # the caller checks the result, and `status` gives the reason
            found: Any = self.solver(
                x0=x0, p=parameters, lbx=low, ubx=high, lbg=np.concatenate([fixed, -room]), ubg=np.concatenate([fixed, room])
            )
            self.status = str(self.solver.stats()["return_status"])
            parts = np.split(np.asarray(found["x"]).ravel(), [n + 1, 2 * n + 2, 3 * n + 2])
            return Steps(*(part * unit for part, unit in zip(parts, self.units, strict=True)))
        self.status = "error"
        return guess


def _parts(steps: Steps) -> tuple[Array, Array, Array, Array]:
    return steps.v, steps.a, steps.h, steps.j
