"""Gauges of the distances of a pose from every kind of singularity, for the panel of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.singularity.singularity_kinds import BY_LEG, KIND_NAMES, MEANINGS
from parados.studio.status_line import BAD, GOOD, WARN
from parados.text.html_page import html_text

if TYPE_CHECKING:

    from parados.singularity import Distances

__all__ = ["NEAR", "VERY_NEAR", "gauges", "nearest_of_kinds"]

NEAR, VERY_NEAR = 0.2, 0.05
"""Distances below which a gauge is orange, and red."""

ZERO = 1e-9
"""Distance that is zero up to round-off."""


def nearest_of_kinds(found: Distances) -> dict[str, tuple[float, str]]:
    """Return the smallest distance of each kind that the robot has, and the leg that has it ("" for the platform)."""
    result = {}
    for kind in found.smallest:
        values = found.of_kind(kind)[0]
        k = int(np.argmin(np.round(values, 9)))  # of equal legs the first
        result[kind] = (float(values[k]), found.legs[k] if kind in BY_LEG else "")
    return result


def gauges(found: Distances) -> str:
    """Return one bar for each kind: empty is singular, full is 1 or more; orange is near, red is very near."""
    rows = [_row(KIND_NAMES[kind], MEANINGS[kind], *near) for kind, near in nearest_of_kinds(found).items()]
    return f'<div style="padding:0.2em 0.9em">{"".join(rows)}</div>'


def _row(name: str, meaning: str, value: float, leg: str) -> str:
    shade = BAD if value < VERY_NEAR else WARN if value < NEAR else GOOD
    track = "position:relative;display:block;height:0.7em;background:rgba(128,128,128,0.18);border-radius:3px;overflow:hidden"
    bar = f"position:absolute;left:0;top:0;height:100%;width:{100 * min(max(value, 0.012), 1.0):.1f}%;background:{shade}"
    head = f"<b>{name}</b>{f', {html_text(leg)}' if leg else ''} <span style='opacity:0.65'>{meaning}</span>"
    number = f"{value:.3g}" if value > ZERO else "0"
    return (
        '<div style="font-size:0.8em;margin-bottom:0.45em;font-variant-numeric:tabular-nums">'
        f'<div style="display:flex;justify-content:space-between"><span>{head}</span><span>{number}</span></div>'
        f'<span style="{track}"><span style="{bar}"></span></span></div>'
    )
