"""Result of an identification: parameters with their statistics, validation, and robots with the identified numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze
from parados.identify.base_parameters import BaseParameters
from parados.identify.effort_prediction import Prediction, predicted_efforts
from parados.identify.essential_parameters import essential_columns
from parados.identify.fit_display import METHODS, fit_display
from parados.identify.fit_statistics import chi_square, correlation, relative_deviations
from parados.identify.fit_validation import FitValidation
from parados.identify.gram_matrix import GramFactors
from parados.identify.motion_of_log import LogMotion
from parados.identify.regression_rows import Regression, row_names
from parados.identify.robot_file_text import described_again, robot_file_text
from parados.model.model import Model
from parados.model.surveyed_robot import SurveyedRobot
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from parados.identify.physical_fit import PhysicalFit

__all__ = ["EssentialFit", "Fit"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EssentialFit:
    """Parameters that the data show; the others are set to zero.

    names, values, standard_deviations : of the parameters that are kept
    removed : names of the others, the least visible first
    """

    names: tuple[str, ...]
    values: Array
    standard_deviations: Array
    removed: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze(self)


@dataclass(frozen=True, eq=False)
class Fit(Shown):
    """Identified base parameters of a robot.

    Attributes
    ----------
    model : the model of the robot;  base : the base parameters that were identified
    method : "ordinary", "weighted", "robust", "instrumental" or "didim"
    values : (n_b,) base parameters [SI units]
    covariance : (n_b, n_b) their covariance matrix
    noise : (n_a,) standard deviation of the noise of each actuator [N m, N]
    autocorrelation_times : (n_a,) of the residuals [samples]: so many samples count as one independent sample
    condition, scaled_condition : condition number of the weighted regression, and of the same with columns of length 1
    gram : Gram factors of the regression
    training : errors on the logs of the estimate
    validation : errors on a held-out log, or by cross validation
    logs : names of the logs;  motions : the motions along them
    remarks : what was found in the logs and in the fit, one sentence each
    """

    model: Model = field(repr=False)
    base: BaseParameters = field(repr=False)
    method: str
    values: Array
    covariance: Array = field(repr=False)
    noise: Array
    autocorrelation_times: Array
    condition: float
    scaled_condition: float
    gram: GramFactors = field(repr=False)
    training: FitValidation = field(repr=False)
    validation: FitValidation = field(repr=False)
    logs: tuple[str, ...]
    motions: tuple[LogMotion, ...] = field(repr=False)
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the base parameters: of the standard parameters that lead the groups."""
        return self.base.names

    @property
    def actuators(self) -> tuple[str, ...]:
        """Names of the rows: actuators, or coordinates of the platform for redundant actuation."""
        return row_names(self.base)

    @property
    def standard_deviations(self) -> Array:
        """(n_b,) standard deviations of the values."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def relative_deviations(self) -> Array:
        """(n_b,) standard deviations relative to the values."""
        return relative_deviations(self.values, self.covariance)

    @property
    def correlation(self) -> Array:
        """(n_b, n_b) correlation matrix of the values."""
        return correlation(self.covariance)

    def chi_square(self, truth: ArrayLike) -> float:
        """Distance of the values from the truth (n_b,) in units of the covariance, per parameter; about 1 for an honest fit."""
        from parados.arguments import vector

        return chi_square(self.values, self.covariance, vector("truth", truth, len(self.values), "the base parameters"))

    @cached_property
    def essential(self) -> EssentialFit:
        """Parameters that remain after backward elimination with the F-test, at a risk of 5 %."""
        samples = self.gram.count * self.gram.actuators / np.max(self.autocorrelation_times)
        found = essential_columns(self.values, self.covariance, max(samples - len(self.values), 1.0))
        return EssentialFit(
            tuple(self.names[k] for k in found.columns),
            found.values,
            np.sqrt(np.diag(found.covariance)),
            tuple(self.names[k] for k in found.removed),
        )

    def predict(self, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike, *, mode: ArrayLike | None = None) -> Prediction:
        """Predict the efforts of states, with standard deviations; for redundant actuation the forces J_inv^T tau."""
        W, known = Regression(self.base, ()).evaluate(x, xd, xdd, mode)
        return predicted_efforts(self.actuators, W, known, self.values, self.covariance, self.noise)

    @property
    def standard_values(self) -> dict[str, float]:
        """All standard parameters by name: chi_1 = chi_b and chi_2 = 0, (8.272); parameters outside of the set as in the file."""
        return self.base.standard_values(self.values)

    def robot_file(self) -> str:
        """Text of a robot file with the base parameters, `identified: true`; templates and `repeat` of the file are kept."""
        spec = self.model.single_robot().spec
        text = robot_file_text(spec, self.standard_values, self.provenance("base parameters"), identified=True)
        described_again(text, self.standard_values)
        return text

    def physical_file(self) -> str:
        """Text of a robot file with the numbers of real bodies (`physical`)."""
        spec = self.model.single_robot().spec
        text = robot_file_text(spec, self.physical.standard, self.provenance("parameters of real bodies"), identified=False)
        described_again(text, self.physical.standard)
        return text

    @cached_property
    def robot(self) -> Any:
        """Robot with the base parameters as its numbers."""
        return self._robot(self.robot_file(), self.standard_values)

    @cached_property
    def physical_robot(self) -> Any:
        """Robot with the numbers of real bodies."""
        return self._robot(self.physical_file(), self.physical.standard)

    def _robot(self, text: str, values: dict[str, float]) -> SurveyedRobot:
        return type(self.model.robot)(described_again(text, values))

    @cached_property
    def physical(self) -> PhysicalFit:
        """Parameters of real bodies that explain the estimate best; what the data leave open is as in the file."""
        from parados.identify.physical_consistency import physical_parameters

        noise, s = self.noise, float(np.mean(self.autocorrelation_times))
        information = np.einsum("jik,j->ik", self.gram.gram, noise**-2) / s  # of the efforts, so that their errors stay small
        rows = max(int(self.gram.count * len(noise) / s), len(self.values) + 1)  # strongly correlated errors leave few
        return physical_parameters(self.base, self.values, information, rows=rows)

    def provenance(self, kind: str) -> Sequence[str]:
        """Lines about the origin of the numbers."""
        errors = ", ".join(
            f"{name} {100 * error:.3g} %" for name, error in zip(self.actuators, self.validation.relative_errors, strict=True)
        )
        return (
            f"Identified {kind} of {self.model.spec.name}; logs: {', '.join(self.logs)}.",
            f"Method: {METHODS[self.method]}; {len(self.names)} base parameters from {self.gram.count} samples.",
            f"Relative errors of the efforts ({self.validation.kind}, {', '.join(self.validation.logs)}): {errors}.",
        )

    def _display(self) -> Display:
        return fit_display(self)

    def plot(self) -> Any:
        """Plot measured and predicted efforts of the validation."""
        return self.validation.plot()

    def write(self, folder: str | Path) -> list[Path]:
        """Write report.html, parameters.csv, fit.json, validation.csv and the robot files into a folder; return their paths."""
        from parados.identify.fit_report import write_fit

        return write_fit(self, folder)
