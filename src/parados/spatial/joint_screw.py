"""Motion of a joint with one degree of freedom: revolute, prismatic or helical."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["PRISMATIC", "REVOLUTE", "Screw"]


@dataclass(frozen=True)
class Screw:
    """Motion of a joint about and along the z axis of its frame.

    turn : 1 if the joint turns by its variable [rad], else 0
    slide : translation along z for one unit of the variable [m/rad]; 1 for a prismatic joint
    """

    turn: int
    slide: float

    @property
    def unit(self) -> str:
        """Unit of the joint variable, "rad" or "m"."""
        return "rad" if self.turn else "m"

    @property
    def period(self) -> float | None:
        """Period of the joint variable: 2 pi for a revolute joint, None for the others."""
        return 2 * np.pi if self.turn and not self.slide else None


REVOLUTE = Screw(1, 0.0)
PRISMATIC = Screw(0, 1.0)
