"""A robot with the path of its platform."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from parados.plots.drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import PALETTE, new_figure, style
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["path_figure"]


def path_figure(model: Model, motion: MotionTable, title: str = "", label: str = "path of P") -> Figure:
    """The robot at the start of a motion, and the path of P."""
    path = model.pose(motion.x)[:, :3]
    with style():
        figure = new_figure(5.8, 5.0)
        axes, planar = robot_axes(figure, model)
        drawn = skeleton(model, motion.x[0])
        draw_into(axes, drawn, planar)
        axes.plot(*path[:, : 2 if planar else 3].T, color=PALETTE[2], linewidth=2.0, label=label, zorder=20)
        frame_all(axes, np.vstack([drawn.points(), path]), planar)
        if title:
            figure.suptitle(title, fontsize=10)
        figure.legend(loc="outside lower center", ncols=3)
    return figure
