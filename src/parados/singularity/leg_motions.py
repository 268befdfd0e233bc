"""Motions of a single leg: driven motions of its actuators, and passive motions with locked actuators.

The loops inside a leg require L rates = 0, so its possible rates have an orthonormal basis Z. Motions within Z that keep
the actuators still are passive; the others are driven. Without loops the passive motions are those of the passive joints.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.singularity.leg_blocks import LegBlock

__all__ = ["LegMotions", "LoopRanks", "leg_motions", "loop_ranks", "passive_rows", "usual_rank"]

Array = NDArray[np.float64]

RANK = 1e-7
"""Singular values below this fraction of the largest count as zero in the usual ranks of a leg."""


@dataclass(frozen=True)
class LoopRanks:
    """Usual ranks of the loop equations L of a leg, and the number of its driven motions.

    A usual rank is the largest rank of the sampled configurations.

    Attributes
    ----------
    every : rank of L over all joints
    passive, still : rank over the passive joints of L, and of L together with the twist T of the end body
    driven : number of driven motions
    """

    every: int
    passive: int
    still: int
    driven: int


@dataclass(frozen=True)
class LegMotions:
    """Motions of one leg at N poses, dimensionless.

    Attributes
    ----------
    A, D : (N, 6, a) and (N, 6, d) twists of the platform, for unit motions of the actuators and unit passive motions
    driven, passive : (N, k, a) and (N, k, d) rates of the leg's joints in these motions
    T, L : (N, 6, k) twist of the platform and (N, 6 l, k) loop equations: the platform has the twist T rates where L rates = 0,
        and T is 0 on rates normal to these, so that it does not depend on the way through the loops
    loops, passive_loops : (N,) smallest singular value of L over all joints, and of what holds the passive joints of the loops
        while the platform stands still; infinite without loops
    """

    A: Array
    D: Array
    driven: Array
    passive: Array
    T: Array
    L: Array
    loops: Array
    passive_loops: Array

    def without(self, ends: tuple[int, ...]) -> LegMotions:
        """Return the motions without some of the passive ones."""
        kept = [k for k in range(self.D.shape[2]) if k not in ends]
        return replace(self, D=self.D[:, :, kept], passive=self.passive[:, :, kept])


def usual_rank(matrices: Array) -> int:
    """Return the largest rank in a stack of matrices (N, m, n)."""
    if 0 in matrices.shape:
        return 0
    sizes = np.linalg.svd(matrices, compute_uv=False)
    return int((sizes > RANK * max(float(sizes.max()), 1e-300)).sum(axis=1).max())


def loop_ranks(block: LegBlock, T: Array, L: Array) -> LoopRanks:
    """Return the usual ranks of a leg from its twists T (N, 6, k) and loops L (N, 6 l, k) at N sampled configurations."""
    if not L.shape[1]:
        return LoopRanks(0, 0, 0, len(block.active))
    every, passive = usual_rank(L), usual_rank(L[:, :, list(block.passive)])
    Z = _closed(L, every)
    still = usual_rank(passive_rows(block, T @ Z @ Z.transpose(0, 2, 1), L))
    return LoopRanks(every, passive, still, len(block.active) - (every - passive))


def _closed(L: Array, rank: int) -> Array:
    """(N, k, k - rank) orthonormal basis of the rates that keep the loops closed."""
    return np.linalg.svd(L, full_matrices=True)[2][:, rank:].transpose(0, 2, 1)


def passive_rows(block: LegBlock, T: Array, L: Array) -> Array:
    """Return (N, 6 l + 6, p) what holds the passive joints while actuators and platform stand still: loops and platform."""
    return np.concatenate([L, T], axis=1)[:, :, list(block.passive)]


def leg_motions(block: LegBlock, T: Array, L: Array, ranks: LoopRanks) -> LegMotions:
    """Return the motions of a leg from its twists T (N, 6, k) and its loops L (N, 6 l, k)."""
    count, _, k = T.shape
    active, passive = list(block.active), list(block.passive)
    if not L.shape[1]:
        driven, free = (np.broadcast_to(np.eye(k)[:, places], (count, k, len(places))) for places in (active, passive))
        none = np.full(count, np.inf)
        return LegMotions(T[:, :, active], T[:, :, passive], driven, free, T, L, none, none)
    Z = _closed(L, ranks.every)
    T = T @ Z @ Z.transpose(0, 2, 1)
    U, sizes, Vt = np.linalg.svd(Z[:, active], full_matrices=True)
    n = ranks.driven
    free = Z @ Vt[:, n:].transpose(0, 2, 1)
    driven = (Z @ Vt[:, :n].transpose(0, 2, 1) / np.maximum(sizes[:, None, :n], 1e-12)) @ U[:, :, :n].transpose(0, 2, 1)
    # where a loop folds, its passive joints move by themselves only if the platform does not follow: else this is a Type 2
    held = _smallest(passive_rows(block, T, L), ranks.still)
    folded = np.maximum(_smallest(L[:, :, passive], ranks.passive), held)
    return LegMotions(T @ driven, T @ free, driven, free, T, L, _smallest(L, ranks.every), folded)


def _smallest(matrices: Array, rank: int) -> Array:
    """Return (N,) the smallest singular value within the usual rank; infinite if the rank is zero."""
    sizes = np.linalg.svd(matrices, compute_uv=False)
    return np.asarray(sizes[:, rank - 1] if rank else np.full(len(matrices), np.inf))
