"""Colours of maps in the scene: aspects and indices as pictures of one pixel for each pose, and their legends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.geometry.working_modes import Mode, other_mode
from parados.singularity.maps.looks import NAMES, SHADES
from parados.studio.scene_colours import Colour, colour
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.singularity.maps.map_result import ModeMap, SingularityMap
    from parados.study.index_map import IndexMap

__all__ = ["CURVES", "SURFACES", "aspect_picture", "index_picture", "map_legend", "value_legend"]

Picture = NDArray[np.uint8]
"""(n, m, 4) red, green, blue and opacity, 0 to 255; first coordinate first."""

CURVES: dict[str, Colour] = {
    "type1": colour("#4A5560"),
    "border": colour("#4A5560"),
    "type2": colour("#C1121F"),
    "constraint": colour("#8E2C6C"),
    "lpjts": colour("#00825E"),
    "lajts": colour("#8A8000"),
    "serial": colour("#7A4FBF"),
    "coordinates": colour("#8A8F94"),
}
"""Kind of a singular curve -> its colour."""

SURFACES: dict[str, tuple[Colour, float]] = {"border": (colour("#7FA7C9"), 0.22), "type2": (colour("#D55E00"), 1.0)}
"""Name of a surface -> its colour and opacity; a surface inside another one must be opaque to be seen."""

OPACITY, FORBIDDEN = 205, 90
"""Opacity of poses within reach, and of those beyond joint limits."""

LOW = 2.0
"""Percentile of the values at which the colours begin and end: a few values near a singularity would use up the scale."""


def aspect_picture(made: SingularityMap, one: ModeMap) -> Picture:
    """Colour the aspects of a map: shades of blue where the determinant is positive, of orange where it is negative."""
    shades = np.zeros((len(one.aspects) + 1, 4), dtype=np.uint8)  # the last row, for -1, is transparent
    used = {1: 0, -1: 0, 0: 0}
    for k, sign in enumerate(one.aspects.signs.tolist()):
        own = SHADES[sign]
        shades[k] = (*colour(own[used[sign] % len(own)]), OPACITY)
        used[sign] += not one.aspects.tiny[k]
    picture = shades[one.aspects.number]
    picture[one.fields.reached & ~one.fields.within, 3] = FORBIDDEN
    return picture.reshape(*made.grid.shape, 4)


def index_picture(made: IndexMap, name: str) -> Picture:
    """Colour the values of an index from dark blue to yellow."""
    low, high = value_range(made, name)
    values = made.fields[name]
    known = np.isfinite(values)
    picture = np.zeros((len(values), 4), dtype=np.uint8)
    part = np.clip((np.where(known, values, low) - low) / (high - low), 0.0, 1.0)
    picture[:, :3] = _shades(part)
    picture[:, 3] = np.where(known, np.where(made.margin < 0, FORBIDDEN, OPACITY), 0)
    return picture.reshape(*made.grid.shape, 4)


def value_range(made: IndexMap, name: str) -> tuple[float, float]:
    """Return the values at the ends of the colour scale."""
    known = made.fields[name][np.isfinite(made.fields[name])]
    low, high = (float(value) for value in np.percentile(known, [LOW, 100 - LOW])) if len(known) else (0.0, 1.0)
    return (low, high) if high > low else (low - max(abs(low), 1e-9) * 0.01, high + max(abs(high), 1e-9) * 0.01)


def _shades(part: NDArray[np.float64]) -> Picture:
    """(n, 3) colours of numbers from 0 to 1."""
    from matplotlib import colormaps

    return np.asarray(255 * colormaps["cividis"](part)[:, :3], dtype=np.uint8)


# -- legends --------------------------------------------------------------------------------------------------------------


def _entry(shade: Any, text: str, line: bool = False) -> str:
    size = "width:1.4em;height:0.25em" if line else "width:1em;height:0.8em"
    box = f"display:inline-block;{size};background:rgb{tuple(shade)};margin-right:0.5em;vertical-align:middle"
    return f'<div><span style="{box}"></span>{html_text(text)}</div>'


def _boxed(content: str) -> str:
    return f'<div style="font-size:0.8em;padding:0.2em 0.9em;line-height:1.6">{content}</div>'


def map_legend(made: SingularityMap, one: ModeMap) -> str:
    """Return the legend of a map of singularities: aspects by sign, and the curves or surfaces that are there."""
    words = {1: "det > 0", -1: "det < 0", 0: "aspect, no determinant"}
    rows = [] if made.is_volume else [_entry(colour(SHADES[s][0]), words[s]) for s in (1, -1, 0) if s in one.aspects.signs]
    if not made.is_volume and (one.fields.reached & ~one.fields.within).any():
        rows.append('<div style="opacity:0.6">pale: joints beyond their limits</div>')
    kinds = dict.fromkeys(curve.kind for curve in one.curves)
    rows += [_entry(CURVES[kind], NAMES[kind], line=True) for kind in kinds]
    names = {"border": "border of the reach", "type2": "Type 2, det = 0"}
    rows += [_entry(SURFACES[name][0], names[name]) for name in one.surfaces]
    count = int((~one.aspects.tiny).sum())
    rows.append(f"<div>{one.fields.reached.mean():.1%} of {made.grid.size} poses within reach, {count} aspects</div>")
    rows.append(_told_mode(made.model, one.mode))
    return _boxed("".join(rows))


def value_legend(made: IndexMap, name: str) -> str:
    """Return a colour bar with its ends, and the value of the index over the whole map."""
    low, high = value_range(made, name)
    stops = ",".join(f"rgb{tuple(int(v) for v in shade)}" for shade in _shades(np.linspace(0, 1, 9)))
    bar = f'<div style="height:0.9em;border-radius:3px;background:linear-gradient(to right,{stops})"></div>'
    ends = f'<div style="display:flex;justify-content:space-between"><span>{low:.4g}</span><span>{high:.4g}</span></div>'
    unit = made.units[name]
    told = f"<div>over the map: {made.totals[name]:.4g}</div>{_told_mode(made.model, made.mode)}"
    return _boxed(f"<div>{html_text(f'{name} [{unit}]')}</div>{bar}{ends}{told}")


def _told_mode(model: Model, mode: Mode) -> str:
    """Return a line with the working mode; nothing if it is the default one."""
    other = other_mode(mode, model.working_mode())
    return f"<div>{other}</div>" if other else ""
