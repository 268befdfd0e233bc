"""Actuators, power and energy against time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.cli.evaluation import Results
from parados.cli.motion_file import Motion
from parados.plots.style import curve_styles, new_figure, style

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["actuator_figure", "energy_figure"]

Array = NDArray[np.float64]

TURNING = ("position [rad]", "rate [rad/s]", "torque [N m]")
SLIDING = ("position [m]", "rate [m/s]", "force [N]")


def actuator_figure(model: Model, motion: Motion, results: Results) -> Figure:
    """Positions, rates and efforts, one above the other; turning and sliding actuators stand in columns of their
    own."""
    slides = np.array([model.mechanism.joints[k].prismatic for k in model.mechanism.actuated])
    kinds = [(labels, np.flatnonzero(which)) for labels, which in ((TURNING, ~slides), (SLIDING, slides)) if which.any()]
    with style():
        figure = new_figure(6.5 * len(kinds), 6.5)
        panels: Any = figure.subplots(3, len(kinds), sharex=True, squeeze=False)
        for column, (labels, own) in zip(panels.T, kinds, strict=True):
            for axes, label, values in zip(column, labels, (results.q, results.qd, results.tau), strict=True):
                _curves(axes, motion, values[:, own], [model.actuated_names[k] for k in own])
                axes.set_ylabel(label)
            _time_axis(column[-1], motion)
            column[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(len(own), 6))
        figure.align_ylabels()
    return figure


def energy_figure(model: Model, motion: Motion, results: Results) -> Figure:
    """Power that each actuator gives; kinetic, potential and total energy of the robot."""
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
        _time_axis(energy, motion)
        figure.align_ylabels()
    return figure


def _curves(axes: Any, motion: Motion, values: Array, names: Any) -> None:
    abscissa = np.arange(1, len(motion) + 1) if motion.t is None else motion.t
    marker = "o" if len(motion) == 1 else None
    for column, name, look in zip(values.T, names, curve_styles(), strict=False):
        axes.plot(abscissa, column, label=name, marker=marker, **look)


def _time_axis(axes: Any, motion: Motion) -> None:
    axes.set_xlabel("row" if motion.t is None else "time [s]")
    if motion.t is not None and len(motion) > 1:
        axes.set_xlim(motion.t[0], motion.t[-1])
