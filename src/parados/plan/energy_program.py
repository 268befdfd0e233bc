"""Program for the profile z(s) = sd^2 with the least energy in a given time, solved by IPOPT.

With z a straight line and u = sdd constant in each interval, the efforts in its middle, tau = a u + h_z z + h_v sqrt(z) + tau_0,
give

    E = sum of (losses . tau^2) dt + (P+ + recover P-) ds        dt = 2 Delta / (sqrt(z_0) + sqrt(z_1))

where P+ and P- are the positive and negative parts of the work tau q' of each actuator. Without viscous friction E and the
time are convex functions of z (Verscheure et al.). Friction is taken as linear in the speed sqrt(z), as viscous
friction is, and is exact at the profile of the round before.

The unknowns are y = log(z / z_mean), where z_mean is the squared mean speed. In a long time a robot waits where its efforts are
small: z is there smaller by many powers of ten than on the rest of the path, and the time too steep a function of z for IPOPT.

References
----------
D. Verscheure, B. Demeulenaere, J. Swevers, J. De Schutter, M. Diehl, Time-optimal path tracking for robots: a convex
optimization approach, IEEE Transactions on Automatic Control 54(10), 2009.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.plan.quiet_ipopt import QUIET, SOLVED

__all__ = ["EnergyProgram", "Rounded"]

Array = NDArray[np.float64]

LOWEST, HIGHEST = 1e-16, 1e20
"""Smallest and largest z inside the path, as parts of the squared mean speed."""

SETTINGS = QUIET | {"ipopt.mu_strategy": "adaptive"}
"""With the monotone strategy IPOPT takes some programs with long durations for infeasible."""

GLOBALISATIONS = ("obj-constr-filter", "never-monotone-mode")
"""Rules of IPOPT for its barrier, in the order of trial. Where a robot waits, the steps of the first may become too small to end,
on some processors; the second ends there, but now and then with 0.1 % more energy."""


@dataclass(frozen=True)
class Rounded:
    """Parts of one round: tau = tau_0 + a u + h_z z + h_v sqrt(z) in the middles; rows low <= G z <= high of the limits.

    tau_0, h_z, h_v : (N, n_a)
    alpha, beta : (N, K) coefficients of the rows at both ends of each interval;  gamma : (N, K)
    """

    tau_0: Array
    h_z: Array
    h_v: Array
    alpha: Array
    beta: Array
    gamma: Array


class EnergyProgram:
    """Program over a grid (N + 1,).

    a, rates : (N, n_a) inertia and q' in the middles of the intervals
    losses : (n_a,) heat of squared efforts;  recover : part of the braking power that is recovered, or None to leave out work
    duration : [s];  periodic : True if the speed at the end is that at the start, otherwise both ends are at rest
    """

    def __init__(
        self, grid: Array, a: Array, rates: Array, losses: Array, recover: float | None, duration: float, periodic: bool
    ) -> None:
        self.grid, self.a, self.rates = grid, a, rates
        self.losses, self.recover, self.duration, self.periodic = losses, recover, duration, periodic
        self.unit = ((grid[-1] - grid[0]) / duration) ** 2
        self.status = ""

    def solve(self, parts: Rounded, guess: Array) -> Array:
        """Return the profile z (N + 1,) of one round."""
        count, n_a = self.a.shape
        y = ca.SX.sym("y", count if self.periodic else count - 1)  # the ends are at rest, or the same
        z = ca.exp(y)
        driven = ca.SX.sym("w", count, n_a) if self.recover is not None else ca.SX(count, 0)
        Z = ca.vertcat(z, z[0]) * self.unit if self.periodic else ca.vertcat(0, z * self.unit, 0)
        step = np.diff(self.grid)
        u, middle = (Z[1:] - Z[:-1]) / (2 * step), (Z[1:] + Z[:-1]) / 2
        time = 2 * step / (ca.sqrt(Z[1:]) + ca.sqrt(Z[:-1]))
        wide = [ca.repmat(part, 1, n_a) for part in (u, middle)]
        tau = ca.DM(parts.tau_0) + ca.DM(self.a) * wide[0] + ca.DM(parts.h_z) * wide[1] + ca.DM(parts.h_v) * ca.sqrt(wide[1])
        cost = ca.sum1(time * ca.mtimes(tau**2, ca.DM(self.losses)))
        g, low, high = [ca.sum1(time) / self.duration], [1.0], [1.0]
        size = self._size(parts, guess)
        if self.recover is not None:
            work = tau * ca.DM(self.rates * step[:, None]) / size
            cost += ca.sum1(ca.sum2(driven)) * size
            for share in (1.0, self.recover):  # driven >= work and driven >= recover * work: the larger one is met
                g.append(ca.vec(driven - share * work))
                low += [0.0] * (count * n_a)
                high += [np.inf] * (count * n_a)
        rows = ca.DM(parts.alpha) * Z[:-1] + ca.DM(parts.beta) * Z[1:] if parts.alpha.size else ca.SX(count, 0)
        g.append(ca.vec(rows))
        low += [-np.inf] * parts.gamma.size
        high += parts.gamma.ravel(order="F").tolist()
        problem = {"x": ca.vertcat(y, ca.vec(driven)), "f": cost / size, "g": ca.vertcat(*g)}
        return self._run(problem, guess, low, high, driven.numel())

    def _size(self, parts: Rounded, guess: Array) -> float:
        """Return the heat of the guess, the unit of energy."""
        step = np.diff(self.grid)
        u, middle = np.diff(guess) / (2 * step), (guess[1:] + guess[:-1]) / 2
        tau = parts.tau_0 + self.a * u[:, None] + parts.h_z * middle[:, None] + parts.h_v * np.sqrt(middle)[:, None]
        return float(max((2 * step / (np.sqrt(guess[1:]) + np.sqrt(guess[:-1])) * (tau**2 @ self.losses)).sum(), 1e-12))

    def _run(self, problem: Any, guess: Array, low: list[float], high: list[float], more: int) -> Array:
        """Return the profile of a program; `more` is the number of its unknowns that follow those of the profile."""
        inner, none = guess[:-1] if self.periodic else guess[1:-1], np.full(more, np.inf)
        least = np.concatenate([np.full(len(inner), np.log(LOWEST)), -none])
        most = np.concatenate([np.full(len(inner), np.log(HIGHEST)), none])
        first = np.clip(inner / self.unit, LOWEST, HIGHEST)
        start = np.concatenate([np.log(first), np.zeros(more)])
        for rule in GLOBALISATIONS:
            solver = ca.nlpsol("energy", "ipopt", problem, SETTINGS | {"ipopt.adaptive_mu_globalization": rule})
            found = solver(x0=start, lbx=least, ubx=most, lbg=low, ubg=high)
            self.status = str(solver.stats()["return_status"])
            if self.status in SOLVED:
                break
        z = np.exp(np.asarray(found["x"]).ravel()[: len(inner)]) * self.unit
        return np.append(z, z[0]) if self.periodic else np.concatenate([[0.0], z, [0.0]])
