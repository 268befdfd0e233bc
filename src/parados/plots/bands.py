"""Plot curves inside bands over one abscissa, in panels one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from parados.plots.style import PALETTE, new_figure, style

__all__ = ["Band", "bands_figure"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Band:
    """One panel: its label with a unit, the curve of the nominal robot, and bands (lower, upper) by name, the widest first."""

    label: str
    curve: Array
    bands: Mapping[str, tuple[Array, Array]]


def bands_figure(abscissa: ArrayLike, panels: Sequence[Band], label: str = "time [s]", title: str = "") -> Figure:
    """Plot panels over a common abscissa; on the right of each, the bands as differences from the curve."""
    s = np.asarray(abscissa, dtype=float)
    with style():
        figure = new_figure(7.2, 1.2 + 1.5 * len(panels))
        axes: Any = figure.subplots(len(panels), 2, sharex=True, squeeze=False)
        for (left, right), panel in zip(axes, panels, strict=True):
            _draw(left, s, panel, np.zeros_like(panel.curve))
            _draw(right, s, panel, panel.curve)
            left.set_ylabel(panel.label)
        axes[0, 0].set_title("value")
        axes[0, 1].set_title("difference from the nominal robot")
        for ax in axes[-1]:
            ax.set_xlabel(label)
        if len(s) > 1:
            axes[0, 0].set_xlim(s[0], s[-1])
        figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        figure.align_ylabels(list(axes[:, 0]))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def _draw(ax: Any, s: Array, panel: Band, reference: Array) -> None:
    for k, (name, (lower, upper)) in enumerate(panel.bands.items()):
        ax.fill_between(s, lower - reference, upper - reference, color=PALETTE[0], alpha=0.2 + 0.2 * k, linewidth=0, label=name)
    ax.plot(s, panel.curve - reference, color=PALETTE[1], label="nominal robot")
