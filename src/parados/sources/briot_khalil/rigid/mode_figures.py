"""Figures of working and assembly modes: one robot per panel, all panels with the same scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import PALETTE, new_figure, style

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Case", "circle", "modes_figure", "ring", "sphere"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """Content of a panel: the robot at x (n_x,) in a mode, and groups of curves (n, 2 or 3) of the construction."""

    title: str
    x: Array
    mode: tuple[int, ...]
    curves: Sequence[Sequence[Array]] = ()


def modes_figure(
    model: Model, cases: Sequence[Case], columns: int, panel: tuple[float, float], label: str = "", with_curves: bool = False
) -> Figure:
    """Draw all cases with the same scales, `columns` panels per row.

    With `with_curves`, the curves of the construction are drawn; `label` is their name in the legend.
    """
    rows = -(-len(cases) // columns)
    drawn = [skeleton(model, case.x, case.mode) for case in cases]
    inside = [robot.points() for robot in drawn]
    if with_curves:
        inside += [_in_space(curve) for case in cases for group in case.curves for curve in group]
    with style():
        figure = new_figure(panel[0] * columns, panel[1] * rows + 0.4)
        for number, (case, robot) in enumerate(zip(cases, drawn, strict=True), 1):
            axes, planar = robot_axes(figure, model, (rows, columns, number))
            _draw_curves(axes, case.curves, label)
            draw_into(axes, robot, planar)
            frame_all(axes, np.vstack(inside), planar)
            axes.set_title(case.title, fontsize=9, y=1.0 if planar else 0.98)
            if not planar:
                _make_room(axes)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=5)
    return figure


def _draw_curves(axes: Any, groups: Sequence[Sequence[Array]], label: str) -> None:
    """Draw each group of curves with one colour and line style; only the first one is in the legend."""
    for k, (group, color, dashes) in enumerate(zip(groups, PALETTE[2:], ("--", ":", "-."), strict=False)):
        for j, curve in enumerate(group):
            name = label if k == j == 0 else None
            axes.plot(*curve.T, color=color, linewidth=1.0, linestyle=dashes, label=name, zorder=1)


def _make_room(axes: Any) -> None:
    """Move the labels of a 3D panel close to it, and remove the background that would cover the labels of its neighbour."""
    axes.patch.set_visible(False)
    limits = np.array([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()])
    axes.set_box_aspect(np.diff(limits).ravel(), zoom=0.97)
    axes.tick_params(labelsize=7, pad=-1)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.labelpad = -4


def _in_space(curve: Array) -> Array:
    return np.pad(curve, ((0, 0), (0, 3 - curve.shape[1])))


def circle(centre: Array, radius: float) -> Array:
    """Return points (n, 2) of a circle [m]."""
    s = np.linspace(0, 2 * np.pi, 181)
    return np.asarray(centre[:2] + radius * np.column_stack([np.cos(s), np.sin(s)]))


def ring(centre: Array, radius: float, axis: int, at: float = 0.0) -> Array:
    """Return points (n, 3) of a circle on a sphere, normal to a base axis, at a distance of `at` radii from the centre [m]."""
    flat = circle(np.zeros(2), radius * float(np.sqrt(1 - at * at)))
    return np.asarray(centre + np.insert(flat, axis, at * radius, axis=1))


def sphere(centre: Array, radius: float) -> list[Array]:
    """Return three great circles of a sphere, each (n, 3) [m]."""
    return [ring(centre, radius, axis) for axis in range(3)]
