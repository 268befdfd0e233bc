"""Dimensionless unit twists of one leg, of all its joints: their effect on the end body of the leg and on its loops.

The end body is the platform, or the body of an articulated platform to which the leg is connected (the "held" body). Every joint
of a leg counts, whether it is in the tree or cut by a closure. So the matrices are the same wherever the leg is cut. Twists are
taken at one point of the platform, in base axes. Velocities and the rates of sliding joints are divided by the characteristic
length, so every entry is a pure number. Legs that are connected to each other count as one leg. A leg
with several closures to the platform has a loop for each closure after the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.spatial.live_numbers import nominal
from parados.topology.joint_couplings import coupling_rows
from parados.topology.leg_groups import LegGroup, closure_joints, leg_groups
from parados.topology.mechanism import Closure, Mechanism

__all__ = ["LegBlock", "leg_blocks", "rate_units", "screw_units", "starts", "without_units"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegBlock:
    """Columns of one leg among the unit twists of all closures.

    For each closure the unit twists are, side by side, those of the joints in its loop (`closure_joints`) and those of the
    motions that the cut joint allows.

    Attributes
    ----------
    joints : indices of the leg's joints in the tree; the leg's rates are those of these joints, then those of its cut joints
    active : places of the actuated joints among the leg's rates
    ways : for each closure to the platform, and each rate, its column in the unit twists; -1 for cut joints of other closures
    loops : the same for each closure inside the leg
    carried : columns of the joints of an articulated platform in the first closure of the leg; empty for other platforms
    couplings : (c, n) coefficients of the rates of the joints [rad/s, m/s] in the couplings of the leg
    """

    name: str
    joints: tuple[int, ...]
    active: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]
    loops: tuple[tuple[int, ...], ...]
    carried: tuple[int, ...]
    couplings: Array

    @property
    def passive(self) -> tuple[int, ...]:
        """Places of the passive joints, cut joints included, among the rates."""
        return tuple(k for k in range(len(self.ways[0])) if k not in self.active)

    def twists(self, screws: Array, scales: Array) -> tuple[Array, Array]:
        """Return T (N, 6, k) and L (N, l, k) over the k rates of the leg: T rates is the twist of its end body, L rates = 0.

        screws : (N, 6, m) unit twists of all closures;  scales : (n_t,) units of the rates of all joints
        """
        wide = np.concatenate([screws, np.zeros((*screws.shape[:2], 1))], axis=2)
        T = wide[:, :, list(self.ways[0])]
        L = [wide[:, :, list(loop)] for loop in self.loops] + [wide[:, :, list(way)] - T for way in self.ways[1:]]
        tied = np.zeros((len(self.couplings), T.shape[2]))
        tied[:, : len(self.joints)] = self.couplings * scales[list(self.joints)]
        tied /= np.maximum(np.abs(tied).max(axis=1, keepdims=True, initial=0.0), 1e-300)
        return T, np.concatenate([*L, np.broadcast_to(tied, (len(wide), *tied.shape))], axis=1)

    def held(self, screws: Array) -> Array:
        """Return J_b (N, 6, n_p): the end body has the twist J_b p relative to the platform, p are the rates of joints on it."""
        return -screws[:, :, list(self.carried)]


def starts(mechanism: Mechanism) -> list[int]:
    """Return the first column of each closure among the unit twists of all closures."""
    widths = [
        len(joints) + len(closure.free) for joints, closure in zip(closure_joints(mechanism), mechanism.closures, strict=True)
    ]
    return [int(start) for start in np.cumsum([0, *widths[:-1]])]


def leg_blocks(mechanism: Mechanism) -> list[LegBlock]:
    """Return one block for each group of connected legs that is connected to the platform."""
    first = dict(zip((closure.name for closure in mechanism.closures), starts(mechanism), strict=True))
    return [_block(mechanism, group, first) for group in leg_groups(mechanism) if group.holds_platform]


def _block(mechanism: Mechanism, group: LegGroup, first: dict[str, int]) -> LegBlock:
    several = len({closure.b for closure in group.outer}) != 1
    if several or any(k not in group.joints for coupling in group.couplings for k in coupling.factors):
        reason = "holds several bodies of the articulated platform at once" if several else "is coupled to joints on the platform"
        raise InputError(
            f"{mechanism.name}: {group.name} {reason}; distances to singularities are defined for legs that hold one body "
            "each by closures (model.matrices gives A and B of this robot)"
        )
    closures, count = (*group.outer, *group.inner), len(group.joints)
    begins = [first[closure.name] for closure in closures]
    carried, outer = len(mechanism.on_platform), len(group.outer)
    columns = [_columns(start, c, count, carried, closures) for start, c in zip(begins, closures, strict=True)]
    return LegBlock(
        name=group.name,
        joints=group.joints,
        active=tuple(place for place, k in enumerate(group.joints) if k in mechanism.actuated),
        ways=tuple(columns[:outer]),
        loops=tuple(columns[outer:]),
        carried=tuple(range(begins[0] + count, begins[0] + count + carried)),
        couplings=nominal(coupling_rows(group.couplings, len(mechanism.joints)))[:, list(group.joints)],
    )


def _columns(start: int, closure: Closure, count: int, carried: int, closures: Sequence[Closure]) -> tuple[int, ...]:
    """Return the columns of one closure for the rates of its leg: joints of the tree, then cut joints of each closure."""
    cut = start + count + carried
    free = [cut + k if other is closure else -1 for other in closures for k in range(len(other.free))]
    return (*range(start, start + count), *free)


def rate_units(mechanism: Mechanism, length: float) -> Array:
    """(n_t,) units of the joint rates: the characteristic length [m] for sliding joints, 1 rad for others.

    A joint of a coupling has the unit in which it moves with the slowest joint of the coupling: 80 rad for a motor behind a gear
    1:80. So distances do not depend on gear ratios.
    """
    units = np.array([length if joint.unit == "m" else 1.0 for joint in mechanism.joints])
    rows = np.abs(nominal(coupling_rows(mechanism.couplings, len(units)))) * units
    for row in rows:
        tied = row > 0
        units[tied] *= row[tied].max() / row[tied]
    return units


def screw_units(mechanism: Mechanism, length: float) -> Array:
    """(m,) units of the unit twists of all closures: those of the joints in the loop of a closure, then of its free motions."""
    units, columns = rate_units(mechanism, length), []
    for closure, joints in zip(mechanism.closures, closure_joints(mechanism), strict=True):
        columns += units[list(joints)].tolist()
        columns += [length] * len(closure.free_translations) + [1.0] * len(closure.free_rotations)
    return np.array(columns)


def without_units(screws: Array, units: Array, shift: Array, length: float) -> Array:
    """Return the unit twists (N, 6, m) of all closures, moved from P by `shift` (N, 3) [m] and made dimensionless.

    screws : (N, 6, m) unit twists at P in SI units;  units : (m,) their units;  length : characteristic length [m]
    """
    omega = screws[:, 3:]
    v = screws[:, :3] if not shift.any() else screws[:, :3] + np.cross(omega, shift[:, :, None], axis=1)
    return np.concatenate([v / length, omega], axis=1) * units
