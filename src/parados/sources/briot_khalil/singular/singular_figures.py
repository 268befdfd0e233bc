"""Figure of a robot in a singular pose, with arrows for free motions and for impossible motions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.model.model import Model
from parados.plots.robot_drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import PALETTE, new_figure, style

__all__ = ["Arrow", "Turn", "singular_figure"]

Array = NDArray[np.float64]

FREE, LOST = PALETTE[2], PALETTE[3]


@dataclass(frozen=True)
class Arrow:
    """Arrow from a point (3,) along a direction (3,) [m]; `both` draws two heads, `lost` selects the colour."""

    start: Array
    along: Array
    label: str
    both: bool = False
    lost: bool = False
    shift: tuple[float, float] = (6.0, 6.0)

    @property
    def ends(self) -> Array:
        return np.array([self.start - (self.along if self.both else 0), self.start + self.along])


@dataclass(frozen=True)
class Turn:
    """Rate about the z axis through a point (3,), drawn as an arc in the plane whose angle grows with the rate [rad]."""

    centre: Array
    rate: float
    label: str
    radius: float
    shift: tuple[float, float] = (8.0, 0.0)

    def points(self) -> Array:
        """(n, 2) points of the arc."""
        s = np.linspace(0, 1, 60) * self.rate * 1.6 * np.pi + 0.6
        return np.asarray(self.centre[:2] + self.radius * np.column_stack([np.cos(s), np.sin(s)]))


def singular_figure(
    model: Model,
    x: Array,
    marks: Sequence[Arrow | Turn],
    size: tuple[float, float] = (5.2, 4.4),
    view: tuple[float, float] = (20.0, -55.0),
) -> Figure:
    """Draw the robot at the pose x; `view` is elevation and azimuth for robots in space [deg]."""
    drawn = skeleton(model, x)
    ends = [mark.ends for mark in marks if isinstance(mark, Arrow)]
    with style():
        figure = new_figure(*size)
        axes, planar = robot_axes(figure, model)
        draw_into(axes, drawn, planar)
        for mark in marks:
            _draw_turn(axes, mark) if isinstance(mark, Turn) else _draw_arrow(axes, mark, planar)
        if not planar:
            axes.view_init(*view)
        frame_all(axes, np.vstack([drawn.points(), *ends]), planar, margin=0.1)
        handles = {label: handle for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=3)
    return figure


def _draw_arrow(axes: Any, arrow: Arrow, planar: bool) -> None:
    color = LOST if arrow.lost else FREE
    name = "lost direction" if arrow.lost else "free motion"
    start, end = arrow.ends
    if planar:
        head = {"arrowstyle": "<|-|>" if arrow.both else "-|>", "color": color, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", end[:2], xytext=start[:2], arrowprops=head, zorder=20)
        axes.plot([], [], color=color, linewidth=1.8, label=name)
        axes.annotate(arrow.label, end[:2], textcoords="offset points", xytext=arrow.shift, color=color)
        return
    axes.plot(*arrow.ends.T, color=color, linewidth=1.8, label=name, zorder=20)
    for tip, sense in ((end, 1.0), (start, -1.0)) if arrow.both else ((end, 1.0),):
        back, side = -0.2 * sense * arrow.along, 0.08 * np.cross(arrow.along, [0.0, 0.0, 1.0])
        axes.plot(*np.array([tip + back + side, tip, tip + back - side]).T, color=color, linewidth=1.8, zorder=20)
    axes.text(*end, f"  {arrow.label}", color=color)


def _draw_turn(axes: Any, turn: Turn) -> None:
    arc = turn.points()
    axes.plot(*arc.T, color=FREE, linewidth=1.5, label="free motion", zorder=20)
    head = {"arrowstyle": "-|>", "color": FREE, "linewidth": 1.5, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", arc[-1], xytext=arc[-4], arrowprops=head, zorder=20)
    axes.annotate(
        turn.label,
        turn.centre[:2] + np.array([turn.radius, 0]),
        textcoords="offset points",
        xytext=turn.shift,
        color=FREE,
        fontsize=8,
    )
