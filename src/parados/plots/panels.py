"""Plot curves over one abscissa, in panels one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from parados.plots.style import curve_styles, new_figure, style

__all__ = ["Panel", "curves_figure"]


@dataclass(frozen=True)
class Panel:
    """One panel: curves by their names, and the label of the axis with its unit; `styles` changes the style of named curves."""

    label: str
    curves: Mapping[str, ArrayLike]
    styles: Mapping[str, Mapping[str, Any]] | None = None


def curves_figure(
    abscissa: ArrayLike,
    panels: Sequence[Panel],
    label: str = "time [s]",
    title: str = "",
    size: tuple[float, float] | None = None,
) -> Figure:
    """Plot panels one below the other over a common abscissa; if all panels have the same names, there is one legend."""
    s = np.asarray(abscissa, dtype=float)
    with style():
        figure = new_figure(*(size or (6.5, 1.0 + 1.9 * len(panels))))
        axes = np.atleast_1d(figure.subplots(len(panels), 1, sharex=True))
        shared = len({tuple(panel.curves) for panel in panels}) == 1
        for ax, panel in zip(axes, panels, strict=True):
            for (name, values), look in zip(panel.curves.items(), curve_styles(), strict=False):
                ax.plot(s, np.asarray(values), label=name, **{**look, **dict((panel.styles or {}).get(name, {}))})
            ax.set_ylabel(panel.label)
            if not shared:
                ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
        axes[-1].set_xlabel(label)
        axes[0].set_xlim(s[0], s[-1])
        if shared:
            figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=min(6, len(panels[0].curves)))
        figure.align_ylabels(list(axes))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure
