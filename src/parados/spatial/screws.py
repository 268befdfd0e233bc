"""The motion of a joint of one degree of freedom as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["PRISMATIC", "REVOLUTE", "Screw"]


@dataclass(frozen=True)
class Screw:
    """The motion about and along the z axis of a joint's frame.

    turn : 1 if the joint turns by its variable [rad], else 0
    slide : how far it slides for one unit of its variable [m/rad, or 1 for a joint that slides alone]
    """

    turn: int
    slide: float

    @property
    def unit(self) -> str:
        """Unit of the variable."""
        return "rad" if self.turn else "m"

    @property
    def period(self) -> float | None:
        """Change of the variable after which the joint stands as before; None where there is none."""
        return 2 * np.pi if self.turn and not self.slide else None


REVOLUTE = Screw(1, 0.0)
PRISMATIC = Screw(0, 1.0)
