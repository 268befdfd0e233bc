"""Draw planned crossings beside the naive motions into docs/pictures.

    python -m docs.draw_crossings [name ...]
"""

from __future__ import annotations

import sys

from helpers.crossing_ways import planned
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados

TITLES = {
    "five-bar": "Five-bar mechanism through its Type 2 singularity",
    "tripteron": "Tripteron: leg 1 changes its working mode, through an LPJTS",
    "3-rpr": "3-RPR through its Type 2 singularity",
    "delta-d3-1200": "Delta robot through its Type 2 singularity",
    "gough-stewart-lopes": "Gough-Stewart platform (6-UPS) through its Type 2 singularity",
    "hexa": "Hexa robot (6-RUS) through its Type 2 singularity",
    "orthoglide": "Orthoglide through its Type 2 singularity",
}


def draw(name: str) -> Figure:
    """Draw the efforts of one robot."""
    return planned(parados.load(name).compile(), name).plot(TITLES[name])


if __name__ == "__main__":
    write_pictures(sys.argv[1:] or TITLES, draw, "crossing-", dpi=120, colors=64)
