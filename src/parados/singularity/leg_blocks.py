"""Dimensionless unit twists of one leg: effect of its joints, cut joints included, on the platform and on the leg's loops.

Every joint of a leg counts, whether it is in the tree or cut by a closure. So the matrices are the same wherever the leg
is cut. Legs that are connected with each other count as one (`topology.limbs`). Twists are taken at one point of the platform,
in base axes. Velocities and the rates of sliding joints are divided by the characteristic length, so every entry is a pure
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.topology.limbs import limbs
from parados.topology.mechanism import Closure, Mechanism

__all__ = ["LegBlock", "leg_blocks", "without_units"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegBlock:
    """Columns of one leg, or of legs that are connected, among the unit twists of all closures.

    For each closure the unit twists are, side by side, those of the joints of the closure's leg and those of the motions
    that the cut joint allows.

    Attributes
    ----------
    joints : indices of the leg's joints in the tree; the leg's rates are those of these joints, then those of its cut joints
    active : places of the actuated joints among the leg's rates
    way : for each rate the column of the chain to the platform, -1 if the joint is not part of the chain
    loops : the same for each closure inside the leg
    ways : the same for each further chain to the platform, which moves it as `way` does
    """

    leg: int
    name: str
    joints: tuple[int, ...]
    active: tuple[int, ...]
    way: tuple[int, ...]
    loops: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...] = ()

    @property
    def passive(self) -> tuple[int, ...]:
        """Places of the passive joints, cut joints included, among the rates."""
        return tuple(k for k in range(len(self.way)) if k not in self.active)

    def twists(self, screws: Array) -> tuple[Array, Array]:
        """Return T (N, 6, k), the platform's twist over the leg's rates, and L (N, 6 l, k), with L rates = 0 in the loops."""
        wide = np.concatenate([screws, np.zeros((*screws.shape[:2], 1))], axis=2)
        T = wide[:, :, list(self.way)]
        L = [wide[:, :, list(loop)] for loop in self.loops] + [wide[:, :, list(way)] - T for way in self.ways]
        return T, np.concatenate([*L, np.zeros((len(wide), 0, len(self.way)))], axis=1)


def leg_blocks(mechanism: Mechanism) -> list[LegBlock]:
    """Return one block for each leg, or limb of several legs, that is connected to the platform."""
    joined = limbs(mechanism)
    joints = [[k for k, joint in enumerate(mechanism.joints) if joint.leg in limb] for limb in joined]
    starts = np.cumsum([0, *[len(joints[closure.leg]) + len(closure.free) for closure in mechanism.closures]])
    blocks = []
    for leg, limb in enumerate(joined):
        own = [(int(start), c) for start, c in zip(starts, mechanism.closures, strict=False) if c.leg in limb]
        ways = [_columns(start, c, len(joints[leg]), own) for start, c in own if not mechanism.is_inner(c)]
        loops = [_columns(start, c, len(joints[leg]), own) for start, c in own if mechanism.is_inner(c)]
        active = tuple(place for place, k in enumerate(joints[leg]) if k in mechanism.actuated)
        if ways and leg == limb[0]:
            name = " with ".join(mechanism.leg_names[k] for k in limb)
            blocks.append(LegBlock(leg, name, tuple(joints[leg]), active, ways[0], tuple(loops), tuple(ways[1:])))
    return blocks


def _columns(start: int, closure: Closure, count: int, own: Sequence[tuple[int, Closure]]) -> tuple[int, ...]:
    """Return the columns of one closure for the rates of its leg: joints of the tree, then cut joints of each closure."""
    free = [start + count + k if other is closure else -1 for _, other in own for k in range(len(other.free))]
    return (*range(start, start + count), *free)


def without_units(mechanism: Mechanism, screws: Array, shift: Array, length: float) -> Array:
    """Return the unit twists (N, 6, .) of all closures, moved from P by `shift` (N, 3) [m] and made dimensionless.

    screws : (N, 6, .) unit twists at P in SI units;  length : characteristic length [m]
    """
    flags, joined = [], limbs(mechanism)
    for closure in mechanism.closures:
        flags.append([joint.unit == "m" for joint in mechanism.joints if joint.leg in joined[closure.leg]])
        flags.append([True] * len(closure.free_translations) + [False] * len(closure.free_rotations))
    columns = np.where(np.concatenate(flags).astype(bool), length, 1.0)
    omega = screws[:, 3:]
    v = screws[:, :3] if not shift.any() else screws[:, :3] + np.cross(omega, shift[:, :, None], axis=1)
    return np.concatenate([v / length, omega], axis=1) * columns
