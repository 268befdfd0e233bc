"""What the tests of planned crossings share: efforts from the trajectory alone, and their steps at singularities."""

from __future__ import annotations

import numpy as np

__all__ = ["BESIDE", "CRITERION", "ONE_VALUE", "efforts", "worst_step"]

BESIDE = np.array([1e-3, 1e-6, 1e-9])
"""[s]"""

ONE_VALUE = 1e-3
"""How far samples 1 us and 1 ns beside the instant may be apart, as part of the largest effort there."""

CRITERION = 1e-10
"""Part of |t_s| |f|."""


def efforts(motion, trajectory, t):
    """(N, n_a) by the inverse dynamics without the jerk that a limit would need."""
    at = trajectory(np.atleast_1d(t))
    return motion.model.inverse_dynamics(at.x, at.xd, at.xdd, mode=motion.mode)


def worst_step(motion):
    """How far efforts 1 us and 1 ns beside the instants, and on both sides, are apart, as part of the largest."""
    worst = 0.0
    for passage in motion.passages:
        before, after = (efforts(motion, motion.trajectory, passage.time + side * BESIDE) for side in (-1, 1))
        steps = [before[2] - before[1], after[2] - after[1], after[2] - before[2]]
        worst = max(worst, float(np.abs(steps).max() / np.abs([before, after]).max()))
    return worst
