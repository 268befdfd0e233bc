"""An exciting motion: a Fourier series with its measure and those of the motions that it is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path
from parados.identify.base_parameters import BaseParameters
from parados.identify.excitation_display import excitation_display, excitation_figure, save_excitation
from parados.identify.excitation_limits import MotionLimits
from parados.identify.excitation_measure import condition_number
from parados.text.result_display import Display
from parados.trajectory.fourier_series import FourierSeries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Excitation"]

Array = NDArray[np.float64]


class Excitation(FourierSeries):
    """An exciting motion, a `Trajectory`, with its measure and those of the motions that it is compared with.

    Attributes
    ----------
    base : the base parameters that it excites
    bounds : the limits that it keeps
    condition : condition number of the base regressor with columns of unit length along one period
    information : (n_b, n_b) mean information matrix of one sample
    random_conditions : sorted condition numbers (100,) of random feasible motions, for each kind of them: "drawn", "enlarged" and
        "stretched"; `parados.identify.random_excitations` defines the kinds
    circle_condition : condition number of a circle in the first two coordinates; infinite if it determines not all parameters
    """

    def __init__(
        self,
        coefficients: Array,
        period: float,
        periods: int,
        *,
        base: BaseParameters,
        bounds: MotionLimits,
        criterion: str,
        information: Array,
        random_conditions: Mapping[str, Array],
        circle_condition: float,
    ) -> None:
        super().__init__(coefficients, period, periods)
        self.base, self.bounds, self.criterion = base, bounds, criterion
        self.information, self.random_conditions, self.circle_condition = information, random_conditions, circle_condition
        self.condition = condition_number(information)

    @property
    def gains(self) -> dict[str, float]:
        """Condition number of the best random motion of each kind, divided by that of this motion."""
        return {kind: float(values[0] / self.condition) for kind, values in self.random_conditions.items()}

    def save(self, path: str | Path, count: int = 1001, labels: Sequence[str] | None = None) -> None:
        """Write `count` samples for the controller to a CSV file: t, x, xd, xdd, and q, qd, qdd, tau of the actuators."""
        save_excitation(self, file_path("path", path), count, labels)

    def _display(self) -> Display:
        return excitation_display(self)

    def plot(self, labels: Sequence[str] | None = None, title: str = "") -> Figure:
        """Plot the motion of the platform and of the actuators and the predicted efforts over one period."""
        return excitation_figure(self, labels, title)
