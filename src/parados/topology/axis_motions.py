"""Measures of the distance between two configurations, for robots with screws or couplings.

A screw (helical joint) with a lead of 5 mm turns by 125 rad to slide by 0.1 m, and the nut after it turns back by the same
angle. Counted in radians both joints move far, although the rod only slides and no later link turns. Therefore the distance
between two configurations is measured by motions. On an axis with a screw, these are the slide [m] and the turn [rad] of the
last link on the axis relative to the first; on all other axes, they are the joint variables. A robot without screws is measured
by its joint variables only.

In a coupling such as m = 50 q, one joint turns much faster than the other. The motion m - 50 q replaces the position m of this
joint; it is zero at every closed configuration.

`Guess` measures the distance from the configuration near which the file wants the robot.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import nominal
from parados.spatial.turns import nearest_turn
from parados.topology.joint_couplings import eliminated
from parados.topology.mechanism import Mechanism
from parados.topology.screw_axes import ALIGNED, free_turn, screw_axes

__all__ = ["AxisMotion", "Guess", "Motions"]

Array = NDArray[np.float64]

SAME = 1e-6
"""Two configurations are the same if their motions [rad, m] differ by less than this."""

SPANNED = 1e-7
"""Part of a unit vector below which it counts as a combination of given vectors; larger than the root of round-off."""

MISSING = 1e6
"""Distance that is added for each joint without a real position."""


@dataclass(frozen=True)
class AxisMotion:
    """Motions that replace the positions of the m joints on one axis, or of the joints that couplings connect.

    joints : (m,) indices of the joints, from the base outward
    matrix, offset : (m, m) and (m,), motions = matrix @ joint positions - offset [rad or m]
    turning : (m,) True for motions that are turns
    periodic : (m,) True for motions that return to the same position after a whole turn
    closing : (m,) True for residuals of couplings, which are zero at every closed configuration
    pitch : smallest pitch [m/rad] of the screws that are measured by their turn; infinite if there is none
    largest_change : (m,) largest change of each motion [rad or m] in random starts of a search. Through the couplings, such a
        change turns no joint of a loop by more than 1 rad; infinite if the motion turns no such joint
    """

    joints: tuple[int, ...]
    matrix: Array
    offset: Array
    turning: tuple[bool, ...]
    periodic: tuple[bool, ...]
    closing: tuple[bool, ...]
    pitch: float
    largest_change: Array

    def known(self, named: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(m,) True for the motions that follow from the positions of the joints marked in `named` (m,) if the couplings hold.

        The residuals of couplings are not marked: they are round-off at every closed configuration.
        """
        moved, found = np.asarray(np.linalg.inv(self.matrix), dtype=np.float64), ~np.array(self.closing)
        found[found] = [not rest.any() for rest in _out_of_rows(moved[named][:, found])]
        return found

    def near_named(self, given: Array, named: NDArray[np.bool_]) -> Array:
        """(m,) positions of the joints: those `given` (m,) of the named ones, and motions as near to 0 as these allow.

        The couplings hold unless the given positions contradict them.
        """
        moved = np.linalg.inv(self.matrix)
        v = np.zeros(len(given))
        for free in (~np.array(self.closing), np.ones(len(given), dtype=bool)):
            left = (given - moved @ (v + self.offset))[named]
            v[free] += np.linalg.lstsq(moved[named][:, free], left, rcond=ALIGNED)[0]
        return np.asarray(np.where(named, given, moved @ (v + self.offset)))


@dataclass(frozen=True)
class Motions:
    """Change of variables from joint positions to motions, in which 1 rad and 1 m are changes of comparable size.

    In the arrays that the methods convert, other unknowns (dependent coordinates) may follow the joints; they do not change.

    axes : motions of the axes with a screw and of coupled joints; each other joint is one motion by itself
    turning : (n_t,) True for motions that are turns
    periodic : (n_t,) True for motions that return to the same position after a whole turn
    """

    axes: tuple[AxisMotion, ...]
    turning: NDArray[np.bool_]
    periodic: NDArray[np.bool_]

    @staticmethod
    def of(mechanism: Mechanism, kept: Collection[int] = ()) -> Motions:
        """Build the motions of a mechanism; the joints `kept` are motions by themselves where the couplings allow it."""
        axes = _with_couplings(mechanism, [_axis_motion(mechanism, run) for run in screw_axes(mechanism)], kept)
        turning = np.array([joint.unit == "rad" for joint in mechanism.joints], dtype=bool)
        periodic = mechanism.periodic
        for axis in axes:
            turning[list(axis.joints)], periodic[list(axis.joints)] = axis.turning, axis.periodic
        return Motions(tuple(axes), turning, periodic)

    def measured(self, u: Array) -> Array:
        """Convert unknowns (..., n) to motions (..., n)."""
        if not self.axes:
            return u
        v = np.array(u, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            v[..., own] = u[..., own] @ axis.matrix.T - axis.offset
        return v

    def unknowns(self, v: Array) -> Array:
        """Convert motions (..., n) to unknowns (..., n)."""
        if not self.axes:
            return v
        u = np.array(v, dtype=float)
        for axis in self.axes:
            own = list(axis.joints)
            u[..., own] = np.linalg.solve(axis.matrix, (v[..., own] + axis.offset)[..., None])[..., 0]
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

    @property
    def largest_change(self) -> Array:
        """(n_t,) largest difference of random starts in each motion [rad or m]; infinite for most motions."""
        found = np.full(len(self.turning), np.inf)
        for axis in self.axes:
            found[list(axis.joints)] = axis.largest_change
        return found

    def entering(self, moved: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(..., n) True for the unknowns that enter the motions marked in `moved` (..., n)."""
        found = moved.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[..., own] = moved[..., own] @ (axis.matrix != 0)
        return found

    def known(self, named: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(n,) True for the motions that follow from the unknowns marked in `named` (n,) if the couplings hold."""
        found = named.copy()
        for axis in self.axes:
            own = list(axis.joints)
            found[own] = axis.known(named[own])
        return found

    def near_named(self, given: Array, named: NDArray[np.bool_]) -> Array:
        """(n,) unknowns with the positions `given` (n,) of the named ones, and motions as near to 0 as these allow."""
        u = np.where(named, given, 0.0)
        for axis in self.axes:
            own = list(axis.joints)
            u[own] = axis.near_named(given[own], named[own])
        return u


def _out_of_rows(rows: Array) -> Array:
    """(m, m) parts of the m unit vectors that are not combinations of rows (k, m), without round-off."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    _, sizes, directions = np.linalg.svd(rows / np.where(lengths > 0, lengths, 1.0), full_matrices=False)
    spanned = directions[sizes > ALIGNED]
    rest = np.eye(rows.shape[1]) - spanned.T @ spanned
    return np.asarray(np.where(np.abs(rest) > SPANNED, rest, 0.0))


def _axis_motion(mechanism: Mechanism, run: list[int]) -> AxisMotion:
    """Choose the motions of an axis: turn and slide of its last link, then single joints if the axis has more joints.

    The turn is left out if the closure at the end leaves it free.
    """
    joints = [mechanism.joints[k] for k in run]
    signs = np.cumprod([1.0, *[np.sign(nominal(joint.fixed)[2, 2]) for joint in joints[1:]]])
    turn = signs * [joint.screw.turn for joint in joints]
    slide = signs * nominal([joint.screw.slide for joint in joints])
    rows = [(turn, True)] if free_turn(mechanism, run[-1]) is None else []
    rows += [(slide, False), *[(own, joint.unit == "rad") for own, joint in zip(np.eye(len(run)), joints, strict=True)]]
    chosen: list[tuple[Array, bool]] = reduce(_with_independent, rows, [])
    slides = any(row is slide for row, _ in chosen)
    pitch = np.inf if slides else float(np.abs(slide[(turn != 0) & (slide != 0)]).min())
    matrix, turning = np.array([row for row, _ in chosen]), np.array([is_turn for _, is_turn in chosen])
    periodic, free = turning & _by_whole_turns(mechanism, run, matrix), np.full(len(run), np.inf)
    moves = tuple(turning.tolist()), tuple(periodic.tolist()), (False,) * len(run)
    return AxisMotion(tuple(run), matrix, np.zeros(len(run)), *moves, pitch, free)


def _by_whole_turns(mechanism: Mechanism, joints: Collection[int], matrix: Array) -> NDArray[np.bool_]:
    """(m,) True for the motions of m joints whose whole turns move only hinges, each by whole turns."""
    moved = np.linalg.inv(matrix)
    hinges = np.array([mechanism.joints[k].screw.period is not None for k in joints])
    whole = (np.abs(moved) < ALIGNED) | (hinges[:, None] & (np.abs(moved - np.round(moved)) < ALIGNED))
    return np.asarray(whole.all(axis=0))


def _with_couplings(mechanism: Mechanism, axes: list[AxisMotion], kept: Collection[int]) -> list[AxisMotion]:
    """Return the motions with all coupled joints, and the axes with a screw that contain some of them, as one group.

    In each coupling the position of one joint, which is not on an axis with a screw, is replaced by the residual of the coupling:
    if possible, not that of a joint in `kept`. A motion whose whole turn moves a joint by a part of a turn is not periodic:
    a motor with a gear is an example.
    """
    tied = {k for coupling in mechanism.couplings for k in coupling.factors}
    if not tied:
        return axes
    touched = [axis for axis in axes if tied & set(axis.joints)]
    on_screws = [k for axis in touched for k in axis.joints]
    own = on_screws + sorted(tied - set(on_screws))
    matrix, offset = np.eye(len(own)), np.zeros(len(own))
    turning = [mechanism.joints[k].unit == "rad" for k in own]
    start = 0
    for axis in touched:
        place = slice(start, start + len(axis.joints))
        matrix[place, place], turning[place] = axis.matrix, axis.turning
        start = place.stop
    solved = eliminated(mechanism.couplings, tied - set(on_screws), kept)
    for joint, relation in solved:
        row = own.index(joint)
        matrix[row] = [float(nominal(relation.factors.get(k, 0.0))) for k in own]
        offset[row] = nominal(relation.constant)
    pitch = min([axis.pitch for axis in touched], default=np.inf)
    looped = {k for c in mechanism.closures for path in mechanism.fork(c.a, c.b) for k in path}
    turned = [own.index(joint) for joint, _ in solved if joint in looped and mechanism.joints[joint].screw.turn]
    with np.errstate(divide="ignore"):
        largest_change = 1 / np.abs(np.linalg.inv(matrix)[turned]).max(axis=0, initial=0.0)
    closing = [k in {joint for joint, _ in solved} for k in own]
    periodic = np.array(turning) & ~np.array(closing) & _by_whole_turns(mechanism, own, matrix)
    moves = tuple(turning), tuple(periodic.tolist()), tuple(closing)
    together = AxisMotion(tuple(own), matrix, offset, *moves, pitch, largest_change)
    return [*[axis for axis in axes if not tied & set(axis.joints)], together]


def _with_independent(chosen: list[tuple[Array, bool]], row: tuple[Array, bool]) -> list[tuple[Array, bool]]:
    """Append a row to the chosen rows if it is independent of them."""
    more = [*chosen, row]
    lengths = [r / max(float(np.linalg.norm(r)), 1e-300) for r, _ in more]
    return more if np.linalg.matrix_rank(np.array(lengths), tol=1e-12) == len(more) else chosen


@dataclass(frozen=True)
class Guess:
    """Positions of joints and dependent coordinates near the wanted configuration, compared by their motions.

    Attributes
    ----------
    values : (n_u,) positions [rad or m]: those that the file names, and otherwise those with the smallest motions
    named : (n_u,) True for the unknowns that the file names
    motions : conversion between joint positions and motions
    known : (n_u,) True for the motions that follow from named unknowns if the couplings hold; residuals of couplings are left out
    periodic : (n_u,) True for the motions that return to the same position after a whole turn
    scale : (n_u,) unit of distance: 1 rad, or a length [m]
    """

    values: Array
    named: NDArray[np.bool_]
    motions: Motions
    known: NDArray[np.bool_]
    periodic: NDArray[np.bool_]
    scale: Array

    @staticmethod
    def of(mechanism: Mechanism, given: dict[str, float], dependent: tuple[str, ...], length: float) -> Guess:
        """Build the guess from the `guess` of the file, in which a dependent coordinate may be called `platform.NAME`."""
        names = [*[(j.name,) for j in mechanism.joints], *[(f"platform.{name}", name) for name in dependent]]
        found = [next((given[key] for key in keys if key in given), None) for keys in names]
        angles = [name.startswith("a") for name in dependent]
        named = np.array([value is not None for value in found])
        motions = Motions.of(mechanism, set(np.flatnonzero(named[: len(mechanism.joints)]).tolist()))
        values = motions.near_named(np.array([0.0 if value is None else value for value in found]), named)
        periodic = np.array([*motions.periodic, *angles], dtype=bool)
        scale = np.where([*motions.turning, *angles], 1.0, length)
        return Guess(values, named, motions, motions.known(named), periodic, scale)

    def distance(self, u: Array, counted: NDArray[np.bool_] | None = None) -> Array:
        """(N,) squared distances of configurations (N, n_u) from the guess; NaN counts as `MISSING`.

        counted : (n_u,) True for the motions that count; None for those that the file determines. Motions that the file does not
            determine are compared with 0
        """
        v, wanted = self.motions.measured(u), self.motions.measured(self.values)
        away = np.where(self.periodic, nearest_turn(v, wanted), v) - wanted
        squares = (away / self.scale) ** 2 * (self.known if counted is None else counted)
        return np.asarray(np.where(np.isfinite(v), squares, MISSING).sum(axis=1))

    def nearest(self, u: Array, undecided: NDArray[np.bool_] | bool = False) -> int:
        """Return the place of the configuration among (N, n_u) that is nearest to the guess.

        Distances that differ by less than `SAME` are equal. Among configurations at equal distances it is the one whose undecided
        motions are nearest to 0, and among those the first.

        undecided : (n_u,) motions that shall be near 0 if the file does not determine them, or True for all
        """
        rows = _nearest_rows(self.distance(u))
        return int(rows[_nearest_rows(self.distance(u[rows], ~self.known & undecided))[0]])

    def moved(self, u: Array, other: Array) -> NDArray[np.bool_]:
        """(n_u,) or (N, n_u) True for the unknowns whose motions differ between configurations, modulo whole turns."""
        v, w = self.motions.measured(u), self.motions.measured(other)
        return self.motions.entering(np.abs(np.where(self.periodic, nearest_turn(v, w), v) - w) > SAME)

    def same(self, u: Array, other: Array) -> bool:
        """Tell whether two configurations are the same, modulo whole turns."""
        return not self.moved(u, other).any()


def _nearest_rows(squares: Array) -> NDArray[np.intp]:
    """Return the places of the smallest of (N,) squared distances: all that are equal to it up to `SAME`."""
    lengths = np.sqrt(squares)
    return np.flatnonzero(lengths < lengths.min() + SAME)
