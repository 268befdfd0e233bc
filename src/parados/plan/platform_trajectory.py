"""Motion of the platform along a trajectory that is given in other coordinates of the same robot."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.charts.chart_motion import platform_motion
from parados.model.model import Model
from parados.spatial.states import States
from parados.trajectory.base import Trajectory

__all__ = ["PlatformTrajectory"]

Array = NDArray[np.float64]


class PlatformTrajectory(Trajectory):
    """Trajectory of the coordinates x of `model`.

    Parameters
    ----------
    model : model whose coordinates are returned;  chart_model : the same robot in the coordinates of `trajectory`
    trajectory, mode : the motion, and the working mode of `chart_model`
    """

    highest_derivative = 2

    def __init__(self, model: Model, chart_model: Model, trajectory: Trajectory, mode: ArrayLike | None) -> None:
        self.own = list(model.mechanism.platform.coordinates)
        self.chart_model, self.trajectory, self.mode = chart_model, trajectory, mode
        super().__init__(len(self.own), trajectory.duration, trajectory.start)

    @property
    def breaks(self) -> Array:
        return self.trajectory.breaks

    def _states(self, t: Array) -> States:
        six = platform_motion(self.chart_model, *self.trajectory._states(t), self.mode)
        return States(*(part[:, self.own] for part in six))

    def _derivative(self, t: Array, k: int) -> Array:
        return self._states(t)[k]
