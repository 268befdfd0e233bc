"""Table 1: operations of the Coriolis matrices by Lagrange, by Koditschek's representation and by the generalized momentum."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np

from parados.graph.c_source import operations
from parados.sources.entry import Line, Reproduction, at_most, corrected, equal, holds, unprinted
from parados.sources.lopes_stewart.model import Body, LopesStewart, Parameters, koditschek_coriolis, lagrange_coriolis
from parados.sources.lopes_stewart.model import lopes_bodies as bodies
from parados.sources.lopes_stewart.model.lopes_kinematics import Kinematics

__all__ = ["TABLE_1", "table_1"]

LAGRANGE, KODITSCHEK, MOMENTUM = "Lagrange", "Lagrange-Koditschek", "generalized momentum"
COLUMNS = ("additions", "multiplications", "divisions")
Count = tuple[int, int, int]
Table = dict[str, dict[str, Count]]

METHODS: dict[str, Callable[[Body], ca.SX]] = {
    LAGRANGE: lagrange_coriolis,
    KODITSCHEK: koditschek_coriolis,
    MOMENTUM: lambda body: body.coriolis,
}
MAKERS: dict[str, Callable[[Kinematics], Body]] = {
    "platform": bodies.platform,
    "translating cylinder": lambda k: bodies.translating_cylinder(k, 0),
    "rotating cylinder": lambda k: bodies.rotating_cylinder(k, 0),
    "translating piston": lambda k: bodies.translating_piston(k, 0),
    "rotating piston": lambda k: bodies.rotating_piston(k, 0),
}
TABLE_1: Table = {
    "platform": {LAGRANGE: (485, 719, 0), KODITSCHEK: (474, 735, 0), MOMENTUM: (182, 326, 0)},
    "translating cylinder": {LAGRANGE: (2982, 5483, 7), KODITSCHEK: (2389, 4283, 7), MOMENTUM: (238, 533, 4)},
    "rotating cylinder": {LAGRANGE: (5433, 9215, 8), KODITSCHEK: (3908, 6765, 8), MOMENTUM: (471, 942, 8)},
    "translating piston": {LAGRANGE: (2985, 5483, 7), KODITSCHEK: (2392, 4283, 7), MOMENTUM: (241, 533, 4)},
    "rotating piston": {LAGRANGE: (5433, 9215, 8), KODITSCHEK: (3908, 6765, 8), MOMENTUM: (471, 942, 8)},
}
TOTALS: dict[str, Count] = {
    LAGRANGE: (101483, 177095, 80), KODITSCHEK: (76056, 133311, 180), MOMENTUM: (8708, 18026, 144),
}  # fmt: skip
"""Last row of the table as printed: the totals."""


def table_1() -> Reproduction:
    """Compare the counts of each matrix; every dynamic parameter is a symbol, as in the paper's Maple programs."""
    lopes = LopesStewart(Parameters.symbolic())
    ours = {
        kind: {method: _count(lopes, of(make(lopes.kinematics))) for method, of in METHODS.items()}
        for kind, make in MAKERS.items()
    }
    lines = [
        at_most(f"{method}, {kind}, {column}", printed, own)
        for method in METHODS
        for kind in MAKERS
        for column, printed, own in zip(COLUMNS, TABLE_1[kind][method], ours[kind][method], strict=True)
    ]
    lines += _totals(ours)
    sums = {method: sum(_total(ours, method)) for method in METHODS}
    lines.append(
        holds(
            "the generalized momentum needs the fewest operations", "much more efficient",
            f"{sums[LAGRANGE] / sums[MOMENTUM]:.1f} times fewer than Lagrange, "
            f"{sums[KODITSCHEK] / sums[MOMENTUM]:.1f} times fewer than Koditschek",
            sums[MOMENTUM] < min(sums[LAGRANGE], sums[KODITSCHEK]),
        )
    )  # fmt: skip
    whole = _count(lopes, lopes.coriolis())
    lines.append(
        unprinted("all bodies in one function, generalized momentum", " / ".join(map(str, whole)), note="+- / * / divisions")
    )
    choices = ["Our counts leave out square roots, sines and cosines, as the table does."]
    return Reproduction(lines, data={"operations": _columns(ours)}, choices=choices)


def _count(lopes: LopesStewart, V: ca.SX) -> Count:
    """Count additions and subtractions, multiplications, and divisions of a matrix."""
    n = operations(lopes.function("V", {"V": V}))
    return n["+"] + n["-"], n["*"], n["/"]


def _total(table: Table, method: str) -> Count:
    """Return the total: the platform plus six times each body of a leg."""
    counts = np.array([table[kind][method] for kind in MAKERS])
    additions, multiplications, divisions = (counts[0] + 6 * counts[1:].sum(axis=0)).tolist()
    return additions, multiplications, divisions


def _totals(ours: Table) -> list[Line]:
    """Compare the printed last row with the sum of its column, and our total with that sum."""
    lines = []
    for method in METHODS:
        for column, last, total, own in zip(COLUMNS, TOTALS[method], _total(TABLE_1, method), _total(ours, method), strict=True):
            what = f"{method}, total {column}"
            if (method, column) == (LAGRANGE, "divisions"):
                where = "Table 1, divisions by Lagrange: sum of the column"
                alike = TOTALS[KODITSCHEK][2]  # the same divisions, body by body
                lines.append(corrected(where, last, total, "a digit is lost: 6 (7 + 8 + 7 + 8) is 180", proof=total - alike))
            else:
                lines.append(equal(f"{what}, sum of the column", last, total, 0))
            lines.append(at_most(what, total, own))
    return lines


def _columns(ours: Table) -> dict[str, list[str] | list[int]]:
    keys = [(kind, method) for kind in MAKERS for method in METHODS]
    table: dict[str, list[str] | list[int]] = {"body": [kind for kind, _ in keys], "method": [method for _, method in keys]}
    for source, values in (("printed", TABLE_1), ("ours", ours)):
        for n, column in enumerate(COLUMNS):
            table[f"{column}, {source}"] = [values[kind][method][n] for kind, method in keys]
    return table
