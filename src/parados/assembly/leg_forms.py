"""Constraints of a leg on the pose of the platform, as linear forms in the Study functions.

Cut the passive axes of a chain into two runs, those on the side of the base and those on the side of the platform. A run whose
axes meet leaves a point in place; a run of parallel revolute axes leaves their direction in place, and the planes normal to it if
its slides lie in these planes. What one run leaves in place on the base and the other run on the platform gives one equation:

    point a, point b          |p + R b - a|^2 = constant         leg of a hexapod, arm of a Delta, 3-RPR, ...
    plane n, point b          n . (p + R b) = constant           planar legs, 3-PRS, Tripteron
    point a, plane m          m . R' (a - p) = constant          C5, Tricept
    direction n, direction m  n . R m = constant                 universal joints, planar legs

The constants follow from the reference configuration. All equations are linear in the functions of `study_functions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.passive_axes import Axis, Chain
from parados.spatial.vectors import SX, Frame, Vector, cross, dot, unit

__all__ = ["chain_forms"]

Array = NDArray[np.float64]

ALIGNED = 1e-9
"""Axes closer than this [sine of an angle, or m over the size of the robot] meet or are parallel."""


@dataclass(frozen=True)
class _Kept:
    """Points, directions and normals of planes that a run leaves in place, in the base axes of the reference configuration."""

    points: tuple[Vector, ...]
    directions: tuple[Vector, ...]
    planes: tuple[Vector, ...]


class _Numbers(NamedTuple):
    """Values of the axes at some positions of the actuated joints: origins and directions (samples, n_axes, 3)."""

    origins: Array
    directions: Array


def chain_forms(chain: Chain, q: SX, trials: Array, size: float) -> list[SX]:
    """List the forms (17, 1) of a chain, expressions of the actuated joints q.

    trials : (k, n_a) positions of the actuated joints at which the axes are compared;  size : of the robot [m]
    """
    if any(axis.kind == "H" for axis in chain.axes):
        return []
    numbers = _numbers(chain, q, trials)
    forms: list[SX] = []
    for cut in range(len(chain.axes)):
        first = _kept(chain.axes[:cut], _Numbers(numbers.origins[:, :cut], numbers.directions[:, :cut]), size)
        last = _kept(chain.axes[cut:], _Numbers(numbers.origins[:, cut:], numbers.directions[:, cut:]), size)
        forms += _paired(first, last, chain.platform, distances=cut > 0)
    if not chain.axes:
        every = _kept((), numbers, size)
        forms += _paired(every, every, chain.platform, distances=False)
    return forms


def _numbers(chain: Chain, q: SX, trials: Array) -> _Numbers:
    origins = [axis.origin for axis in chain.axes] or [SX(3, 0)]
    directions = [axis.direction for axis in chain.axes] or [SX(3, 0)]
    f = ca.Function("axes", [q], [ca.densify(ca.horzcat(*origins)), ca.densify(ca.horzcat(*directions))])
    values = [[np.asarray(part.full()).T for part in f(row)] for row in trials]
    return _Numbers(np.array([v[0] for v in values]), np.array([v[1] for v in values]))


def _kept(axes: Sequence[Axis], numbers: _Numbers, size: float) -> _Kept:
    """Find what a run of axes leaves in place; an empty run leaves everything in place."""
    units = tuple(unit(k) for k in range(3))
    if not axes:
        return _Kept((SX(3, 1),), units, units)
    turning = [k for k, axis in enumerate(axes) if axis.kind == "R"]
    sliding = [k for k, axis in enumerate(axes) if axis.kind == "P"]
    directions: tuple[Vector, ...] = units if not turning else ()
    planes: tuple[Vector, ...] = ()
    if turning and _parallel(numbers.directions[:, turning]):
        directions = (axes[turning[0]].direction,)
        along = np.einsum("ni,nki->nk", numbers.directions[:, turning[0]], numbers.directions[:, sliding])
        if np.abs(along).max(initial=0) < ALIGNED:
            planes = directions
    elif not turning:
        planes = tuple(_normals(axes, numbers.directions))
    points = () if sliding else tuple(_common_points(axes, numbers, size))
    return _Kept(points, directions, planes)


def _parallel(directions: Array) -> bool:
    return bool(np.abs(np.cross(directions[:, :1], directions)).max() < ALIGNED)


def _normals(axes: Sequence[Axis], directions: Array) -> Iterator[Vector]:
    """Yield the directions normal to all slides: two for parallel slides, one for slides in a plane."""
    u = axes[0].direction
    across = next((k for k in range(len(axes)) if np.abs(np.cross(directions[:, 0], directions[:, k])).max() > ALIGNED), None)
    if across is not None:
        normal = cross(u, axes[across].direction)
        if np.abs(np.einsum("ni,nki->nk", np.cross(directions[:, 0], directions[:, across]), directions)).max() < ALIGNED:
            yield normal / ca.norm_2(normal)
        return
    other = unit(int(np.argmin(np.abs(directions[0, 0]))))
    normal = cross(u, other)
    yield normal / ca.norm_2(normal)
    yield cross(u, normal / ca.norm_2(normal))


def _common_points(axes: Sequence[Axis], numbers: _Numbers, size: float) -> Iterator[Vector]:
    """Yield the point where revolute axes meet; for one axis, or coincident axes, a point on it."""
    origins, directions = numbers
    point, at = axes[0].origin, origins[:, 0]
    sines = np.linalg.norm(np.cross(directions[:, :1], directions), axis=2).min(axis=0)
    crossing = next((k for k in range(len(axes)) if sines[k] > ALIGNED), None)
    if crossing is not None:  # the foot on the first axis of its common normal with an axis that is not parallel
        u, w, gap = axes[0].direction, axes[crossing].direction, axes[crossing].origin - axes[0].origin
        normal = cross(u, w)
        along = dot(cross(gap, w), normal) / dot(normal, normal)
        n = np.cross(directions[:, 0], directions[:, crossing])
        moved = (np.cross(origins[:, crossing] - at, directions[:, crossing]) * n).sum(axis=1) / (n * n).sum(axis=1)
        if np.abs(moved).max() > ALIGNED * size:
            point = point + along * u
            at = at + moved[:, None] * directions[:, 0]
    off = np.linalg.norm(np.cross(directions, at[:, None] - origins), axis=2)
    if off.max() < ALIGNED * size:
        yield point


def _paired(first: _Kept, last: _Kept, platform: Frame, distances: bool) -> Iterator[SX]:
    """Yield the form of each pair of things that the two runs leave in place."""
    if distances:
        for a in first.points:
            for point in last.points:
                yield _distance(a, platform.inverse().point(point), point - a)
    for n in first.planes:
        for point in last.points:
            b = platform.inverse().point(point)
            yield ca.vertcat(_outer(n, b), n, SX(4, 1), -dot(n, point))
    for a in first.points:
        for normal in last.planes:
            m = platform.unturn(normal)
            yield ca.vertcat(_outer(a, m), SX(3, 1), -m, 0, -dot(normal, a - platform.p))
    for n in first.directions:
        for direction in last.directions:
            yield ca.vertcat(_outer(n, platform.unturn(direction)), SX(7, 1), -dot(n, direction))


def _outer(a: Vector, b: Vector) -> Vector:
    """(9, 1) factors of the entries of R, row by row, in a' R b."""
    return ca.vertcat(*[a[i] * b[j] for i in range(3) for j in range(3)])


def _distance(a: Vector, b: Vector, gap: Vector) -> SX:
    """(17, 1) form of |p + R b - a|^2 = gap . gap."""
    return ca.vertcat(-2 * _outer(a, b), -2 * a, 2 * b, 1, dot(a, a) + dot(b, b) - dot(gap, gap))
