"""Draw a robot: planar robots in the plane, others in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from parados.arguments import items, number, shown, text, vector
from parados.errors import InputError
from parados.plots.shapes import faces, outline
from parados.plots.skeleton import Skeleton, is_planar, skeleton
from parados.plots.style import ACTUATED, GROUND, LINK, PLATFORM, SPRING, new_figure, style

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["draw_into", "draw_robot", "frame_all", "robot_axes", "skeleton_axes"]

Array = NDArray[np.float64]

SIZES = (1, 100)
"""Smallest and largest side of a drawing [inch]."""

EXPECTED_SIZE = f"a width and a height, each from {SIZES[0]} to {SIZES[1]} inches,"


def draw_robot(
    model: Model,
    x: ArrayLike | None = None,
    *,
    title: str = "",
    size: tuple[float, float] = (5.6, 5.0),
    mode: ArrayLike | None = None,
) -> Figure:
    """Draw the robot at a pose x (n_x,) (default: home) in a working mode (default: that of the file).

    title : above the drawing;  size : width and height [inch]
    """
    if isinstance(model, type) or not callable(getattr(model, "link_frames", None)):  # this layer is below that of the models
        raise InputError(f"model: a compiled model (robot.compile()) is expected, not {shown(model)}")
    labels = model.labels["x"]
    pose = model.survey.home if x is None else vector("x", x, len(labels), f"one pose [{', '.join(labels)}]")
    text("title", title)
    width, height = (number("size", one, *SIZES, EXPECTED_SIZE) for one in items("size", size, EXPECTED_SIZE, 2))
    with style():
        figure = new_figure(width, height)
        axes, planar = robot_axes(figure, model)
        drawn = skeleton(model, pose, mode)
        draw_into(axes, drawn, planar)
        frame_all(axes, drawn.points(), planar)
        if title:
            figure.suptitle(title, fontsize=10)
        figure.legend(loc="outside lower center", ncols=4 if width > 5 else 2)
    return figure


def robot_axes(figure: Figure, model: Model, place: tuple[int, int, int] = (1, 1, 1)) -> tuple[Any, bool]:
    """Add axes for a robot at `place` (rows, columns, number from 1) of a figure. Return them, and True for a planar robot."""
    planar = is_planar(model, model.link_frames(model.survey.home))
    return skeleton_axes(figure, planar, place), planar


def skeleton_axes(figure: Figure, planar: bool, place: tuple[int, int, int] = (1, 1, 1)) -> Any:
    """Add axes in the plane or in space at `place` (rows, columns, number from 1) of a figure."""
    axes: Any = figure.add_subplot(*place) if planar else figure.add_subplot(*place, projection="3d")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    if not planar:
        axes.set_zlabel("z [m]")
        axes.view_init(elev=20, azim=-55)
    return axes


def draw_into(axes: Any, drawn: Skeleton, planar: bool) -> None:
    """Draw a skeleton from the base to the platform; each kind of part has one entry in the legend."""
    n = 2 if planar else 3
    if not drawn.slides:  # the starts of rails do not show the shape of the base
        _draw_area(axes, drawn.base, planar, GROUND, 0.15)
    for segments, color, width in (
        (drawn.slides, GROUND, 3.0),
        (drawn.links, LINK, 2.0),
        (drawn.cylinders, LINK, 4.5),
    ):
        for segment in segments:
            axes.plot(*segment[:, :n].T, color=color, linewidth=width, solid_capstyle="round")
    for k, segment in enumerate(drawn.springs):
        label = "spring" if k == 0 else "_"
        axes.plot(*segment[:, :n].T, color=SPRING, linewidth=2.5, linestyle=(0, (0.6, 0.6)), label=label, zorder=4)
    _draw_area(axes, drawn.corners, planar, PLATFORM, 0.35)
    marks = (
        (drawn.base, "^", GROUND, GROUND, 11.0, "base"),  # larger than the mark of a motor at the same place
        (drawn.revolute, "o", ACTUATED, ACTUATED, 7.0, "actuated, turning"),
        (drawn.prismatic, "s", ACTUATED, ACTUATED, 6.5, "actuated, sliding"),
        (drawn.passive, "o", "white", LINK, 4.0, "passive joint"),  # smaller, and so visible on a slide that carries it
        (drawn.origin, "D", PLATFORM, PLATFORM, 4.5, "platform, P"),
    )
    for order, (points, marker, fill, edge, size, label) in enumerate(marks, 5):
        if points:
            axes.plot(
                *np.array(points)[:, :n].T, linestyle="", marker=marker, markersize=size, markerfacecolor=fill,
                markeredgecolor=edge, label=label, zorder=order,
            )  # fmt: skip


def _draw_area(axes: Any, points: list[Array], planar: bool, color: str, opacity: float) -> None:
    """Draw the convex hull of a set of points: a bar, a plate or a body."""
    if not points:
        return
    corners = outline(np.array(points))
    n = 2 if planar else 3
    if len(corners) == 2:
        axes.plot(*corners[:, :n].T, color=color, linewidth=5, alpha=max(opacity, 0.3), solid_capstyle="round")
    elif planar and len(corners) > 2:
        axes.fill(*corners[:, :2].T, facecolor=color, edgecolor=color, alpha=opacity)
    elif len(corners) > 2:
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection

        polygons = faces(np.array(points))
        clear = opacity if len(polygons) == 1 else opacity / 3  # a viewer sees several faces of a body at once
        axes.add_collection3d(Poly3DCollection(polygons, facecolor=color, edgecolor=color, alpha=clear))


def frame_all(axes: Any, points: Array, planar: bool, margin: float = 0.06) -> None:
    """Set equal scales and limits so that all points are visible."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = margin * float((high - low).max())
    low, high = low - room, high + room
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    if planar:
        axes.set_aspect("equal", adjustable="box")
        return
    axes.set_zlim(low[2], high[2])
    axes.set_box_aspect(high - low)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_major_locator(_few_ticks())


def _few_ticks() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=4, steps=[1, 2, 5, 10])
