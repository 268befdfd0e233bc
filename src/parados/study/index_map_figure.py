"""Figure of an index over two coordinates, or over planes of three."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from parados.geometry.working_modes import other_mode
from parados.plots.map_parts import Heat, MapAxes, PanelMap
from parados.plots.maps import maps_figure
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from parados.study.index_map import IndexMap

__all__ = ["index_map_figure"]

PLANES = 4
"""Number of planes of a map over three coordinates that are drawn."""

LOW = 2.0
"""Percentile of the values at which the colours begin: a few values next to a singularity would use up the scale."""


def index_map_figure(made: IndexMap, name: str) -> Figure:
    """Draw an index; out of reach is hatched."""
    one, other = made.grid.axes[:2]
    axes = MapAxes(
        (one.lower, one.upper),
        (other.lower, other.upper),
        (figure_text(one.label), figure_text(other.label)),
        one.unit == other.unit,
    )
    values = made.fields[name]
    known = values[np.isfinite(values)]
    low, high = np.percentile(known, [LOW, 100 - LOW]) if len(known) else (0.0, 1.0)
    if high <= low:
        low, high = low - max(abs(low), 1e-9) * 0.01, high + max(abs(high), 1e-9) * 0.01
    label = figure_text(f"{name} [{made.units[name]}]")
    levels = [float(level) for level in MaxNLocator(6).tick_values(float(low), float(high))]

    def panel(title: str, cut: tuple[slice | int, ...]) -> PanelMap:
        field, reach, margin = (part.reshape(made.grid.shape)[cut] for part in (values, made.reach, made.margin))
        return PanelMap(title, Heat(field, label, (float(low), float(high)), levels), reach, allowed=margin)

    if len(made.grid.axes) == 2:
        panels = [panel("", (slice(None), slice(None)))]
    else:
        third = made.grid.axes[2]
        places = np.unique(np.linspace(0, third.count - 1, PLANES + 2)[1:-1].round().astype(int))
        panels = [
            panel(f"{figure_text(third.name)} = {third.values[k]:.4g} {third.unit}", (slice(None), slice(None), int(k)))
            for k in places
        ]
    title = ", ".join(filter(None, [made.model.spec.name, other_mode(made.mode, made.model.working_mode())]))
    return maps_figure(axes, panels, figure_text(title))
