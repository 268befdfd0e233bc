"""The steps of an identification: motions along the logs, regression, estimate, validation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments.callables import Progress, report_progress
from parados.identify.assembly_check import check_assembly
from parados.identify.base_parameters import BaseParameters
from parados.identify.correlated_noise import sandwich_covariance
from parados.identify.fit_checks import check_errors, check_motion, check_units, missing_offsets
from parados.identify.fit_result import Fit
from parados.identify.fit_statistics import autocorrelation_time
from parados.identify.fit_validation import FitValidation, cross_validation, held_out_validation
from parados.identify.given_base import given_base
from parados.identify.gram_matrix import GramFactors, accurate_factors
from parados.identify.least_squares import Estimate, check_excitation, ordinary, solve, weighted
from parados.identify.log import Log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.noise_free_motion import instrumental_estimate, simulated_estimate
from parados.identify.regression_rows import Regression
from parados.identify.robust_weights import reweighted
from parados.model.model import Model

__all__ = ["IdentificationSteps", "LogSignals"]

Array = NDArray[np.float64]

STEPS = 5
"""Steps that `progress` counts."""


@dataclass(frozen=True)
class LogSignals:
    """Options of `log_motion`."""

    derivatives: str
    cut_off: float | None
    period: float | None
    mode: ArrayLike | None
    start: ArrayLike | None

    def motion(self, model: Model, log: Log) -> LogMotion:
        found = log_motion(model, log, **self.__dict__)
        check_motion(found, model.actuated_names, log.name)
        return found


@dataclass(frozen=True)
class IdentificationSteps:
    """Checked options of `identify`, and the steps that follow once the logs are read."""

    model: Model
    method: str
    signals: LogSignals
    filter_cut_off: float | None
    strict: bool
    progress: Progress | None

    def fit(self, logs: Sequence[Log], held_out: Sequence[Log], base: BaseParameters | None) -> Fit:
        """Estimate the base parameters on logs, and validate them on held-out logs or by cross validation."""
        report_progress(self.progress, 1, STEPS)
        chosen = given_base(base, self.model)
        report_progress(self.progress, 2, STEPS)
        regression = Regression(chosen, [self.signals.motion(self.model, one) for one in logs], self.filter_cut_off)
        gram = accurate_factors(regression.rows)
        report_progress(self.progress, 3, STEPS)
        check_excitation(gram, chosen.names)
        estimate, gram, along = _estimate(self.method, regression, gram, logs)
        rows = along if self.method == "didim" else regression
        estimate, times = _with_correlation(estimate, rows, self.method)
        report_progress(self.progress, 4, STEPS)
        names = tuple(one.name for one in logs)
        training = held_out_validation(_unfiltered(regression), estimate.values, names, "log")
        if self.strict:
            check_units(training)
            check_errors(training)
            self._check_assembly(regression, logs, estimate, training)
        validation = _validation(self.signals, along, estimate, names, held_out)
        report_progress(self.progress, 5, STEPS)
        remarks = [remark for motion in regression.motions for remark in motion.remarks]
        remarks += missing_offsets(training, chosen.names) if chosen.side == "efforts" else []
        return Fit(
            model=self.model,
            base=chosen,
            method=self.method,
            values=estimate.values,
            covariance=estimate.covariance,
            noise=estimate.noise,
            autocorrelation_times=times,
            condition=estimate.condition,
            scaled_condition=estimate.scaled_condition,
            gram=gram,
            training=training,
            validation=validation,
            logs=names,
            motions=tuple(regression.motions),
            remarks=tuple(dict.fromkeys(remarks)),
        )

    def _check_assembly(self, regression: Regression, logs: Sequence[Log], estimate: Estimate, training: FitValidation) -> None:
        """Reject a given start or mode if another assembly mode explains the log better; without them, poses follow from home."""
        if len(logs) == 1 and (self.signals.start is not None or self.signals.mode is not None):
            check_assembly(regression, logs[0], estimate.noise, float(np.sum((training.errors / estimate.noise) ** 2)))


def _unfiltered(regression: Regression) -> Regression:
    """Return the same rows without a filter on both sides."""
    return regression if regression.cut_off is None else Regression(regression.base, regression.motions)


def _validation(
    signals: LogSignals, regression: Regression, estimate: Estimate, names: Sequence[str], held_out: Sequence[Log]
) -> FitValidation:
    """Predict held-out logs; without any, cross validation on the logs of the estimate."""
    if not held_out:
        return cross_validation(regression, lambda part: solve(part, estimate.noise).values, names)
    motions = [signals.motion(regression.base.model, one) for one in held_out]
    return held_out_validation(Regression(regression.base, motions), estimate.values, [one.name for one in held_out])


def _estimate(
    method: str, regression: Regression, gram: GramFactors, logs: Sequence[Log]
) -> tuple[Estimate, GramFactors, Regression]:
    """Estimate with one of the methods; also return the Gram factors and the rows that its statistics and validation need."""
    if method == "instrumental":
        return instrumental_estimate(regression, logs)
    if method == "didim":
        return simulated_estimate(regression, logs)
    if method == "ordinary":
        return ordinary(gram), gram, regression
    if method == "robust":
        return reweighted(regression.rows, gram)[0], gram, regression
    return weighted(gram), gram, regression


def _with_correlation(estimate: Estimate, regression: Regression, method: str) -> tuple[Estimate, Array]:
    """Mend the covariance where the residuals are correlated; return their autocorrelation times (n_a,) too."""
    parts = [(W, tau - W @ estimate.values) for W, tau in regression.rows()]
    times = np.array([autocorrelation_time(one) for one in np.vstack([e for _, e in parts]).T])
    if method == "robust":
        return replace(estimate, covariance=estimate.covariance * times.max()), times
    if method == "instrumental" or (times == 1).all():  # instruments have their own; the others need one for slow noise alone
        return estimate, times
    scores = [(rows, rows, e / estimate.noise) for W, e in parts for rows in (W / estimate.noise[:, None],)]
    C = sandwich_covariance(estimate.covariance, scores)
    return estimate if C is None else replace(estimate, covariance=C), times
