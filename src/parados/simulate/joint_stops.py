"""Limits of joints in a simulation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.simulate.contacts import STILL
from parados.simulate.rigid_system import Moment

__all__ = ["AT_LIMIT", "Stops", "turning"]

Array = NDArray[np.float64]

AT_LIMIT = 1e-12
"""Distance from a limit [rad, m] below which a joint is at it."""

TURNS_BACK = 1e-13
"""Rate against its direction, per unit of the largest rate plus one, at which a joint turns back."""


def turning(joint: int, sign: float, zd: Array) -> float:
    """Return a number that becomes negative when a joint that moves in the direction `sign` turns back."""
    return float(sign * zd[joint] + TURNS_BACK * (1 + np.abs(zd).max(initial=0.0)))


@dataclass(frozen=True)
class Stops:
    """Limits of joints: what happens at them, and where they are.

    Attributes
    ----------
    bounds : (n_t, 2) limits [rad, m]; infinite if there are none
    restitution : part of its speed with which a joint leaves its limit; None if the run ends at a limit
    """

    bounds: Array
    restitution: float | None

    @property
    def places(self) -> list[tuple[int, int]]:
        """Joints with limits, each with +1 for its lower and -1 for its upper one."""
        finite = np.isfinite(self.bounds)
        return [(int(k), sign) for k in range(len(finite)) for sign, side in ((1, 0), (-1, 1)) if finite[k, side]]

    def gap(self, joint: int, sign: int, z: Array) -> float:
        """Distance of a joint from a limit [rad, m]; negative beyond it."""
        return float(sign * (z[joint] - self.bounds[joint, 0 if sign > 0 else 1]))

    def margin(self, joint: int, sign: int, at: Moment, since: Moment) -> float:
        """Return a number that becomes negative at a time after `since`, when a joint passes a limit.

        A joint that leaves its limit is still there up to round-off; until it comes back it does not pass it.
        """
        gap = self.gap(joint, sign, at.pose.z) + AT_LIMIT / 2
        leaves = self.gap(joint, sign, since.pose.z) <= AT_LIMIT and turning(joint, sign, since.zd) > 0
        return max(gap, turning(joint, sign, at.zd)) if leaves else gap

    def touching(self, z: Array, zd: Array) -> dict[int, int]:
        """Joints at a limit that do not leave it: index -> +1 for the lower limit, -1 for the upper one.

        There are none if a run ends at limits.
        """
        slow = STILL * (1 + np.abs(zd).max(initial=0.0))
        places = self.places if self.restitution is not None else []
        return {k: sign for k, sign in places if self.gap(k, sign, z) <= AT_LIMIT and sign * zd[k] <= slow}
