"""Compare every derivative of a motion with central differences of the derivative one order lower."""

from __future__ import annotations

import numpy as np

STEP = 1e-5
"""Step as a part of the duration. The errors are STEP^2 times a ratio of derivatives, and round-off / STEP: 1e-10 to 1e-7."""


def worst_difference(motion, orders=(0, 1, 2), away=2.5 * STEP):
    """Return the largest difference, divided by the largest derivative, away from the breaks."""
    t, h = np.linspace(*motion.times, 157)[1:-1], STEP * motion.duration
    t = t[np.abs(t[:, None] - motion.breaks).min(axis=1) > away * motion.duration]
    found = []
    for k in orders:
        exact = motion.derivative(t, k + 1)
        difference = (motion.derivative(t + h, k) - motion.derivative(t - h, k)) / (2 * h)
        found.append(
            np.abs(difference - exact).max() / max(np.abs(exact).max(), np.abs(motion.derivative(t, k)).max() / motion.duration)
        )
    return max(found)


def worst_jump(motion, order):
    """Return the largest jump of a derivative at the inner breaks, divided by its largest value."""
    inner = motion.breaks[1:-1]
    size = np.abs(motion.derivative(np.linspace(*motion.times, 301), order)).max()
    beside = 1e-13 * motion.duration
    return np.abs(motion.derivative(inner, order) - motion.derivative(inner - beside, order)).max() / size
