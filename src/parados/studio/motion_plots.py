"""Plots of a motion beside the scene: efforts, joints and energies over time, with a line at the present time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.plots.style import PALETTE

if TYPE_CHECKING:
    from parados.model.model import Model
    from parados.studio.played_motion import PlayedMotion

__all__ = ["Curve", "MotionPlots", "effort_unit", "plots_of", "range_of"]

Array = NDArray[np.float64]

WIDTH, HEIGHT = 380, 205
"""Width of the panel, and height of a plot [pixels]."""

LEFT, RIGHT, TOP = 58, 14, 28
"""Space left, right and above the lines of a plot, for its numbers and its title [pixels]."""

EDGE = 9.8
"""Space between a plot and the edge of the panel [pixels]."""

ABOVE = 2.0
"""A ghost is shown up to this many times the largest values of the motion: its efforts may grow without bound."""

POINTS = 1500
"""Largest number of points of a curve."""


@dataclass(frozen=True)
class Curve:
    """A line of a plot: its name, values (N,) over the times (N,), colour, and whether it is dashed."""

    name: str
    values: Array
    colour: str
    dashed: bool = False


def plots_of(motion: PlayedMotion) -> dict[str, list[Curve]]:
    """Return the curves of all plots by title; curves of the ghost and of a log are dashed."""
    model = motion.model
    names, units = model.actuated_names, [model.mechanism.joints[k].unit for k in model.mechanism.actuated]
    efforts = [Curve(name, motion.efforts[:, k], _shade(k)) for k, name in enumerate(names)]
    if motion.measured is not None:
        efforts += [Curve(f"{name} measured", motion.measured[:, k], _shade(k), True) for k, name in enumerate(names)]
    if motion.ghost is not None:
        other = [np.interp(motion.t, motion.ghost.t, column) for column in motion.ghost.efforts.T]
        efforts += [Curve(f"{name} naive", other[k], _shade(k), True) for k, name in enumerate(names)]
    joints = motion.joints[:, list(model.mechanism.actuated)]
    return {
        f"Efforts [{effort_unit(model)}]": efforts,
        f"Actuated joints [{', '.join(sorted(set(units), reverse=True))}]": [
            Curve(name, joints[:, k], _shade(k)) for k, name in enumerate(names)
        ],
        "Energies [J]": [Curve(name, values, _shade(k)) for k, (name, values) in enumerate(motion.energies.items())],
    }


def effort_unit(model: Model) -> str:
    """Return the unit of the efforts; both if some actuators turn and some slide."""
    units = {model.mechanism.joints[k].unit for k in model.mechanism.actuated}
    return "N m" if units == {"rad"} else "N" if units == {"m"} else "N m, N"


def _shade(k: int) -> str:
    return PALETTE[k % (len(PALETTE) - 1)]  # black, the last one, is not seen on a dark page


def range_of(curves: list[Curve]) -> tuple[float, float]:
    """Return the lowest and the highest value of an axis: all of the solid curves, and dashed ones near them."""
    solid = [curve.values for curve in curves if not curve.dashed]
    low, high = _extremes(solid)
    middle, half = (low + high) / 2, max((high - low) / 2, 1e-9, 1e-3 * max(abs(low), abs(high)))
    dashed = [curve.values for curve in curves if curve.dashed]
    if dashed:
        below, above = _extremes(dashed)
        low, high = min(low, max(below, middle - ABOVE * half)), max(high, min(above, middle + ABOVE * half))
    room = 0.06 * max(high - low, 2 * half)
    return low - room, high + room


def _extremes(values: list[Array]) -> tuple[float, float]:
    finite = np.concatenate(values)
    finite = finite[np.isfinite(finite)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (-1.0, 1.0)


class MotionPlots:
    """A panel with the plots of one motion."""

    def __init__(self, gui: Any, motion: PlayedMotion) -> None:
        self.motion = motion
        self._panel = gui.add_panel()
        self._cursors: list[Any] = []
        every = max(1, -(-len(motion) // POINTS))
        with self._panel.add_tab("Plots"):
            for title, curves in plots_of(motion).items():
                self._cursors.append(gui.add_html(""))
                self._plot(gui, title, curves, motion.t, every)
        self._panel.dock_left()
        self._panel.set_width(WIDTH)

    def _plot(self, gui: Any, title: str, curves: list[Curve], t: Array, every: int) -> None:
        series: list[dict[str, Any]] = [{"label": "t [s]"}]
        for curve in curves:
            line = {"label": curve.name, "stroke": curve.colour, "width": 1.2 if curve.dashed else 1.8, "points": {"show": False}}
            series.append(line | ({"dash": (5, 4)} if curve.dashed else {}))
        gui.add_uplot(
            (t[::every].copy(), *[curve.values[::every].copy() for curve in curves]),
            tuple(series),
            title=title,
            scales={"x": {"time": False, "range": (float(t[0]), float(t[-1]))}, "y": {"range": range_of(curves)}},
            axes=({"size": 30}, {"size": LEFT}),
            legend={"show": True, "live": False},
            cursor={"drag": {"x": False, "y": False}},
            height=HEIGHT,
            padding=(0, RIGHT, 0, 0),
        )

    def show(self, time: float) -> None:
        """Move the lines to a time [s]."""
        part = (time - self.motion.t[0]) / max(self.motion.duration, 1e-12)
        left = f"calc({LEFT + EDGE:.1f}px + (100% - {LEFT + RIGHT + 2 * EDGE:.1f}px) * {part:.4f})"
        line = f"position:absolute;left:{left};top:{TOP + EDGE:.0f}px;height:{HEIGHT - TOP - 30}px;width:1.5px;background:#e03131"
        text = f'<div style="position:relative;height:0;z-index:3;pointer-events:none"><div style="{line}"></div></div>'
        for cursor in self._cursors:
            cursor.content = text

    def remove(self) -> None:
        """Remove the panel."""
        self._panel.remove()
