"""Kind of the Grassmann variety that a set of lines spans (Briot & Khalil 7.5.4.2; Merlet 1989).

The kind follows from the Klein form on the span. Its signature (numbers of positive, negative and zero eigenvalues) does
not change if the lines are combined or moved:

    dimension 2   (1, 1, 0)  2a skew pair          (0, 0, 2)  2b flat pencil
    dimension 3   (2, 1, 0)  3a regulus            (1, 1, 1)  3b two pencils      (0, 0, 3)  3c bundle, 3d plane
    dimension 4   (3, 1, 0)  4a elliptic           (2, 2, 0)  4b hyperbolic       (2, 1, 1)  4c parabolic
                  (1, 1, 2)  4d degenerate
    dimension 5   (3, 2, 0)  5a general complex    (2, 2, 1)  5b singular complex

Positive and negative may be exchanged. For a signature (p, n, z) the reciprocal screws have (3 - p - z, 3 - n - z, z). So
there are two lines that meet all lines of a 4b, one for a 4c, a flat pencil for a 4d and none for a 4a; one line for a 5b
and none for a 5a.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, vector
from parados.singularity.line_geometry.lines import (
    KLEIN,
    TOLERANCE,
    common_point,
    independent,
    line_basis,
    moved,
    pitches,
    reciprocal,
    scaled_rows,
    signature,
)
from parados.singularity.line_geometry.variety_words import Teller
from parados.singularity.screw_words import tell_direction, tell_twist, wrench_geometry
from parados.text.result_display import Display, Shown

__all__ = ["SCREWS", "UNDECIDED", "GrassmannVariety", "grassmann_variety"]

Array = NDArray[np.float64]

SCREWS = "screws"
"""Kind of a set that contains a wrench with a pitch, which is not a line."""

UNDECIDED = "undecided"
"""Kind of a set whose signature matches no variety, because its lines differ by about the tolerance."""

_KINDS = {
    (0, 0, 1): "1",
    (1, 1, 0): "2a",
    (0, 0, 2): "2b",
    (2, 1, 0): "3a",
    (1, 1, 1): "3b",
    (0, 0, 3): "3c",  # or 3d
    (3, 1, 0): "4a",
    (2, 2, 0): "4b",
    (2, 1, 1): "4c",
    (1, 1, 2): "4d",
    (3, 2, 0): "5a",
    (2, 2, 1): "5b",
    (3, 3, 0): "6",
}


@dataclass(frozen=True)
class GrassmannVariety(Shown):
    """Grassmann variety that a set of lines spans.

    Attributes
    ----------
    dimension : number of independent lines
    kind : "1", "2a", ... "5b" as in the book, "6" for all lines of space; "screws" if a wrench has a pitch; "undecided" if
        the lines differ by about the tolerance
    sentence : description of the lines in words
    """

    dimension: int
    kind: str
    sentence: str

    def _display(self) -> Display:
        return Display("Grassmann variety", {"kind": self.kind, "dimension": self.dimension}, sentences=self.sentence)


def grassmann_variety(
    lines: ArrayLike, at: ArrayLike = (0, 0, 0), length: float = 1.0, tolerance: float = TOLERANCE
) -> GrassmannVariety:
    """Find the variety of lines (k, 6) [u, r x u] with r from the point `at` (3,) [m]; unit moments [0, u] are at infinity.

    length : characteristic length that divides the moments [m]
    tolerance : tolerance of ranks and of the eigenvalues of the Klein form, dimensionless
    """
    place, tolerance = vector("at", at, 3, "the place of P [m]"), positive("tolerance", tolerance, "-")
    rows, length = scaled_rows(lines, length), float(length)
    centre = common_point(rows)
    rows = moved(rows, centre)
    teller = Teller(place + length * centre, place, length, tolerance)
    basis = independent(rows, tolerance)
    if (np.abs(pitches(rows)) > tolerance).any():
        return GrassmannVariety(len(basis), SCREWS, _screws(rows, length, len(basis), tolerance))
    plus, minus, zero = signature(basis, tolerance)
    kind = _KINDS.get((max(plus, minus), min(plus, minus), zero), UNDECIDED)
    if kind == "3c":
        return GrassmannVariety(3, *teller.bundle(basis))
    return GrassmannVariety(len(basis), kind, _sentence(kind, basis, teller))


def _screws(rows: Array, length: float, dimension: int, tolerance: float) -> str:
    """Describe a set of wrenches that are not all lines, with the pitch of each screw."""
    pitch = pitches(rows)
    screws = [
        f"wrench {k + 1} has a pitch of {pitch[k] / 2 / (rows[k, :3] @ rows[k, :3]) * length:.3g} m"
        for k in np.flatnonzero(np.abs(pitch) > tolerance)
    ]
    return f"{dimension} independent wrenches, not all of them lines: {', '.join(screws)}"


def _sentence(kind: str, basis: Array, teller: Teller) -> str:
    """Describe a variety of any kind except 3c and 3d."""
    match kind:
        case "1":
            return f"all lines are the same, {teller.line(basis[0])}"
        case "2a":
            return "two skew lines"
        case "2b":
            return f"a flat pencil: all lines {teller.pencil(basis)}"
        case "3a":
            return "a regulus: all lines are rulings of one family of a hyperboloid or paraboloid"
        case "3b":
            return teller.two_pencils(basis)
        case "4a":
            return "an elliptic congruence: exactly one of its lines goes through each point, and no line meets all of them"
        case "6":
            return "six independent lines: no degeneracy"
        case "undecided":
            return f"lines whose kind is undecided at the tolerance {teller.tolerance:g}: give a smaller tolerance"
    return _reciprocal_words(kind, reciprocal(basis), teller)


def _reciprocal_words(kind: str, rest: Array, teller: Teller) -> str:
    """Describe the kinds that are defined by the reciprocal lines or screw (d, 6) in `rest`."""
    if kind == "4b":
        pair = line_basis(rest, tolerance=0.0)  # the signature shows that there are two lines
        assert pair is not None
        return f"a hyperbolic congruence: all lines meet two, {teller.line(pair[0])} and {teller.line(pair[1])}"
    if kind == "4c":
        values, vectors = np.linalg.eigh(rest @ KLEIN @ rest.T)
        line = vectors[:, np.argmin(np.abs(values))] @ rest
        return f"a parabolic congruence: all lines meet {teller.line(line)}, and at each of its points they lie in one plane"
    if kind == "4d":
        return f"a degenerate congruence: all lines meet every line of a flat pencil, whose lines {teller.pencil(rest)}"
    screw = teller.about_near(rest[0])
    if kind == "5b":
        if wrench_geometry(screw, length=teller.length).point is None:
            normal = tell_direction(screw[3:])
            return f"a singular complex: all lines are normal to {normal}, so that they meet {teller.line(rest[0])}"
        return f"a singular complex: all lines meet {teller.line(rest[0])}"
    twist = np.concatenate([screw[3:], screw[:3]])
    return f"a linear complex: no line does work on a body that {tell_twist(twist, at=teller.near, length=teller.length)}"
