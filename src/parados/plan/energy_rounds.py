"""Rounds of the search for the least energy: linear parts at a profile, a program, and a check between the grid points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import simpson

from parados.arguments import Progress, report_progress
from parados.errors import InputError
from parados.plan.actuator_limits import Bounds
from parados.plan.energy_program import EnergyProgram, Rounded
from parados.plan.interval_rows import PARTS, ROWS, between, peaks, rows_of
from parados.plan.path_limits import limit_names, linear_parts, ratios, slope_of_bias
from parados.plan.path_points import PathPoints
from parados.plan.quiet_ipopt import INFEASIBLE, SOLVED

__all__ = ["EnergyRounds"]

Array = NDArray[np.float64]

ALLOWED = 5e-7
"""Largest part by which a limit may be exceeded."""

SETTLED = 1e-7
"""The search ends if a round reduces the energy by less than this part."""

ROUNDS = 30


class EnergyRounds:
    """Rounds of linear parts and programs, as in `fastest`."""

    def __init__(self, program: EnergyProgram, points: PathPoints, bounds: Bounds) -> None:
        self.program, self.points, self.bounds, self.grid = program, points, bounds, program.grid
        self.middles, self.rows_at = points.only([6]), points.only(ROWS)

    def start(self) -> Array:
        """Return the profile of the quintic law, or of an even speed for a periodic motion."""
        r = (self.grid - self.grid[0]) / (self.grid[-1] - self.grid[0])
        if self.program.periodic:
            return np.full(len(r), self.program.unit)
        fine = np.linspace(0.0, 1.0, 4001)
        s, v = fine**3 * (10 - 15 * fine + 6 * fine**2), 30 * fine**2 * (1 - fine) ** 2
        return np.interp(r, s, v**2) * self.program.unit

    def run(self, progress: Progress | None) -> tuple[Array, int]:
        """Return the profile and the number of rounds. Raises InputError if no motion keeps the limits.

        Rounds may go to and fro between profiles that wait at neighbouring points: the best profile within the limits counts.
        """
        z, best, least = np.maximum(self.start(), 1e-4 * self.program.unit), np.zeros(0), np.inf
        if not self.program.periodic:
            z[[0, -1]] = 0.0
        tight = np.zeros((len(z) - 1, len(limit_names(self.bounds, self.points.model.actuated_names))))
        for number in range(1, ROUNDS + 1):
            z = self.program.solve(self._linear(z, tight), z)
            report_progress(progress, number, ROUNDS)
            self._check_solved()
            energy, excess = self.energy(z), 0.0
            if self.bounds.given:
                exact = self._exact(z)
                top, excess = peaks(exact), float(peaks(exact).max()) - 1
                more = np.where(top > 1 - 1e-3, np.maximum(top - exact[:, ROWS].max(axis=1), 0.0), 0.0)
                tight = np.maximum(tight + np.maximum(top - 1, 0.0), more)
            if excess <= ALLOWED:
                before = least
                if energy < least:
                    best, least = z, energy
                if before - energy <= SETTLED * abs(energy):
                    return best, number
        raise InputError(f"duration: the search did not settle in {ROUNDS} rounds; use more intervals or a longer duration")

    def _check_solved(self) -> None:
        """Raise InputError if the last program has no solution, or if its solution was not found."""
        seconds, status = f"{self.program.duration:g} s", self.program.status
        if status == INFEASIBLE:
            raise InputError(f"duration: no motion of {seconds} keeps the limits (IPOPT says {status}); time_optimal finds the "
                             "shortest one")  # fmt: skip
        if status not in SOLVED:
            raise InputError(f"duration: the search for a motion of {seconds} did not end (IPOPT says {status}); use another "
                             "duration or number of intervals")  # fmt: skip

    def _exact(self, z: Array) -> Array:
        inner, u = between(self.grid, z, PARTS)
        return ratios(self.points, self.bounds, inner, u, self.points.efforts(inner, u))

    def _linear(self, z: Array, tight: Array) -> Rounded:
        middle, _ = between(self.grid, z, PARTS[[6]])
        v = np.sqrt(middle)[..., None]
        h_z = slope_of_bias(self.middles, middle, False)
        h_v = 2 * v * (slope_of_bias(self.middles, middle, True) - h_z)
        tau_0 = self.middles.efforts(middle, 0.0) - h_z * v**2 - h_v * v
        none = np.zeros((len(z) - 1, 0))
        if not self.bounds.given:
            return Rounded(tau_0[:, 0], h_z[:, 0], h_v[:, 0], none, none, none)
        at, u = between(self.grid, z, PARTS[ROWS])
        at = np.maximum(at, 1e-12 * z.max())
        linear = linear_parts(self.rows_at, self.bounds, at, u, True)
        return Rounded(tau_0[:, 0], h_z[:, 0], h_v[:, 0], *rows_of(linear, at, u, tight, self.grid))

    def energy(self, z: Array) -> float:
        """Return the energy of a profile with the exact efforts, by the rule of Simpson in every interval."""
        parts, weights = PARTS[ROWS], np.array([1.0, 4.0, 1.0]) / 6
        inner, u = between(self.grid, z, parts)
        tau = self.rows_at.efforts(inner, u)
        v = np.sqrt(z)
        time = 2 * np.diff(self.grid) / np.maximum(v[1:] + v[:-1], 1e-300)
        heat = float(((tau**2 @ self.program.losses) @ weights) @ time)
        if self.program.recover is None:
            return heat
        work = np.diff(self.grid)[:, None] * np.einsum("nka,k->na", tau * self.rows_at.rates, weights)
        return heat + float(np.maximum(work, self.program.recover * work).sum())

    def plain_energy(self) -> float:
        """Return the energy of the quintic law, or of an even speed for a periodic motion, by the rule of Simpson in time."""
        r = np.linspace(0.0, 1.0, 2001)
        s, v, a = r**3 * (10 - 15 * r + 6 * r**2), 30 * r**2 * (1 - r) ** 2, 60 * r * (1 - r) * (1 - 2 * r)
        if self.program.periodic:
            s, v, a = r, np.ones_like(r), np.zeros_like(r)
        duration, length, own = self.program.duration, self.grid[-1] - self.grid[0], self.points
        at = PathPoints(own.model, own.path, (self.grid[0] + length * s)[:, None], own.mode, own.wrench)
        speed = v[:, None] * length / duration
        tau = at.efforts(speed**2, a[:, None] * length / duration**2)[:, 0]
        power = tau**2 @ self.program.losses
        if self.program.recover is not None:
            work = tau * at.rates[:, 0] * speed
            power += np.maximum(work, self.program.recover * work).sum(axis=1)
        return float(simpson(power, x=duration * r))
