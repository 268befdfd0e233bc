"""Draw a robot with the path of its platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import BEYOND, PALETTE, new_figure, style

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["path_figure"]

Array = NDArray[np.float64]


def path_figure(
    model: Model,
    x: Array,
    path: Array,
    title: str = "",
    label: str = "path of P",
    beyond: NDArray[np.bool_] | None = None,
) -> Figure:
    """Draw the robot at a pose x (n_x,) and a path (N, 3) in base axes [m]; the points `beyond` (N,) joint limits are marked."""
    with style():
        figure = new_figure(6.5, 5.5)
        axes, planar = robot_axes(figure, model)
        drawn = skeleton(model, x)
        draw_into(axes, drawn, planar)
        shown = path[:, : 2 if planar else 3]
        axes.plot(*shown.T, color=PALETTE[2], linewidth=2.5, label=label, zorder=20)
        if beyond is not None and beyond.any():
            look: dict[str, Any] = {"linestyle": "", "marker": "x", "markersize": 5, "color": BEYOND, "zorder": 21}
            axes.plot(*shown[beyond].T, label="beyond joint limits", **look)
        frame_all(axes, np.vstack([drawn.points(), path]), planar)
        if title:
            figure.suptitle(title, fontsize=10)
        figure.legend(loc="outside lower center", ncols=3)
    return figure
