"""Histograms of samples in panels, with lines at given values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from parados.plots.style import PALETTE, new_figure, style

__all__ = ["Histogram", "histograms_figure"]

Array = NDArray[np.float64]

BINS = 40
"""Largest number of bins; a bin has about 25 samples at least."""


@dataclass(frozen=True)
class Histogram:
    """One panel: the label of the abscissa with its unit, samples (S,), and values that lines mark, by name."""

    label: str
    samples: Array
    lines: Mapping[str, ArrayLike]


def histograms_figure(panels: Sequence[Histogram], title: str = "") -> Figure:
    """Plot panels in up to three columns; samples that are not finite are left out."""
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    with style():
        figure = new_figure(max(2.4 * columns, 4.0), 0.9 + 1.9 * rows)
        axes: Any = figure.subplots(rows, columns, squeeze=False).ravel()
        for ax, panel in zip(axes, panels, strict=False):
            _draw(ax, panel)
        for ax in axes[len(panels) :]:
            ax.remove()
        handles = dict(zip(*axes[0].get_legend_handles_labels()[::-1], strict=True))
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4)
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def _draw(ax: Any, panel: Histogram) -> None:
    known = panel.samples[np.isfinite(panel.samples)]
    if len(known) and np.ptp(known) > 0:
        ax.hist(known, bins=int(np.clip(len(known) // 25, 5, BINS)), color=PALETTE[0], alpha=0.6)
    for (name, values), colour, dashes in zip(panel.lines.items(), PALETTE[1:], ("-", "--"), strict=False):
        for value in np.atleast_1d(np.asarray(values, dtype=float)):
            ax.axvline(value, color=colour, linestyle=dashes, label=name)
    ax.locator_params(axis="x", nbins=3)
    ax.set_yticks([])
    ax.set_axisbelow(True)
    ax.set_xlabel(panel.label)
