"""Every derivative of a motion against central differences of the one below."""

from __future__ import annotations

import numpy as np

STEP = 1e-5
"""Of the duration; errors are its square times a ratio of derivatives, and round-off over STEP: 1e-10 to 1e-7."""


def worst_difference(motion, orders=(0, 1, 2), away=2.5 * STEP):
    """Largest difference over the largest derivative, away from the breaks."""
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
    """Largest step of a derivative over its largest value, at all inner breaks."""
    inner = motion.breaks[1:-1]
    size = np.abs(motion.derivative(np.linspace(*motion.times, 301), order)).max()
    beside = 1e-13 * motion.duration
    return np.abs(motion.derivative(inner, order) - motion.derivative(inner - beside, order)).max() / size
