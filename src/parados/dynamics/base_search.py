"""Search the base parameters with a QR decomposition of the observation matrix (Briot & Khalil 8.7.4).

A column of zeros belongs to a parameter without effect. The rank of the others is read off their singular values: it is where
they fall to round-off. Then the columns are orthogonalised from the first to the last; a column stays in W_1 if something is left
of it, else it goes to W_2 = W_1 beta, (8.269), (8.270). (The book writes that the elimination goes from the last column to the
first; the sets that it prints result from the first to the last.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError

__all__ = ["BaseSearch", "Gap", "base_search", "orthogonalised", "shares_at", "sparse_shares"]

Array = NDArray[np.float64]
Index = NDArray[np.intp]

NO_EFFECT = 1e-11
"""A column is zero if it is smaller than this times the largest one, both in efforts of one unit."""

ROUND_OFF = 1e-9
"""Singular values above this part of the largest one are no round-off."""

CLEAR = 1e4
"""Smallest ratio of the last singular value that is kept to the first one that is dropped; a narrow workspace of a robot with one
degree of freedom has ratios of some hundred everywhere, and then nobody can tell the rank."""

EXACT = 1e-11
"""Smallest share of a scaled column that counts; noise of the rows can raise this limit."""

WHOLE = 1e-9
"""Relative distance from a whole number below which an entry of beta is this number."""

NOISE = 10.0
"""Shares are this many times more exact than the ratio of the dropped to the kept singular value."""


class Gap(NamedTuple):
    """Smallest singular value that is kept and largest one that is dropped, relative to the largest one."""

    kept: float
    dropped: float


class BaseSearch(NamedTuple):
    """Columns of W_1, of W_2 and of no effect; W_2 = W_1 beta; all singular values, relative to the largest one."""

    kept: Index
    dropped: Index
    without_effect: Index
    beta: Array
    singular_values: Array
    gap: Gap


def base_search(W: Array, rows: Index, unit: Array) -> BaseSearch:
    """Divide the columns of an observation matrix; raises InputError if the rank is not clear.

    W : (r, c) columns in the order of elimination;  rows : (r,) the effort that each row belongs to
    unit : (c,) factors that make the columns comparable
    """
    W = W / _row_sizes(W * unit, rows)[rows, None]
    norms = np.linalg.norm(W, axis=0)
    seen = norms * unit > NO_EFFECT * (norms * unit).max(initial=0.0)
    columns = np.flatnonzero(seen)
    if not len(columns):
        return BaseSearch(columns, columns, np.arange(len(norms)), np.zeros((0, 0)), np.zeros(0), Gap(np.inf, 0.0))
    R = np.asarray(np.linalg.qr(W[:, columns] / norms[columns], mode="r"), dtype=float)
    s = np.linalg.svd(R, compute_uv=False)
    s = s / s[0]
    rank, gap = _rank(s)
    kept, dropped = _eliminated(R, rank, gap)
    beta = _shares(R[:, kept], R[:, dropped], gap, norms[columns[dropped]] / norms[columns[kept]][:, None])
    return BaseSearch(columns[kept], columns[dropped], np.flatnonzero(~seen), beta, s, gap)


def _row_sizes(W: Array, rows: Index) -> Array:
    """Return the size of the rows of each effort, 1 if they are zero: efforts in N and in N m weigh the same."""
    sizes = np.array([np.sqrt((W[rows == k] ** 2).mean()) for k in range(rows.max() + 1)])
    return np.where(sizes > 0, sizes, 1.0)


def _rank(s: Array) -> tuple[int, Gap]:
    """Find the largest gap of relative singular values (n,) above round-off."""
    floored = np.append(np.maximum(s, 1e-17), 1e-17)
    ratios = np.where(floored[1:] < ROUND_OFF, floored[:-1] / floored[1:], 0.0)
    rank = int(np.argmax(ratios)) + 1
    gap = Gap(float(floored[rank - 1]), float(s[rank]) if rank < len(s) else 0.0)
    if gap.kept < CLEAR * max(gap.dropped, np.finfo(float).eps):
        near = ", ".join(f"{value:.1e}" for value in s[max(0, rank - 3) : rank + 3])
        raise InputError(
            f"base_parameters: the number of base parameters is not clear: the singular values {near} (relative to the largest) "
            "have no gap above round-off; choose fewer parameters, or give the robot file a wider workspace without singularities"
        )
    return rank, gap


def _eliminated(R: Array, rank: int, gap: Gap) -> tuple[Index, Index]:
    """Return the columns of W_1 and of W_2; the limit of a zero rest is chosen so that the rank comes out with the widest gap."""
    limits = np.sqrt(gap.kept * max(gap.dropped, 1e-16)) * np.logspace(0, 4, 9)
    best: tuple[float, Index] | None = None
    for limit in limits:
        _, kept, rests = orthogonalised(R, limit)
        if kept.sum() == rank:
            ratio = rests[kept].min() / max(rests[~kept].max(initial=0.0), 1e-17)
            if best is None or ratio > best[0]:
                best = ratio, np.flatnonzero(kept)
            if ratio > CLEAR:
                break
    if best is None or best[0] < 100:
        raise InputError(
            f"base_parameters: there are {rank} base parameters, but in this order of the columns it is not clear which ones; "
            "give another order, or choose fewer parameters"
        )
    return best[1], np.setdiff1d(np.arange(R.shape[1]), best[1])


class Orthogonal(NamedTuple):
    """Columns kept by an orthogonalisation from the first to the last one.

    Q : (r, n_b) orthonormal columns;  kept : (n,) True for the columns that are kept
    rests : (n,) norm of each column without its part in the columns kept before it
    """

    Q: Array
    kept: NDArray[np.bool_]
    rests: Array


def orthogonalised(W: Array, limit: float) -> Orthogonal:
    """Orthogonalise the columns of W (r, n) in their order; keep those of which more than `limit` is left."""
    Q, count = np.zeros_like(W), 0
    rests, kept = np.zeros(W.shape[1]), np.zeros(W.shape[1], dtype=bool)
    for k in range(W.shape[1]):
        rest = W[:, k].copy()
        for _ in range(2):  # twice is enough
            rest -= Q[:, :count] @ (Q[:, :count].T @ rest)
        rests[k] = np.linalg.norm(rest)
        if rests[k] > limit:
            Q[:, count], kept[k], count = rest / rests[k], True, count + 1
    return Orthogonal(Q[:, :count], kept, rests)


def _shares(W_1: Array, W_2: Array, gap: Gap, scales: Array) -> Array:
    """Solve W_2 = W_1 beta, (8.270); shares that are round-off become zero, and the others are found again without them.

    scales : factors from the shares of unit columns to the entries of beta, of which those near whole numbers become whole
    """
    limit = max(EXACT, NOISE * max(gap.dropped, 1e-16) / gap.kept)
    shares = sparse_shares(W_1, W_2, np.asarray(np.linalg.lstsq(W_1, W_2, rcond=None)[0], dtype=float), limit)
    whole = np.round(shares * scales)
    near = np.abs(shares * scales - whole) < max(limit, WHOLE) * np.abs(whole)
    shares = np.where(near, whole / scales, shares)
    rest = float(np.abs(W_2 - W_1 @ shares).max(initial=0.0))
    if rest > 10 * max(limit, WHOLE):
        raise InputError(f"base_parameters: the groups are exact to {rest:.1e} only; choose a workspace without singularities")
    return np.asarray(shares * scales)


def shares_at(W_1: Array, W_2: Array, rows: Index) -> Array:
    """Solve W_2 = W_1 beta, (8.273), for columns that are known to be independent (W_1) and dependent on them (W_2)."""
    W = np.hstack([W_1, W_2])
    W = W / _row_sizes(W, rows)[rows, None]
    norms = np.linalg.norm(W, axis=0)
    R = np.asarray(np.linalg.qr(W / np.where(norms > 0, norms, 1.0), mode="r"), dtype=float)
    count = W_1.shape[1]
    s = np.linalg.svd(R[:, :count], compute_uv=False)
    gap = Gap(max(float(s[-1] / s[0]), 1e-300), 1e-16)
    return _shares(R[:, :count], R[:, count:], gap, norms[count:] / norms[:count, None])


def sparse_shares(W_1: Array, W_2: Array, shares: Array, limit: float) -> Array:
    """Solve W_2 = W_1 beta again with the entries alone that are larger than `limit` in a first solution `shares`."""
    found = np.zeros_like(shares)
    for j, column in enumerate(W_2.T):
        some = np.flatnonzero(np.abs(shares[:, j]) > limit)
        found[some, j] = np.linalg.lstsq(W_1[:, some], column, rcond=None)[0]
    return found
