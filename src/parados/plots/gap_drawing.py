"""Draw a robot whose loops do not close, with the gaps of its closures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import draw_into, frame_all, skeleton_axes
from parados.plots.skeleton import is_planar, placed_skeleton
from parados.plots.style import BEYOND, new_figure, style

if TYPE_CHECKING:
    from parados.model.surveyed_robot import SurveyedRobot

__all__ = ["GapMark", "gap_figure"]

Array = NDArray[np.float64]

GapMark = tuple[Array, Array, str]
"""The two frames (4, 4) of an open closure and its label."""

AXIS = 0.08
"""Length of the drawn axes of the frames, over the size of the robot."""


def gap_figure(robot: SurveyedRobot, links: Array, platform: Array, gaps: Sequence[GapMark], title: str) -> Figure:
    """Draw a robot with the frames of its links (n_t, 4, 4) and platform (4, 4); each gap is a red line with its label.

    The x, y and z axes of the two frames of a gap are drawn too (solid, dashed, dotted), so that turned frames can be seen.
    """
    drawn = placed_skeleton(robot, links, platform)
    ends = [frame[:3, 3] for a, b, _ in gaps for frame in (a, b)]
    points = np.vstack([drawn.points(), *ends])
    with style():
        figure = new_figure(6.2, 5.6)
        planar = is_planar(robot, links)
        axes = skeleton_axes(figure, planar)
        draw_into(axes, drawn, planar)
        for k, (a, b, label) in enumerate(gaps):
            _draw_gap(axes, a, b, 2 if planar else 3, label if k < 6 else "")
            for frame in (a, b):
                _draw_axes(axes, frame, 2 if planar else 3, AXIS * float(np.ptp(points, axis=0).max()))
        frame_all(axes, points, planar)
        figure.suptitle(title, fontsize=10)
        figure.legend(loc="outside lower center", ncols=2)
        if not planar:  # the layout does not see the labels of axes in space
            figure.set_layout_engine("constrained", h_pad=0.3)
    return figure


def _draw_gap(axes: Any, a: Array, b: Array, n: int, label: str) -> None:
    between = np.array([a[:n, 3], b[:n, 3]]).T
    axes.plot(*between, color=BEYOND, linewidth=2.5, marker="x", markersize=7, label=label or None, zorder=20)


def _draw_axes(axes: Any, frame: Array, n: int, length: float) -> None:
    for k, dashes in enumerate(("-", "--", ":")):
        axis = np.array([frame[:n, 3], frame[:n, 3] + length * frame[:n, k]]).T
        axes.plot(*axis, color=BEYOND, linewidth=1.0, linestyle=dashes, zorder=19)
