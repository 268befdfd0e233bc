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

__all__ = ["Ranks", "ResistedWrenches", "leg_ranks", "resisted"]

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
    """

    actuation: Array
    work: Array
    constraint: Array


def _beside(A: Array, D: Array) -> Array:
    """K (N, 6, a)."""
    U, sizes, _ = np.linalg.svd(D, full_matrices=False)
    U = np.where(sizes[:, None, :] > LOST, U, 0.0)
    return np.asarray(A - U @ (U.transpose(0, 2, 1) @ A))


def leg_ranks(motions: LegMotions) -> Ranks:
    """The largest ranks over sampled configurations."""
    A, D = motions.A, motions.D
    beside = usual_rank(_beside(A, D))
    return Ranks(usual_rank(D), usual_rank(A), beside, usual_rank(np.concatenate([A, D], axis=2)))


def resisted(motions: LegMotions, ranks: Ranks) -> ResistedWrenches:
    """Actuation and constraint wrenches of a leg at N poses."""
    A, D = motions.A, motions.D
    U, sizes, _ = np.linalg.svd(_beside(A, D), full_matrices=False)
    every = np.linalg.svd(np.concatenate([A, D], axis=2), full_matrices=True)[0]
    b = ranks.actuation
    return ResistedWrenches(U[:, :, :b].transpose(0, 2, 1), sizes[:, :b], every[:, :, ranks.joints :].transpose(0, 2, 1))
