"""Display of a singularity map: a table of its working modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.singularity.maps.looks import NAMES
from parados.singularity.singularity_kinds import KINDS
from parados.text.numbers import number
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.singularity.maps.map_result import ModeMap, SingularityMap

__all__ = ["map_display"]


def map_display(found: SingularityMap) -> Display:
    """Build the display of a map: the grid, and for each working mode its reach, aspects and nearest singularity."""
    axes = {a.name: f"{number(a.lower)} to {number(a.upper)} {a.unit}, {a.count} values" for a in found.grid.axes}
    facts = {**axes, "poses": found.grid.size, "characteristic length": f"{number(found.length)} m"}
    rows = [_row(one, found.limits) for one in found.modes]
    headings = ["working mode", "reached", *["within limits"] * found.limits, "aspects", "smallest distance", "from"]
    return Display(f"Singularities of {found.model.spec.name}", facts, [Table(headings, rows)], picture=found.plot)


def _row(one: ModeMap, limits: bool) -> list[str]:
    fields = one.fields
    cells = [one.name, f"{fields.reached.mean():.1%}", *[f"{fields.within.mean():.1%}"] * limits, str(len(one.aspects))]
    if not fields.reached.any():
        return [*cells, "", ""]
    nearest = int(np.nanargmin(fields.nearest))
    return [*cells, f"{fields.nearest[nearest]:.3g}", NAMES[KINDS[fields.kind[nearest]]]]
