"""Plot maps over two coordinates in panels: coloured regions or a shaded quantity, with curves and marks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any

import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from numpy.typing import NDArray

from parados.plots.map_parts import Heat, MapAxes, PanelMap, Regions
from parados.plots.style import LINK, new_figure, style

__all__ = ["maps_figure"]

Array = NDArray[np.float64]

HALO = [withStroke(linewidth=2.2, foreground="white")]
"""White border around letters and marks, so that they can be read on light and on dark colours."""

OUTSIDE: dict[str, Any] = {"facecolor": "#F4F5F6", "edgecolor": "#CDD2D6", "hatch": "////", "linewidth": 0.0}
"""Style of points out of reach: light and hatched."""

FORBIDDEN: dict[str, Any] = {"facecolor": "#7A828A", "edgecolor": "#5A626A", "hatch": "xxx", "linewidth": 0.0, "alpha": 0.5}
"""Style of points where joints are beyond their limits: darker, cross-hatched, transparent."""

MANY = 9
"""Number of panels from which they are small and without letters."""

SMALL = 0.6
"""Factor on the widths of lines and sizes of marks in small panels."""


def maps_figure(axes: MapAxes, panels: Sequence[PanelMap], title: str) -> Figure:
    """Plot panels in rows and columns over the same two coordinates, with one legend and one colour scale."""
    columns = len(panels) if len(panels) <= 3 else ceil(sqrt(len(panels)))
    rows = ceil(len(panels) / columns)
    small = len(panels) >= MANY
    wide, high = axes.x[1] - axes.x[0], axes.y[1] - axes.y[0]
    ratio = float(np.clip(high / wide, 0.5, 1.7)) if axes.equal else 0.85
    size = 4.8 if len(panels) == 1 else 1.7 if small else 3.1
    with style():
        shades = isinstance(panels[0].filling, Heat)
        figure = new_figure(columns * size + (1.9 if shades else 0.9), rows * (size * ratio + 0.35) + 1.0)
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for place, panel in zip(grid.flat, panels, strict=False):
            shown = _draw(place, axes, panel, small)
        for place in list(grid.flat)[len(panels) :]:
            place.set_visible(False)
        _label(grid, axes, len(panels), columns)
        if isinstance(panels[0].filling, Heat):
            figure.colorbar(shown, ax=grid, label=panels[0].filling.label, shrink=0.8, aspect=30, pad=0.02)
        handles = _handles(panels)
        if handles:
            figure.legend(handles=handles, loc="outside lower center", ncols=min(3 if columns * size < 7 else 5, len(handles)))
        figure.suptitle(title, fontsize=10)
    return figure


def _label(grid: Any, axes: MapAxes, count: int, columns: int) -> None:
    for number, place in enumerate(grid.flat):
        if number % columns == 0:
            place.set_ylabel(axes.labels[1])
        if count - columns <= number < count:
            place.set_xlabel(axes.labels[0])
            place.tick_params(labelbottom=True)


def _draw(place: Any, axes: MapAxes, panel: PanelMap, small: bool) -> Any:
    filling = panel.filling
    x, y = _nodes(axes, filling.number if isinstance(filling, Regions) else filling.values)
    dx, dy = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2
    extent = (x[0] - dx, x[-1] + dx, y[0] - dy, y[-1] + dy)
    shared = {"extent": extent, "origin": "lower", "aspect": "auto", "interpolation": "nearest", "zorder": 1}
    draw: Any = _regions if isinstance(filling, Regions) else _heat
    shown = draw(place, filling, (x, y), shared, small)
    x, y = _nodes(axes, panel.inside)
    if panel.allowed is not None and (panel.allowed < 0).any():
        _hatched(place, x, y, _filled(panel.allowed, np.isfinite(panel.allowed)), FORBIDDEN, 1.8)
    if (panel.inside < 0).any():
        _hatched(place, x, y, panel.inside, OUTSIDE, 2)
    for line in panel.lines:
        width = line.look.get("linewidth", 1.0) * (SMALL if small else 1.0)
        place.plot(*line.points.T, **{"zorder": 4, "solid_capstyle": "round", **line.look, "linewidth": width})
    for mark in panel.marks:
        size = mark.look.get("markersize", 6.0) * (SMALL if small else 1.0)
        place.plot(*mark.points.T, **{"linestyle": "", "zorder": 6, "path_effects": HALO, **mark.look, "markersize": size})
    place.set(xlim=axes.x, ylim=axes.y)
    place.set_title(panel.title, fontsize=7 if small else 9)
    place.grid(False)
    if axes.equal:
        place.set_aspect("equal", adjustable="box")
    if small:
        place.tick_params(labelsize=6)
    return shown


def _hatched(place: Any, x: Array, y: Array, values: Array, look: dict[str, Any], order: float) -> None:
    """Colour and hatch the area in which the values are negative."""
    ends = [-1e300, 0.0]
    place.contourf(x, y, values.T, ends, colors=[look["facecolor"]], alpha=look.get("alpha"), zorder=order)
    hatched = place.contourf(x, y, values.T, ends, colors="none", hatches=[look["hatch"]], zorder=order + 0.1)
    hatched.set_edgecolor(look["edgecolor"])
    hatched.set_linewidth(0.0)


def _nodes(axes: MapAxes, values: NDArray[Any]) -> tuple[Array, Array]:
    return np.linspace(*axes.x, values.shape[0]), np.linspace(*axes.y, values.shape[1])


def _filled(values: NDArray[Any], known: NDArray[np.bool_]) -> NDArray[Any]:
    """Replace unknown values by the nearest known ones, so that colours reach a border between two poses."""
    from scipy.ndimage import distance_transform_edt

    if known.all() or not known.any():
        return values
    _, (i, j) = distance_transform_edt(~known, return_indices=True)
    return values[i, j]


def _regions(place: Any, regions: Regions, at: tuple[Array, Array], shared: dict[str, Any], small: bool) -> Any:
    shades = ListedColormap(list(regions.colours))
    norm = BoundaryNorm(np.arange(len(regions.colours) + 1) - 0.5, max(len(regions.colours), 1))
    shown = place.imshow(_filled(regions.number, regions.number >= 0).T, cmap=shades, norm=norm, **shared)
    for x, y, letters in () if small else regions.letters:
        place.text(x, y, letters, ha="center", va="center", fontsize=9, color=LINK, path_effects=HALO, zorder=7)
    return shown


def _heat(place: Any, heat: Heat, at: tuple[Array, Array], shared: dict[str, Any], small: bool) -> Any:
    from scipy.ndimage import binary_dilation

    values = _filled(heat.values, np.isfinite(heat.values)).T
    shown = place.imshow(values, cmap="cividis", vmin=heat.limits[0], vmax=heat.limits[1], **shared)
    inside = [level for level in heat.levels if np.nanmin(values) < level < np.nanmax(values)]
    if inside:
        near = np.ma.masked_where(~binary_dilation(np.isfinite(heat.values), iterations=2).T, values)
        lines = place.contour(*at, near, levels=inside, colors="white", linewidths=0.6, zorder=1.5)
        if not small:
            place.clabel(lines, fontsize=6.5, fmt="%g")
    return shown


def _handles(panels: Sequence[PanelMap]) -> list[Any]:
    """Return one legend entry for every name, regions first."""
    entries: dict[str, Any] = {}
    for panel in panels:
        if isinstance(panel.filling, Regions):
            used = set(np.unique(panel.filling.number).tolist())
            for number, (colour, name) in enumerate(zip(panel.filling.colours, panel.filling.names, strict=True)):
                if name and number in used:
                    entries.setdefault(name, Patch(facecolor=colour, edgecolor="#9AA0A6", linewidth=0.5, label=name))
    if any(panel.allowed is not None and (panel.allowed < 0).any() for panel in panels):
        entries["limits"] = Patch(label="beyond joint limits", **FORBIDDEN)
    if any((panel.inside < 0).any() for panel in panels):
        entries["out of reach"] = Patch(label="out of reach", **OUTSIDE)
    for panel in panels:
        for line in panel.lines:
            entries.setdefault(line.name, Line2D([], [], label=line.name, **line.look))
        for mark in panel.marks:
            entries.setdefault(mark.name, Line2D([], [], linestyle="", label=mark.name, **mark.look))
    return list(entries.values())
