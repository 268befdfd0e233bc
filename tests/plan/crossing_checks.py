"""Shared checks of planned crossings: efforts computed from the trajectory, and their steps at singularities."""

from __future__ import annotations

import numpy as np

__all__ = ["BESIDE", "CRITERION", "ONE_VALUE", "efforts", "worst_step"]

BESIDE = np.array([1e-3, 1e-6, 1e-9])
"""Times from a singular instant at which efforts are compared [s]."""

ONE_VALUE = 1e-3
"""Largest difference between efforts 1 us and 1 ns from the instant, as a fraction of the largest effort there."""

CRITERION = 1e-10
"""Largest violation of a criterion, as a fraction of |t_s| |f|."""


def efforts(motion, trajectory, t):
    """Return (N, n_a) efforts by the inverse dynamics, without the jerk that a limit would need."""
    at = trajectory(np.atleast_1d(t))
    return motion.model.inverse_dynamics(at.x, at.xd, at.xdd, mode=motion.mode)


def worst_step(motion):
    """Return the largest difference between efforts near the singular instants, as a fraction of the largest effort.

    Efforts 1 us and 1 ns from an instant are compared, and efforts before and after it.
    """
    worst = 0.0
    for passage in motion.passages:
        before, after = (efforts(motion, motion.trajectory, passage.time + side * BESIDE) for side in (-1, 1))
        steps = [before[2] - before[1], after[2] - after[1], after[2] - before[2]]
        worst = max(worst, float(np.abs(steps).max() / np.abs([before, after]).max()))
    return worst
