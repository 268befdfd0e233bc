"""Move the answer of a solver into the feasible set, where round-off left it outside.

An interior-point method ends near the border of a cone, on either side of it. No constraint is loosened: a body outside is moved
on the straight way to its prior, which is inside, as little as needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.body_priors import as_standard
from parados.identify.consistent_program import ConsistentProgram, Solution

__all__ = ["LEAST", "repaired"]

Array = NDArray[np.float64]

LEAST = 1e-9
"""Smallest eigenvalue of X that a body keeps; 1 is the prior, and round-off of the standard parameters is far below."""

SLACK = -1e-13
"""Slack of an inequality, relative to its size, that is still round-off of its evaluation."""

STEPS = (0.0, *np.logspace(-12, 0, 49).tolist())
"""Parts of the way to the prior that are tried, in this order."""

VISIBLE = 1e-4
"""Part of the way to the prior beyond which the answer of the solver was not merely rounded."""


def repaired(program: ConsistentProgram, solution: Solution) -> tuple[Solution, dict[str, float]]:
    """Return a feasible solution, and for each moved body the part of the way to the prior by which it was moved."""
    y = _clipped(program, solution.y)
    moved: dict[str, float] = {}
    X = list(solution.X)
    for k, body in enumerate(program.bodies):
        own = program.limits.of(body.name)
        step = next((step for step in STEPS if _inside(program, k, own, _blend(X[k], step))), None)
        if step is None or step > VISIBLE:
            raise InputError(f"bounds: the prior of {body.name} is outside the bounds; give a prior within them, or widen them")
        X[k] = _blend(X[k], step)
        if step:
            moved[body.name] = step
    return Solution(X, y, solution.accurate), moved


def _clipped(program: ConsistentProgram, y: Array) -> Array:
    """Return the numbers within their own bounds; an inequality with two of them (fs + fb) keeps the slack of the solver."""
    found, limits = y.copy(), program.limits
    for k, one in enumerate(program.scalars):
        for row, least in zip(limits.rows[limits.of(one.name)], limits.least[limits.of(one.name)], strict=True):
            if np.count_nonzero(row) == 1:
                bound = least / (row[one.place] * one.scale)
                found[k] = max(found[k], bound) if row[one.place] > 0 else min(found[k], bound)
    return found


def _blend(X: Array, step: float) -> Array:
    return np.asarray((1 - step) * X + step * np.eye(4))


def _inside(program: ConsistentProgram, k: int, own: NDArray[np.bool_], X: Array) -> bool:
    """Tell whether body k with the matrix X is a real body within its own bounds."""
    if np.linalg.eigvalsh(X)[0] < LEAST:
        return False
    body = program.bodies[k]
    chi = np.zeros(len(program.constant))
    chi[body.places] = as_standard(body.factor @ X @ body.factor.T)
    return bool((program.limits.slack(chi)[own] >= SLACK).all())
