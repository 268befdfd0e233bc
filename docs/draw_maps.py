"""Draw the singularity map of the five-bar in all working modes. Run: python -m docs.draw_maps"""

from __future__ import annotations

from pathlib import Path

import parados
from parados.plots.style import save
from parados.singularity import singularity_map

PICTURES = Path(__file__).parent / "pictures"


def draw() -> None:
    """Write the picture of the how-to page and of the page on maps."""
    made = singularity_map(parados.load("five-bar").compile(), mode="all")
    save(made.plot("aspects", "all"), PICTURES / "map-five-bar.png")


if __name__ == "__main__":
    draw()
