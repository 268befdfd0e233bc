"""The closure rows of one leg, split into actuated joints, passive joints and platform, without units.

A leg's closures (to the platform, and those inside the leg) give  A qd_a + D qd_d + X t = 0. Rows of translations and
the platform's velocity are divided by the characteristic length, as are the rates of sliding joints, so that every
entry is a pure number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import Mechanism

__all__ = ["LegBlock", "leg_blocks", "scales"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegBlock:
    """Where a leg stands in the closure Jacobian (m, n_t + 6).

    Attributes
    ----------
    rows : of all its closures
    active, passive : columns of its joints
    """

    leg: int
    name: str
    rows: tuple[int, ...]
    active: tuple[int, ...]
    passive: tuple[int, ...]

    def split(self, J: Array) -> tuple[Array, Array, Array]:
        """A (..., m, a), D (..., m, d) and X (..., m, 6) of closure Jacobians (..., rows, n_t + 6)."""
        own = J[..., list(self.rows), :]
        return own[..., list(self.active)], own[..., list(self.passive)], own[..., -6:]


def _row_owners(mechanism: Mechanism) -> list[tuple[int, bool]]:
    """For each closure row its leg and whether it is a translation."""
    owners = []
    for closure in mechanism.closures:
        translations = 3 - len(closure.free_translations)
        rotations = 3 - len(closure.free_rotations)
        owners += [(closure.leg, True)] * translations + [(closure.leg, False)] * rotations
    return owners


def leg_blocks(mechanism: Mechanism) -> list[LegBlock]:
    """One block for each leg that has closures."""
    owners = _row_owners(mechanism)
    blocks = []
    for leg, name in enumerate(mechanism.leg_names):
        rows = tuple(k for k, (owner, _) in enumerate(owners) if owner == leg)
        joints = [k for k, joint in enumerate(mechanism.joints) if joint.leg == leg]
        active = tuple(k for k in joints if k in mechanism.actuated)
        if rows:
            blocks.append(LegBlock(leg, name, rows, active, tuple(k for k in joints if k not in active)))
    return blocks


def scales(mechanism: Mechanism, length: float) -> tuple[Array, Array]:
    """Factors of the rows (m,) and of the columns (n_t + 6,) that take the units away."""
    rows = np.array([1 / length if translation else 1.0 for _, translation in _row_owners(mechanism)])
    joints = [length if joint.prismatic else 1.0 for joint in mechanism.joints]
    return rows, np.array([*joints, *[length] * 3, *[1.0] * 3])
