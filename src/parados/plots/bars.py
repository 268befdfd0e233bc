"""Horizontal stacked bars: parts of a whole, one bar for each case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from parados.plots.style import PALETTE, new_figure, style

__all__ = ["bars_figure"]

HATCHES = ("", "///", "...", "xxx")
"""Hatches that distinguish parts if there are more parts than colours."""


def bars_figure(cases: Sequence[str], parts: Mapping[str, ArrayLike], label: str) -> Figure:
    """Plot the parts (n,) of n cases as horizontal stacked bars that start at 0; the first case is on top."""
    with style():
        figure = new_figure(6.5, 1.1 + 0.28 * len(cases) + 0.18 * (len(parts) // 4))
        axes = figure.subplots()
        left = np.zeros(len(cases))
        for k, ((name, values), colour) in enumerate(zip(parts.items(), cycle(PALETTE), strict=False)):
            hatch = HATCHES[k // len(PALETTE) % len(HATCHES)]
            axes.barh(range(len(cases)), values, left=left, color=colour, edgecolor="white", hatch=hatch, height=0.75, label=name)
            left = left + np.asarray(values)
        axes.set_yticks(range(len(cases)), cases)
        axes.invert_yaxis()
        axes.set_xlim(0, max(float(left.max(initial=0.0)), 1e-300))
        axes.set_xlabel(label)
        axes.grid(False, axis="y")
        figure.legend(loc="outside lower center", ncols=min(5, len(parts)))
    return figure
