"""The pick-and-place cycle: lift, cross, lower, and the same way back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.sources.motion import Motion

__all__ = ["LONG", "SHORT", "Cycle"]

Array = NDArray[np.float64]

RATE = 2000.0
"""Samples a second, that of the paper's recordings [Hz]."""


@dataclass(frozen=True)
class Cycle:
    """There and back along y, centred below the robot, every movement a polynomial of the seventh degree.

    The crossing starts before the lift ends, which rounds the corners; fractions are of the time of one way.
    """

    length: float  #: of the crossing [m]
    duration: float  #: of one way [s]
    lift: float = 0.025  #: [m]
    height: float = -0.8  #: z at which is picked and placed [m]
    lifting: float = 0.3  #: fraction in which the lift, and the lowering, is done
    waiting: float = 0.1  #: fraction after which the crossing starts, before whose end it arrives
    direction: float = np.pi / 2  #: of the crossing, from x about z [rad]

    def motion(self) -> Motion:
        """One way and back, without a pause."""
        return self._one_way(np.linspace(0, self.duration, round(self.duration * RATE) + 1)).and_back()

    def _one_way(self, t: Array) -> Motion:
        T = self.duration
        across = self.length * _step(t, self.waiting * T, (1 - self.waiting) * T)
        across[0] -= self.length / 2
        up = self.lift * (_step(t, 0, self.lifting * T) - _step(t, (1 - self.lifting) * T, T))
        up[0] += self.height
        c, s = np.cos(self.direction), np.sin(self.direction)
        return Motion(t, *(np.column_stack([c * a, s * a, u]) for a, u in zip(across, up, strict=True)))


def _step(t: Array, start: float, end: float) -> Array:
    """(3, N) from 0 to 1 by 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7, at whose ends the jerk vanishes; with two time derivatives."""
    span = end - start
    u = np.clip((t - start) / span, 0, 1)
    return np.stack(
        [
            u**4 * (35 - 84 * u + 70 * u**2 - 20 * u**3),
            140 * u**3 * (1 - u) ** 3 / span,
            420 * u**2 * (1 - u) ** 2 * (1 - 2 * u) / span**2,
        ]
    )


SHORT = Cycle(length=0.305, duration=0.2)
LONG = Cycle(length=0.700, duration=0.3)
