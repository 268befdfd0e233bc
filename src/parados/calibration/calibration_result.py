"""Result of a calibration: parameters with their statistics, accuracy before and after, and the robot with the new numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import word
from parados.calibration.identifiable_parameters import Identifiable
from parados.calibration.measurements import Measurements
from parados.calibration.observability import inverse_information, observability
from parados.calibration.pose_accuracy import Accuracy
from parados.calibration.projected_residuals import Projected, ProjectedResiduals
from parados.errors import UnknownNameError
from parados.model.model import Model
from parados.sensitivity.tolerances import as_parameters
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Calibration"]

Array = NDArray[np.float64]

OUTLIER = 1e-4
"""Probability below which the residual of one of all poses is that of an outlier."""

UNLIKELY = 1e-3
"""Probability below which the residuals are larger than the given noise explains."""


@dataclass(frozen=True, eq=False)
class Calibration(Shown):
    """Calibrated parameters of a robot.

    Attributes
    ----------
    measurements : the measurements;  before, values : (n_p,) all live numbers before and after
    identifiable : which of them were identified, and why others were not
    poses : (N, n_x) poses that fit the measurements best
    accuracy : errors of held-out readings; None if the poses are too few to hold some out
    noise_estimated : True if the noise was estimated from the residuals;  steps : number of steps of the search
    """

    model: Model = field(repr=False)
    measurements: Measurements
    residuals: ProjectedResiduals = field(repr=False)
    before: Array
    values: Array
    identifiable: Identifiable
    at: Projected = field(repr=False)
    accuracy: Accuracy | None
    noise_estimated: bool
    steps: int

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all live numbers."""
        return tuple(self.model.labels["parameters"])

    @property
    def parameters(self) -> dict[str, Any]:
        """The values as the argument `parameters` of a model."""
        return as_parameters(self.model, self.values)

    @property
    def poses(self) -> Array:
        return self.at.x

    @property
    def jacobian(self) -> Array:
        """(rows, n) weighted Jacobian of the identified parameters at the solution."""
        return self.at.J[:, :, self.identifiable.free].reshape(-1, len(self.identifiable.free))

    @cached_property
    def covariance(self) -> Array:
        """(n, n) covariance (J^T J)^-1 of the identified parameters: the Cramer-Rao bound at the solution."""
        return inverse_information(self.jacobian)

    @property
    def standard_deviations(self) -> Array:
        """(n_p,) standard deviations of all live numbers; NaN for those that stay at their values."""
        found = np.full(len(self.values), np.nan)
        found[self.identifiable.free] = np.sqrt(np.diag(self.covariance))
        return found

    @property
    def noise(self) -> dict[str, float]:
        """Standard deviation of each column that the fit used."""
        return dict(zip(self.residuals.quantities.columns, self.residuals.sigma.tolist(), strict=True))

    @property
    def freedom(self) -> int:
        """Number of equations minus number of parameters."""
        return int(self.at.r.size) - len(self.identifiable.free)

    @property
    def chi_square(self) -> float:
        """Sum of squared weighted residuals divided by `freedom`; about 1 if robot and noise are right. NaN without freedom."""
        return self.at.squares / self.freedom if self.freedom else float("nan")

    @property
    def observability(self) -> float:
        """Observability index O1 of the identified parameters at these poses."""
        return observability(self.jacobian, len(self.measurements))

    @cached_property
    def outliers(self) -> tuple[int, ...]:
        """Numbers, from 1, of poses whose residuals stand out: noise has such a pose in one of ten thousand calibrations."""
        from scipy.stats import chi2

        squares = np.sum(self.at.e**2, axis=1) / (max(self.chi_square, 1.0) if self.freedom else 1.0)
        chance = chi2.sf(squares, self.at.r.shape[1]) * len(squares)
        return tuple(int(k) + 1 for k in np.flatnonzero(chance < OUTLIER))

    @property
    def remarks(self) -> list[str]:
        """Sentences about the fit."""
        from parados.calibration.calibration_display import remarks

        return remarks(self)

    def calibrated_model(self) -> Model:
        """Return the model with the calibrated values of its live parameters."""
        return self.model.with_parameters(self.parameters)

    def robot_file(self) -> str:
        """Return the robot file with the calibrated parameters; raises InputError if one of them is no parameter of the file."""
        from parados.calibration.calibrated_file import calibrated_file

        return calibrated_file(self)

    def plot(self) -> Figure:
        """Plot the errors of held-out readings before and after calibration, and the parameters with their deviations."""
        from parados.calibration.calibration_figure import calibration_figure

        return calibration_figure(self)

    def write(self, folder: str | Path) -> list[Path]:
        """Write the report, tables, figure and the robot file into a folder, all together or none; return their paths."""
        from parados.calibration.calibration_report import write_calibration

        return write_calibration(self, folder)

    def _display(self) -> Display:
        from parados.calibration.calibration_display import calibration_display

        return calibration_display(self)

    def value(self, name: str) -> float:
        """Return the calibrated value of one live number."""
        word("value", name, self.names, UnknownNameError, "a live number of this calibration")
        return float(self.values[self.names.index(name)])
