"""Figures of a log, of its motion and of its cut-off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import curve_styles, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from parados.identify.log import Log
    from parados.identify.motion_of_log import LogMotion

__all__ = ["log_figure", "motion_figure"]

Array = NDArray[np.float64]


def log_figure(log: Log) -> Figure:
    """Plot measured positions and efforts over time."""
    panels = [("position [rad, m]", log.joints), ("effort [N m, N]", log.efforts)]
    return _over_time(log.time, [(label, list(c), np.column_stack(list(c.values()))) for label, c in panels if c])


def motion_figure(motion: LogMotion) -> Figure:
    """Plot positions, rates and accelerations of the actuated joints, and measured efforts."""
    names = motion.names["q"]
    panels = zip(("position", "rate", "acceleration", "effort"), (motion.q, motion.qd, motion.qdd, motion.tau), strict=True)
    return _over_time(motion.time, [(label, names, values) for label, values in panels])


def _over_time(time: Array, panels: Sequence[tuple[str, Sequence[str], Array]]) -> Figure:
    with style():
        figure = new_figure(6.5, 1.9 * len(panels) + 0.6)
        grid: Any = figure.subplots(len(panels), 1, sharex=True, squeeze=False)
        for axes, (label, names, values) in zip(grid[:, 0], panels, strict=True):
            for name, column, look in zip(names, values.T, curve_styles(), strict=False):
                axes.plot(time, column, label=figure_text(name), **look)
            axes.set_ylabel(label)
        grid[0, 0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=6)
        grid[-1, 0].set_xlabel("time [s]")
        figure.align_ylabels()
    return figure
