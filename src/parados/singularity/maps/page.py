"""Write a map as one self-contained HTML page, to choose the mode and quantity, read off poses and rotate surfaces."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.grids import Grid
from parados.singularity.maps.isosurface import Surface, isosurface
from parados.singularity.maps.looks import COLOURS, LOOKS, NAMES, SHADES
from parados.singularity.maps.page_script import SCRIPT
from parados.singularity.maps.page_template import PAGE, SHEET
from parados.singularity.singularity_kinds import KINDS
from parados.text.html_page import fill_page, html_text, json_in_script, source_hash

if TYPE_CHECKING:
    from parados.singularity.maps.map_result import ModeMap, SingularityMap
    from parados.singularity.maps.singular_curves import Curve

__all__ = ["map_page"]

Array = NDArray[np.float64]

UNKNOWN = 65535
"""16-bit integer that stands for NaN in the data of a page."""

ROUGH = 20
"""Smallest number of cells along each coordinate in the border of the reach on the page."""

DASHES = {"--": [6, 4], "-.": [8, 3, 2, 3]}


def map_page(made: SingularityMap) -> str:
    """Return the page of a map as HTML text."""
    running = [axis.column for axis in made.grid.axes]
    standing = [f"{n} = {made.grid.at[k]:.5g}" for k, n in enumerate(made.model.labels["x"]) if k not in running]
    title = f"{made.model.spec.name}: singularities over {', '.join(axis.name for axis in made.grid.axes)}"
    subtitle = f"{made.model.spec.title}. " + (f"At {', '.join(standing)}. " if standing else "")
    subtitle += f"Distances are dimensionless singular values (characteristic length {made.length:.4g} m); 0 is singular."
    policy = f"default-src 'none'; script-src {source_hash(SCRIPT)}; style-src {source_hash(SHEET)}"
    parts = {"POLICY": policy, "TITLE": html_text(title), "SUBTITLE": html_text(subtitle), "SHEET": SHEET, "SCRIPT": SCRIPT}
    return fill_page(PAGE, parts | {"DATA": json_in_script(_data(made))})


def _data(made: SingularityMap) -> dict[str, Any]:
    import matplotlib

    home, columns = made.model.survey.home, [axis.column for axis in made.grid.axes]
    rest = [k for k in range(len(home)) if k not in columns]
    extent = np.array([axis.upper - axis.lower for axis in made.grid.axes])
    extent = extent / extent.max() if len({axis.unit for axis in made.grid.axes}) == 1 else np.full(len(extent), 0.8)
    shades = matplotlib.colormaps["cividis"](np.linspace(0, 1, 64))
    keys = ("name", "label", "lower", "upper", "count", "unit")
    return {
        "axes": [{key: getattr(axis, key) for key in keys} for axis in made.grid.axes],
        "home": home[columns].tolist() if np.allclose(home[rest], made.grid.at[rest]) and not made.is_volume else None,
        "first": made.modes.index(made.of()),
        "extent": extent.tolist(),
        "shades": [matplotlib.colors.to_hex(shade) for shade in shades],
        "kinds": [{"name": NAMES[kind], "colour": COLOURS[kind]} for kind in KINDS],
        "curves": {kind: _look(kind) for kind in LOOKS},
        "quantities": [
            ["aspect", "aspects"],
            ["kind", "nearest kind of singularity"],
            ["nearest", "distance, nearest"],
            *[[kind, f"distance, {NAMES[kind]}"] for kind in KINDS],
            ["condition", "inverse condition number"],
            ["determinant", "determinant of unit rows"],
            ["limits", "margin to the joint limits"],
        ],
        "modes": [_mode(made, one, extent) for one in made.modes],
    }


def _look(kind: str) -> dict[str, Any]:
    look = LOOKS[kind]
    style = look.get("linestyle", "-")
    dash = [2 * length for length in style[1]] if isinstance(style, tuple) else DASHES.get(style, [])
    return {"name": NAMES[kind], "colour": look["color"], "width": 1.2 * look["linewidth"], "dash": dash}


def _mode(made: SingularityMap, one: ModeMap, extent: Array) -> dict[str, Any]:
    used = {1: 0, -1: 0, 0: 0}
    parts = []
    for sign, size in zip(one.aspects.signs.tolist(), one.aspects.sizes.tolist(), strict=True):
        parts.append({"colour": SHADES[sign][used[sign] % len(SHADES[sign])], "sign": sign, "size": size})
        used[sign] += 1
    fields = {
        "aspect": np.where(one.aspects.number >= 0, one.aspects.number, np.nan),
        "kind": np.where(one.fields.kind >= 0, one.fields.kind, np.nan),
        "nearest": one.fields.nearest,
        **one.fields.distances,
        "condition": one.fields.condition,
        "determinant": one.fields.determinant,
        "limits": one.fields.limits,
    }
    known = {name: values for name, values in fields.items() if np.isfinite(values).any()}
    return {
        "name": one.name,
        "aspects": parts,
        "curves": [_curve(curve) for curve in one.curves if len(curve.points) > 1],
        "fields": {name: _packed(values, 1.0 if name == "limits" else None) for name, values in known.items()},
        "surfaces": _surfaces(made, one, extent) if made.is_volume else [],
    }


def _curve(curve: Curve) -> dict[str, Any]:
    return {"kind": curve.kind, "border": curve.border, "points": np.round(curve.points, 7).ravel().tolist()}


def _deflated(values: NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(values.tobytes(), 9)).decode("ascii")


def _packed(values: Array, top: float | None = None) -> dict[str, Any]:
    """Pack values as 16-bit integers k with value = offset + scale * k; whole numbers are kept exactly.

    top : value at the end of the colour scale; by default the largest size of a value
    """
    good = np.isfinite(values)
    low, high = float(values[good].min()), float(values[good].max())
    whole = bool((values[good] == np.round(values[good])).all()) and high - low < UNKNOWN
    scale = 1.0 if whole else max((high - low) / (UNKNOWN - 1), 1e-300)
    numbers = np.full(len(values), UNKNOWN, dtype="<u2")
    numbers[good] = np.round((values[good] - low) / scale)
    return {"offset": low, "scale": scale, "top": top or max(abs(low), abs(high), 1e-300), "data": _deflated(numbers)}


def _surfaces(made: SingularityMap, one: ModeMap, extent: Array) -> list[dict[str, Any]]:
    low, high = (np.array([getattr(axis, end) for axis in made.grid.axes]) for end in ("lower", "upper"))
    shown = {name: surface for name, surface in one.surfaces.items() if name != "border"}
    if "border" in one.surfaces:
        shown["border"] = _rough_border(made, one)
    found = []
    for name, surface in shown.items():
        vertices = ((surface.vertices - low) / (high - low) - 0.5) * extent
        packed = {"vertices": _deflated(vertices.astype("<f4")), "triangles": _deflated(surface.triangles.astype("<u4"))}
        found.append({"name": name, **packed})
    return found


def _rough_border(made: SingularityMap, one: ModeMap) -> Surface:
    """Build the border of the reach from some of the nodes only, since a browser redraws it at every rotation."""
    steps = [max(1, (axis.count - 1) // ROUGH) for axis in made.grid.axes]
    kept = [np.arange(0, axis.count, step) for axis, step in zip(made.grid.axes, steps, strict=True)]
    axes = [
        replace(axis, upper=float(axis.values[own[-1]]), count=len(own)) for axis, own in zip(made.grid.axes, kept, strict=True)
    ]
    values = made.array(one.fields.reach)[np.ix_(*kept)].ravel()
    return isosurface(Grid(tuple(axes), made.grid.at), values, lambda p: np.zeros(len(p)), np.zeros(len(values), dtype=bool))
