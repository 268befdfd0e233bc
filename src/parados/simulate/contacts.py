"""Which joints stick, slip in which direction, or rest on a stop; impacts on stops.

Between two events these sets do not change, so that the motion is smooth. At an event the next sets follow from the forces
(`box_forces`): a joint at rest sticks if dry friction within its bounds can keep it at rest, otherwise it slips in the direction
of its acceleration; a joint on a stop rests there if the stop has to push.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.model.cut_model import CutPose
from parados.simulate.box_forces import bounded_forces, loads_of
from parados.simulate.rigid_system import Moment, RigidSystem
from parados.simulate.tangent_chart import TangentChart

__all__ = ["Contacts", "Grip", "impact", "settled"]

Array = NDArray[np.float64]

STILL = 1e-9
"""Rate [rad/s, m/s], per unit of the largest rate plus one, below which a joint with dry friction or on a stop is at rest."""

YIELDS = 1e-6
"""Part by which the bounds of dry friction are reduced when they have been reached."""

AT_BOUND = 1e-9
"""Part of the distance of its bounds within which a force is at one of them."""

SURELY = 1e-4
"""Part of the acceleration by the missing friction above which a joint yields; the closures may tie it to joints that hold."""

ACCELERATES = 1e-9
"""Acceleration, per unit of the largest one, below which a joint at rest stays at rest."""


@dataclass(frozen=True)
class Grip:
    """Sets of joints between two events.

    Attributes
    ----------
    direction : (n_t,) sign of dry friction of joints that slip; 0 for joints that stick and for joints without such friction
    stuck : joints that dry friction holds
    resting : joints that rest on a stop: index -> +1 for the lower limit, -1 for the upper one
    """

    direction: Array
    stuck: tuple[int, ...] = ()
    resting: dict[int, int] = field(default_factory=dict)

    @property
    def held(self) -> tuple[int, ...]:
        """Joints that do not move."""
        return tuple(sorted({*self.stuck, *self.resting}))


@dataclass(frozen=True)
class Contacts:
    """Rows and bounds of the forces on joints at rest: (k,) joints, their signs, and bounds [N m, N].

    A joint may occur twice, with dry friction and on a stop.
    """

    joints: NDArray[np.int_]
    signs: Array
    low: Array
    high: Array

    @staticmethod
    def of(system: RigidSystem, stuck: tuple[int, ...], resting: dict[int, int]) -> Contacts:
        """Collect joints that dry friction may hold, then joints on stops."""
        own, stops = np.array(stuck, dtype=int), np.array(list(resting), dtype=int)
        signs = np.concatenate([np.ones(len(own)), np.array(list(resting.values()), dtype=float)])
        low = np.concatenate([system.low[own], np.zeros(len(stops))])
        high = np.concatenate([system.high[own], np.full(len(stops), np.inf)])
        return Contacts(np.concatenate([own, stops]), signs, low, high)

    def rows(self, matrix: Array) -> Array:
        """(k, ...) rows of a matrix (n_z, ...) or vector for these joints, with their signs."""
        return np.asarray((matrix[self.joints].T * self.signs).T)

    def forces(self, at: Moment, basis: Array) -> tuple[Array, Array]:
        """(k,) how much of its bounds each force needs to keep its joint at rest, and (k,) the forces.

        basis : (n_z, d) spans all closed motions
        """
        return loads_of(self.rows(basis), basis.T @ (at.forces.M @ at.zdd - at.forces.Q), self.low, self.high)


def settled(
    system: RigidSystem,
    t: float,
    pose: CutPose,
    zd: Array,
    stops: dict[int, int],
    yielding: bool = False,
) -> Grip:
    """Find the sets of joints at a state.

    stops : joints at a limit that do not leave it: index -> +1 for the lower limit, -1 for the upper one
    yielding : True if dry friction has just reached its bounds, with forces that grow; the bounds are then taken a little
        smaller, so that the joints that will move accelerate now, several at a time if the closures tie them
    """
    moving = np.abs(zd[: system.cut.n_t]) > STILL * (1 + np.abs(zd).max(initial=0.0))
    candidates = tuple(int(k) for k in system.jumping if not moving[k])
    own = np.zeros(system.cut.n_t)
    for k in system.jumping:
        own[k] = np.sign(zd[k]) if moving[k] else 0.0
    if not candidates and not stops:
        return Grip(own)
    chart = TangentChart(system.cut, pose)
    now = system.moment(t, chart, pose, system.cut.closing(pose)[1], chart.V.T @ zd, own)[0]
    contacts = Contacts.of(system, candidates, stops)
    rows, mass = contacts.rows(chart.V), chart.V.T @ now.forces.M @ chart.V
    free = contacts.rows(now.zdd)
    part = 1 - YIELDS if yielding else 1.0
    low, high = part * contacts.low, part * contacts.high
    f = bounded_forces(mass, rows, free, low, high)
    left = free + rows @ np.linalg.solve(mass, rows.T @ f)
    largest = max(float(np.abs(now.zdd).max(initial=0.0)), float(np.abs(free).max(initial=0.0)))
    mobility = np.einsum("kd,dk->k", rows, np.linalg.solve(mass, rows.T))  # acceleration of each joint by a unit force on it
    yields = SURELY * YIELDS * mobility * np.where(np.isfinite(high - low), high - low, 0.0)
    width = AT_BOUND * np.where(np.isfinite(high - low), high - low, np.abs(f).max(initial=0.0))
    goes = ((f <= low + width) | (f >= high - width)) & (np.abs(left) > (yields if yielding else ACCELERATES * largest))
    n = len(candidates)
    for joint, away, value in zip(candidates, goes, left, strict=False):
        own[joint] = np.sign(value) if away else 0.0
    stuck = tuple(joint for joint, away in zip(candidates, goes, strict=False) if not away)
    resting = {joint: sign for (joint, sign), away in zip(stops.items(), goes[n:], strict=True) if not away}
    return Grip(own, stuck, resting)


def impact(system: RigidSystem, pose: CutPose, zd: Array, stops: dict[int, int], restitution: float) -> Array:
    """(n_z,) rates after an impact on stops: index -> +1 for the lower limit, -1 for the upper one.

    Each joint that hits its stop leaves it with at least `restitution` times its speed (Newton's law of impact); impulses only
    push. Dry friction is bounded, so it has no impulse.
    """
    chart = TangentChart(system.cut, pose)
    contacts = Contacts.of(system, (), stops)
    M = system.cut.motion(pose, zd, np.zeros(system.cut.n_t), np.zeros(6))["M"]
    mass, rows, before = chart.V.T @ M @ chart.V, contacts.rows(chart.V), contacts.rows(zd)
    wanted = np.where(before < 0, (1 + restitution) * before, before)
    impulses = bounded_forces(mass, rows, wanted, contacts.low, contacts.high)
    return np.asarray(zd + chart.V @ np.linalg.solve(mass, rows.T @ impulses))
