"""How well a simulated robot follows its reference: errors of coordinates and of actuated joints."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.model.mode_matching import nearest_mode
from parados.spatial.turns import nearest_turn
from parados.text.figure_text import figure_text
from parados.text.result_display import Display, Shown, Table
from parados.trajectory.base import Trajectory
from parados.trajectory.held_ends import held_outside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.simulate.simulated_run import Run

__all__ = ["TrackingErrors"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TrackingErrors(Shown):
    """Errors of a run along a reference, a trajectory of x that is at rest outside its duration."""

    run: Run
    reference: Trajectory

    @cached_property
    def wanted(self) -> Array:
        """(k, n_x) coordinates of the reference."""
        return held_outside(self.reference, self.run.t).x

    @cached_property
    def x(self) -> Array:
        """(k, n_x) errors of the coordinates, wanted minus simulated."""
        return np.asarray(self.wanted - self.run.x)

    @cached_property
    def q(self) -> Array:
        """(k, n_a) errors of the actuated joints, wanted minus simulated; angles within half a turn.

        The wanted joints are those of the reference in the working mode in which the run starts.
        """
        model, run = self.run.model, self.run
        mode = nearest_mode(model, run.x[0], run.q[0])
        wanted = model.inverse_kinematics(self.wanted, mode=mode, motion=len(self.wanted) > 1)
        turning = model.mechanism.periodic[list(model.mechanism.actuated)]
        return np.asarray(np.where(turning, nearest_turn(wanted, run.q), wanted) - run.q)

    def _display(self) -> Display:
        labels = self.run.model.labels
        rows = [_row(name, self.x[:, k]) for k, name in enumerate(labels["x"])]
        rows += [_row(name, self.q[:, k]) for k, name in enumerate(labels["q"])]
        return Display(
            "Tracking",
            {},
            [Table(["coordinate or actuator", "largest error", "RMS error", "error at the end"], rows, "Errors [m, rad]")],
        )

    def plot(self) -> Figure:
        """Plot the errors of the coordinates and of the actuated joints over time."""
        from parados.plots.panels import Panel, curves_figure

        labels = self.run.model.labels
        panels = [Panel("error of x [m, rad]", {figure_text(name): self.x[:, k] for k, name in enumerate(labels["x"])})]
        panels.append(Panel("error of q [m, rad]", {figure_text(name): self.q[:, k] for k, name in enumerate(labels["q"])}))
        return curves_figure(self.run.t, panels)


def _row(name: str, error: Array) -> list[str]:
    return [name, f"{np.abs(error).max():.3g}", f"{np.sqrt(np.mean(error**2)):.3g}", f"{error[-1]:.3g}"]
