"""Invariants of a run of consecutive joints: a point, a direction or a plane that the joints leave in place.

Revolute joints whose axes meet in a point leave this point in place. Revolute joints with parallel axes, together with
any prismatic joints, leave the direction of the axes in place. If the prismatic joints are normal to this direction,
the planes normal to it stay in place too. The closed forms of the inverse geometry follow from these invariants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.geometry.loops import Element
from parados.spatial.vectors import Frame

__all__ = ["Feature", "invariants"]

Array = NDArray[np.float64]

TOLERANCE = 1e-10
"""Axes closer than this [m, or the sine of an angle] meet or are parallel; robot files are accurate to about 1e-15."""


@dataclass(frozen=True)
class Feature:
    """An invariant of a run, expressed in the frames of its first and of its last joint.

    Attributes
    ----------
    kind : "point", "direction" or "plane"
    first, last : (3,) position [m], unit vector or unit normal, for these kinds
    first_height, last_height : height of the plane over the origin of the frame [m]
    """

    kind: str
    first: Array
    last: Array
    first_height: float = 0.0
    last_height: float = 0.0


def _constant_matrix(frames: Sequence[Frame]) -> Array | None:
    """(4, 4) product of constant frames, or None if one of them is not constant."""
    T = np.eye(4)
    for frame in frames:
        if frame.numbers is None:
            return None
        T = T @ frame.numbers
    return T


def invariants(joints: Sequence[Element], between: Sequence[Sequence[Frame]]) -> Iterator[Feature]:
    """Find the invariants of a run of unknown joints; `between[k]` holds the frames from joint k to joint k + 1."""
    T = np.eye(4)
    origins, axes = [np.zeros(3)], [np.array([0.0, 0, 1])]
    for frames in between:
        step = _constant_matrix(frames)
        if step is None:
            return
        T = T @ step
        origins.append(T[:3, 3].copy())
        axes.append(T[:3, 2].copy())
    R_last, p_last = T[:3, :3], T[:3, 3]

    def feature(kind: str, vector: Array) -> Feature:
        seen = R_last.T @ (vector - p_last) if kind == "point" else R_last.T @ vector
        return Feature(kind, vector, seen, last_height=-float(vector @ p_last))

    turning = [k for k, joint in enumerate(joints) if not joint.prismatic]
    sliding = [k for k, joint in enumerate(joints) if joint.prismatic]
    if not sliding:
        point = _common_point([origins[k] for k in turning], [axes[k] for k in turning])
        if point is not None:
            yield feature("point", point)
    for normal in _normals([axes[k] for k in turning], [axes[k] for k in sliding]):
        yield feature("plane", normal)
    if turning and all(np.linalg.norm(np.cross(axes[turning[0]], axes[k])) < TOLERANCE for k in turning):
        yield feature("direction", axes[turning[0]])
    if not turning:
        for axis in np.eye(3):
            yield feature("direction", axis)


def _common_point(origins: Sequence[Array], axes: Sequence[Array]) -> Array | None:
    """Return the point where lines meet, or None; for one line, or coincident lines, the first origin."""
    P = sum((np.eye(3) - np.outer(a, a) for a in axes), np.zeros((3, 3)))
    rhs = sum(((np.eye(3) - np.outer(a, a)) @ o for a, o in zip(axes, origins, strict=True)), np.zeros(3))
    shift, *_ = np.linalg.lstsq(P, rhs - P @ origins[0], rcond=1e-9)
    point = origins[0] + shift
    off = [np.linalg.norm((np.eye(3) - np.outer(a, a)) @ (point - o)) for a, o in zip(axes, origins, strict=True)]
    return point if max(off) < TOLERANCE else None


def _normals(turning: Sequence[Array], sliding: Sequence[Array]) -> list[Array]:
    """Return the directions parallel to all revolute axes and normal to all prismatic axes."""
    if turning:
        n = turning[0]
        parallel = all(np.linalg.norm(np.cross(n, a)) < TOLERANCE for a in turning)
        normal = all(abs(n @ a) < TOLERANCE for a in sliding)
        return [n] if parallel and normal else []
    _, values, rows = np.linalg.svd(np.array(sliding))
    rank = int((values > TOLERANCE).sum())
    return list(rows[rank:])
