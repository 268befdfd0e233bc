"""Lengths of arrows: how many newtons are as long as a part of the robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parados.errors import ParadosError

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot

__all__ = ["ForceScale", "force_scale", "rounded"]

PART = 0.3
"""Length of an arrow for the reference force, over the size of the robot."""

GRAVITY = 9.81
"""Weight of the reference mass [m/s^2]; for a robot that works without gravity too."""

DEFAULT = 10.0
"""Reference force of a robot without masses [N]."""


@dataclass(frozen=True)
class ForceScale:
    """Reference force [N] and moment [N m], and the length of their arrows [m]."""

    force: float
    moment: float
    length: float

    def longer(self, factor: float) -> ForceScale:
        """Return a scale whose arrows are longer by a factor."""
        return ForceScale(self.force, self.moment, self.length * factor)


def force_scale(pose: PosedRobot, size: float) -> ForceScale:
    """Choose a scale for a robot of a size [m]: the reference force is about a third of the weight of its moving bodies."""
    try:
        mass = float(np.max(pose.model.moving_mass))
    except ParadosError:  # base parameters are not masses
        mass = 0.0
    force = rounded(GRAVITY * mass / 3) if mass > 0 else DEFAULT
    return ForceScale(force, rounded(force * size / 4), PART * size)


def rounded(value: float) -> float:
    """Return the nearest of 1, 2, 5 times a power of ten, on a logarithmic scale."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(power * min((1, 2, 5, 10), key=lambda k: abs(np.log(k * power / value))))
