"""Figures of a pick-and-place cycle: torques of both models, their difference, the motion."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.panels import Panel, curves_figure
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED
from parados.trajectory.motion_table import MotionTable

__all__ = ["columns", "difference_figure", "lift_figure", "motion_figure", "torque_figure"]

Torques = dict[str, NDArray[np.float64]]
"""Name of the model -> (N, 3) torques [N m]."""


def torque_figure(motion: MotionTable, tau: Torques, title: str) -> Figure:
    """Draw the torques of both models, one panel per joint, as in Figs. 7-9."""
    names = {COMPLETE: "complete model $M_f$", SIMPLIFIED: "simplified model $M_s$"}
    panels = [
        Panel(f"$\\tau_{joint + 1}$ [N m]", {names[model]: values[:, joint] for model, values in tau.items()})
        for joint in range(3)
    ]
    return curves_figure(motion.t, panels, title=title)


def difference_figure(motion: MotionTable, tau: Torques, title: str) -> Figure:
    difference = tau[COMPLETE] - tau[SIMPLIFIED]
    curves = {f"joint {joint + 1}": difference[:, joint] for joint in range(3)}
    return curves_figure(motion.t, [Panel("$M_f - M_s$ [N m]", curves)], title=title, size=(6.5, 3.0))


def lift_figure(motion: MotionTable, title: str) -> Figure:
    """Draw the height over y, as in Fig. 6(a); the way back has the same path."""
    y, z = 1e3 * motion.x[: len(motion.t) // 2 + 1, 1:].T
    panel = Panel("lift [mm]", {"path of the platform": z - z[0]})
    figure = curves_figure(y, [panel], label="y [mm]", title=title, size=(6.5, 2.6))
    figure.axes[0].set_xlim(1.05 * y[0], 1.05 * y[-1])  # otherwise lift and lowering would lie on the frame of the figure
    return figure


def motion_figure(motion: MotionTable, title: str) -> Figure:
    """Draw velocity and acceleration of the platform along y and z."""
    parts = {"velocity [m/s]": motion.xd, "acceleration [m/s$^2$]": motion.xdd}
    panels = [Panel(label, {"y": part[:, 1], "z": part[:, 2]}) for label, part in parts.items()]
    return curves_figure(motion.t, panels, title=title)


def columns(motion: MotionTable, tau: Torques) -> dict[str, NDArray[np.float64]]:
    """Return the drawn data, by column."""
    table = {"t [s]": motion.t}
    for axis, name in ((1, "y"), (2, "z")):
        table |= {
            f"{name} [m]": motion.x[:, axis],
            f"{name}d [m/s]": motion.xd[:, axis],
            f"{name}dd [m/s^2]": motion.xdd[:, axis],
        }
    return table | {f"{model} tau{j + 1} [N m]": values[:, j] for model, values in tau.items() for j in range(3)}
