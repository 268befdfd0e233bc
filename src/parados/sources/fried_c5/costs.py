"""Printed operation counts, compared with the counts of our CasADi graphs."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from parados.graph.c_source import operations
from parados.plots.style import PALETTE, new_figure, style
from parados.sources.entry import Line, Reproduction, at_most, holds, unprinted
from parados.sources.fried_c5.c5_operation_counts import (
    Cost,
    conventional_cost,
    counted,
    dense_solution,
    j_1_under_28,
    pi_1_printed_form,
)
from parados.sources.fried_c5.c5_runs import ROBOTS, runs
from parados.sources.fried_c5.model import functions

__all__ = ["costs"]


@dataclass(frozen=True)
class Row:
    """A printed cost and our costs on both mechanisms; `compared` tells whether `platform` is the printed quantity too."""

    what: str
    printed: Cost
    rods: Cost
    platform: Cost
    compared: bool = False


def costs() -> Reproduction:
    """Compare all counts of sections 5-8."""
    rods, platform = counted("rods"), counted("platform")
    rows = [
        Row("J^-1, (22)", (18, 30), rods["J_inv"], platform["J_inv"]),
        Row("Pi_1, (39)", (17, 28), pi_1_printed_form(), platform["Pi_1"]),
        Row("J, (40)", (29, 37), rods["J"], platform["J"]),
        Row("accelerations of six segments, (47), (48)", (6 * 10, 6 * 10), rods["accelerations"], platform["accelerations"]),
        Row("last step by (62)", (65, 67), rods["factored"], platform["factored"], True),
        Row("last step by J^-1 and (61)", (134, 125), rods["solved"], platform["solved"], True),
    ]
    lines = [line for row in rows for line in _lines(row)]
    lines += [*_statements(rods), *_totals()]
    choices = [
        "A count starts from the same known values as in the paper: P_i2 with the plates on the rods; R, OC and Q_i1 with the "
        "plates on the platform, where P_i2 follows from them.",
        "m counts multiplications and divisions; a counts additions, subtractions and changes of sign, which raises our count.",
    ]
    return Reproduction(lines, {"costs": _figure(rows)}, {"costs": _table(rows)}, choices)


def _lines(row: Row) -> list[Line]:
    lines = _both(row.what, row.printed, row.rods, "plates on the rods")
    if row.compared:
        return lines + _both(row.what, row.printed, row.platform, "plates on the platform")
    note = "not the printed quantity but a longer one: the normals of the plates turn and B_i moves on the platform"
    return [*lines, unprinted(f"{row.what}, plates on the platform", _shown(row.platform), note=note)]


def _both(what: str, printed: Cost, ours: Cost, where: str) -> list[Line]:
    kinds = ("multiplications", "additions")
    return [at_most(f"{what}: {kind}", p, o, note=where) for kind, p, o in zip(kinds, printed, ours, strict=True)]


def _statements(rods: dict[str, Cost]) -> list[Line]:
    """Check the statements that the paper makes about its counts."""
    (m, a), negated = j_1_under_28()
    factored, solved = sum(rods["factored"]), sum(rods["solved"])
    return [
        unprinted("Pi_1 without (28), plates on the rods", _shown(rods["Pi_1"]), note="correct, so longer; (62) needs no Pi_1"),
        holds("J_1, (41), P_12 known", "no operation", f"{m}m + {a - negated}a, {negated} signs changed", m == a - negated == 0),
        *_both("a full system of six, (61)", (116, 95), dense_solution(), "Gaussian elimination of a full matrix"),
        at_most("(62) over the printed (61), all operations", 132 / 259, factored / 259, note="printed: almost half"),
        *_conventional(),
        unprinted("(62) over our (61), all operations", factored / solved,
                  note="plates on the rods; a solution of (61) that uses its zeros is nearly as short"),
    ]  # fmt: skip


def _conventional() -> list[Line]:
    """Check that the projection (47), (48) needs fewer operations than (42) with the sparse J_i^-1."""
    lines = []
    for name, plates in ROBOTS.items():
        slow, fast = conventional_cost(plates), counted(plates)["accelerations"]
        shown = f"{_shown(fast)}, where (42) needs {_shown(slow)}"
        what = f"accelerations of six segments of {name} by (47), (48)"
        lines.append(holds(what, "much better than (42)", shown, sum(fast) < 0.75 * sum(slow), "J_i^-1 in closed form"))
    return lines


def _totals() -> list[Line]:
    """Report the operations of the whole inverse dynamics from X, X_dot, X_ddot."""
    lines = []
    for name, plates in ROBOTS.items():
        own = sum(operations(functions(plates)["inverse_dynamics"]).values())
        engine = runs()[name].model.kernel("inverse_dynamics").operations["total"]
        lines.append(unprinted(f"inverse dynamics of {name}, all operations", own, note=f"engine: {engine}"))
    return lines


def _shown(cost: Cost) -> str:
    return f"{cost[0]}m + {cost[1]}a"


def _table(rows: list[Row]) -> dict[str, ArrayLike]:
    columns: dict[str, ArrayLike] = {"quantity": [row.what for row in rows]}
    for source in ("printed", "rods", "platform"):
        for k, kind in enumerate("ma"):
            columns[f"{kind} {source}"] = [getattr(row, source)[k] for row in rows]
    return columns


def _symbols(text: str) -> str:
    """Write the matrices of a label as symbols."""
    return text.replace("J^-1", "$J^{-1}$").replace("Pi_1", "$\\Pi_1$").replace("J,", "$J$,")


def _figure(rows: list[Row]) -> Figure:
    """Draw the counts as bars: m solid, a hatched."""
    labels = {"printed": "printed", "rods": "plates on the rods", "platform": "plates on the platform"}
    colors = (PALETTE[1], PALETTE[0], PALETTE[5])
    with style():
        figure = new_figure(6.8, 4.6)
        axes: Any = figure.add_subplot()
        place = np.arange(len(rows))
        for k, (source, label) in enumerate(labels.items()):
            m, a = np.array([getattr(row, source) for row in rows]).T
            at = place + 0.27 * (k - 1)
            look = {"height": 0.25, "color": colors[k], "edgecolor": "black", "linewidth": 0.5}
            axes.barh(at, m, label=f"{label}: m", **look)
            axes.barh(at, a, left=m, alpha=0.45, hatch="////", label=f"{label}: a", **look)
            for y, total, row in zip(at, m + a, rows, strict=True):
                mark = " *" if source == "platform" and not row.compared else ""
                axes.text(total + 3, y, f"{total}{mark}", va="center", fontsize=7)
        axes.set_yticks(place, [fill(_symbols(row.what), 24) for row in rows])
        axes.invert_yaxis()
        axes.set_axisbelow(True)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(
            "operations: m multiplications and divisions, a additions and signs\n* not the printed quantity, but a longer one"
        )
        figure.legend(loc="outside lower center", ncols=3)
        figure.suptitle("C5 robot: operations of each step, printed and in parados", fontsize=10)
    return figure
