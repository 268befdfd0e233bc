"""Filled contours of a frequency over the positions that a robot reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.tri import Triangulation
from numpy.typing import NDArray

from parados.plots.style import LINK, new_figure, style

__all__ = ["Field", "map_figure"]

Array = NDArray[np.float64]

COLOURS = "cividis"
"""Colour map that also works in grey and for colour-blind readers."""

HALO = [withStroke(linewidth=2, foreground="white")]
"""Outline of letters, so that they are readable on light and on dark colours."""


@dataclass(frozen=True)
class Field:
    """Content of a panel: values (N,) at the poses with their label, and named places [m] to be marked."""

    title: str
    values: Array
    marks: Sequence[tuple[float, float, str]] = ()
    label: str = "frequency [Hz]"


def map_figure(places: Array, fields: Sequence[Field], spacing: float, title: str) -> Figure:
    """Draw a panel for each field over places (N, 2) with the given spacing [m]; gaps between places stay empty.

    The colour bar gives the values; numbers on the lines would crowd at the rim.
    """
    mesh = Triangulation(*places.T)
    corners = places[mesh.triangles]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=-1).max(axis=1)
    mesh.set_mask(longest > 1.7 * spacing)
    with style():
        wide, high = np.ptp(places, axis=0)
        figure = new_figure(4.3 * len(fields), 0.9 + 3.1 * float(high / wide))
        for axes, field in zip(np.atleast_1d(figure.subplots(1, len(fields), sharey=True)), fields, strict=True):
            filled = axes.tricontourf(mesh, field.values, levels=12, cmap=COLOURS)
            axes.tricontour(mesh, field.values, levels=filled.levels, colors="white", linewidths=0.5)
            for x, y, name in field.marks:
                axes.plot(x, y, "o", markerfacecolor="white", markeredgecolor=LINK, markersize=5)
                axes.annotate(name, (x, y), xytext=(5, 4), textcoords="offset points", fontsize=8, path_effects=HALO)
            axes.set(xlabel="x of P [m]", aspect="equal", title=field.title)
            axes.grid(False)
            figure.colorbar(filled, ax=axes, label=field.label, shrink=0.9)
        figure.axes[0].set_ylabel("y of P [m]")
        figure.suptitle(title, fontsize=10)
    return figure
