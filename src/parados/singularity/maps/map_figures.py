"""Figures of a singularity map: aspects, distances, kinds of singularity and condition, for one or all working modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import word
from parados.singularity.maps.looks import COLOURS, LOOKS, NAMES, SHADES
from parados.singularity.singularity_kinds import KINDS
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.plots.map_parts import Heat, Line, MapAxes, Marks, PanelMap, Regions
    from parados.singularity.maps.map_result import ModeMap, SingularityMap

__all__ = ["FIGURES", "map_figure"]

Array = NDArray[np.float64]

FIGURES = ("aspects", "distance", "classes", "condition")

LETTERED = 0.004
"""Aspects larger than this fraction of the reach show their number."""

LEVELS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)


def map_figure(made: SingularityMap, kind: str, modes: Sequence[ModeMap]) -> Figure:
    """Draw a panel for each working mode. A volume shows three planes of the first mode, or surfaces with kind="surface"."""
    from parados.plots.maps import maps_figure

    word("kind", kind, (*FIGURES, "surface") if made.is_volume else FIGURES)
    if kind == "surface":
        from parados.singularity.maps.surface_figure import surface_figure

        return surface_figure(made, modes[0])
    top = max((_highest(one, kind) for one in modes), default=1.0)
    if made.is_volume:
        panels = [_plane_panel(made, modes[0], kind, top, plane) for plane in made.planes]
    else:
        panels = [_mode_panel(made, one, kind, top) for one in modes]
    return maps_figure(_axes(made), panels, _title(made, kind, modes))


def _title(made: SingularityMap, kind: str, modes: Sequence[ModeMap]) -> str:
    what = {
        "aspects": "aspects",
        "distance": "distance from the nearest singularity",
        "classes": "nearest kind of singularity",
        "condition": "inverse condition number of $A_r$",
    }[kind]
    running = [axis.column for axis in made.grid.axes]
    standing = [f"{figure_text(n)} = {made.grid.at[k]:.4g}" for k, n in enumerate(made.model.labels["x"]) if k not in running]
    mode = f", mode {modes[0].name}" if made.is_volume and len(made.model.working_modes()) > 1 else ""
    return f"{figure_text(made.model.spec.name)}: {what}{mode}" + (f"\n({', '.join(standing)})" if standing else "")


def _axes(made: SingularityMap) -> MapAxes:
    from parados.plots.map_parts import MapAxes

    one, other = made.grid.axes[:2]
    labels = figure_text(one.label), figure_text(other.label)
    return MapAxes((one.lower, one.upper), (other.lower, other.upper), labels, one.unit == other.unit)


def _highest(one: ModeMap, kind: str) -> float:
    values = one.fields.condition if kind == "condition" else one.fields.nearest
    return float(np.max(values[np.isfinite(values)], initial=0.1))


def _mode_panel(made: SingularityMap, one: ModeMap, kind: str, top: float) -> PanelMap:
    from parados.plots.map_parts import PanelMap

    title = f"mode {one.name}" if len(made.model.working_modes()) > 1 else ""
    inside, allowed = made.array(one.fields.reach), made.array(one.fields.limits)
    return PanelMap(title, _filling(made, one, kind, top), inside, _lines(one), _marks(made), allowed)


def _filling(made: SingularityMap, one: ModeMap, kind: str, top: float, plane: int | None = None) -> Regions | Heat:
    """Return the coloured part of a panel, for a map over two coordinates or for one plane of a volume."""
    from parados.plots.map_parts import Heat

    def table(values: NDArray[Any]) -> NDArray[Any]:
        return made.array(values) if plane is None else made.array(values)[:, :, plane]

    if kind == "aspects":
        return _aspect_regions(made, one, table)
    if kind == "classes":
        return _class_regions(one, table)
    if kind == "distance":
        return Heat(table(one.fields.nearest), "distance from the nearest singularity [-]", (0.0, top), LEVELS)
    return Heat(table(one.fields.condition), "inverse condition number [-]", (0.0, top), LEVELS)


def _plane_panel(made: SingularityMap, one: ModeMap, kind: str, top: float, plane: int) -> PanelMap:
    """Build the panel of one plane of a volume, with the curves of a finer map in this plane."""
    from parados.plots.map_parts import PanelMap

    axis = made.grid.axes[2]
    finer = made.slice_at(plane, one.mode)
    inside, allowed = (finer.array(values) for values in (finer.modes[0].fields.reach, finer.modes[0].fields.limits))
    title = f"{figure_text(axis.name)} = {axis.values[plane]:.4g} {axis.unit}"
    return PanelMap(title, _filling(made, one, kind, top, plane), inside, _lines(finer.modes[0]), allowed=allowed)


def _aspect_regions(made: SingularityMap, one: ModeMap, table: Any) -> Regions:
    from parados.plots.map_parts import Regions

    used = {1: 0, -1: 0, 0: 0}
    colours, names, letters = [], [], []
    number = table(one.aspects.number)
    for k, (sign, tiny) in enumerate(zip(one.aspects.signs.tolist(), one.aspects.tiny, strict=True)):
        shades = SHADES[sign]
        colours.append(shades[used[sign] % len(shades)])
        names.append({1: "det > 0", -1: "det < 0", 0: "aspect, no determinant"}[sign])
        used[sign] += not tiny
        if one.aspects.sizes[k] > LETTERED * one.aspects.sizes.sum() and (number == k).any():
            x, y = _middle(made, number == k)
            letters.append((float(made.grid.axes[0].values[x]), float(made.grid.axes[1].values[y]), str(k + 1)))
    return Regions(number, colours or ["white"], names or [""], letters)


def _middle(made: SingularityMap, region: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the node deepest inside a region, away from the mark of home."""
    from scipy.ndimage import distance_transform_edt

    depth = distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]
    home = [(made.model.survey.home[a.column] - a.lower) / (a.upper - a.lower) for a in made.grid.axes[:2]]
    i, j = np.indices(region.shape)
    marked = np.hypot(i / (region.shape[0] - 1) - home[0], j / (region.shape[1] - 1) - home[1]) < 0.05
    if (depth * ~marked).any():
        depth = depth * ~marked
    i, j = np.unravel_index(int(depth.argmax()), depth.shape)
    return int(i), int(j)


def _class_regions(one: ModeMap, table: Any) -> Regions:
    from parados.plots.map_parts import Regions

    return Regions(table(one.fields.kind), [COLOURS[kind] for kind in KINDS], [f"nearest: {NAMES[kind]}" for kind in KINDS])


def _lines(one: ModeMap) -> list[Line]:
    from parados.plots.map_parts import Line

    def name(kind: str, border: bool) -> str:
        return f"border of the reach, {NAMES[kind]}" if border and kind != "border" else NAMES[kind]

    order = sorted(one.curves, key=lambda curve: not curve.border)
    return [
        Line(name(curve.kind, curve.border), curve.points, LOOKS[curve.kind] | ({"linewidth": 1.2} if curve.border else {}))
        for curve in order
        if len(curve.points) > 1
    ]


def _marks(made: SingularityMap) -> list[Marks]:
    """Return marks for home, if it lies in the map, and for the base joints of planar robots."""
    from parados.plots.map_parts import BASE, HOME, Marks
    from parados.plots.skeleton import is_planar, skeleton

    home, columns = made.model.survey.home, [axis.column for axis in made.grid.axes]
    standing = [k for k in range(len(home)) if k not in columns]
    marks = []
    flat = [axis.name for axis in made.grid.axes] == ["px", "py"]
    if flat and is_planar(made.model, made.model.link_frames(home)):
        marks.append(Marks("base joints", np.array(skeleton(made.model, home).base)[:, :2], BASE))
    if np.allclose(home[standing], made.grid.at[standing]):
        marks.append(Marks("home", home[None, columns], HOME))
    low, high = (np.array([getattr(axis, end) for axis in made.grid.axes]) for end in ("lower", "upper"))
    inside = [((mark.points >= low) & (mark.points <= high)).all(axis=1) for mark in marks]
    return [replace(mark, points=mark.points[keep]) for mark, keep in zip(marks, inside, strict=True) if keep.any()]
