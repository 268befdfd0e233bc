"""Plot actuator curves, power and energy over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import BEYOND, curve_styles, new_figure, style
from parados.report.motion_evaluation import MotionResults
from parados.text.figure_text import figure_text
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["actuator_figure", "energy_figure"]

Array = NDArray[np.float64]
Rows = NDArray[np.bool_] | None

TURNING = ("position [rad]", "rate [rad/s]", "torque [N m]")
SLIDING = ("position [m]", "rate [m/s]", "force [N]")


def actuator_figure(model: Model, motion: MotionTable, results: MotionResults, beyond: Rows = None) -> Figure:
    """Plot positions, rates and efforts in three panels; turning and sliding actuators have separate columns.

    beyond : (N,) True for rows to be marked, in which a joint is beyond its limits
    """
    slides = np.array([model.mechanism.joints[k].unit == "m" for k in model.mechanism.actuated])
    kinds = [(labels, np.flatnonzero(which)) for labels, which in ((TURNING, ~slides), (SLIDING, slides)) if which.any()]
    with style():
        figure = new_figure(6.5 * len(kinds), 6.5)
        panels: Any = figure.subplots(3, len(kinds), sharex=True, squeeze=False)
        for column, (labels, own) in zip(panels.T, kinds, strict=True):
            for axes, label, values in zip(column, labels, (results.q, results.qd, results.tau), strict=True):
                _curves(axes, motion, values[:, own], [model.actuated_names[k] for k in own])
                _mark(axes, motion, beyond)
                axes.set_ylabel(label)
            _time_axis(column[-1], motion)
            marked = beyond is not None and bool(beyond.any())
            column[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(len(own) + marked, 6))
        figure.align_ylabels()
    return figure


def energy_figure(model: Model, motion: MotionTable, results: MotionResults, beyond: Rows = None) -> Figure:
    """Plot the power of each actuator, and the kinetic, potential and total energy; `beyond` as in `actuator_figure`."""
    potential = results.potential - results.potential[0]
    with style():
        figure = new_figure(6.5, 5.0)
        power, energy = figure.subplots(2, 1, sharex=True)
        _curves(power, motion, results.power, model.actuated_names)
        power.set_ylabel("power [W]")
        power.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(len(model.actuated_names), 6))
        names = ("kinetic", "potential, from the start", "sum")
        _curves(energy, motion, np.column_stack([results.kinetic, potential, results.kinetic + potential]), names)
        energy.set_ylabel("energy [J]")
        energy.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
        for axes in (power, energy):
            _mark(axes, motion, beyond)
        _time_axis(energy, motion)
        figure.align_ylabels()
    return figure


def _curves(axes: Any, motion: MotionTable, values: Array, names: Any) -> None:
    marker = "o" if len(motion) == 1 else None
    for column, name, look in zip(values.T, names, curve_styles(), strict=False):
        axes.plot(motion.t, column, label=figure_text(name), marker=marker, **look)


def _mark(axes: Any, motion: MotionTable, beyond: Rows) -> None:
    """Shade the intervals in which a joint is beyond its limits; borders are in the middle between two rows."""
    if beyond is None or not beyond.any():
        return
    t = motion.t
    edges = np.concatenate([t[:1], (t[1:] + t[:-1]) / 2, t[-1:]]) if len(t) > 1 else np.array([t[0] - 0.5, t[0] + 0.5])
    changes = np.flatnonzero(np.diff(beyond.astype(int), prepend=0, append=0))
    for k, (start, stop) in enumerate(changes.reshape(-1, 2)):
        label = "_" if k else "beyond joint limits"
        axes.axvspan(edges[start], edges[stop], label=label, color=BEYOND, alpha=0.2, linewidth=0)


def _time_axis(axes: Any, motion: MotionTable) -> None:
    axes.set_xlabel("time [s]" if motion.timed else "row")
    if motion.timed and len(motion) > 1:
        axes.set_xlim(motion.t[0], motion.t[-1])
