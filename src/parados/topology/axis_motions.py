"""Joints on one axis, measured by the motion that they make together.

A screw (helical joint) with a lead of 5 mm turns by 125 rad to slide by 0.1 m, and the nut after it turns back by the same
angle. Counted in radians both joints move far, although the rod only slides and no later link turns. Therefore the distance
between two configurations is measured by motions. On an axis with a screw, these are the slide [m] and the turn [rad] of the
last link on the axis relative to the first; on all other axes, they are the joint variables. A robot without screws is measured
by its joint variables only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import nominal
from parados.topology.mechanism import Mechanism
from parados.topology.screw_axes import ALIGNED, free_turn, screw_axes

__all__ = ["AxisMotion", "Motions"]

Array = NDArray[np.float64]


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
        axes = tuple(_axis_motion(mechanism, run) for run in screw_axes(mechanism))
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
    return AxisMotion(tuple(run), np.array([row for row, _ in chosen]), tuple(is_turn for _, is_turn in chosen), pitch)


def _with_independent(chosen: list[tuple[Array, bool]], row: tuple[Array, bool]) -> list[tuple[Array, bool]]:
    """Append a row to the chosen rows if it is independent of them."""
    more = [*chosen, row]
    lengths = [r / max(float(np.linalg.norm(r)), 1e-300) for r, _ in more]
    return more if np.linalg.matrix_rank(np.array(lengths), tol=1e-12) == len(more) else chosen
