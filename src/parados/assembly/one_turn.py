"""Poses of a platform that turns about one direction: the polynomial in one angle, Briot & Khalil (7.48).

The platform's frame is p, Rz(theta). Each equation is k p . p + v(theta) . p + g(theta) = 0, where v and g have the terms 1, cos
theta, sin theta. As in the book, one equation with k = 1 is subtracted from the others. For given theta the rest is linear in p
((7.43) to (7.46) with R, S, U, V), with the determinant D(theta) and the solution p = N(theta) / D(theta) by Cramer's rule; for a
planar robot D = R V - S U. In the subtracted equation this gives one equation for theta,

    k N . N + D (v . N) + D^2 g = 0

It is a polynomial in z = exp(i theta), and with T = tan(theta / 2) the sextic (7.48) for a 3-RPR or 3-RRR robot. Its coefficients
follow from its values on the unit circle by a Fourier transform. Roots on the unit circle are real angles. If D = 0 at such a
root, p is not given by Cramer's rule: the linear equations leave a line, and the subtracted equation gives two points on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FoundTurns", "TurnEquations", "TurnLayout", "half_tangent_polynomial", "harmonics", "one_turn", "turn_polynomial"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

POINTS = 16
"""Number of values on the unit circle; the equations have at most 7 harmonics."""

CIRCLE = np.exp(2j * np.pi * np.arange(POINTS) / POINTS)
TERMS = np.stack([np.ones(POINTS), CIRCLE.real, CIRCLE.imag], axis=1)

ON_CIRCLE = 1e-4
"""Roots whose distance from the unit circle is below this are tried as real angles; Newton's method decides."""

CLOSED = 1e-10
"""Largest residual of a solution."""

SAME = 1e-7
"""Solutions closer than this are the same."""


class FoundTurns(NamedTuple):
    """Real solutions: angles (k,) and points (k, 3); number of complex solutions; True if the solutions form a curve.

    coefficients : (POINTS,) Fourier coefficients of the polynomial
    """

    angles: Array
    points: Array
    complex_count: int
    coefficients: Complex
    is_curve: bool = False


@dataclass(frozen=True)
class TurnLayout:
    """The forms that are constant planes for all actuated joints, and the directions of p that they leave free.

    still, moving : indices of constant planes and of the other forms;  axes : (3, d) orthonormal axes within the planes
    foot : (3, n) inverse of the planes' unit normals: a point within the planes is foot @ heights
    """

    still: NDArray[np.intp]
    moving: NDArray[np.intp]
    axes: Array
    foot: Array

    @staticmethod
    def of_forms(forms: Array) -> TurnLayout:
        """Find the layout of forms (m, 17) at some general actuated joints."""
        k, v, g, _, _ = _factors(forms)
        still = (np.abs(k) < 1e-12) & (np.abs(v[:, 1:]).max(axis=(1, 2)) < 1e-12) & (np.abs(g[:, 1:]).max(axis=1) < 1e-12)
        kept = still & (np.linalg.norm(v[:, 0], axis=1) > 1e-9)  # the others say nothing about p
        planes = v[kept, 0] / np.linalg.norm(v[kept, 0], axis=1, keepdims=True)
        rank = int(np.linalg.matrix_rank(planes, tol=1e-9)) if kept.any() else 0
        axes = np.linalg.svd(planes)[2][rank:].T if kept.any() else np.eye(3)
        return TurnLayout(np.flatnonzero(kept), np.flatnonzero(~still), axes, np.linalg.pinv(planes, rcond=1e-9))


@dataclass(frozen=True)
class TurnEquations:
    """Equations k u . u + v(theta) . u + g(theta) = 0 for u (d,), with p = origin + axes u.

    k : (m,);  v : (m, 3, d) and g : (m, 3) factors of 1, cos theta, sin theta;  axes : (3, d) orthonormal
    origin, point : (3,) in the base and on the platform: p = origin + axes u - Rz(theta) point
    """

    k: Array
    v: Array
    g: Array
    origin: Array
    axes: Array
    point: Array

    @cached_property
    def pivot(self) -> int | None:
        """Index of the equation that is subtracted from the others; None if all equations are linear in u."""
        best = int(np.argmax(np.abs(self.k)))
        return best if abs(self.k[best]) > 1e-9 else None

    @staticmethod
    def of_forms(forms: Array, layout: TurnLayout | None = None) -> TurnEquations:
        """Restrict forms (m, 17) to the frames p, Rz(theta); equations of constant planes are eliminated.

        The reference point of the platform and the origin become the two points of the form with the largest k, if it is a
        distance; its v is then zero, and the polynomial has the lowest degree.

        layout : of the same forms at other actuated joints, if it is known
        """
        k, v, g, origin, point = _factors(forms)
        own = TurnLayout.of_forms(forms) if layout is None else layout
        planes, axes = v[own.still, 0], own.axes
        foot = own.foot @ (-g[own.still, 0] / np.sqrt((planes * planes).sum(axis=1)))
        k, v, g = k[own.moving], v[own.moving], g[own.moving]
        g = g + v @ foot
        inside = v @ axes
        if foot.any():
            g[:, 0] += k * (foot @ foot)
            inside[:, 0] += 2 * k[:, None] * (foot @ axes)
        return TurnEquations(k, inside, g, origin + foot, axes, point)

    def at(self, terms: Array) -> tuple[Array, Array]:
        """(n, m, d) and (n, m) values of v and g at terms (n, 3), which are 1, cos theta, sin theta."""
        m, _, d = self.v.shape
        return (terms @ self.v.transpose(1, 0, 2).reshape(3, m * d)).reshape(len(terms), m, d), terms @ self.g.T


def _centred(forms: Array) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
    """Return the factors of R, p, R' p, p . p and 1 for p = origin + u - R point, then origin and point (3,)."""
    L = forms[:, :9].reshape(-1, 3, 3)
    X, Y, k, c = forms[:, 9:12], forms[:, 12:15], forms[:, 15], forms[:, 16]
    pivot = int(np.argmax(np.abs(k)))
    if abs(k[pivot]) < 1e-9:
        return L, X, Y, k, c, np.zeros(3), np.zeros(3)
    b, a = Y[pivot] / (2 * k[pivot]), -X[pivot] / (2 * k[pivot])
    L, Y, c = L - X[:, :, None] * b, Y - 2 * k[:, None] * b, c + k * (b @ b) - Y @ b
    L, X, c = L + a[:, None] * Y[:, None, :], X + 2 * k[:, None] * a, c + X @ a + k * (a @ a)
    return L, X, Y, k, c, a, b


def _factors(forms: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Return k (m,), v (m, 3, 3) and g (m, 3) of the equations for u, then origin and point (3,), see `_centred`."""
    L, X, Y, k, c, origin, point = _centred(forms)
    v = np.zeros((len(forms), 3, 3))
    v[:, 0] = X
    v[:, 0, 2] += Y[:, 2]
    v[:, 1, :2] = Y[:, :2]
    v[:, 2, 0], v[:, 2, 1] = -Y[:, 1], Y[:, 0]
    g = np.empty((len(forms), 3))
    g[:, 0], g[:, 1], g[:, 2] = L[:, 2, 2] + c, L[:, 0, 0] + L[:, 1, 1], L[:, 1, 0] - L[:, 0, 1]
    return k, v, g, origin, point


def _linear(e: TurnEquations, terms: Array) -> tuple[Array, Array, Array, Array]:
    """Return the linear equations A u = b at terms (n, 3), and v and g of the pivot."""
    v, g = e.at(terms)
    pivot = e.pivot
    if pivot is None:
        return v, -g, v[:, 0], g[:, 0]
    others = [i for i in range(len(e.k)) if i != pivot]
    ratio = e.k[others] / e.k[pivot]
    v_p, g_p = v[:, pivot], g[:, pivot]
    return v[:, others] - ratio[:, None] * v_p[:, None], ratio * g_p[:, None] - g[:, others], v_p, g_p


def _cramer(A: Array, b: Array) -> tuple[Array, Array]:
    """Return D = det A (n,) and N (n, d) with A N = D b, for A (n, d, d) with d up to 3."""
    d = A.shape[2]
    if d == 0:
        return np.ones(len(A)), b[:, :0]
    if d == 1:
        return A[:, 0, 0], b
    if d == 2:
        (R, S), (U, V) = A[:, 0].T, A[:, 1].T
        p, q = b.T
        return R * V - S * U, np.stack([p * V - S * q, R * q - p * U], axis=1)
    x, y, z = A.transpose(2, 0, 1)
    D = (x * np.cross(y, z)).sum(axis=1)
    return D, np.stack([(b * np.cross(y, z)).sum(1), (x * np.cross(b, z)).sum(1), (x * np.cross(y, b)).sum(1)], axis=1)


def turn_polynomial(e: TurnEquations) -> Complex:
    """(POINTS,) Fourier coefficients of the equation of theta; index -h stands for exp(-i h theta)."""
    A, b, v, g = _linear(e, TERMS)
    if e.pivot is None:
        values = np.linalg.det(np.concatenate([A, b[:, :, None]], axis=2))
    else:
        D, N = _cramer(A, b)
        values = e.k[e.pivot] * (N * N).sum(1) + D * (v * N).sum(1) + D * D * g  # (7.47)
    return np.asarray(np.fft.fft(values) / POINTS)


def harmonics(coefficients: Complex) -> int:
    """Return the highest harmonic of a polynomial that is not round-off."""
    size = np.abs(coefficients)
    high = [h for h in range(1, POINTS // 2) if max(size[h], size[-h]) > 1e-11 * size.max()]
    return max(high, default=0) if size.max() > 1e-13 else -1


@cache
def _half_tangents(count: int) -> Complex:
    """(2 count + 1, 2 count + 1) coefficients of (1 + i T)^(count + h) (1 - i T)^(count - h), a row for each h >= -count."""
    rows = []
    for h in range(-count, count + 1):
        row = np.ones(1, dtype=complex)
        for factor in [1j] * (count + h) + [-1j] * (count - h):
            row = np.convolve(row, [1, factor])
        rows.append(row)
    return np.array(rows)


def half_tangent_polynomial(coefficients: Complex, count: int) -> Array:
    """(2 count + 1,) real coefficients of the polynomial in T = tan(theta / 2), lowest power first, (7.48).

    z = (1 + i T) / (1 - i T); the equation is multiplied by (1 + T^2)^count.
    """
    return np.asarray((coefficients[np.arange(-count, count + 1)] @ _half_tangents(count)).real)


def one_turn(e: TurnEquations, count: int) -> FoundTurns:
    """Find all real solutions; `count` is the number of harmonics of a robot with general lengths."""
    coefficients = turn_polynomial(e)
    if _has_circle(e):
        return FoundTurns(np.zeros(0), np.zeros((0, 3)), 2 * count, coefficients, is_curve=True)
    if np.abs(coefficients).max() < 1e-13 and e.pivot is not None:
        return _without_determinant(e, coefficients)
    return _solved(e, _real_angles(coefficients, count), 2 * count, coefficients)


def _has_circle(e: TurnEquations) -> bool:
    """Tell whether all linear equations vanish at one angle, so that u is anywhere on a circle or sphere there."""
    if e.pivot is None or e.axes.shape[1] == 0 or len(e.k) < 2:
        return False
    others = np.arange(len(e.k)) != e.pivot
    ratio = e.k[others] / e.k[e.pivot]
    v = e.v[others] - ratio[:, None, None] * e.v[e.pivot]
    g = e.g[others] - ratio[:, None] * e.g[e.pivot]
    rows = np.vstack([v.transpose(0, 2, 1).reshape(-1, 3), g])  # times (1, cos theta, sin theta)
    turn = _fitted_pair(rows[:, 1:], -rows[:, 0])
    left = np.abs(rows[:, 0] + rows[:, 1:] @ turn).max()
    return bool(left < 1e-9 * max(1.0, np.abs(rows).max()) and abs(turn @ turn - 1) < 1e-8)


def _fitted_pair(A: Array, b: Array) -> Array:
    """(2,) least-squares solution of A (m, 2) x = b; by the normal equations unless A is nearly singular."""
    (p, r), (_, q) = A.T @ A
    determinant = p * q - r * r
    if determinant < 1e-6 * p * q:
        return np.asarray(np.linalg.lstsq(A, b, rcond=1e-9)[0])
    u, v = A.T @ b
    return np.array([q * u - r * v, p * v - r * u]) / determinant


def _real_angles(coefficients: Complex, count: int) -> Array:
    """Return the angles of the roots on the unit circle."""
    roots = np.roots(coefficients[np.arange(count, -count - 1, -1)])
    return np.asarray(np.angle(roots[np.abs(np.abs(roots) - 1) < ON_CIRCLE]))


def _solved(e: TurnEquations, angles: Array, expected: int, coefficients: Complex) -> FoundTurns:
    """Solve for u at the angles (r,), and keep the solutions that Newton's method confirms."""
    A, b, _, _ = _linear(e, np.stack([np.ones(len(angles)), np.cos(angles), np.sin(angles)], axis=1))
    d = e.axes.shape[1]
    D, N = _cramer(A[:, :d], b[:, :d])
    plain = np.abs(D) > 1e-5 * np.maximum(np.abs(A).max(axis=(1, 2), initial=0.0) ** d, 1e-3)
    with_u = np.hstack([angles[plain, None], N[plain] / D[plain, None]])
    found = [row for row in _newton(e, with_u)]
    for angle in angles[~plain]:
        points, is_curve = _at_angle(e, angle)
        if is_curve:
            return FoundTurns(np.zeros(0), np.zeros((0, 3)), expected, coefficients, is_curve=True)
        found += [row for u in points for row in _newton(e, np.concatenate([[angle], u])[None], 40)]
    once: list[Array] = []
    for row in found:
        if all(_apart(row, other) > SAME for other in once):
            once.append(row)
    rows = np.array(once).reshape(len(once), 1 + d)
    places = e.origin + rows[:, 1:] @ e.axes.T - _turned(rows[:, 0], e.point)
    return FoundTurns(rows[:, 0], places, expected, coefficients)


def _turned(angles: Array, v: Array) -> Array:
    """(k, 3) vector v (3,) turned about z by angles (k,)."""
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([c * v[0] - s * v[1], s * v[0] + c * v[1], np.full(len(angles), v[2])], axis=1)


def _apart(one: Array, other: Array) -> float:
    gap = np.abs(one - other)
    gap[0] = abs((one[0] - other[0] + np.pi) % (2 * np.pi) - np.pi)
    return float(gap.max())


def _at_angle(e: TurnEquations, angle: float) -> tuple[list[Array], bool]:
    """Return the points u at an angle, and True if they form a curve."""
    A, b, v, g = (part[0] for part in _linear(e, np.array([[1.0, np.cos(angle), np.sin(angle)]])))
    d = e.axes.shape[1]
    if d == 0:
        return [np.zeros(0)], False
    _, singular, rows = np.linalg.svd(A)
    rank = int((singular > 1e-6 * max(1.0, singular.max())).sum())
    u = np.linalg.lstsq(A, b, rcond=1e-6)[0]
    closed = bool(np.abs(A @ u - b).max() < 1e-8)
    if rank == d or e.pivot is None:
        return [u], rank < d and closed
    if d - rank > 1:
        return [], closed
    k, n = e.k[e.pivot], rows[d - 1]  # the case D = 0: the linear equations leave a line u + s n
    found = np.roots([k, 2 * k * (u @ n) + v @ n, k * (u @ u) + v @ u + g])
    return [u + s.real * n for s in found if abs(s.imag) < 1e-3 * (1 + abs(s))], False


def _newton(e: TurnEquations, found: Array, iterations: int = 8) -> Array:
    """Refine solutions (r, 1 + d), each an angle and u, by Newton's method; return those that close the equations."""
    if not len(found):
        return found
    size = np.full(len(found), np.inf)
    for _ in range(iterations):
        angle, u = found[:, 0], found[:, 1:]
        c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
        v = e.v[:, 0] + c[:, :, None] * e.v[:, 1] + s[:, :, None] * e.v[:, 2]
        g = e.g[:, 0] + c * e.g[:, 1] + s * e.g[:, 2]
        residual = e.k * (u * u).sum(axis=1, keepdims=True) + (v @ u[:, :, None])[:, :, 0] + g
        before, size = size, np.abs(residual).max(axis=1)
        if (size < 1e-14).all() or ((size < CLOSED) & (size > before / 3)).all():
            break
        J = np.empty((*residual.shape, found.shape[1]))
        v_rate = c[:, :, None] * e.v[:, 2] - s[:, :, None] * e.v[:, 1]
        J[:, :, 0] = (v_rate @ u[:, :, None])[:, :, 0] + c * e.g[:, 2] - s * e.g[:, 1]
        J[:, :, 1:] = 2 * e.k[:, None] * u[:, None] + v
        found = found - _steps(J, residual)
    return np.asarray(found[size < CLOSED])


def _steps(J: Array, residual: Array) -> Array:
    """(r, n) solutions of J step = residual; least squares if J (r, m, n) is not square or singular."""
    if J.shape[1] == J.shape[2]:
        try:
            return np.asarray(np.linalg.solve(J, residual[:, :, None])[:, :, 0])
        except np.linalg.LinAlgError:
            pass
    return np.asarray((np.linalg.pinv(J, rcond=1e-12) @ residual[:, :, None])[:, :, 0])


def _without_determinant(e: TurnEquations, coefficients: Complex) -> FoundTurns:
    """Solve the case D = 0 at all angles: the linear equations agree at the roots of N = 0 only."""
    A, b, _, _ = _linear(e, TERMS)
    _, N = _cramer(A, b)
    best = np.fft.fft(N[:, int(np.argmax(np.abs(N).max(axis=0)))]) / POINTS if N.size else np.zeros(POINTS, dtype=complex)
    count = harmonics(best)
    if count < 1:
        return FoundTurns(np.zeros(0), np.zeros((0, 3)), 0, coefficients, is_curve=count < 0)
    return _solved(e, _real_angles(best, count), 4 * count, coefficients)
