"""Pick-and-place cycle: lift, cross, lower, and the same way back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parados.trajectory.base import Trajectory
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.pick_and_place_cycle import pick_and_place_cycle

__all__ = ["LONG", "SHORT", "Cycle"]

RATE = 2000.0
"""Sampling rate, the same as in the recordings of the paper [Hz]."""


@dataclass(frozen=True)
class Cycle:
    """Motion there and back along y, centred below the robot. Every movement is a polynomial of the seventh degree.

    The crossing starts before the lift ends, which rounds the corners. Fractions refer to the time of one way.
    """

    length: float  #: length of the crossing [m]
    duration: float  #: time of one way [s]
    lift: float = 0.025  #: height of the lift [m]
    height: float = -0.8  #: z of the pick and place positions [m]
    lifting: float = 0.3  #: fraction of the time for the lift, and for the lowering
    waiting: float = 0.1  #: fraction of the time before the crossing starts, and after it has ended
    direction: float = np.pi / 2  #: direction of the crossing, angle from x about z [rad]

    def trajectory(self) -> Trajectory:
        """Return the motion one way and back, without a pause."""
        half = self.length / 2 * np.array([np.cos(self.direction), np.sin(self.direction), 0.0])
        low, lift = np.array([0.0, 0.0, self.height]), np.array([0.0, 0.0, self.lift])
        return pick_and_place_cycle(low - half, low + half, lift, self.duration, lifting=self.lifting, waiting=self.waiting)

    def motion(self) -> MotionTable:
        """Return the states of this motion at the sampling rate."""
        both = self.trajectory()
        return both.table(np.linspace(*both.times, 2 * round(self.duration * RATE) + 1))


SHORT = Cycle(length=0.305, duration=0.2)
LONG = Cycle(length=0.700, duration=0.3)
