"""Invariants of a run of consecutive joints: a point, a direction or a plane that the joints leave in place.

Revolute joints whose axes meet in a point leave this point in place. Revolute joints with parallel axes, together with
any prismatic joints, leave the direction of the axes in place. If the prismatic joints are normal to this direction,
the planes normal to it stay in place too. The closed forms of the inverse geometry follow from these invariants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.geometry.loops import Element
from parados.spatial.live_numbers import is_live, of_members
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
    first_height: Any = 0.0
    last_height: Any = 0.0


def _still(frames: Sequence[Frame]) -> Array | None:
    """(4, 4) product of frames that do not move, or None if one of them moves."""
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
        step = _still(frames)
        if step is None:
            return
        T = T @ step
        origins.append(T[:3, 3].copy())
        axes.append(T[:3, 2].copy())
    R_last, p_last = T[:3, :3], T[:3, 3]

    def feature(kind: str, vector: Array) -> Feature:
        seen = R_last.T @ (vector - p_last) if kind == "point" else R_last.T @ vector
        return Feature(kind, vector, seen, last_height=-(vector @ p_last))

    turning = [k for k, joint in enumerate(joints) if not joint.prismatic]
    sliding = [k for k, joint in enumerate(joints) if joint.prismatic]
    if not sliding:
        point = _common_point([origins[k] for k in turning], [axes[k] for k in turning])
        if point is not None:
            yield feature("point", point)
    for normal in _normals([axes[k] for k in turning], [axes[k] for k in sliding]):
        yield feature("plane", normal)
    if turning and all(_largest(_cross(axes[turning[0]], axes[k])) < TOLERANCE for k in turning):
        yield feature("direction", axes[turning[0]])
    if not turning:
        for axis in np.eye(3):
            yield feature("direction", axis)


def _common_point(origins: Sequence[Array], axes: Sequence[Array]) -> Array | None:
    """Return the point where lines meet, or None; for one line, or coincident lines, the first origin."""
    o, u = origins[0], axes[0]
    crossing = next((k for k, a in enumerate(axes) if _smallest(_cross(u, a)) > TOLERANCE), None)
    point = o
    if crossing is not None:  # the foot on the first line of its common perpendicular with a line that is not parallel
        normal = _cross(u, axes[crossing])
        point = o + (_cross(origins[crossing] - o, axes[crossing]) @ normal) / (normal @ normal) * u
    off = [_largest(_cross(a, point - other)) for a, other in zip(axes, origins, strict=True)]
    return point if max(off) < TOLERANCE else None


def _cross(a: Array, b: Array) -> Array:
    """(3,) cross product of numbers, constant or live; `np.cross` takes three times as long for one pair."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _largest(vector: Array) -> float:
    """Return the largest length that a vector has for a member of the family."""
    return float(np.linalg.norm(of_members(vector), axis=1).max())


def _smallest(vector: Array) -> float:
    """Return the smallest length that a vector has for a member of the family."""
    return float(np.linalg.norm(of_members(vector), axis=1).min())


def _normals(turning: Sequence[Array], sliding: Sequence[Array]) -> list[Array]:
    """Return the directions parallel to all revolute axes and normal to all prismatic axes."""
    if turning:
        n = turning[0]
        parallel = all(_largest(_cross(n, a)) < TOLERANCE for a in turning)
        across = all(np.abs(of_members(n @ a)).max() < TOLERANCE for a in sliding)
        return [n] if parallel and across else []
    if is_live(np.array(sliding)):
        normal = _cross(sliding[0], sliding[-1])
        return [normal / np.sqrt(normal @ normal)] if len(sliding) == 2 and _smallest(normal) > TOLERANCE else []
    _, values, rows = np.linalg.svd(np.array(sliding, dtype=float))
    rank = int((values > TOLERANCE).sum())
    return list(rows[rank:])
