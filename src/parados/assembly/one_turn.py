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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FoundTurns", "TurnEquations", "half_tangent_polynomial", "harmonics", "one_turn", "turn_polynomial"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

POINTS = 32
"""Number of values on the unit circle; the equations have at most 7 harmonics."""

ON_CIRCLE = 1e-4
"""Roots whose distance from the unit circle is below this are tried as real angles; Newton's method decides."""

CLOSED = 1e-10
"""Largest residual of a solution."""

SAME = 1e-7
"""Solutions closer than this are the same."""


class FoundTurns(NamedTuple):
    """Real solutions: angles (k,) and points (k, 3); number of complex solutions; True if the solutions form a curve."""

    angles: Array
    points: Array
    complex_count: int
    is_curve: bool = False


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

    @property
    def pivot(self) -> int | None:
        """Index of the equation that is subtracted from the others; None if all equations are linear in u."""
        best = int(np.argmax(np.abs(self.k)))
        return best if abs(self.k[best]) > 1e-9 else None

    @staticmethod
    def of_forms(forms: Array) -> TurnEquations:
        """Restrict forms (m, 17) to the frames p, Rz(theta); equations of constant planes are eliminated.

        The reference point of the platform and the origin become the two points of the form with the largest k, if it is a
        distance; its v is then zero, and the polynomial has the lowest degree.
        """
        L, X, Y, k, c, origin, point = _centred(forms)
        v = np.zeros((len(forms), 3, 3))
        v[:, 0] = X
        v[:, 0, 2] += Y[:, 2]
        v[:, 1, :2] = Y[:, :2]
        v[:, 2, 0], v[:, 2, 1] = -Y[:, 1], Y[:, 0]
        g = np.stack([L[:, 2, 2] + c, L[:, 0, 0] + L[:, 1, 1], L[:, 1, 0] - L[:, 0, 1]], axis=1)
        still = (np.abs(k) < 1e-12) & (np.abs(v[:, 1:]).max(axis=(1, 2)) < 1e-12) & (np.abs(g[:, 1:]).max(axis=1) < 1e-12)
        moving = ~still
        planes, heights = v[still, 0], -g[still, 0]
        turned = np.linalg.svd(planes)[2] if len(planes) else np.eye(3)
        rank = int(np.linalg.matrix_rank(planes, tol=1e-9)) if len(planes) else 0
        foot = np.linalg.lstsq(planes, heights, rcond=1e-9)[0] if len(planes) else np.zeros(3)
        axes = turned[rank:].T
        k, v, g = k[moving], v[moving], g[moving]
        shifted = v @ foot
        shifted[:, 0] += k * (foot @ foot)
        inside = v @ axes
        inside[:, 0] += 2 * k[:, None] * (foot @ axes)
        return TurnEquations(k, inside, g + shifted, origin + foot, axes, point)

    def at(self, z: Complex | Array) -> tuple[Complex, Complex]:
        """(..., m, d) and (..., m) values of v and g at z = exp(i theta) on or off the unit circle, (...)."""
        terms = np.stack([np.ones_like(z), (z + 1 / z) / 2, (z - 1 / z) / 2j], axis=-1)
        return np.einsum("mtd,...t->...md", self.v, terms), np.einsum("mt,...t->...m", self.g, terms)


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


def _linear(e: TurnEquations, z: Complex) -> tuple[Complex, Complex, Complex, Complex]:
    """Return the linear equations A u = b at z, and v and g of the pivot."""
    v, g = e.at(z)
    if e.pivot is None:
        return v, -g, v[..., 0, :], g[..., 0]
    others = [i for i in range(len(e.k)) if i != e.pivot]
    ratio = e.k[others] / e.k[e.pivot]
    v_p, g_p = v[..., e.pivot, :], g[..., e.pivot]
    return v[..., others, :] - ratio[:, None] * v_p[..., None, :], ratio * g_p[..., None] - g[..., others], v_p, g_p


def _cramer(A: Complex, b: Complex) -> tuple[Complex, Complex]:
    """Return D = det A (...) and N (..., d) with A N = D b, for A (..., d, d)."""
    d = A.shape[-1]
    if d == 0:
        return np.ones(A.shape[:-2], dtype=complex), b[..., :0]
    D = np.linalg.det(A)
    N = np.stack([np.linalg.det(np.where(np.arange(d) == j, b[..., None], A)) for j in range(d)], axis=-1)
    return D, N


def turn_polynomial(e: TurnEquations) -> Complex:
    """(POINTS,) Fourier coefficients of the equation of theta; index -h stands for exp(-i h theta)."""
    z = np.exp(2j * np.pi * np.arange(POINTS) / POINTS)
    A, b, v, g = _linear(e, z)
    if e.pivot is None:
        values = np.linalg.det(np.concatenate([A, b[..., None]], axis=-1))
    else:
        D, N = _cramer(A, b)
        values = e.k[e.pivot] * (N * N).sum(-1) + D * (v * N).sum(-1) + D * D * g  # (7.47)
    return np.asarray(np.fft.fft(values) / POINTS)


def harmonics(coefficients: Complex) -> int:
    """Return the highest harmonic of a polynomial that is not round-off."""
    size = np.abs(coefficients)
    high = [h for h in range(1, POINTS // 2) if max(size[h], size[-h]) > 1e-11 * size.max()]
    return max(high, default=0) if size.max() > 1e-13 else -1


def half_tangent_polynomial(coefficients: Complex, count: int) -> Array:
    """(2 count + 1,) real coefficients of the polynomial in T = tan(theta / 2), lowest power first, (7.48).

    z = (1 + i T) / (1 - i T); the equation is multiplied by (1 + T^2)^count.
    """
    plus, minus = np.polynomial.Polynomial([1, 1j]), np.polynomial.Polynomial([1, -1j])
    total = sum((coefficients[h] * plus ** (count + h) * minus ** (count - h) for h in range(-count, count + 1)), 0 * plus)
    found = np.zeros(2 * count + 1)
    found[: len(total.coef)] = total.coef.real
    return found


def one_turn(e: TurnEquations, count: int) -> FoundTurns:
    """Find all real solutions; `count` is the number of harmonics of a robot with general lengths."""
    coefficients = turn_polynomial(e)
    if np.abs(coefficients).max() < 1e-13 and e.pivot is not None:
        return _without_determinant(e)
    roots = np.roots([coefficients[h] for h in range(count, -count - 1, -1)])
    return _solved(e, np.angle(roots[np.abs(np.abs(roots) - 1) < ON_CIRCLE]), 2 * count)


def _solved(e: TurnEquations, angles: Array, expected: int) -> FoundTurns:
    """Solve for u at the angles, and keep the solutions that Newton's method confirms."""
    theta, found = [], []
    for angle in angles:
        points, is_curve = _at_angle(e, angle)
        if is_curve:
            return FoundTurns(np.zeros(0), np.zeros((0, 3)), expected, is_curve=True)
        for u in points:
            refined = _newton(e, angle, u)
            if refined is not None and all(_apart(refined, other) > SAME for other in zip(theta, found, strict=True)):
                theta.append(refined[0])
                found.append(refined[1])
    points = [e.origin + e.axes @ u - _turned(angle, e.point) for angle, u in zip(theta, found, strict=True)]
    return FoundTurns(np.array(theta), np.array(points).reshape(-1, 3), expected)


def _turned(angle: float, v: Array) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]])


def _apart(one: tuple[float, Array], other: tuple[float, Array]) -> float:
    turn = abs((one[0] - other[0] + np.pi) % (2 * np.pi) - np.pi)
    return max(turn, float(np.abs(one[1] - other[1]).max(initial=0.0)))


def _at_angle(e: TurnEquations, angle: float) -> tuple[list[Array], bool]:
    """Return the points u at an angle, and True if they form a curve."""
    A, b, v, g = (part.real for part in _linear(e, np.exp(1j * np.asarray(angle))))
    d = e.axes.shape[1]
    if d == 0:
        return [np.zeros(0)], False
    _, singular, rows = np.linalg.svd(A)
    rank = int((singular > 1e-6 * max(1.0, singular.max())).sum())
    u = np.linalg.lstsq(A, b, rcond=1e-6)[0]
    if rank == d or e.pivot is None:
        return [u], rank < d and np.abs(A @ u - b).max() < 1e-8
    k = e.k[e.pivot]
    if d - rank > 1:
        return [], np.abs(A @ u - b).max() < 1e-8
    n = rows[d - 1]  # the case D = 0: the linear equations leave a line u + s n
    found = np.roots([k, 2 * k * (u @ n) + v @ n, k * (u @ u) + v @ u + g])
    return [u + s.real * n for s in found if abs(s.imag) < 1e-3 * (1 + abs(s))], False


def _newton(e: TurnEquations, angle: float, u: Array) -> tuple[float, Array] | None:
    """Refine a solution by Newton's method; None if the equations do not close."""
    for _ in range(12):
        terms = np.array([1.0, np.cos(angle), np.sin(angle)])
        rates = np.array([0.0, -np.sin(angle), np.cos(angle)])
        v, g = terms @ e.v, e.g @ terms
        residual = e.k * (u @ u) + v @ u + g
        J = np.column_stack([(rates @ e.v) @ u + e.g @ rates, 2 * np.outer(e.k, u) + v])
        step = np.linalg.lstsq(J, residual, rcond=1e-12)[0]
        angle, u = angle - step[0], u - step[1:]
        if np.abs(step).max() < 1e-14:
            break
    terms = np.array([1.0, np.cos(angle), np.sin(angle)])
    left = np.abs(e.k * (u @ u) + (terms @ e.v) @ u + e.g @ terms).max()
    return (float(angle), u) if left < CLOSED else None


def _without_determinant(e: TurnEquations) -> FoundTurns:
    """Solve the case D = 0 at all angles: the linear equations agree at the roots of N = 0 only."""
    z = np.exp(2j * np.pi * np.arange(POINTS) / POINTS)
    A, b, _, _ = _linear(e, z)
    _, N = _cramer(A, b)
    best = np.fft.fft(N[:, int(np.argmax(np.abs(N).max(axis=0)))]) / POINTS if N.size else np.zeros(POINTS)
    count = harmonics(best)
    if count < 1:
        return FoundTurns(np.zeros(0), np.zeros((0, 3)), 0, is_curve=count < 0)
    roots = np.roots([best[h] for h in range(count, -count - 1, -1)])
    return _solved(e, np.angle(roots[np.abs(np.abs(roots) - 1) < ON_CIRCLE]), 4 * count)
