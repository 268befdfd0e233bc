"""Follow the solutions of seven quadratic equations in P7 from one system to another (homotopy continuation).

The equations are z' Q_i(t) z = 0 with Q(t) = (1 - t) gamma G + t H; at t = 0 the solutions are known, at t = 1 they are wanted.
With a power series z(t + s) = z_0 + z_1 s + z_2 s^2 + ..., the coefficient of s^k of the equations is linear in z_k, with the
same Jacobian for all k:

    2 z_0' Q z_k = - sum_{i+j=k, i,j>0} z_i' Q z_j - sum_{i+j=k-1} z_i' dQ z_j,      z_0* . z_k = 0

A step evaluates the series; one Newton step with the next Jacobian corrects it, and the same inverse gives the next series. The
constant gamma on the unit circle makes the paths avoid singularities with probability one.

References
----------
Morgan, Sommese, Coefficient-parameter polynomial continuation, Applied Mathematics and Computation 29 (1989). Telen, Van Barel,
Verschelde, A robust numerical path tracking algorithm for polynomial homotopy continuation, SIAM J. Sci. Computing 42 (2020).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Paths", "follow_paths", "refined"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

ORDER = 8
"""Order of the power series."""

STEPS = 600
"""Largest number of steps of a path."""


@dataclass(frozen=True)
class Paths:
    """Ends of the paths.

    z : (P, 8) points with |z| = 1;  reached : (P,) True for paths that came to t = 1;  t : (P,) where each path ended
    steps : number of rounds; in each, all paths make a step
    """

    z: Complex
    reached: NDArray[np.bool_]
    t: Array
    steps: int


def follow_paths(G: Complex, H: Complex, z: Complex, tracking: tuple[float, float, float], *, order: int = ORDER) -> Paths:
    """Follow solutions z (P, 8) of the quadrics G (7, 8, 8) to solutions of H (7, 8, 8).

    tracking : largest size of the last term of the series, which sets the length of a step; largest correction by Newton's
        method, after which a step is repeated with half its length; shortest step, where a path to a singular solution ends
    """
    predicted, corrected, shortest = tracking
    count, m = len(z), len(G)
    both = np.concatenate([G, H]).transpose(1, 0, 2).reshape(8, -1)  # z @ both = (G z, H z)
    z = z / np.linalg.norm(z, axis=1, keepdims=True)
    t, step = np.zeros(count), np.zeros(count)
    last, last_t = z.copy(), t.copy()
    active, reached = np.arange(count), np.zeros(count, dtype=bool)
    series = np.zeros((order + 1, count, 8), dtype=complex)
    rounds = 0
    while len(active) and rounds < STEPS:
        rounds += 1
        own, at = z[active], t[active]
        pair = (own @ both).reshape(len(active), 2, m, 8)
        now = _mixed(pair, at)
        A = np.empty((len(active), m + 1, 8), dtype=complex)
        A[:, :m], A[:, m] = 2 * now, own.conj()
        residual = np.zeros((len(active), m + 1), dtype=complex)
        residual[:, :m] = np.einsum("pij,pj->pi", now, own)
        inverse = _inverse(A)
        correction = np.einsum("pij,pj->pi", inverse, residual)
        size = np.abs(correction).max(axis=1)
        good = size < corrected
        bad = active[~good]
        step[bad] /= 2
        z[bad] = _summed(series[:, bad], step[bad])
        t[bad] = last_t[bad] + step[bad]
        kept = active[good]
        z[kept] = own[good] - correction[good]
        ended = kept[t[kept] >= 1]
        reached[ended] = True
        going = good & (t[active] < 1)
        rows = active[going]
        last[rows], last_t[rows] = z[rows], t[rows]
        own_series = _series(z[rows], t[rows], inverse[going], both, order)
        series[:, rows] = own_series
        length = _longest(own_series, predicted)
        step[rows] = np.minimum(length, 1 - t[rows])
        z[rows] = _summed(own_series, step[rows])
        t[rows] = np.where(length >= 1 - t[rows], 1.0, t[rows] + step[rows])
        stuck = (step < shortest) & (t < 1)
        active = np.array([k for k in active if not reached[k] and not stuck[k]], dtype=int)
    z = np.where(reached[:, None], z, last)
    return Paths(z / np.linalg.norm(z, axis=1, keepdims=True), reached, np.where(reached, 1.0, last_t), rounds)


def _mixed(pair: Complex, t: Array) -> Complex:
    return (1 - t)[:, None, None] * pair[:, 0] + t[:, None, None] * pair[:, 1]


def _inverse(A: Complex) -> Complex:
    try:
        return np.asarray(np.linalg.inv(A), dtype=complex)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.pinv(A), dtype=complex)


def _longest(series: Complex, predicted: float) -> Array:
    """(P,) longest steps for which the last two terms of series (k, P, 8) are at most `predicted`."""
    sizes = np.maximum(np.abs(series).max(axis=2), 1e-300)
    return np.min([(predicted / sizes[k]) ** (1 / k) for k in (len(series) - 1, len(series) - 2)], axis=0)


def _summed(series: Complex, step: Array) -> Complex:
    """Evaluate series (k, P, 8) at the steps (P,)."""
    total = series[-1]
    for term in series[-2::-1]:
        total = term + step[:, None] * total
    return total


def _series(z: Complex, t: Array, inverse: Complex, both: Complex, order: int) -> Complex:
    """(order + 1, P, 8) coefficients of the power series of the solutions around t."""
    count = len(z)
    m = inverse.shape[2] - 1
    terms = np.zeros((order + 1, count, 8), dtype=complex)
    now = np.zeros((order + 1, count, m, 8), dtype=complex)
    change = np.zeros((order + 1, count, m, 8), dtype=complex)
    solve = inverse[:, :, :m]
    terms[0] = z
    for k in range(1, order + 1):
        pair = (terms[k - 1] @ both).reshape(count, 2, m, 8)
        now[k - 1] = _mixed(pair, t)
        change[k - 1] = pair[:, 1] - pair[:, 0]
        right = np.einsum("jpmi,jpi->pm", change[:k], terms[k - 1 :: -1][:k])
        if k > 1:
            right += np.einsum("jpmi,jpi->pm", now[1:k], terms[k - 1 : 0 : -1])
        terms[k] = -np.einsum("pij,pj->pi", solve, right)
    return terms


def refined(H: Complex, z: Complex, iterations: int = 3, *, singular: bool = False) -> tuple[Complex, Array, Array]:
    """Refine solutions z (P, 8) of the quadrics H (7, 8, 8) by Newton's method.

    Returns the points (P, 8), the sizes of the last corrections (P,) and the smallest singular values of the Jacobians (P,).

    The singular values belong to the Jacobian with the patch z* . dz = 0; the equations are scaled to quadrics of norm 1. For
    regular solutions they are bounds from below, by the norms of the inverses: at most sqrt(8) times smaller.

    singular : True if the solutions may be singular; this takes four times longer
    """
    H = H / np.linalg.norm(H, axis=(1, 2), keepdims=True)
    z = z / np.linalg.norm(z, axis=1, keepdims=True)
    size = np.zeros(len(z))
    solve = _by_pseudo_inverse if singular else _by_elimination
    rows = H.transpose(1, 0, 2).reshape(8, -1)  # z @ rows = H z
    for _ in range(iterations):
        A, residual = _jacobian(rows, z)
        correction = solve(A, residual)
        size = np.abs(correction).max(axis=1)
        z = z - correction * np.minimum(1.0, 0.3 / np.maximum(size, 1e-300))[:, None]
        z = z / np.linalg.norm(z, axis=1, keepdims=True)
    return z, size, _smallest(_jacobian(rows, z)[0], singular) if len(z) else np.zeros(0)


def _jacobian(rows: Complex, z: Complex) -> tuple[Complex, Complex]:
    """(P, 8, 8) Jacobians with the patch as the last row, and (P, 8) residuals; rows : (8, 56) quadrics side by side."""
    now = (z @ rows).reshape(len(z), rows.shape[1] // 8, 8)
    m = now.shape[1]
    A, residual = np.empty((len(z), m + 1, 8), dtype=complex), np.zeros((len(z), m + 1), dtype=complex)
    A[:, :m], A[:, m] = 2 * now, z.conj()
    residual[:, :m] = (now @ z[:, :, None])[:, :, 0]
    return A, residual


def _by_pseudo_inverse(A: Complex, residual: Complex) -> Complex:
    return np.asarray(np.einsum("pij,pj->pi", np.linalg.pinv(A, rcond=1e-13), residual))


def _by_elimination(A: Complex, residual: Complex) -> Complex:
    try:
        return np.asarray(np.linalg.solve(A, residual[:, :, None])[:, :, 0])
    except np.linalg.LinAlgError:
        return _by_pseudo_inverse(A, residual)


def _smallest(A: Complex, exact: bool) -> Array:
    """(P,) smallest singular values of A (P, 8, 8), or bounds from below."""
    try:
        if not exact:
            return np.asarray(1 / np.linalg.norm(np.linalg.inv(A), axis=(1, 2)))
    except np.linalg.LinAlgError:
        pass
    return np.asarray(np.linalg.svd(A, compute_uv=False)[:, -1])
