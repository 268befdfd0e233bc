"""Rows of small pictures of a robot as images, one row after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from numpy.typing import NDArray

from parados.plots.mode_sheet import ModePicture, draw_picture
from parados.plots.robot_drawing import skeleton_axes
from parados.plots.style import new_figure, style

__all__ = ["mode_strips"]

WIDTH, HEIGHT = 1.6, 1.75
"""Size of one small picture [inch]."""

DOTS = 150
"""Pixels for each inch."""


def mode_strips(pictures: Sequence[ModePicture], columns: int, planar: bool) -> Iterator[NDArray[np.uint8]]:
    """Yield one image (height, width, 3) for each row of `columns` pictures; all have the same scale and width."""
    shown = [picture.robot.points() for picture in pictures if picture.robot is not None]
    for first in range(0, len(pictures), columns):
        with style():
            figure = new_figure(WIDTH * columns, HEIGHT)
            for k, picture in enumerate(pictures[first : first + columns]):
                draw_picture(skeleton_axes(figure, planar, (1, columns, k + 1)), picture, shown, planar)
            figure.set_dpi(DOTS)
            canvas: Any = FigureCanvasAgg(figure)
            canvas.draw()
            yield np.asarray(canvas.buffer_rgba())[..., :3].copy()
