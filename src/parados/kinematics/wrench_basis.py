"""Choose a basis of a leg's actuation wrenches that varies continuously with the configuration.

The actuation wrenches of a leg span a space. The vectors of this space that become rows of A must not depend on how a null
space is computed. If a leg has as many actuators as actuation wrenches, row i is the wrench that works on actuator i only,
with positive power for a positive rate. The block of B for this leg is then diagonal and negative. This choice fails only
where B loses rank (Type 1), at the limit of the reach. A leg with more actuators than wrenches is kinematically redundant:
the work of a wrench on any one of its actuators can be zero somewhere. Its rows are then chosen nearest to the rows at
another configuration, both expressed in the frame of the leg's last link.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

__all__ = ["LastLink", "Reference", "by_actuators", "nearest_rows"]

Array = NDArray[np.float64]

MOVES = 1e-9
"""An actuator does not move a leg if its twist is below this times the largest twist (round-off of inner loops)."""


@dataclass(frozen=True)
class LastLink:
    """Pose of a leg's last link: R (3, 3) its axes in the base frame, r (3,) the vector from P to its origin [m]."""

    R: Array
    r: Array

    def seen(self, wrenches: Array) -> Array:
        """Move (k, 6) wrenches [f, m] from P and base axes to the origin and axes of the link."""
        f, m = wrenches[:, :3], wrenches[:, 3:]
        return np.hstack([f @ self.R, (m - np.cross(self.r, f)) @ self.R])


@dataclass(frozen=True)
class Reference:
    """Rows (a, 6) of a leg at a reference configuration, with its last link at the reference (there) and at this one (here)."""

    rows: Array
    there: LastLink
    here: LastLink


def by_actuators(space: Array, driven: Array) -> tuple[Array, bool]:
    """Return (a, 6) rows that each work on one actuator of the leg, and False if more actuators move the leg.

    space : (a, 6) orthonormal rows
    driven : (6, n_a) twist of the end of the leg for a unit rate of each actuator
    If more than `a` actuators move the leg, QR with pivoting chooses `a` of them with independent work.
    """
    moved = np.linalg.norm(driven, axis=0)
    own = np.flatnonzero(moved > MOVES * max(float(moved.max(initial=0.0)), 1e-300))
    work = space @ driven[:, own]
    if len(own) > len(space):
        chosen = np.sort(qr(work, pivoting=True, mode="r")[1][: len(space)])
        return by_actuators(space, driven[:, own[chosen]])[0], False
    if len(own) < len(space) or np.linalg.matrix_rank(work) < len(space):
        return space, True  # Type 1: a wrench that works on no actuator has no sign
    return np.asarray(np.linalg.solve(work, space)), True


def nearest_rows(space: Array, reference: Reference) -> Array:
    """(a, 6) orthonormal rows of `space` nearest to the reference rows, compared in the frame of the last link."""
    U, _, V = np.linalg.svd(reference.there.seen(reference.rows) @ reference.here.seen(space).T)
    return np.asarray(U @ V @ space)
