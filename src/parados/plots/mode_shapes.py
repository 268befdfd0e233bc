"""Draw and animate the vibration modes of a flexible robot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import frame_all
from parados.plots.style import ACTUATED, GROUND, LINK, new_figure, style

if TYPE_CHECKING:
    from parados.model.centre_lines import CentreLines

__all__ = ["animate_mode", "mode_shapes_figure"]

Array = NDArray[np.float64]

FRAMES, PER_SECOND = 30, 20
"""Number of frames of one period of the animation, and frames per second."""


def mode_shapes_figure(lines: CentreLines, feet: Array, titles: list[str], swing: float) -> Figure:
    """Draw all modes with the amplitude `swing` [m] of the point that moves most; feet (n, 3) are the points on the base [m]."""
    with style():
        columns = 2
        figure = new_figure(3.5 * columns, 2.9 * -(-len(titles) // columns) + 0.4)
        for k, title in enumerate(titles):
            axes, flat = _axes(figure, lines, k, (-(-len(titles) // columns), columns, k + 1), swing)
            _draw(axes, lines.places, flat, GROUND, "undeformed", (0, (4, 1.5)), 1.2)
            _draw(axes, lines.places + swing * lines.moved[k], flat, ACTUATED, "deformed", "-", 2.0)
            axes.plot(*feet[:, : 2 if flat else 3].T, "^", color=LINK, markersize=6, label="base")
            axes.set_title(title, fontsize=9)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def animate_mode(path: Path, lines: CentreLines, mode: int, title: str, swing: float) -> None:
    """Write one period of a mode as a GIF that repeats."""
    with style():
        figure = new_figure(4.4, 4.4)
        axes, flat = _axes(figure, lines, mode, (1, 1, 1), swing)
        axes.set_title(title, fontsize=9)
        _draw(axes, lines.places, flat, GROUND, "undeformed", (0, (4, 1.5)), 1.2)
        moving = _draw(axes, lines.places, flat, ACTUATED, "deformed", "-", 2.0)

        def show(frame: int) -> list[Any]:
            places = lines.places + swing * np.sin(2 * np.pi * frame / FRAMES) * lines.moved[mode]
            for curve, points in zip(moving, places, strict=True):
                curve.set_data(*points[:, :2].T)
                if not flat:
                    curve.set_3d_properties(points[:, 2])
            return moving

        FuncAnimation(figure, show, frames=FRAMES).save(str(path), writer=PillowWriter(fps=PER_SECOND), dpi=80)


def _axes(figure: Figure, lines: CentreLines, mode: int, place: tuple[int, int, int], swing: float) -> tuple[Any, bool]:
    """Return axes for a mode, and True if they are flat (the mode stays in the plane of the robot), else in space."""
    flat = bool(np.abs(lines.moved[mode, ..., 2]).max() < 1e-6)
    axes: Any = figure.add_subplot(*place) if flat else figure.add_subplot(*place, projection="3d")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    reach = np.concatenate([lines.places + sign * swing * lines.moved[mode] for sign in (-1, 1)]).reshape(-1, 3)
    frame_all(axes, reach, flat)
    if not flat:
        axes.set_zlabel("z [m]")
        axes.view_init(elev=18, azim=-60)
        axes.tick_params(labelsize=7, pad=-1)
        if np.ptp(lines.places[..., 2]) < swing:  # a planar robot
            axes.set_zticks([-swing, 0.0, swing])
        else:
            for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
                axis.labelpad = -4
        limits = np.array([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()])
        axes.set_box_aspect(np.diff(limits).ravel(), zoom=1.05)
    return axes, flat


def _draw(axes: Any, places: Array, flat: bool, color: str, label: str, dashes: Any, width: float) -> list[Any]:
    """Draw one curve for each element; only the first is in the legend."""
    curves = []
    for k, points in enumerate(places):
        name = label if k == 0 else None
        curves += axes.plot(*points[:, : 2 if flat else 3].T, color=color, linestyle=dashes, linewidth=width, label=name)
    return curves
