"""Closure equations at position level: rows that are zero when the loops are closed.

The two frames a and b of a closure may differ only by its free motions. The row of a constrained translation is a
component of the gap between the origins, in the axes of the frame that owns the closure. The row of a constrained rotation
is a product e_i(a) . e_k(b) of two axes that must stay perpendicular.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.spatial.vectors import SX, Frame, dot, unit
from parados.topology.mechanism import BASE, PLATFORM, Closure, Mechanism
from parados.topology.screw_axes import still_closures
from parados.topology.tree import Tree

__all__ = [
    "ClosedFrames",
    "alignment",
    "axis_gaps",
    "body_frame",
    "closing_rows",
    "closure_alignment",
    "closure_frames",
    "closure_residual",
    "closure_rows",
    "perpendicular_axes",
    "residual",
    "still_frames",
]

ClosedFrames = tuple[Closure, Frame, Frame]
"""A closure with its frames a and b in the base."""


def perpendicular_axes(closure: Closure) -> list[tuple[int, int]]:
    """Return pairs (i, k) such that axis i of frame a stays perpendicular to axis k of frame b."""
    free = closure.free_rotations
    match len(free):
        case 3:
            return []
        case 2:
            return [(free[0], free[1])]
        case 1:
            return [(i, free[0]) for i in range(3) if i != free[0]]
    return [(0, 1), (1, 2), (2, 0)]


def closure_rows(closure: Closure) -> int:
    """Return the number of rows of a closure."""
    return 3 - len(closure.free_translations) + len(perpendicular_axes(closure))


def body_frame(tree: Tree, pose: Frame, body: int, fixed: NDArray[np.float64]) -> Frame:
    """Express a frame that is fixed on a link, the base or the platform, in the base."""
    local = Frame.constant(fixed)
    if body == PLATFORM:
        return pose @ local
    return local if body == BASE else tree.frame_of(body, local)


def closure_residual(closure: Closure, a: Frame, b: Frame) -> SX:
    """(k, 1) rows of one closure [m, -]."""
    owner = a if closure.owner == "a" else b
    gap = owner.R.T @ (b.p - a.p)
    rows = [gap[k] for k in range(3) if k not in closure.free_translations]
    rows += [dot(a.R @ unit(i), b.R @ unit(k)) for i, k in perpendicular_axes(closure)]
    return ca.vertcat(*rows)


def closure_alignment(closure: Closure, a: Frame, b: Frame) -> SX:
    """(k, 1) cosines that are 1 where the closure is closed.

    Axes are perpendicular also when one frame is turned by a half or a third of a turn; these cosines exclude that.
    """
    return ca.vertcat(SX(0, 1), *[dot(a.R @ unit(k), b.R @ unit(k)) for k in _shared_axes(closure)])


def _shared_axes(closure: Closure) -> tuple[int, ...]:
    """Return the axes k such that axis k of frame a equals axis k of frame b where the closure is closed."""
    return {0: (0, 1, 2), 1: closure.free_rotations}.get(len(closure.free_rotations), ())


def closure_frames(mechanism: Mechanism, tree: Tree, pose: Frame) -> list[ClosedFrames]:
    """Every closure with its two frames in the base."""
    return [(c, body_frame(tree, pose, c.a, c.frame_a), body_frame(tree, pose, c.b, c.frame_b)) for c in mechanism.closures]


def still_frames(mechanism: Mechanism, frames: Sequence[ClosedFrames]) -> list[ClosedFrames]:
    """Return the frames of all closures; a and b are exchanged if the rows would turn with a screw otherwise.

    This happens after a screw whose turn the closure leaves free.
    """
    still = still_closures(mechanism)
    return [(s, a, b) if s.a == c.a else (s, b, a) for s, (c, a, b) in zip(still, frames, strict=True)]


def alignment(frames: Sequence[ClosedFrames]) -> SX:
    """(m, 1) alignment cosines of all closures."""
    return ca.vertcat(SX(0, 1), *[closure_alignment(*ends) for ends in frames])


def axis_gaps(frames: Sequence[ClosedFrames]) -> SX:
    """(m, 1) differences between the axes that the two frames of each closure share.

    They vanish only at the true orientation, and the sum of their squares has no other minimum over all rotations. There are
    more of them than constrained rotations.
    """
    gaps = [(a.R - b.R) @ unit(k) for closure, a, b in frames for k in _shared_axes(closure)]
    return ca.vertcat(SX(0, 1), *gaps)


def residual(frames: Sequence[ClosedFrames]) -> SX:
    """(m, 1) rows of all closures [m, -]."""
    return ca.vertcat(SX(0, 1), *[closure_residual(*ends) for ends in frames])


def closing_rows(mechanism: Mechanism, tree: Tree) -> SX:
    """(m, 1) rows of all loops and couplings, zero in a closed configuration of the tree."""
    frames = still_frames(mechanism, closure_frames(mechanism, tree, tree.pose))
    rows = residual([ends for ends in frames if not mechanism.is_weld(ends[0])])
    q = [link.position.q for link in tree.links]
    tied = [(coupling.total(q) - coupling.constant) / coupling.scale for coupling in mechanism.couplings]
    return ca.vertcat(rows, *tied)
