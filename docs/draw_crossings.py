"""Draw planned crossings beside the naive motions into docs/pictures.

    python -m docs.draw_crossings [name ...]
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from helpers.crossing_ways import planned
from PIL import Image

import parados
from parados.plots.style import save

PICTURES = Path(__file__).parent / "pictures"
COLORS = 64
"""Of the palette that the picture is reduced to."""

TITLES = {
    "five-bar": "Five-bar mechanism through its Type 2 singularity",
    "tripteron": "Tripteron: leg 1 changes its working mode, through an LPJTS",
    "3-rpr": "3-RPR through its Type 2 singularity",
    "delta-d3-1200": "Delta robot through its Type 2 singularity",
    "gough-stewart-lopes": "Gough-Stewart platform (6-UPS) through its Type 2 singularity",
    "hexa": "Hexa robot (6-RUS) through its Type 2 singularity",
    "orthoglide": "Orthoglide through its Type 2 singularity",
}


def draw(name: str) -> Path:
    """Write the picture of one robot."""
    figure = planned(parados.load(name).compile(), name).plot(TITLES[name])
    buffer = io.BytesIO()
    save(figure, buffer, dpi=120)
    path = PICTURES / f"crossing-{name}.png"
    Image.open(buffer).convert("RGB").quantize(COLORS).save(path, optimize=True)
    return path


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or TITLES:
        path = draw(name)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
