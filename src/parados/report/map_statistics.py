"""Statistics of a singularity map: reach, aspects and nearest singularity of every working mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from parados.singularity.maps.map_result import SingularityMap

__all__ = ["map_cells"]


def map_cells(made: SingularityMap) -> list[list[str]]:
    """Return headings, and a row for each working mode: reached part, part within joint limits, aspects, singularities."""
    limited = any(np.isfinite(one.fields.limits).any() for one in made.modes)
    cells = [["mode", "reached", *["within limits"] * limited, "aspects", "least distance", "singularities met"]]
    for one in made.modes:
        inside = one.fields.reached
        kinds = sorted({curve.kind for curve in one.curves} | set(one.surfaces) - {"border"})
        smallest = f"{one.fields.nearest[inside].min():.3g}" if inside.any() else "-"
        whole = int((~one.aspects.tiny).sum())
        within = [f"{one.fields.within.mean():.1%}"] * limited
        cells.append([one.name, f"{inside.mean():.1%}", *within, str(whole), smallest, ", ".join(kinds) or "none"])
    return cells
