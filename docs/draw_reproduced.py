"""Compute all entries of `parados reproduce`, and write small pictures and their outcomes into docs/pictures/reproduced.

python -m docs.draw_reproduced [folder with results]
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from docs.building.source_gallery import OUTCOMES
from PIL import Image

from parados.sources.index import ENTRIES
from parados.sources.reproduction_report import read_results, status
from parados.sources.running import reproduce

WIDTH = 640
COLOURS = 64
PREFERRED = {"003/fig-7.4": "modes", "003/fig-7.9": "modes"}
"""Figures to show of entries whose first figure says less."""


def write(folder: Path) -> None:
    """Write the pictures of the results in a folder; each entry shows one figure, if it has any."""
    OUTCOMES.parent.mkdir(exist_ok=True)
    outcomes = {}
    for id, result in read_results(folder).items():
        figures = [PREFERRED.get(id, figure) for figure in result["figures"][:1]]
        outcomes[id] = {"status": status(result), "pictures": [_picture(folder, id, figure) for figure in figures]}
    OUTCOMES.write_text(json.dumps(outcomes, indent=1), encoding="utf-8")


def _picture(folder: Path, id: str, figure: str) -> str:
    name = f"{id.replace('/', '-')}.png"
    with Image.open(folder / id / f"{figure}.png") as image:
        small = image.convert("RGB")
        small.thumbnail((WIDTH, WIDTH))
        small.quantize(COLOURS, kmeans=2).save(OUTCOMES.parent / name, optimize=True)
    return name


if __name__ == "__main__":
    if sys.argv[1:]:
        write(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            for entry in reproduce(ENTRIES, Path(made)):
                print(entry.id)
            write(Path(made))
