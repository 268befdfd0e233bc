"""Tornado plots: horizontal bars to both sides of zero, the longest on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import PALETTE, new_figure, style

__all__ = ["Tornado", "tornado_figure"]

Array = NDArray[np.float64]

PREFIXES = {-3: "n", -2: "µ", -1: "m", 0: "", 1: "k", 2: "M", 3: "G"}
"""Prefixes of units for powers of 1000."""


@dataclass(frozen=True)
class Tornado:
    """One panel.

    Attributes
    ----------
    title : of the panel
    names : of the n bars, the first on top
    up, down : (n,) ends of the two halves of each bar
    unit : of the ends; empty without one
    marks : (n,) distances from zero that are marked on both sides, or None
    """

    title: str
    names: Sequence[str]
    up: Array
    down: Array
    unit: str = ""
    marks: Array | None = None


def tornado_figure(panels: Sequence[Tornado], halves: tuple[str, str], title: str = "", mark: str = "") -> Figure:
    """Plot panels in up to two columns; `halves` and `mark` are the entries of the legend."""
    columns = min(2, len(panels))
    lines = -(-len(panels) // columns)
    most = max(len(panel.names) for panel in panels)
    with style():
        figure = new_figure(3.4 * columns + (1.6 if columns == 1 else 0.0), 0.8 + lines * (0.75 + 0.24 * most))
        axes: Any = figure.subplots(lines, columns, squeeze=False).ravel()
        for ax, panel in zip(axes, panels, strict=False):
            _draw(ax, panel, halves, mark)
        for ax in axes[len(panels) :]:
            ax.remove()
        handles = dict(zip(*axes[0].get_legend_handles_labels()[::-1], strict=True))
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=3)
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def _scale(panel: Tornado) -> tuple[float, str]:
    """Return the factor and the label of an axis whose numbers have no more than three digits before the point."""
    longest = max(np.abs(part[np.isfinite(part)]).max(initial=0.0) for part in (panel.up, panel.down))
    power = int(np.clip(np.floor(np.log10(longest) / 3), min(PREFIXES), max(PREFIXES))) if longest > 0 else 0
    if panel.unit:
        return 10.0 ** (-3 * power), f"change [{PREFIXES[power]}{panel.unit}]"
    return 10.0 ** (-3 * power), f"change [1e{3 * power}]" if power else "change"


def _draw(ax: Any, panel: Tornado, halves: tuple[str, str], mark: str) -> None:
    places = np.arange(len(panel.names))
    factor, title = _scale(panel)
    for values, colour, label in zip((panel.up, panel.down), PALETTE, halves, strict=False):
        ax.barh(places, factor * values, color=colour, height=0.7, label=label)
    if panel.marks is not None:
        both = factor * np.concatenate([panel.marks, -panel.marks])
        ax.plot(both, np.tile(places, 2), "k|", markersize=9, markeredgewidth=1.2, label=mark)
    ax.axvline(0.0, color="black", linewidth=0.8)
    ax.set_yticks(places, panel.names)
    ax.set_ylim(len(places) - 0.4, -0.6)
    ax.grid(False, axis="y")
    ax.set_axisbelow(True)
    ax.set_title(panel.title)
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel(title)
