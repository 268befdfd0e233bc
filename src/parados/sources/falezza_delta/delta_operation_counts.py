"""Table 6: operations of one evaluation of each model."""

from __future__ import annotations

import casadi as ca

from parados.graph.c_source import operations
from parados.graph.tape import Tape
from parados.sources.entry import Line, Reproduction, at_most, corrected, equal, unprinted
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED, engine, functions

__all__ = ["TABLE_6", "table_6"]

TABLE_6 = {
    SIMPLIFIED: {"+": 50, "-": 27, "*": 79, "/": 6, "sin": 7, "cos": 9},
    COMPLETE: {"+": 669, "-": 477, "*": 2029, "/": 2016, "sin": 12, "cos": 15},
}
COEFFICIENTS = {SIMPLIFIED: (77, 85, 16), COMPLETE: (1176, 4045, 27)}
"""Coefficients of n, n^2 and n^(5/2) in section 5.2, for + and -, * and /, sin and cos."""

GRAPHS = {SIMPLIFIED: "simplified", COMPLETE: "complete"}
CLOSED = {SIMPLIFIED: "simplified_inverse_dynamics", COMPLETE: "inverse_dynamics"}


def table_6() -> Reproduction:
    """Compare the operations of the same task: x, theta and their derivatives are given, the torques are computed."""
    counted = {name: _counts(functions()[graph]) for name, graph in GRAPHS.items()}
    lines = []
    for name, printed in TABLE_6.items():
        ours = counted[name]
        lines += [at_most(f"{name}, {kind}", count, ours[kind]) for kind, count in printed.items()]
        total = sum(operations(functions()[GRAPHS[name]]).values())  # includes operations that are in no column
        lines.append(at_most(f"{name}, all", sum(printed.values()), total, note="our count includes changes of sign"))
    lines += _complexity() + _from_x_alone()
    rows = [(name, *row) for name in TABLE_6 for row in (("printed", TABLE_6[name]), ("ours", counted[name]))]
    table = {"model": [row[0] for row in rows], "source": [row[1] for row in rows]}
    counts = {kind: [row[2][kind] for row in rows] for kind in TABLE_6[COMPLETE]}
    return Reproduction(lines, data={"operations": {**table, **counts}})


def _counts(f: ca.Function) -> dict[str, int]:
    """Count the operations in the columns of Table 6."""
    every, ids = operations(f), [instruction.op for instruction in Tape(f).instructions]
    return {kind: every[kind] for kind in "+-*/"} | {"sin": ids.count(ca.OP_SIN), "cos": ids.count(ca.OP_COS)}


def _complexity() -> list[Line]:
    """Check that the coefficients of section 5.2 are sums of columns of Table 6."""
    lines = []
    for name, printed in COEFFICIENTS.items():
        row = TABLE_6[name]
        sums = (row["+"] + row["-"], row["*"] + row["/"], row["sin"] + row["cos"])
        for power, coefficient, ours in zip(("n", "n^2", "n^(5/2)"), printed, sums, strict=True):
            what = f"section 5.2: coefficient of {power} of {name}, from Table 6"
            if (name, power) == (COMPLETE, "n"):
                lines.append(corrected(what, coefficient, ours, "669 + 477 is 1146", proof=ours - (669 + 477)))
            else:
                lines.append(equal(what, coefficient, ours, 0))
    return lines


def _from_x_alone() -> list[Line]:
    """Count the operations of the torques if theta must be computed too."""
    lines = []
    for name, graph in CLOSED.items():
        total = sum(operations(functions()[graph]).values())
        general = engine(name).kernel("inverse_dynamics").operations["total"]
        lines.append(unprinted(f"{name} from x, xd, xdd alone, all", float(total), note="theta and its derivatives included"))
        lines.append(unprinted(f"{name} from x, xd, xdd alone, general engine, all", float(general)))
    return lines
