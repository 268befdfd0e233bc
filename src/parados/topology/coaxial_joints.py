"""Joints on one axis, measured by the motion that they make together.

A screw of 5 mm a turn has to turn by 125 rad to slide by 0.1 m, and the nut behind it turns back by as much: counted in
radians both make a long way, although the rod only slides and nothing that follows it turns. How far a mechanism moves is
therefore measured by motions: along an axis on which a screw stands, the slide [m] and the turn [rad] of the last link on it
against the first, elsewhere the joints themselves. A robot without screws is measured by its joints alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import BASE, Closure, Mechanism

__all__ = ["AxisMotion", "Motions", "still_closures", "with_counted_turns"]

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
        axes = tuple(_axis_motion(mechanism, run) for run in _screw_axes(mechanism))
        turning = np.array([joint.unit == "rad" for joint in mechanism.joints], dtype=bool)
        periodic = mechanism.periodic
        for axis in axes:
            own = list(axis.joints)
            # a motion is periodic where a whole turn of it moves periodic joints alone, each by whole turns
            moved = np.linalg.inv(axis.matrix)
            hinges = np.array([mechanism.joints[k].screw.period is not None for k in own])
            whole = (np.abs(moved) < ALIGNED) | (hinges[:, None] & (np.abs(moved - np.round(moved)) < ALIGNED))
            turning[own], periodic[own] = axis.turning, whole.all(axis=0) & np.array(axis.turning)
        return Motions(axes, turning, periodic)

    def measured(self, u: Array) -> Array:
        """(..., n) the motions at unknowns (..., n)."""
        if not self.axes:
            return u
        v = np.array(u, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            v[..., own] = u[..., own] @ axis.matrix.T
        return v

    def unknowns(self, v: Array) -> Array:
        """(..., n) the unknowns at motions (..., n)."""
        if not self.axes:
            return v
        u = np.array(v, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            u[..., own] = np.linalg.solve(axis.matrix, v[..., own, None])[..., 0]
        return u

    def columns(self, J: Array) -> Array:
        """(..., k, n) derivatives by the motions, from those by the unknowns."""
        if not self.axes:
            return J
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


def _screws(mechanism: Mechanism) -> set[int]:
    """The joints that turn and slide."""
    return {k for k, joint in enumerate(mechanism.joints) if joint.screw.turn and joint.screw.slide}


def _screw_axes(mechanism: Mechanism) -> list[list[int]]:
    """The joints of each axis on which a screw stands."""
    screws = _screws(mechanism)
    return [run for run in _runs(mechanism) if screws & set(run)] if screws else []


def _runs(mechanism: Mechanism) -> Iterator[list[int]]:
    """Joints that follow each other on one axis, each the only successor of the one before."""
    joints = mechanism.joints
    counts = np.bincount([j.antecedent for j in joints if j.antecedent != BASE], minlength=len(joints))
    runs: dict[int, list[int]] = {}
    for k, joint in enumerate(joints):
        before = joint.antecedent
        if before != BASE and counts[before] == 1 and not _ends(mechanism, before) and _on_axis(joint.fixed, mechanism.size):
            runs[k] = runs[before]
            runs[k].append(k)
        else:
            runs[k] = [k]
    yield from {id(run): run for run in runs.values()}.values()


def with_counted_turns(mechanism: Mechanism) -> Mechanism:
    """The same mechanism, with the joints marked that share an axis with a screw, successors of one link too."""
    groups: list[int] = []
    for k, joint in enumerate(mechanism.joints):
        together = joint.antecedent != BASE and _on_axis(joint.fixed, mechanism.size)
        groups.append(groups[joint.antecedent] if together else k)
    wound = {groups[k] for k in _screws(mechanism)}
    joints = tuple(replace(joint, wound=group in wound) for group, joint in zip(groups, mechanism.joints, strict=True))
    return replace(mechanism, joints=joints) if wound else mechanism


def _on_axis(frame: Array, size: float) -> bool:
    """Tell whether the z axis of a frame (4, 4) is the z axis of the frame in which it is given."""
    return bool(np.linalg.norm(frame[:2, 2]) < ALIGNED and np.linalg.norm(frame[:2, 3]) < ALIGNED * size)


def _ends(mechanism: Mechanism, link: int) -> list[tuple[int, str]]:
    """The closures on a link: their indices, and the side that the link is."""
    ends = [(k, side, end) for k, c in enumerate(mechanism.closures) for side, end in (("a", c.a), ("b", c.b))]
    return [(k, side) for k, side, end in ends if end == link]


def _free_turn(mechanism: Mechanism, link: int) -> tuple[int, str] | None:
    """The closure in which a turn of a link about its own axis is lost, and the side that the link is; None without one."""
    ends = _ends(mechanism, link)
    if len(ends) != 1 or any(joint.antecedent == link for joint in mechanism.joints):
        return None
    closure, side = mechanism.closures[ends[0][0]], ends[0][1]
    frame, free = (closure.frame_a if side == "a" else closure.frame_b), closure.free_rotations
    if not free or np.linalg.norm(frame[:2, 3]) > ALIGNED * mechanism.size:
        return None
    along = [bool(np.linalg.norm(frame[:2, axis]) < ALIGNED) for axis in range(3)]
    turns = len(free) == 3 or along[free[0 if side == "a" else -1]]
    slides = not closure.free_translations or (len(free) == 1 and all(along[k] for k in closure.free_translations))
    return ends[0] if turns and slides else None


def still_closures(mechanism: Mechanism) -> tuple[Closure, ...]:
    """The closures, written in axes that do not turn with a screw whose turn they leave free.

    In the axes of the screw their rows would turn with it while the loop is open, many times on the way to a closed one.
    """
    closures = list(mechanism.closures)
    for run in _screw_axes(mechanism):
        if (end := _free_turn(mechanism, run[-1])) is not None:
            index, side = end
            c = closures[index]
            if side == "a":  # with one free rotation the products that are rows use all axes of frame a but the free one
                c = replace(c, a=c.b, frame_a=c.frame_b, b=c.a, frame_b=c.frame_a, free=c.free[::-1])
            closures[index] = replace(c, owner="a")
    return tuple(closures)


def _axis_motion(mechanism: Mechanism, run: list[int]) -> AxisMotion:
    """The turn and the slide of the last link on an axis, and joints by themselves where there are more of them.

    The turn counts unless the closure at the end leaves it free.
    """
    joints = [mechanism.joints[k] for k in run]
    signs = np.cumprod([1.0, *[np.sign(joint.fixed[2, 2]) for joint in joints[1:]]])
    turn = signs * [joint.screw.turn for joint in joints]
    slide = signs * [joint.screw.slide for joint in joints]
    rows = [(turn, True)] if _free_turn(mechanism, run[-1]) is None else []
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
