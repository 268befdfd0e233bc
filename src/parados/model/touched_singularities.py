"""Find the places where poses that were found from joint positions q may have turned back at a Type 2 singularity.

Where the platform crosses a Type 2 singularity, q touches the border of its range. A second motion of the platform has the same
q: it turns back at the singularity. Rows of q do not tell which of the two motions the robot has made, and the poses may be those
of the second one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["TOUCHED", "touched_singularities"]

Array = NDArray[np.float64]

NEAR = 0.2
"""Smallest pivot of J_inv over the largest one, below which a motion may touch a singularity between two rows."""

TOUCHED = (
    "touches a Type 2 singularity, or comes closer to it than the distances of the rows resolve: one motion of the platform "
    "crosses it with these q, and the returned one turns back there; positions of other joints or of the platform tell which one "
    "is right"
)
"""Sentence about such a place, after its subject."""


def touched_singularities(model: Model, x: Array, mode: ArrayLike | None, sense: Array | None = None) -> NDArray[np.intp]:
    """Return the rows k of a motion (N, n_x) between which and k + 1 the poses turn back at a Type 2 singularity.

    The determinant of the inverse Jacobian has the same sign at both rows, but becomes 0 between them if it is extended linearly
    from either side; the first of several such steps in a row counts. If it only has a minimum between the rows, this is so if
    that minimum is smaller than the curvature of the determinant over one step.

    sense : (N,) sense of each row (`c_forward_rows`), 0 where it is not known; it saves time
    """
    if len(x) < 3 or len(model.labels["q"]) != model.mechanism.n_dof or not model.mechanism.loops:
        return np.zeros(0, dtype=np.intp)
    rows = np.arange(len(x)) if sense is None else _around_minima(np.abs(sense))
    determinants = np.full(len(x), np.nan)
    determinants[rows] = np.linalg.det(model.of_rows(rows).quietly("twist_jacobian", x[rows], mode=mode)["J"])
    there = _turns_back(determinants)
    return np.flatnonzero(there & ~np.append(False, there[:-1]))


def _around_minima(sizes: Array) -> NDArray[np.intp]:
    """Return the rows at most three away from a small local minimum of `sizes` (N,)."""
    padded = np.pad(sizes, 1, constant_values=np.inf)
    lowest = (sizes <= padded[:-2]) & (sizes <= padded[2:]) & (sizes < NEAR)
    return np.flatnonzero(np.convolve(lowest, np.ones(7))[3:-3] > 0)


def _turns_back(values: Array) -> NDArray[np.bool_]:
    """(N - 1,) True for the steps between numbers (N,) of equal sign in which they become 0 if extended linearly from both sides.

    At either end of the motion, one side alone decides. NaN is no such number.
    """
    height, slope = np.abs(values), np.diff(np.abs(values))
    before = np.append(True, -slope[:-1] >= height[1:-1])
    after = np.append(slope[1:] >= height[1:-1], True)
    return np.asarray((np.sign(values[1:]) == np.sign(values[:-1])) & before & after)
