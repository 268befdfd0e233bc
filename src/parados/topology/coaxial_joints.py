"""Joints on one axis, measured by the motion that they make together.

A screw of 5 mm a turn has to turn by 125 rad to slide by 0.1 m, and the nut behind it turns back by as much: counted in
radians both make a long way, although the rod only slides and nothing that follows it turns. How far a mechanism moves is
therefore measured by motions: along an axis on which a screw stands, the slide [m] and the turn [rad] of the last link on it
against the first, elsewhere the joints themselves. A robot without screws is measured by its joints alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import BASE, Closure, Mechanism

__all__ = ["AxisMotion", "Motions"]

Array = NDArray[np.float64]

ALIGNED = 1e-9
"""Sine of an angle, or a distance over the size of the mechanism, below which an axis is the same as another."""


@dataclass(frozen=True)
class AxisMotion:
    """The motions of the joints on one axis.

    joints : (m,) indices of the joints, from the base outward
    matrix : (m, m) motions [rad or m] of the joints' positions
    turning : (m,) which of the motions are turns
    pitch : the smallest slide over a turn [m/rad] of a screw that is measured by its turn; infinite where there is none
    """

    joints: tuple[int, ...]
    matrix: Array
    turning: tuple[bool, ...]
    pitch: float


@dataclass(frozen=True)
class Motions:
    """Positions of all joints as motions that matter alike, 1 rad or 1 m; other unknowns may stand behind the joints.

    axes : of the axes on which a screw stands; the other joints are their own motions
    turning, periodic : (n_t,) which motions are turns, and which lead back to the same position after a whole one
    """

    axes: tuple[AxisMotion, ...]
    turning: NDArray[np.bool_]
    periodic: NDArray[np.bool_]

    @staticmethod
    def of(mechanism: Mechanism) -> Motions:
        """The motions of a mechanism."""
        axes = tuple(_axis_motion(mechanism, run) for run in _runs(mechanism) if _has_screw(mechanism, run))
        turning = np.array([joint.unit == "rad" for joint in mechanism.joints], dtype=bool)
        periodic = mechanism.periodic
        for axis in axes:
            own = list(axis.joints)
            # a motion is periodic where a whole turn of it moves periodic joints alone, each by whole turns
            moved = np.linalg.inv(axis.matrix)
            whole = (np.abs(moved) < ALIGNED) | (mechanism.periodic[own][:, None] & (np.abs(moved - np.round(moved)) < ALIGNED))
            turning[own], periodic[own] = axis.turning, whole.all(axis=0) & np.array(axis.turning)
        return Motions(axes, turning, periodic)

    def measured(self, u: Array) -> Array:
        """(..., n) the motions at unknowns (..., n)."""
        v = np.array(u, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            v[..., own] = u[..., own] @ axis.matrix.T
        return v

    def unknowns(self, v: Array) -> Array:
        """(..., n) the unknowns at motions (..., n)."""
        u = np.array(v, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            u[..., own] = np.linalg.solve(axis.matrix, v[..., own, None])[..., 0]
        return u

    def columns(self, J: Array) -> Array:
        """(..., k, n) derivatives by the motions, from those by the unknowns."""
        by_motions = np.array(J, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            by_motions[..., own] = J[..., own] @ np.linalg.inv(axis.matrix)
        return by_motions

    @property
    def finest_pitch(self) -> float:
        """The smallest slide over a turn [m/rad] of all screws that are measured by their turns; infinite without one."""
        return min([axis.pitch for axis in self.axes], default=np.inf)

    def entering(self, moved: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(..., n) which unknowns belong to motions (..., n) that are marked."""
        found = moved.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[..., own] = moved[..., own] @ (axis.matrix != 0)
        return found

    def known(self, named: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(n,) which motions follow from the unknowns (n,) that are named."""
        found = named.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[own] = [named[own][row != 0].all() for row in axis.matrix]
        return found


def _has_screw(mechanism: Mechanism, run: Sequence[int]) -> bool:
    screws = [mechanism.joints[k].screw for k in run]
    return any(screw.turn and screw.slide for screw in screws)


def _runs(mechanism: Mechanism) -> Iterator[list[int]]:
    """Joints that follow each other on one axis, each the only successor of the one before."""
    joints = mechanism.joints
    counts = np.bincount([j.antecedent for j in joints if j.antecedent != BASE], minlength=len(joints))
    runs: dict[int, list[int]] = {}
    for k, joint in enumerate(joints):
        before = joint.antecedent
        together = before != BASE and counts[before] == 1 and not _ends(mechanism, before)
        if together and _on_axis(joint.fixed, mechanism.size):
            runs[k] = runs[before]
            runs[k].append(k)
        else:
            runs[k] = [k]
    yield from {id(run): run for run in runs.values()}.values()


def _on_axis(frame: Array, size: float) -> bool:
    """Tell whether the z axis of a frame (4, 4) is the z axis of the frame in which it is given."""
    return bool(np.linalg.norm(frame[:2, 2]) < ALIGNED and np.linalg.norm(frame[:2, 3]) < ALIGNED * size)


def _ends(mechanism: Mechanism, link: int) -> list[tuple[Closure, Array, int]]:
    """The closures on a link, with the frame on it and the free axis that turns with this frame, if two are free."""
    found = []
    for closure in mechanism.closures:
        found += [(closure, closure.frame_a, 0)] * (closure.a == link) + [(closure, closure.frame_b, 1)] * (closure.b == link)
    return found


def _turn_is_free(mechanism: Mechanism, link: int) -> bool:
    """Tell whether a turn of a link about its own axis is lost in the one closure on it."""
    ends = _ends(mechanism, link)
    if len(ends) != 1 or any(joint.antecedent == link for joint in mechanism.joints):
        return False
    closure, frame, side = ends[0]
    along = [bool(np.linalg.norm(frame[:2, axis]) < ALIGNED) for axis in range(3)]
    aside = np.linalg.norm(frame[:2, 3]) > ALIGNED * mechanism.size
    if aside or not all(along[axis] for axis in closure.free_translations):
        return False
    free = closure.free_rotations
    return len(free) == 3 or (len(free) > 0 and along[free[min(side, len(free) - 1)]])


def _axis_motion(mechanism: Mechanism, run: list[int]) -> AxisMotion:
    """The turn and the slide of the last link on an axis, and joints by themselves where there are more of them.

    The turn counts unless the closure at the end leaves it free.
    """
    joints = [mechanism.joints[k] for k in run]
    signs = np.cumprod([1.0, *[np.sign(joint.fixed[2, 2]) for joint in joints[1:]]])
    turn = signs * [joint.screw.turn for joint in joints]
    slide = signs * [joint.screw.slide for joint in joints]
    rows = [] if _turn_is_free(mechanism, run[-1]) else [(turn, True)]
    rows += [(slide, False), *[(own, joint.unit == "rad") for own, joint in zip(np.eye(len(run)), joints, strict=True)]]
    chosen: list[tuple[Array, bool]] = reduce(_with_independent, rows, [])
    slides = any(row is slide for row, _ in chosen)
    pitch = np.inf if slides else min(abs(joint.screw.slide) for joint in joints if joint.screw.turn and joint.screw.slide)
    return AxisMotion(tuple(run), np.array([row for row, _ in chosen]), tuple(is_turn for _, is_turn in chosen), pitch)


def _with_independent(chosen: list[tuple[Array, bool]], row: tuple[Array, bool]) -> list[tuple[Array, bool]]:
    """The rows with one more where it is independent of them."""
    more = [*chosen, row]
    lengths = [r / max(float(np.linalg.norm(r)), 1e-300) for r, _ in more]
    return more if np.linalg.matrix_rank(np.array(lengths), tol=1e-12) == len(more) else chosen
