"""Figure with small pictures of a robot, one for each working mode or for each position of a leg."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import draw_into, frame_all, skeleton_axes
from parados.plots.skeleton import Skeleton
from parados.plots.style import ACTUATED, new_figure, style

__all__ = ["ModePicture", "draw_picture", "mode_sheet"]

Array = NDArray[np.float64]

SIDE = 1.9
"""Width of one small picture [inch]."""


@dataclass(frozen=True)
class ModePicture:
    """One small picture: title, robot (None if a leg does not reach the pose), and the highlighted leg, if any."""

    title: str
    robot: Skeleton | None
    leg: Skeleton | None = None


def mode_sheet(pictures: Sequence[ModePicture], columns: int, planar: bool, title: str) -> Figure:
    """Draw the pictures in rows; all have the same scale, and a highlighted leg is orange."""
    shown = [picture.robot.points() for picture in pictures if picture.robot is not None]
    columns = min(columns, len(pictures))
    rows = -(-len(pictures) // columns)
    with style():
        figure = new_figure(SIDE * columns + 0.2, (SIDE + 0.1) * rows + 0.4)
        for k, picture in enumerate(pictures):
            axes = skeleton_axes(figure, planar, (rows, columns, k + 1))
            draw_picture(axes, picture, shown, planar)
        figure.suptitle(title, fontsize=10)
    return figure


def draw_picture(axes: Any, picture: ModePicture, shown: Sequence[Array], planar: bool) -> None:
    """Draw one small picture; `shown` are points (n, 3) of all pictures, which must fit into each."""
    _bare(axes, planar)
    axes.set_title(picture.title, fontsize=8)
    if picture.robot is None:
        axes.text(*([0.5] * (2 if planar else 3)), "out of reach", ha="center", fontsize=8)
        return
    draw_into(axes, picture.robot, planar)
    if picture.leg is not None:
        _stand_out(axes, picture.leg, planar)
    frame_all(axes, np.vstack(shown), planar)


def _bare(axes: Any, planar: bool) -> None:
    """Remove labels, ticks and grid, which are not readable in a small picture."""
    for axis in "xy" if planar else "xyz":
        getattr(axes, f"set_{axis}label")("")
        getattr(axes, f"{axis}axis").set_ticklabels([])
        getattr(axes, f"{axis}axis").set_tick_params(length=0)
    axes.grid(False)


def _stand_out(axes: Any, leg: Skeleton, planar: bool) -> None:
    for segment in (*leg.links, *leg.slides):
        axes.plot(*segment[:, : 2 if planar else 3].T, color=ACTUATED, linewidth=3.0, solid_capstyle="round", zorder=4)
