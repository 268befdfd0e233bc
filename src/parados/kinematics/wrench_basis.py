"""A basis of a leg's actuation wrenches that varies continuously with the configuration.

The wrenches of a leg span a space; which vectors of it are the rows of A must not depend on how a null space is computed. In a
leg with as many actuators as actuation wrenches, row i is the wrench that works on actuator i alone, and positively on its
positive rate: the leg's block of B is diagonal and negative. It loses its meaning only where B loses rank (Type 1), at the end of
the reach. A leg with more actuators than wrenches is kinematically redundant: none of its actuators needs to feel a wrench
everywhere, so the rows are those nearest to the rows at another configuration, both seen from the leg's last link.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

__all__ = ["LastLink", "Reference", "by_actuators", "nearest_rows"]

Array = NDArray[np.float64]

MOVES = 1e-9
"""Part of the largest motion of a leg by a unit rate below which an actuator does not move it: round-off of inner loops."""


@dataclass(frozen=True)
class LastLink:
    """Where a leg's last link is: R (3, 3) its axes in the base, r (3,) from P to its origin [m]."""

    R: Array
    r: Array

    def seen(self, wrenches: Array) -> Array:
        """(k, 6) wrenches [f, m] at P in base axes, at the link's origin in its axes."""
        f, m = wrenches[:, :3], wrenches[:, 3:]
        return np.hstack([f @ self.R, (m - np.cross(self.r, f)) @ self.R])


@dataclass(frozen=True)
class Reference:
    """The rows (a, 6) of a leg at another configuration, and its last link there and here."""

    rows: Array
    there: LastLink
    here: LastLink


def by_actuators(space: Array, driven: Array) -> tuple[Array, bool]:
    """(a, 6) rows of a space that each work on one actuator of the leg, and whether it has no other actuators.

    space : (a, 6) orthonormal rows
    driven : (6, n_a) twist of the leg's end by a unit rate of each actuator
    Where more than `a` actuators move the leg, those are taken whose work is the furthest from dependent.
    """
    moved = np.linalg.norm(driven, axis=0)
    own = np.flatnonzero(moved > MOVES * max(float(moved.max(initial=0.0)), 1e-300))
    work = space @ driven[:, own]
    if len(own) > len(space):
        chosen = np.sort(qr(work, pivoting=True, mode="r")[1][: len(space)])
        return by_actuators(space, driven[:, own[chosen]])[0], False
    if len(own) < len(space) or np.linalg.matrix_rank(work) < len(space):
        return space, True  # Type 1: what works on no actuator has no sign
    return np.asarray(np.linalg.solve(work, space)), True


def nearest_rows(space: Array, reference: Reference) -> Array:
    """(a, 6) orthonormal rows of a space that are nearest to those of another configuration, seen from the last link."""
    U, _, V = np.linalg.svd(reference.there.seen(reference.rows) @ reference.here.seen(space).T)
    return np.asarray(U @ V @ space)
