"""What a leg can resist: the wrenches that do no work on its passive motions, over a stack of poses.

With D = U S V^T, the last columns mu of U give rows without passive rates:  mu^T A qd_a + mu^T X t = 0. Those
combinations that no actuator works on either are the constraint wrenches, the others the actuation wrenches
(Briot & Khalil 7.5.4.1): the rows of A and B of (7.60).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ranks", "ResistedWrenches", "leg_ranks", "resisted"]

Array = NDArray[np.float64]

RANK = 1e-7
"""Singular values below this times the largest count as zero when the usual ranks of a leg are looked for."""


@dataclass(frozen=True)
class Ranks:
    """The usual ranks of a leg's matrices: of mu^T A (its actuation wrenches), of its constraint wrenches, and of [A D], which
    has more columns in a leg that is redundant."""

    actuation: int
    constraint: int
    joints: int


@dataclass(frozen=True)
class ResistedWrenches:
    """Of one leg, without units, at N poses.

    Attributes
    ----------
    actuation : (N, b, 6) unit wrenches;  work : (N, b) what they do on a unit rate of the actuators
    constraint : (N, c, 6) orthonormal
    passive : (N,) smallest singular value of D (J_td of the leg); 1 where it has no passive joint
    """

    actuation: Array
    work: Array
    constraint: Array
    passive: Array

    def output(self, coordinates: Array) -> tuple[Array, Array]:
        """Of the motions that the constraints leave, what is seen in coordinates (n, 6) of the platform: smallest singular values
        (N,) and (N, 6) the wrenches, of these coordinates alone, that the leg bears where they vanish."""
        motions = np.linalg.svd(self.constraint, full_matrices=True)[2][:, self.constraint.shape[1] :]
        U, sizes, _ = np.linalg.svd(coordinates @ motions.transpose(0, 2, 1))
        return sizes[:, -1], U[:, :, -1] @ coordinates


def _nullspace_rows(D: Array) -> tuple[Array, Array]:
    """mu^T (N, m - d, m) and the smallest singular value (N,) of D (N, m, d)."""
    count, m, d = D.shape
    if d == 0:
        return np.broadcast_to(np.eye(m), (count, m, m)), np.ones(count)
    U, sizes, _ = np.linalg.svd(D, full_matrices=True)
    return U[:, :, d:].transpose(0, 2, 1), sizes[:, -1]


def _usual_rank(matrices: Array) -> int:
    if 0 in matrices.shape:
        return 0
    sizes = np.linalg.svd(matrices, compute_uv=False)
    return int((sizes > RANK * max(float(sizes.max()), 1e-300)).sum(axis=1).max())


def leg_ranks(A: Array, D: Array, X: Array) -> Ranks:
    """The largest ranks over sampled configurations."""
    mu, _ = _nullspace_rows(D)
    actuation = _usual_rank(mu @ A)
    turned = np.linalg.svd(mu @ A, full_matrices=True)[0] if actuation else np.eye(mu.shape[1])
    rest = np.swapaxes(turned[..., actuation:], -1, -2) @ (mu @ X)
    return Ranks(actuation, _usual_rank(rest), _usual_rank(np.concatenate([A, D], axis=2)))


def resisted(A: Array, D: Array, X: Array, ranks: Ranks) -> ResistedWrenches:
    """Actuation and constraint wrenches of a leg at N poses from its blocks (N, m, .)."""
    mu, passive = _nullspace_rows(D)
    work, wrenches = mu @ A, mu @ X
    b, count = ranks.actuation, len(D)
    if b:
        turned, sizes, _ = np.linalg.svd(work, full_matrices=True)
        wrenches = turned.transpose(0, 2, 1) @ wrenches
    actuation, rest = wrenches[:, :b], wrenches[:, b:]
    norms = np.maximum(np.linalg.norm(actuation, axis=2), 1e-300)
    constraint = np.zeros((count, 0, 6))
    if ranks.constraint:
        constraint = np.linalg.svd(rest, full_matrices=False)[2][:, : ranks.constraint]
    return ResistedWrenches(
        actuation / norms[:, :, None], sizes[:, :b] / norms if b else np.zeros((count, 0)), constraint, passive
    )
