"""Gauges of the distances of a pose from every kind of singularity, for the panel of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.studio.status_line import BAD, GOOD, WARN
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parados.singularity import Distances

__all__ = ["NEAR", "VERY_NEAR", "gauges", "nearest_of_kinds"]

NEAR, VERY_NEAR = 0.2, 0.05
"""Distances below which a gauge is orange, and red."""

#: attribute of `Distances` -> name of the kind, and what is lost there
KINDS = {
    "type1": ("Type 1", "a leg at the border of its reach"),
    "type2": ("Type 2", "the platform moves with locked actuators"),
    "lpjts": ("LPJTS", "passive joints of a leg move by themselves"),
    "lajts": ("LAJTS", "actuators of a leg move against each other"),
    "serial": ("Serial", "all joints of a leg move, the platform stands still"),
    "constraint": ("Constraint", "the legs no longer guide the platform"),
}


def nearest_of_kinds(found: Distances) -> dict[str, tuple[float, str]]:
    """Return the smallest distance of each kind that the robot has, and the leg that has it ("" for the platform)."""
    result = {}
    for kind in KINDS:
        values: NDArray[np.float64] = np.atleast_1d(getattr(found, kind)[0])
        k = int(np.argmin(np.round(values, 9)))  # of equal legs the first
        if np.isfinite(values[k]):
            result[kind] = (float(values[k]), found.legs[k] if len(values) > 1 or kind not in ("type2", "constraint") else "")
    return result


def gauges(found: Distances) -> str:
    """Return one bar for each kind: empty is singular, full is 1 or more; orange is near, red is very near."""
    rows = [_row(*KINDS[kind], *near) for kind, near in nearest_of_kinds(found).items()]
    return f'<div style="padding:0.2em 0.9em">{"".join(rows)}</div>'


def _row(name: str, meaning: str, value: float, leg: str) -> str:
    shade = BAD if value < VERY_NEAR else WARN if value < NEAR else GOOD
    track = "position:relative;display:block;height:0.7em;background:rgba(128,128,128,0.18);border-radius:3px;overflow:hidden"
    bar = f"position:absolute;left:0;top:0;height:100%;width:{100 * min(value, 1.0):.1f}%;background:{shade}"
    head = f"<b>{name}</b>{f', {html_text(leg)}' if leg else ''} <span style='opacity:0.65'>{meaning}</span>"
    return (
        '<div style="font-size:0.8em;margin-bottom:0.45em;font-variant-numeric:tabular-nums">'
        f'<div style="display:flex;justify-content:space-between"><span>{head}</span><span>{value:.3g}</span></div>'
        f'<span style="{track}"><span style="{bar}"></span></span></div>'
    )
