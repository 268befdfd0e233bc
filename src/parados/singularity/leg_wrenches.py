"""Wrenches that a leg can resist, because they do no work on its passive motions, over a stack of poses.

D holds the twists of the passive motions and A those of the actuators. K = (1 - D D^+) A is the part of A that is normal
to D. The left singular vectors of K are the actuation wrenches, and its singular values are their work on the actuators.
The wrenches that do no work on [A D] are the constraint wrenches (Briot & Khalil 7.5.4.1). These wrenches are the rows of
A and B of (7.60).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.leg_motions import LegMotions, usual_rank

__all__ = ["Ranks", "ResistedWrenches", "last", "leg_ranks", "resisted"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values of the passive motions below this count as zero, since round-off decides their singular vectors."""


@dataclass(frozen=True)
class Ranks:
    """Usual ranks of a leg's motions: D (passive), A (driven), K (actuation) and [A D] (joints).

    In a redundant leg [A D] has more columns than its rank. `work` is twice the usual work of a wrench on the actuators if they
    drive the leg through a loop, else infinite.
    """

    passive: int
    driven: int
    actuation: int
    joints: int
    work: float


@dataclass(frozen=True)
class ResistedWrenches:
    """Wrenches that one leg resists at N poses, dimensionless.

    Attributes
    ----------
    actuation : (N, b, 6) orthonormal wrenches;  work : (N, b) their work on a unit rate of the actuators
    authority : (N, b) part of each wrench that usual efforts of the actuators bear, at most 1: it vanishes where a loop between
        actuator and platform is at its dead centre, so that locked actuators hold nothing there and the work is infinite
    constraint : (N, c, 6) orthonormal wrenches
    passive, joints : (N,) smallest singular values of D and of [A D]; infinite if there is no such motion
    """

    actuation: Array
    work: Array
    authority: Array
    constraint: Array
    passive: Array
    joints: Array


def _beside(A: Array, D: Array) -> tuple[Array, Array]:
    """Return K (N, 6, a), and the singular values (N, d) of D."""
    U, sizes, _ = np.linalg.svd(D, full_matrices=False)
    U = np.where(sizes[:, None, :] > LOST, U, 0.0)
    return A - U @ (U.transpose(0, 2, 1) @ A), sizes


def leg_ranks(motions: LegMotions) -> Ranks:
    """Return the largest ranks over sampled configurations."""
    A, D = motions.A, motions.D
    K = _beside(A, D)[0]
    beside = usual_rank(K)
    work = 2 * float(np.median(_left_vectors(K, beside)[1].max(axis=1))) if beside and motions.L.shape[1] else np.inf
    return Ranks(usual_rank(D), usual_rank(A), beside, usual_rank(np.concatenate([A, D], axis=2)), work)


def resisted(motions: LegMotions, ranks: Ranks) -> ResistedWrenches:
    """Return the actuation and constraint wrenches of a leg at N poses."""
    A, D = motions.A, motions.D
    K, passive = _beside(A, D)
    actuation, work = _left_vectors(K, ranks.actuation)
    authority = np.minimum(1.0, ranks.work / np.maximum(work, 1e-300))
    every = np.concatenate([A, D], axis=2)
    if ranks.joints == 6:
        constraint, joints = np.zeros((len(A), 0, 6)), np.linalg.svd(every, compute_uv=False)
    else:
        U, joints, _ = np.linalg.svd(every, full_matrices=True)
        constraint = U[:, :, ranks.joints :].transpose(0, 2, 1)
    return ResistedWrenches(actuation, work, authority, constraint, last(passive, ranks.passive), last(joints, ranks.joints))


def _left_vectors(K: Array, rank: int) -> tuple[Array, Array]:
    """Return (N, rank, 6) left singular vectors and (N, rank) singular values of K (N, 6, a)."""
    if K.shape[2] == rank == 1:
        size = np.linalg.norm(K, axis=1)
        return K.transpose(0, 2, 1) / np.maximum(size[:, :, None], 1e-300), size
    U, sizes, _ = np.linalg.svd(K, full_matrices=False)
    return U[:, :, :rank].transpose(0, 2, 1), sizes[:, :rank]


def last(sizes: Array, rank: int) -> Array:
    """Return (N,) the last singular value that is usually not zero, from sorted values (N, .); infinite if the rank is 0."""
    return np.asarray(sizes[:, rank - 1] if rank else np.full(len(sizes), np.inf))
