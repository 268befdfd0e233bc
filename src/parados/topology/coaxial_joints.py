"""Joints on one axis, measured by the motion that they make together.

A screw (helical joint) with a lead of 5 mm turns by 125 rad to slide by 0.1 m, and the nut after it turns back by the same
angle. Counted in radians both joints move far, although the rod only slides and no later link turns. Therefore the distance
between two configurations is measured by motions. On an axis with a screw, these are the slide [m] and the turn [rad] of the
last link on the axis relative to the first; on all other axes, they are the joint variables. A robot without screws is measured
by its joint variables only.
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
"""Sine of an angle, or a distance divided by the size of the mechanism, below which two axes count as the same."""


@dataclass(frozen=True)
class AxisMotion:
    """The motions of the joints on one axis.

    joints : (m,) indices of the joints, from the base outward
    matrix : (m, m) matrix that maps joint positions to motions [rad or m]
    turning : (m,) True for motions that are turns
    pitch : smallest pitch [m/rad] of the screws that are measured by their turn; infinite if there is none
    """

    joints: tuple[int, ...]
    matrix: Array
    turning: tuple[bool, ...]
    pitch: float


@dataclass(frozen=True)
class Motions:
    """Positions of all joints as motions of comparable size, 1 rad or 1 m; other unknowns may follow the joints.

    axes : motions of the axes with a screw; each other joint is one motion by itself
    turning : (n_t,) True for motions that are turns
    periodic : (n_t,) True for motions that return to the same position after a whole turn
    """

    axes: tuple[AxisMotion, ...]
    turning: NDArray[np.bool_]
    periodic: NDArray[np.bool_]

    @staticmethod
    def of(mechanism: Mechanism) -> Motions:
        """Build the motions of a mechanism."""
        axes = tuple(_axis_motion(mechanism, run) for run in _screw_axes(mechanism))
        turning = np.array([joint.unit == "rad" for joint in mechanism.joints], dtype=bool)
        periodic = mechanism.periodic
        for axis in axes:
            own = list(axis.joints)
            # a motion is periodic if a whole turn of it moves only periodic joints, each by whole turns
            moved = np.linalg.inv(axis.matrix)
            hinges = np.array([mechanism.joints[k].screw.period is not None for k in own])
            whole = (np.abs(moved) < ALIGNED) | (hinges[:, None] & (np.abs(moved - np.round(moved)) < ALIGNED))
            turning[own], periodic[own] = axis.turning, whole.all(axis=0) & np.array(axis.turning)
        return Motions(axes, turning, periodic)

    def measured(self, u: Array) -> Array:
        """Convert unknowns (..., n) to motions (..., n)."""
        if not self.axes:
            return u
        v = np.array(u, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            v[..., own] = u[..., own] @ axis.matrix.T
        return v

    def unknowns(self, v: Array) -> Array:
        """Convert motions (..., n) to unknowns (..., n)."""
        if not self.axes:
            return v
        u = np.array(v, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            u[..., own] = np.linalg.solve(axis.matrix, v[..., own, None])[..., 0]
        return u

    def columns(self, J: Array) -> Array:
        """Convert derivatives with respect to the unknowns (..., k, n) to derivatives with respect to the motions."""
        if not self.axes:
            return J
        by_motions = np.array(J, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            by_motions[..., own] = J[..., own] @ np.linalg.inv(axis.matrix)
        return by_motions

    @property
    def finest_pitch(self) -> float:
        """Smallest pitch [m/rad] of all screws that are measured by their turn; infinite if there is none."""
        return min([axis.pitch for axis in self.axes], default=np.inf)

    def entering(self, moved: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(..., n) True for the unknowns that enter the motions marked in `moved` (..., n)."""
        found = moved.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[..., own] = moved[..., own] @ (axis.matrix != 0)
        return found

    def known(self, named: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(n,) True for the motions that depend only on the unknowns marked in `named` (n,)."""
        found = named.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[own] = [named[own][row != 0].all() for row in axis.matrix]
        return found


def _screws(mechanism: Mechanism) -> set[int]:
    """Return the indices of the screws, i.e. the joints that turn and slide."""
    return {k for k, joint in enumerate(mechanism.joints) if joint.screw.turn and joint.screw.slide}


def _screw_axes(mechanism: Mechanism) -> list[list[int]]:
    """List the joints of each axis with a screw."""
    screws = _screws(mechanism)
    return [run for run in _runs(mechanism) if screws & set(run)] if screws else []


def _runs(mechanism: Mechanism) -> Iterator[list[int]]:
    """Yield runs of consecutive joints on one axis; each joint is the only successor of the previous one."""
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
    """Mark the joints (`wound`) that share an axis with a screw; several successors of one link are included."""
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
    """List the closures on a link: the index of each closure, and the side ("a" or "b") of the link."""
    ends = [(k, side, end) for k, c in enumerate(mechanism.closures) for side, end in (("a", c.a), ("b", c.b))]
    return [(k, side) for k, side, end in ends if end == link]


def _free_turn(mechanism: Mechanism, link: int) -> tuple[int, str] | None:
    """Find the closure that leaves a turn of a link about its axis free, and the side of the link; None if there is none."""
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
    """Return the closures in axes that do not turn with a screw whose turn they leave free.

    In the axes of the screw, the rows of the closure would turn with the screw many times before the loop is closed.
    """
    closures = list(mechanism.closures)
    for run in _screw_axes(mechanism):
        if (end := _free_turn(mechanism, run[-1])) is not None:
            index, side = end
            c = closures[index]
            if side == "a":  # with one free rotation, the rows use all axes of frame a except the free one
                c = replace(c, a=c.b, frame_a=c.frame_b, b=c.a, frame_b=c.frame_a, free=c.free[::-1])
            closures[index] = replace(c, owner="a")
    return tuple(closures)


def _axis_motion(mechanism: Mechanism, run: list[int]) -> AxisMotion:
    """Choose the motions of an axis: turn and slide of its last link, then single joints if the axis has more joints.

    The turn is left out if the closure at the end leaves it free.
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
    """Append a row to the chosen rows if it is independent of them."""
    more = [*chosen, row]
    lengths = [r / max(float(np.linalg.norm(r)), 1e-300) for r, _ in more]
    return more if np.linalg.matrix_rank(np.array(lengths), tol=1e-12) == len(more) else chosen
