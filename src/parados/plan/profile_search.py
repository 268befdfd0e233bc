"""One round of the search for the fastest profile: linear rows, the passes over the grid, the exact limits, tighter rows."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.plan.actuator_limits import Bounds
from parados.plan.interval_lines import Intervals
from parados.plan.interval_rows import FINE, PARTS, ROWS, between, peaks, rows_of
from parados.plan.path_grid import points_within
from parados.plan.path_limits import Linear, limit_names, linear_parts, ratios
from parados.plan.path_points import PathPoints
from parados.plan.reachability import BlockedError, fastest_profile

__all__ = ["FLOOR", "ProfileSearch"]

Array = NDArray[np.float64]

FLOOR = 1e-15
"""Smallest z at which the limits are linearised, as a part of the largest z."""

UNBOUNDED = 1e25
"""A squared speed above this is not bounded by any row."""


class ProfileSearch:
    """Rounds of linear rows and passes; `tight` (N, rows) is the part by which each limit is tightened in each interval."""

    def __init__(self, points: PathPoints, bounds: Bounds, grid: Array, ends: tuple[float, float]) -> None:
        self.points, self.bounds, self.grid, self.ends = points, bounds, grid, ends
        self.rows_at = points.only(ROWS)
        self.names = limit_names(bounds, points.model.actuated_names)
        self.tight = np.zeros((len(grid) - 1, len(self.names)))

    def solve(self, linear: Linear, z: Array, u: Array) -> Array:
        """Return the fastest profile of the limits that were linearised at z, u (N, 3)."""
        found = fastest_profile(Intervals(*rows_of(linear, z, u, self.tight, self.grid)), *self.ends)
        if found.max() > UNBOUNDED:
            raise InputError("limits: they do not bound the speed on this path; give more limits")
        return found

    def start(self) -> tuple[Array, Array]:
        """Return z and u (N, 3) at which the limits are first linearised: the fastest profile without friction and power."""
        shape = self.rows_at.s.shape
        unit, rest = np.full(shape, self.points.path.length**2), np.zeros(shape)
        try:
            linear = linear_parts(self.rows_at, self.bounds, unit, rest, False, secant=float(unit[0, 0]))
            own = np.array([kind != "power" for kind, _ in self.names])
            free = Linear(*(np.where(own, part, 0.0) for part in (linear.r0, linear.r_u, linear.r_z)))
            z, u = between(self.grid, self.solve(free, unit, rest), PARTS[ROWS])
        except BlockedError:
            z, u = 1e-6 * unit, rest
        z = np.maximum(z, FLOOR * z.max())
        if "power" in self.bounds.given:  # where the power is exceeded, slow down until the same efforts keep it
            tau = self.rows_at.efforts(z, u)
            used = (np.abs(tau * self.rows_at.rates) * np.sqrt(z)[..., None] / self.bounds.power).max(axis=2)
            z = z / np.maximum(used, 1.0) ** 2
        return z, u

    def exact(self, z: Array, parts: Array = PARTS) -> Array:
        """Return the exact ratios (N, k, rows) on a profile, at parts (k,) of the intervals."""
        points = self.points if parts is PARTS else self.fine
        inner, u = between(self.grid, z, parts)
        return ratios(points, self.bounds, inner, u, points.efforts(inner, u))

    @cached_property
    def fine(self) -> PathPoints:
        """The points `FINE` of the intervals, for the last check."""
        return replace(self.points, s=points_within(self.grid, FINE))

    def tighten(self, dense: Array, exact: Array, stubborn: bool = False) -> None:
        """Tighten the rows of intervals in which a ratio is larger between the points of the rows than at them.

        dense : ratios (N, k, rows) at any points of the intervals;  exact : at the points `PARTS`
        stubborn : True tightens by all of the excess, also where it is due to the linear parts
        """
        top = peaks(dense)
        more = top - exact[:, ROWS].max(axis=1)
        if stubborn:
            more = np.maximum(more, self.tight + top - 1)
        self.tight = np.where(top > 1 - 1e-3, np.maximum(self.tight, more), self.tight)
