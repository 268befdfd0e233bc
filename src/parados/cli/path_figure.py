"""The path of the platform, with the robot at its start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.cli.evaluation import Results
from parados.cli.motion_file import Motion
from parados.plots.drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import BEYOND, PALETTE, new_figure, style

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["path_figure"]


def path_figure(model: Model, motion: Motion, results: Results, beyond: NDArray[np.bool_] | None = None) -> Figure:
    """The path of P in base axes; the robot is drawn at the first state, rows `beyond` (N,) the joint limits are marked."""
    with style():
        figure = new_figure(6.5, 5.5)
        axes, planar = robot_axes(figure, model)
        drawn = skeleton(model, motion.x[0])
        draw_into(axes, drawn, planar)
        path = results.position
        axes.plot(*path[:, : 2 if planar else 3].T, color=PALETTE[2], linewidth=2.5, label="path of P", zorder=20)
        if beyond is not None and beyond.any():
            look: dict[str, Any] = {"linestyle": "", "marker": "x", "markersize": 5, "color": BEYOND, "zorder": 21}
            axes.plot(*path[beyond][:, : 2 if planar else 3].T, label="beyond joint limits", **look)
        frame_all(axes, np.vstack([drawn.points(), path]), planar)
        figure.legend(loc="outside lower center", ncols=3)
    return figure
