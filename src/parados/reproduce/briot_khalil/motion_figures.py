"""Figures and columns that the three trajectories of chapter 8 share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.curves import Panel
from parados.plots.drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import PALETTE, new_figure, style
from parados.reproduce.briot_khalil.motions import Motion

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["columns", "named", "panels", "path_figure"]

Array = NDArray[np.float64]


def path_figure(model: Model, motion: Motion, size: tuple[float, float] = (5.6, 4.6)) -> Figure:
    """The robot at the start of a motion, and the path of P."""
    path = model.pose(motion.x)[:, :3]
    with style():
        figure = new_figure(*size)
        axes, planar = robot_axes(figure, model)
        drawn = skeleton(model, motion.x[0])
        draw_into(axes, drawn, planar)
        axes.plot(*path[:, : 2 if planar else 3].T, color=PALETTE[2], linewidth=2.0, label="path of P", zorder=20)
        frame_all(axes, np.vstack([drawn.points(), path]), planar)
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def named(names: Sequence[str], values: Array) -> dict[str, Array]:
    """Columns of values (N, n) by their names."""
    return dict(zip(names, values.T, strict=True))


def panels(labels: Sequence[str], names: Sequence[str], values: Sequence[Array]) -> list[Panel]:
    """A panel for each array (N, n), with the same names in all."""
    return [Panel(label, named(names, value)) for label, value in zip(labels, values, strict=True)]


def columns(motion: Motion, parts: Mapping[str, Array]) -> dict[str, Array]:
    """Time and the columns of some arrays (N, n): "x [m]" -> "x_1 [m]", "x_2 [m]", ..."""
    table = {"t [s]": motion.t}
    for key, values in parts.items():
        name, _, unit = key.partition(" ")
        table |= {f"{name}_{i + 1} {unit}".strip(): values[:, i] for i in range(values.shape[1])}
    return table
