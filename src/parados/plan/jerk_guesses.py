"""Starts for the program with a limited jerk: a slow motion that keeps every limit, and the motion without that limit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.plan.jerk_program import Steps
from parados.plan.optimal_motion import OptimalMotion
from parados.trajectory.along import Along, passing_times
from parados.trajectory.speed_laws import law_over

__all__ = ["fast_guess", "slow_guess"]

Array = NDArray[np.float64]


def fast_guess(motion: OptimalMotion, grid: Array) -> Steps:
    """Return steps near the motion without the limit on the jerk."""
    law = motion.trajectory.law
    s, v = law._derivative(law.breaks, 0)[:, 0], law._derivative(law.breaks, 1)[:, 0]
    at = np.sqrt(np.interp(grid, s, v**2))
    h = 2 * np.diff(grid) / np.maximum(at[1:] + at[:-1], 1e-6 * at.max())
    a = np.gradient(at, np.concatenate([[0.0], np.cumsum(h)]))
    return Steps(at, a, h, np.diff(a) / h)


def slow_guess(motion: OptimalMotion, grid: Array, ends: tuple[float, float]) -> Steps:
    """Return steps near a smooth motion from rest to rest that keeps every limit; near the fast motion for other ends."""
    path = motion.trajectory.path
    if max(ends) > 0:
        return fast_guess(motion, grid)
    for factor in 1.3 ** np.arange(1, 40):
        law = law_over(path.length, factor * motion.duration, "quintic")
        if replace(motion, trajectory=Along(path, law)).excess < 0:
            break
    t = passing_times(law, grid)
    v, a = law._derivative(t, 1)[:, 0], law._derivative(t, 2)[:, 0]
    return Steps(v, a, np.diff(t), np.diff(a) / np.diff(t))
