"""Draw every robot of the catalog into docs/pictures, small enough for a README.

    python docs/draw_catalog.py [name ...]
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

import parados
from parados.plots.robot_drawing import draw_robot
from parados.plots.style import save

PICTURES = Path(__file__).parent / "pictures"
SHIFT = 0.25
"""Robots are drawn this part of the way from home to a corner of their workspace: at home many are too symmetric to be read."""

COLORS = 48
"""Of the palette that the picture is reduced to."""


def draw(name: str) -> Path:
    model = parados.load(name).compile()
    pose = model.survey.home + SHIFT * (model.survey.upper - model.survey.home)
    figure = draw_robot(model, pose, size=(4.2, 3.9))
    buffer = io.BytesIO()
    save(figure, buffer, dpi=110)
    path = PICTURES / f"{name}.png"
    Image.open(buffer).convert("RGB").quantize(COLORS).save(path, optimize=True)
    return path


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or parados.catalog():
        path = draw(name)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
