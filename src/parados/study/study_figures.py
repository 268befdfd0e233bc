"""Figures of a study: Pareto front, and parallel coordinates."""

from __future__ import annotations

from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from parados.plots.style import LINK, PALETTE, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from parados.study.design_rows import DesignRows
    from parados.study.study_result import StudyResult

__all__ = ["parallel_figure", "pareto_figure"]

MOST_LINES = 400
"""Largest number of designs drawn as parallel coordinates; of more, those on the front and an even selection of the others."""

FRONT, OTHERS, BEST = PALETTE[1], "#B7BEC5", PALETTE[0]


def _label(result: StudyResult, name: str) -> str:
    unit = result.study.units[name]
    return figure_text(f"{name} [{unit}]" if unit else name)


def pareto_figure(result: StudyResult) -> Figure:
    """Draw feasible designs and the front over each pair of objectives; the best designs are marked."""
    pairs = list(combinations(result.study.objectives, 2))
    columns = min(len(pairs), 3)
    with style():
        figure = new_figure(5.2 * columns if columns == 1 else 4.0 * columns, 3.9 * ceil(len(pairs) / columns))
        grid: Any = figure.subplots(ceil(len(pairs) / columns), columns, squeeze=False)
        for axes, (first, second) in zip(grid.flat, pairs, strict=False):
            _pair(result, axes, first, second, joined=len(pairs) == 1)
        for axes in list(grid.flat)[len(pairs) :]:
            axes.set_visible(False)
        handles, labels = grid.flat[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 5))
    return figure


def _pair(result: StudyResult, axes: Any, first: str, second: str, joined: bool) -> None:
    names = result.column_names
    front, others = result.scan.front, result.scan.others
    places = names.index(first), names.index(second)
    x, y = (others.rows.column(place) for place in places)
    axes.scatter(x, y, s=6, color=OTHERS, label="feasible", zorder=2)
    order = np.argsort(front.rows.column(places[0]))
    own_x, own_y = (front.rows.column(place)[order] for place in places)
    axes.plot(own_x, own_y, "-" if joined and len(front) > 1 else "", color=FRONT, linewidth=0.8, zorder=3)
    axes.scatter(own_x, own_y, s=14, color=FRONT, label="Pareto front", zorder=4)
    for mark, (name, k) in zip("svD^P*", result.best.items(), strict=False):
        label = figure_text("compromise" if name == "compromise" else f"best {name}")
        at = [result.row(k).column(place) for place in places]
        axes.scatter(*at, s=52, marker=mark, facecolor="none", edgecolor=BEST, linewidth=1.4, label=label, zorder=5)
    axes.set(xlabel=_label(result, first), ylabel=_label(result, second))
    _around(axes, own_x, own_y, x, y)


def _around(axes: Any, x: Any, y: Any, all_x: Any, all_y: Any) -> None:
    """Show the front and the designs near it: designs far beyond the front would press it into a corner."""
    for own, every, limit in ((x, all_x, axes.set_xlim), (y, all_y, axes.set_ylim)):
        if not len(own):
            continue
        low, high = float(own.min()), float(own.max())
        width = high - low or max(abs(high), 1e-12)
        top = min(float(every.max(initial=high)), high + 1.5 * width)
        limit(min(low, max(float(every.min(initial=low)), low - 1.5 * width)) - 0.06 * width, max(top, high) + 0.06 * width)


def parallel_figure(result: StudyResult) -> Figure:
    """Draw each feasible design as a line over its variables and indices, each scaled to its range."""
    names, scan = result.column_names, result.scan
    others = scan.others.part(np.arange(0, len(scan.others), max(1, ceil(len(scan.others) / MOST_LINES))))
    low, high = (scan.low, scan.high) if scan.feasible else (np.zeros(len(names)), np.ones(len(names)))

    def scaled(rows: DesignRows) -> Any:
        return (np.hstack([rows.designs, rows.values]) - low) / np.where(high > low, high - low, 1.0)

    with style():
        figure = new_figure(max(6.0, 1.15 * len(names)), 3.8)
        axes = figure.subplots()
        places = np.arange(len(names))
        looks = (("feasible", others.rows, OTHERS, 0.5, 2), ("Pareto front", scan.front.rows, FRONT, 0.9, 3))
        for name, rows, colour, width, order in looks:
            for n, line in enumerate(scaled(rows)):
                axes.plot(places, line, color=colour, linewidth=width, zorder=order, label=name if n == 0 else "_")
        for n, (name, k) in enumerate(result.best.items()):
            label = figure_text("compromise" if name == "compromise" else f"best {name}")
            look: dict[str, Any] = {
                "color": PALETTE[(0, 2, 3, 5, 6)[n % 5]],
                "linewidth": 2.0,
                "linestyle": ("-", "--", "-.", ":")[n % 4],
            }
            axes.plot(places, scaled(result.row(k))[0], zorder=4, label=label, **look)
        for place, bottom, top in zip(places.tolist(), low, high, strict=True):
            axes.axvline(place, color=LINK, linewidth=0.8, zorder=1)
            for value, at, side in ((bottom, -0.02, "top"), (top, 1.02, "bottom")):
                axes.text(place, at, f"{value:.3g}", ha="center", va=side, fontsize=7)
        axes.set_xticks(places, [_label(result, name).replace(" [", "\n[") for name in names])
        axes.tick_params(axis="x", pad=12, length=0)
        axes.set(yticks=[], ylim=(-0.08, 1.1), xlim=(-0.3, len(names) - 0.7))
        axes.grid(False)
        axes.spines[:].set_visible(False)
        if scan.feasible:
            figure.legend(loc="outside lower center", ncols=6)
    return figure
