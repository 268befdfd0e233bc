"""What a leg can resist: the wrenches that do no work on its passive motions, over a stack of poses.

With the twists D of the passive motions and A of the actuators, K = (1 - D D^+) A is what the actuators do beside the
passive motions. Its left singular vectors are the actuation wrenches, its singular values their work on the actuators, and
the wrenches that do no work on [A D] are the constraint wrenches (Briot & Khalil 7.5.4.1): the rows of A and B of (7.60).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.leg_motions import LegMotions, usual_rank

__all__ = ["Ranks", "ResistedWrenches", "last", "leg_ranks", "resisted"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values of the passive motions below this are zero: which motion is lost is then round-off."""


@dataclass(frozen=True)
class Ranks:
    """The usual ranks of a leg's motions: of its passive ones D, of its driven ones A, of K, and of all of them [A D], which
    has more columns in a leg that is redundant."""

    passive: int
    driven: int
    actuation: int
    joints: int


@dataclass(frozen=True)
class ResistedWrenches:
    """Of one leg, without units, at N poses.

    Attributes
    ----------
    actuation : (N, b, 6) orthonormal wrenches;  work : (N, b) what they do on a unit rate of the actuators
    constraint : (N, c, 6) orthonormal
    passive, joints : (N,) smallest singular values of D and of [A D]; infinite where there is no such motion
    """

    actuation: Array
    work: Array
    constraint: Array
    passive: Array
    joints: Array


def _beside(A: Array, D: Array) -> tuple[Array, Array]:
    """K (N, 6, a), and the singular values (N, d) of D."""
    U, sizes, _ = np.linalg.svd(D, full_matrices=False)
    U = np.where(sizes[:, None, :] > LOST, U, 0.0)
    return A - U @ (U.transpose(0, 2, 1) @ A), sizes


def leg_ranks(motions: LegMotions) -> Ranks:
    """The largest ranks over sampled configurations."""
    A, D = motions.A, motions.D
    beside = usual_rank(_beside(A, D)[0])
    return Ranks(usual_rank(D), usual_rank(A), beside, usual_rank(np.concatenate([A, D], axis=2)))


def resisted(motions: LegMotions, ranks: Ranks) -> ResistedWrenches:
    """Actuation and constraint wrenches of a leg at N poses."""
    A, D = motions.A, motions.D
    K, passive = _beside(A, D)
    actuation, work = _left_vectors(K, ranks.actuation)
    every = np.concatenate([A, D], axis=2)
    if ranks.joints == 6:
        constraint, joints = np.zeros((len(A), 0, 6)), np.linalg.svd(every, compute_uv=False)
    else:
        U, joints, _ = np.linalg.svd(every, full_matrices=True)
        constraint = U[:, :, ranks.joints :].transpose(0, 2, 1)
    return ResistedWrenches(actuation, work, constraint, last(passive, ranks.passive), last(joints, ranks.joints))


def _left_vectors(K: Array, rank: int) -> tuple[Array, Array]:
    """(N, rank, 6) left singular vectors and (N, rank) singular values of K (N, 6, a)."""
    if K.shape[2] == rank == 1:
        size = np.linalg.norm(K, axis=1)
        return K.transpose(0, 2, 1) / np.maximum(size[:, :, None], 1e-300), size
    U, sizes, _ = np.linalg.svd(K, full_matrices=False)
    return U[:, :, :rank].transpose(0, 2, 1), sizes[:, :rank]


def last(sizes: Array, rank: int) -> Array:
    """(N,) the last of singular values (N, .) that are usually not zero; infinite where there is none."""
    return np.asarray(sizes[:, rank - 1] if rank else np.full(len(sizes), np.inf))
