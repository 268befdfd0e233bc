"""Fastest profile along a path within limits that hold at every point, also between the grid points.

1. Linearise the limits at a profile (`path_limits`) at the ends and in the middle of each interval.
2. Find the fastest profile of the linear rows (`reachability`).
3. Evaluate the exact limits on that profile at many points of every interval. Where a limit is exceeded between the points
   of the rows, tighten the rows of that interval by the difference.

The steps repeat until the profile stands still and no limit is exceeded. Without viscous friction and power limits the rows
are exact, and only step 3 repeats; otherwise this is sequential linear programming, and the result is a local optimum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.plan.actuator_limits import Bounds
from parados.plan.interval_rows import FINE, PARTS, ROWS, between, peaks
from parados.plan.path_limits import linear_parts
from parados.plan.path_points import PathPoints
from parados.plan.profile_search import FLOOR, ProfileSearch
from parados.plan.reachability import BlockedError

__all__ = ["Profile", "fastest", "profile_time"]

Array = NDArray[np.float64]

ALLOWED = 2e-7
"""Largest part by which a limit may be exceeded at a checked point."""

SETTLED = 1e-7
"""The profile stands still if its time changes by less than this part."""

ROUNDS = 60

STUBBORN = 12
"""Number of rounds after which the rows are tightened by every excess, so that the search ends."""

SLOWER = 12
"""Number of times that the speeds at which the limits are linearised are halved before a path is infeasible."""


@dataclass(frozen=True)
class Profile:
    """Profile over a grid.

    grid, z : (N + 1,) lengths and squared path speeds at the grid points
    excess : largest part by which a limit is exceeded;  rounds : number of rounds
    """

    grid: Array
    z: Array
    excess: float
    rounds: int

    @property
    def duration(self) -> float:
        return profile_time(self.grid, self.z)


def profile_time(grid: Array, z: Array) -> float:
    """Return the time of a profile whose z is a straight line in each interval [s]."""
    v = np.sqrt(z)
    return float((2 * np.diff(grid) / (v[1:] + v[:-1])).sum())


def fastest(
    points: PathPoints, bounds: Bounds, grid: Array, ends: tuple[float, float], told: Callable[[int], None] | None = None
) -> Profile:
    """Return the fastest profile with given squared speeds at both ends. Raises InputError where a limit blocks the path.

    points : the 13 points `PARTS` of each interval of the grid
    told : called with the number of each finished round
    """
    search = ProfileSearch(points, bounds, grid, ends)
    z_at, u_at = search.start()
    time, slower, uneven = np.inf, 0, False
    for number in range(1, ROUNDS + 1):
        try:
            z = search.solve(linear_parts(search.rows_at, bounds, z_at, u_at, True), z_at, u_at)
        except BlockedError as blocked:
            if slower == SLOWER:
                raise InputError(_sentence(search, blocked)) from None
            slower += 1
            z_at, u_at = z_at / 4, u_at / 4  # at lower speeds the tangents of viscous friction are closer to it near rest
            continue
        exact = search.exact(z)
        excess = float(peaks(exact).max()) - 1
        before, time = time, profile_time(grid, z)
        if told is not None:
            told(number)
        if excess <= ALLOWED and abs(before - time) <= SETTLED * time:
            fine = search.exact(z, FINE)
            excess = float(peaks(fine).max()) - 1
            if excess <= ALLOWED:
                return Profile(grid, z, excess, number)
            search.tighten(fine, exact)
        search.tighten(exact, exact, stubborn=number > STUBBORN)
        uneven = uneven or time > before * (1 + SETTLED)
        z_at, u_at = between(grid, _without_zigzag(z) if uneven else z, PARTS[ROWS])
        z_at = np.maximum(z_at, FLOOR * z.max())
    raise InputError(
        f"path: after {ROUNDS} rounds a limit is still exceeded by {excess:.1e} of it between the grid points; use a finer grid"
    )


def _without_zigzag(z: Array) -> Array:
    """Return a profile without jumps up and down from one grid point to the next; straight lines and the ends stay.

    The largest z at one point may force a small one at the next, and limits that are linearised there would stay so.
    """
    inner = (z[:-2] + 2 * z[1:-1] + z[2:]) / 4
    return np.concatenate([z[:1], inner, z[-1:]])


def _sentence(search: ProfileSearch, blocked: BlockedError) -> str:
    """Say where a path cannot be followed, and by which limits."""
    count = len(search.names)
    words = " and the ".join(dict.fromkeys(f"{kind} of {name}" for kind, name in (search.names[r % count] for r in blocked.rows)))
    s, path = search.grid[blocked.interval], search.points.path
    place = f"path: at s = {s:.6g} of {path.length:.6g}, x = {np.round(path.derivative(np.array([s]), 0)[0], 6).tolist()}, "
    if blocked.static:
        return place + f"the limits on the {words} cannot be kept at any speed along the path"
    if blocked.interval == 0:
        return (
            place + f"the motion cannot start with a path speed of {np.sqrt(search.ends[0]):.4g} within the limits on the {words}"
        )
    return place + f"no speed leads on to the rest of the path within the limits on the {words}"
