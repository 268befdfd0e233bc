"""Draw every robot of the catalog into docs/pictures, small enough for a README.

    python -m docs.draw_catalog [name ...]
"""

from __future__ import annotations

import sys

from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.plots.robot_drawing import draw_robot

SHIFT = 0.25
"""Robots are drawn at this fraction of the way from home to a corner of their workspace: at home many are too symmetric."""


def draw(name: str) -> Figure:
    """Draw one robot."""
    model = parados.load(name).compile()
    pose = model.survey.home + SHIFT * (model.survey.upper - model.survey.home)
    return draw_robot(model, pose, size=(4.2, 3.9))


if __name__ == "__main__":
    write_pictures(sys.argv[1:] or parados.catalog(), draw, dpi=110, colors=48)
