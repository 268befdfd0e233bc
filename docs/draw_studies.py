"""Draw the figures of the page on studies into docs/pictures.

python -m docs.draw_studies [name ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

from parados.study import read_study

STUDIES = Path(__file__).parents[1] / "examples" / "studies"
FIGURES = ("delta", "hexapod")


def _front(name: str) -> Figure:
    return read_study(STUDIES / f"{name}-study.yaml").run().plot()


if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, _front, "studies-", dpi=120, colors=64)
