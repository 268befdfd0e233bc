"""Fastest speed law with a limited jerk of the actuators, whose limits hold between the grid points too.

The program (`jerk_program`) keeps the limits at both ends of every interval. The exact limits are then evaluated inside all
intervals; where one is exceeded, the program is solved again with tighter limits in that interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.plan.jerk_guesses import fast_guess, slow_guess
from parados.plan.jerk_program import JerkProgram, Steps
from parados.plan.optimal_motion import OptimalMotion
from parados.plan.path_grid import friction_turns, points_within
from parados.plan.path_points import PathPoints
from parados.plan.quiet_ipopt import SOLVED
from parados.trajectory.along import Along
from parados.trajectory.geometric_paths import GeometricPath
from parados.trajectory.piecewise import Piecewise

__all__ = ["jerk_grid", "jerk_limited_law", "third_derivatives"]

Array = NDArray[np.float64]

JUMP = 1e-6
"""A path has a jump of its second derivative if it changes by more than this part of its size at a break."""

ALLOWED = 5e-7
"""Largest part by which a limit may be exceeded."""

ROUNDS = 25

SLOWED = 1.05
"""Factor of time between the result of a round and the start of the next one."""


NEAR = 0.1
"""Grid points closer to a break than this part of the mean step are dropped."""


def jerk_grid(path: GeometricPath, count: int, other: Array) -> Array:
    """Return a grid that is dense near both ends, where a motion from rest moves with the cube of time.

    other : places that must be grid points
    """
    r = np.linspace(0.0, 1.0, count + 1)
    s = path.length * r**3 * (10 - 15 * r + 6 * r**2)
    gap = np.minimum(np.gradient(s), path.length / count)
    inner = [place for place in other if gap[0] < place < path.length - gap[0]]
    far = np.array([all(abs(one - place) > NEAR * step for place in inner) for one, step in zip(s, gap, strict=True)])
    far[[0, -1]] = True
    return np.union1d(s[far], inner)


def check_smooth(path: GeometricPath) -> None:
    """Raise an error if the second derivative of a path jumps: the jerk would be infinite there at every speed."""
    inner = path.breaks[1:-1]
    step = 1e-9 * path.length
    before, after = (path.derivative(inner + side * step, 2) for side in (-1, 1))
    size = max(float(np.abs(path.derivative(np.linspace(0.0, path.length, 1001), 2)).max()), 1e-300)
    jump = np.abs(after - before).max(axis=1, initial=0.0)
    if len(jump) and jump.max() > JUMP * size:
        at = inner[int(jump.argmax())]
        raise InputError(
            f"path: its curvature jumps at s = {at:.6g} of {path.length:.6g}, so the jerk is infinite there; "
            'use polyline(..., corner="smooth") or path_through'
        )


def third_derivatives(points: PathPoints, grid: Array) -> Array:
    """Return q''' at points (N, k) of the intervals, by differences of q'' inside each interval."""
    h = 1e-3 * np.diff(grid)[:, None]
    s = np.clip(points.s, grid[:-1, None] + 3 * h, grid[1:, None] - 3 * h)
    total = np.zeros_like(points.rates)
    for k, weight in ((-2, 1 / 12), (-1, -8 / 12), (1, 8 / 12), (2, -1 / 12)):
        moved = PathPoints(points.model, points.path, s + k * h, points.mode, points.wrench)
        total += weight * moved.curvatures
    return total / h[..., None]


def jerk_limited_law(
    motion: OptimalMotion, count: int, ends: tuple[float, float], told: Callable[[int], None]
) -> tuple[Piecewise, str]:
    """Return the law, and a sentence about how it was found. motion : the fastest motion without the limit on the jerk."""
    path, model = motion.trajectory.path, motion.model
    check_smooth(path)
    turns = friction_turns(model, path, np.linspace(0.0, path.length, 1001), motion.mode)
    grid = jerk_grid(path, count, np.union1d(path.breaks, turns))
    points = PathPoints(model, path, points_within(grid, np.array([0.0, 1.0])), motion.mode, motion.wrench)
    program = JerkProgram(points, third_derivatives(points, grid), motion.bounds, grid, ends, motion.duration)
    kept = {kind: np.zeros((len(grid) - 1, len(model.actuated_names))) for kind in program.kinds}
    reasons = []
    for guess in (slow_guess(motion, grid, ends), fast_guess(motion, grid)):
        steps, tight = guess, {kind: zero.copy() for kind, zero in kept.items()}
        for number in range(1, ROUNDS + 1):
            steps = program.solve(steps, tight)
            told(number)
            if program.status not in SOLVED:
                reasons.append(f"IPOPT says {program.status}")
                break
            law = law_of_steps(steps, path.length)
            found = replace(motion, trajectory=Along(path, law))
            if found.excess <= ALLOWED:
                how = f"IPOPT ({program.status}) on {len(grid) - 1} intervals of constant jerk along the path, {number} rounds."
                return law, how + f" Without the limit on the jerk the motion would take {motion.duration:.6g} s."
            _tighten(tight, found)
            steps = slowed(steps)
        else:
            reasons.append(f"a limit is still exceeded by {found.excess:.1e} of it after {ROUNDS} rounds")
    raise InputError(f"limits: no motion with this limit on the jerk was found: {reasons[0]}; use other limits or intervals")


def slowed(steps: Steps) -> Steps:
    """Return the same law in slow motion: IPOPT needs a start at which no limit is active."""
    return Steps(steps.v / SLOWED, steps.a / SLOWED**2, steps.h * SLOWED, steps.j / SLOWED**3)


def _tighten(tight: dict[str, Array], found: OptimalMotion) -> None:
    names = found.model.actuated_names
    for (kind, name), use in found.use.items():
        top = use.max(axis=1)
        column = tight[kind][:, names.index(name)]
        column += np.where(top > 1, 1.05 * (top - 1), 0.0)


def law_of_steps(steps: Steps, length: float) -> Piecewise:
    """Return the speed law with a piecewise constant third derivative, integrated exactly and scaled to the length."""
    from scipy.interpolate import PPoly

    state, rows = np.array([0.0, steps.v[0], steps.a[0]]), []
    for h, j in zip(steps.h, steps.j, strict=True):
        s, v, a = state
        rows.append([j / 6, a / 2, v, s])
        state = np.array([s + v * h + a * h * h / 2 + j * h**3 / 6, v + a * h + j * h * h / 2, a + j * h])
    times = np.concatenate([[0.0], np.cumsum(steps.h)])
    return Piecewise(PPoly(np.array(rows).T[:, :, None] * (length / state[0]), times))
