"""Axes with a screw: the joints on each of them, and what a screw on its axis means for the other joints and the closures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import of_members
from parados.topology.mechanism import Closure, Mechanism

__all__ = ["ALIGNED", "free_turn", "screw_axes", "still_closures", "with_counted_turns"]

Array = NDArray[np.float64]

ALIGNED = 1e-9
"""Sine of an angle, or a distance divided by the size of the mechanism, below which two axes count as the same."""


def screw_axes(mechanism: Mechanism) -> list[list[int]]:
    """List the joints of each axis with a screw."""
    screws = _screws(mechanism)
    return [run for run in _runs(mechanism) if screws & set(run)] if screws else []


def _screws(mechanism: Mechanism) -> set[int]:
    """Return the indices of the screws, i.e. the joints that turn and slide."""
    return {k for k, joint in enumerate(mechanism.joints) if joint.screw.turn and joint.screw.slide}


def _runs(mechanism: Mechanism) -> Iterator[list[int]]:
    """Yield runs of consecutive joints on one axis; each joint is the only successor of the previous one."""
    joints = mechanism.joints
    counts = np.bincount([j.antecedent for j in joints if j.antecedent >= 0], minlength=len(joints))
    runs: dict[int, list[int]] = {}
    for k, joint in enumerate(joints):
        before = joint.antecedent
        if before >= 0 and counts[before] == 1 and not _ends(mechanism, before) and _on_axis(joint.fixed, mechanism.size):
            runs[k] = runs[before]
            runs[k].append(k)
        else:
            runs[k] = [k]
    yield from {id(run): run for run in runs.values()}.values()


def _on_axis(frame: Array, size: float) -> bool:
    """Tell whether the z axis of a frame (4, 4) is the z axis of the frame in which it is given."""
    along, apart = (np.linalg.norm(of_members(frame)[:, :2, k], axis=1).max() for k in (2, 3))
    return bool(along < ALIGNED and apart < ALIGNED * size)


def _ends(mechanism: Mechanism, link: int) -> list[tuple[int, str]]:
    """List the closures on a link: the index of each closure, and the side ("a" or "b") of the link."""
    ends = [(k, side, end) for k, c in enumerate(mechanism.closures) for side, end in (("a", c.a), ("b", c.b))]
    return [(k, side) for k, side, end in ends if end == link]


def free_turn(mechanism: Mechanism, link: int) -> tuple[int, str] | None:
    """Find the closure that leaves a turn of a link about its axis free, and the side of the link; None if there is none."""
    ends = _ends(mechanism, link)
    if len(ends) != 1 or any(joint.antecedent == link for joint in mechanism.joints):
        return None
    closure, side = mechanism.closures[ends[0][0]], ends[0][1]
    frame, free = (closure.frame_a if side == "a" else closure.frame_b), closure.free_rotations
    apart = np.linalg.norm(of_members(frame)[:, :2], axis=1).max(axis=0)  # of each axis, and of the origin, from the axis
    if not free or apart[3] > ALIGNED * mechanism.size:
        return None
    along = (apart[:3] < ALIGNED).tolist()
    turns = len(free) == 3 or along[free[0 if side == "a" else -1]]
    slides = not closure.free_translations or (len(free) == 1 and all(along[k] for k in closure.free_translations))
    return ends[0] if turns and slides else None


def with_counted_turns(mechanism: Mechanism) -> Mechanism:
    """Mark the joints (`wound`) that share an axis with a screw; several successors of one link are included."""
    groups: list[int] = []
    for k, joint in enumerate(mechanism.joints):
        together = joint.antecedent >= 0 and _on_axis(joint.fixed, mechanism.size)
        groups.append(groups[joint.antecedent] if together else k)
    wound = {groups[k] for k in _screws(mechanism)}
    joints = tuple(replace(joint, wound=group in wound) for group, joint in zip(groups, mechanism.joints, strict=True))
    return replace(mechanism, joints=joints) if wound else mechanism


def still_closures(mechanism: Mechanism) -> tuple[Closure, ...]:
    """Return the closures in axes that do not turn with a screw whose turn they leave free.

    In the axes of the screw, the rows of the closure would turn with the screw many times before the loop is closed.
    """
    closures = list(mechanism.closures)
    for run in screw_axes(mechanism):
        if (end := free_turn(mechanism, run[-1])) is not None:
            index, side = end
            c = closures[index]
            if side == "a":  # with one free rotation, the rows use all axes of frame a except the free one
                c = c.other_way()
            closures[index] = replace(c, owner="a")
    return tuple(closures)
