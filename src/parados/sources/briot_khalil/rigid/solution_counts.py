"""Number of solutions of the forward geometry of hexapods with common points (Table 7.6) and of other robots (Table 7.7).

An m-n hexapod has m points on the base and n on the platform. The number of complex solutions depends on how six legs connect
them; for each printed number there is a way with this number. The solutions are counted for random points.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 7.2.2.5 and 7.2.2.6, Tables 7.6 and 7.7.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.assembly.six_forms import prepare
from parados.assembly.study_functions import distance_form
from parados.sources.entry import Line, Reproduction, corrected, equal, unprinted

__all__ = ["table_7_6", "table_7_7"]

Array = NDArray[np.float64]

Legs = tuple[tuple[int, int], ...]

ARRANGEMENTS: dict[str, list[tuple[int | None, Legs]]] = {
    "6-6": [(None, ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)))],
    "6-5": [(10, ((0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4)))],
    "6-4": [(32, ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3))), (16, ((0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 3)))],
    "6-3": [(8, ((0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2))), (None, ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)))],
    "5-5": [(24, ((0, 0), (0, 1), (1, 2), (2, 2), (3, 3), (4, 4))), (None, ((0, 0), (0, 1), (1, 1), (2, 2), (3, 3), (4, 4)))],
    "5-4": [
        (32, ((0, 3), (1, 2), (1, 3), (2, 0), (3, 1), (4, 2))), (24, ((0, 0), (1, 3), (2, 1), (3, 1), (4, 0), (4, 2))),
        (16, ((0, 0), (1, 1), (2, 1), (2, 2), (3, 3), (4, 1))), (8, ((0, 2), (1, 0), (2, 1), (2, 3), (3, 2), (4, 2))),
    ],
    "5-3": [(16, ((0, 0), (1, 1), (2, 0), (2, 2), (3, 2), (4, 1))), (8, ((0, 0), (0, 2), (1, 1), (2, 1), (3, 2), (4, 1)))],
    "4-4": [
        (24, ((0, 0), (0, 1), (1, 3), (2, 1), (3, 0), (3, 2))), (16, ((0, 0), (0, 1), (0, 2), (1, 3), (2, 2), (3, 0))),
        (8, ((0, 0), (1, 0), (1, 1), (2, 0), (3, 2), (3, 3))),
    ],
    "4-3": [(16, ((0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (3, 2))), (8, ((0, 0), (0, 2), (1, 1), (2, 0), (3, 0), (3, 1)))],
    "3-3": [(16, ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0))), (8, ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2)))],
}  # fmt: skip
"""Type -> printed number of solutions (None if the table does not give it) and legs (base point, platform point)."""

PLATFORM_ROBOTS = (
    ("2T1R", "zero-torsion", "3-prs"), ("3T", "Delta", "delta-d3-1200"), ("3T", "Orthoglide", "orthoglide"),
    ("3T", "3-UPU", "3-upu"), ("3T", "decoupled", "tripteron"), ("3R", "Agile Eye", "agile-eye"),
    ("3T1R", "Quadrupteron", "quadrupteron"), ("3T3R", "Gough-Stewart", "gough-stewart-fried"), ("3T3R", "Hexa", "hexa"),
    ("3T3R", "Hexaglide (6-PUS)", "hexaglide"),
)  # fmt: skip


def count(legs: Legs) -> int:
    """Return the number of finite complex poses of a hexapod with these legs and random points."""
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(6, 3)), 0.6 * rng.normal(size=(6, 3))
    rows = [[distance_form(a[i], b[j], s) for (i, j), s in zip(legs, rng.uniform(0.5, 3, 6), strict=True)] for _ in range(4)]
    forms = np.array(rows)
    return prepare(forms / np.linalg.norm(forms, axis=2, keepdims=True)).expected


def _line(kind: str, printed: int | None, legs: Legs) -> Line:
    found = count(legs)
    shared = [sorted(np.bincount(side)[np.bincount(side) > 1].tolist(), reverse=True) for side in np.array(legs).T]
    what = f"Table 7.6: {kind}, legs that share a point: {shared[0] or 'none'} on the base, {shared[1] or 'none'} on the platform"
    if printed is None:
        return unprinted(what, f"{found} solutions")
    if kind == "6-5":
        note = "one common point does not reduce the 40 solutions of a general hexapod; counted from two sets of random points"
        return corrected(what, printed, found, note, "", 1e-9, proof=count(legs[::-1]) / found - 1)
    return equal(what, printed, found, 0)


def table_7_6() -> Reproduction:
    """Compute the entry 003/table-7.6: numbers of solutions of hexapods with common points."""
    lines = [_line(kind, printed, legs) for kind, rows in ARRANGEMENTS.items() for printed, legs in rows]
    return Reproduction(lines, {}, {}, ["points and lengths are random; the table gives no numbers for them."])


def table_7_7() -> Reproduction:
    """Compute the entry 003/table-7.7: numbers of solutions of other robots, which the table names without numbers."""
    lines = []
    for motion, title, name in PLATFORM_ROBOTS:
        solver = load(name).pose_solver
        assert solver is not None
        found = solver.solve(solver.joints[1])
        lines.append(unprinted(f"{motion}, {title} ({name})", f"{found.complex_expected} complex solutions, {found.route}"))
    return Reproduction(lines, {}, {}, ["the table names papers and prints no numbers."])
