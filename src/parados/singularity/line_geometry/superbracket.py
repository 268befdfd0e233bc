"""The superbracket: det W of six lines as a polynomial in brackets of points (Briot & Khalil (7.200), (7.201)).

Take two homogeneous points on each line, and as rows of W the lines [a4 b - b4 a, a x b] through them. Then

    det W = -[ab, cd, ef, gh, ij, kl]

exactly: for these points the factor is -1 at every pose. The points on a force [u, m] are a = (u x m, 1), the foot of the
perpendicular from P for a unit u, and b = (u, 0), which is at infinity. The points on a moment m are two vectors with
a x b = m, both at infinity. The scanned (7.201) has misprints: y_1, y_2, y_17 to y_19 and y_21 have a bracket of five
letters (one i too many), and y_3 has [efgi] instead of [efgj]. Only the corrected form equals the determinant.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array
from parados.errors import InputError
from parados.singularity.line_geometry.lines import TOLERANCE, pitches, scaled_rows

__all__ = ["CONSTANT", "MONOMIALS", "monomials", "points_of_wrenches", "superbracket", "superbracket_of_wrenches"]

Array = NDArray[np.float64]

CONSTANT = -1.0
"""Ratio of det W to the superbracket."""

MONOMIALS = (
    "-abcd efgi hjkl", "+abcd efhi gjkl", "+abcd efgj hikl", "-abcd efhj gikl", "+abce dfgh ijkl", "-abde cfgh ijkl",
    "-abcf degh ijkl", "+abdf cegh ijkl", "-abce dghi fjkl", "+abde cghi fjkl", "+abcf dghi ejkl", "+abce dghj fikl",
    "-abdf cghi ejkl", "-abde cghj fikl", "-abcf dghj eikl", "+abdf cghj eikl", "+abcg defi hjkl", "-abdg cefi hjkl",
    "-abch defi gjkl", "-abcg defj hikl", "+abdh cefi gjkl", "+abdg cefj hikl", "+abch defj gikl", "-abdh cefj gikl",
)  # fmt: skip
"""y_1 ... y_24 of (7.201)."""

_SIGNS = np.array([1.0 if text[0] == "+" else -1.0 for text in MONOMIALS])
_LETTERS = np.array([[[ord(c) - ord("a") for c in part] for part in text[1:].split()] for text in MONOMIALS])


def monomials(points: ArrayLike) -> Array:
    """Return (..., 24) y_1 ... y_24 of (7.201), from homogeneous points a ... l (12, 4) or (N, 12, 4)."""
    p = real_array("points", points, finite=False)
    if p.ndim not in (2, 3) or p.shape[-2:] != (12, 4):
        raise InputError(f"points: twelve homogeneous points (12, 4) or a stack (N, 12, 4) are expected, not {p.shape}")
    p = real_array("points (those at infinity have a zero as fourth coordinate)", p)
    brackets = np.linalg.det(p[..., _LETTERS, :])
    return np.asarray(_SIGNS * np.prod(brackets, axis=-1))


def superbracket(points: ArrayLike) -> Array:
    """Return [ab, cd, ef, gh, ij, kl] (7.200) of points (12, 4) or (N, 12, 4); a number or (N,)."""
    return np.asarray(monomials(points).sum(axis=-1))


def points_of_wrenches(wrenches: ArrayLike, length: float = 1.0) -> Array:
    """Return (12, 4) two homogeneous points on each of six forces or moments (6, 6); the line through them is the wrench.

    A wrench with a pitch raises an error, since it is not a line. `length` [m] scales the moments for this check.
    """
    W = real_array("wrenches", wrenches)
    if W.shape != (6, 6):
        raise InputError(f"wrenches: six wrenches (6, 6) are expected, one in each row, not {W.shape}")
    rows = scaled_rows(W, length)
    screws = np.flatnonzero(np.abs(pitches(rows)) > TOLERANCE)
    if len(screws):
        raise InputError(f"wrenches[{screws[0]}]: this wrench has a pitch, so it is not a line; give forces and moments")
    at_infinity = np.linalg.norm(rows[:, :3], axis=1) <= TOLERANCE
    return np.vstack([_on_moment(w[3:]) if far else _on_force(w) for w, far in zip(W, at_infinity, strict=True)])


def _on_force(wrench: Array) -> Array:
    """Return two points (2, 4) on the line of a force: the foot of the perpendicular from P, and the point at infinity."""
    u, m = wrench[:3], wrench[3:]
    return np.array([[*(np.cross(u, m) / (u @ u)), 1.0], [*u, 0.0]])


def _on_moment(m: Array) -> Array:
    """Return two points at infinity (2, 4), in directions a and b that are normal to m, with a x b = m."""
    other = np.eye(3)[np.argmin(np.abs(m))]
    a = np.cross(m, other) / np.linalg.norm(np.cross(m, other))
    return np.array([[*a, 0.0], [*np.cross(m, a), 0.0]])


def superbracket_of_wrenches(wrenches: ArrayLike, length: float = 1.0) -> tuple[float, float]:
    """Return the superbracket and det W of six forces or moments (6, 6), one in each row: det W = CONSTANT * superbracket."""
    value = superbracket(points_of_wrenches(wrenches, length))
    return float(value), float(np.linalg.det(real_array("wrenches", wrenches)))
