"""Identify the dynamic parameters of a robot from logs of the machine.

The steps: read the logs; find the motion of the platform along them; evaluate the regressor of the base parameters; estimate;
validate. Briot & Khalil (2015), section 8.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance, positive, word
from parados.arguments.callables import Progress, check_progress, report_progress
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.fit_checks import check_errors, check_motion, check_units
from parados.identify.fit_display import METHODS
from parados.identify.fit_result import Fit
from parados.identify.fit_statistics import autocorrelation_time
from parados.identify.fit_validation import FitValidation, cross_validation, held_out_validation
from parados.identify.gram_matrix import GramFactors, accurate_factors
from parados.identify.least_squares import Estimate, check_excitation, ordinary, solve, weighted
from parados.identify.log import Log
from parados.identify.log_reading import read_log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.noise_free_motion import instrumental_estimate, simulated_estimate
from parados.identify.regression_rows import Regression
from parados.identify.robust_weights import reweighted
from parados.model.model import COMPILED, Model

__all__ = ["Logs", "checked_base", "identify", "read_logs"]

Array = NDArray[np.float64]
Logs = str | Path | Log | Sequence[str | Path | Log]

STEPS = 5
"""Steps that `progress` counts."""


@dataclass(frozen=True)
class _Signals:
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


def identify(
    model: Model,
    log: Logs,
    *,
    validation: Logs | None = None,
    method: str = "weighted",
    base: BaseParameters | None = None,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    gains: Mapping[str, float] | float | None = None,
    derivatives: str = "auto",
    cut_off: float | None = None,
    period: float | None = None,
    filter_cut_off: float | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
    strict: bool = True,
    progress: Progress | None = None,
) -> Fit:
    """Identify the base parameters of a robot from logs of its joint positions and actuator efforts.

    Parameters
    ----------
    log : path of a log, a `Log`, or a list of these
    validation : held-out logs; by default, cross validation in five blocks of time
    method : "ordinary", "weighted" (noise of each actuator), "robust" (outliers count less), "instrumental" or "didim" (no bias
        by noise of the positions)
    base : parameters to identify, `base_parameters(model, ...)`; by default all that the file gives, with the friction of all
        joints and the rotors of the actuated ones
    columns, units, gains : as in `read_log`
    derivatives, cut_off, period, mode, start : as in `log_motion`
    filter_cut_off : cut-off of a low-pass filter on both sides of the regression, whose rows are then decimated [Hz]
    strict : False to return the fit of a robot that does not fit its log
    progress : function of (done, total)

    Returns
    -------
    Fit
    """
    own = instance("model", model, Model, COMPILED)
    word("method", method, tuple(METHODS))
    flag("strict", strict)
    check_progress(progress)
    if filter_cut_off is not None:
        positive("filter_cut_off", filter_cut_off, "Hz")
    signals = _Signals(derivatives, cut_off, period, mode, start)
    logs = read_logs("log", log, own, columns, units, gains)
    held_out = [] if validation is None else read_logs("validation", validation, own, columns, units, gains)
    report_progress(progress, 1, STEPS)
    chosen = base_parameters(own) if base is None else checked_base(base, own)
    report_progress(progress, 2, STEPS)
    regression = Regression(chosen, [signals.motion(own, one) for one in logs], filter_cut_off)
    gram = accurate_factors(regression.rows)
    report_progress(progress, 3, STEPS)
    check_excitation(gram, chosen.names)
    estimate, gram, along = _estimate(method, regression, gram, logs)
    rows = along if method == "didim" else regression
    estimate, independent = _with_correlation(estimate, gram, rows, method)
    report_progress(progress, 4, STEPS)
    names = [one.name for one in logs]
    training = held_out_validation(_unfiltered(regression), estimate.values, names, "log")
    if strict:
        check_units(training)
        check_errors(training)
    check = _validation(signals, along, estimate, names, held_out)
    report_progress(progress, 5, STEPS)
    remarks = [remark for motion in regression.motions for remark in motion.remarks]
    return Fit(
        model=own,
        base=chosen,
        method=method,
        values=estimate.values,
        covariance=estimate.covariance,
        noise=estimate.noise,
        independent=independent,
        condition=estimate.condition,
        scaled_condition=estimate.scaled_condition,
        gram=gram,
        training=training,
        validation=check,
        logs=tuple(names),
        motions=tuple(regression.motions),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _unfiltered(regression: Regression) -> Regression:
    """Return the same rows without a filter on both sides."""
    return regression if regression.cut_off is None else Regression(regression.base, regression.motions)


def _validation(
    signals: _Signals, regression: Regression, estimate: Estimate, names: Sequence[str], held_out: Sequence[Log]
) -> FitValidation:
    """Predict held-out logs; without any, cross validation on the logs of the estimate."""
    if not held_out:
        return cross_validation(regression, lambda part: solve(part, estimate.noise).values, names)
    motions = [signals.motion(regression.base.model, one) for one in held_out]
    return held_out_validation(Regression(regression.base, motions), estimate.values, [one.name for one in held_out])


def read_logs(
    name: str,
    given: Any,
    model: Model,
    columns: Mapping[str, str] | None,
    units: Mapping[str, str] | None,
    gains: Mapping[str, float] | float | None,
) -> list[Log]:
    """Read one or more logs."""
    every = list(given) if isinstance(given, list | tuple) else [given]
    if not every:
        raise InputError(f"{name}: a path, a log or a list of these is expected, not an empty list")
    return [one if isinstance(one, Log) else read_log(one, model, columns=columns, units=units, gains=gains) for one in every]


def checked_base(base: Any, model: Model) -> BaseParameters:
    """Check that base parameters are those of a robot with the same actuators."""
    own = instance("base", base, BaseParameters, "parados.identify.base_parameters(model)")
    if own.model.actuated_names != model.actuated_names:
        raise InputError(f"base: these are the base parameters of another robot, {own.model.spec.name}")
    return own


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


def _with_correlation(estimate: Estimate, gram: GramFactors, regression: Regression, method: str) -> tuple[Estimate, Array]:
    """Enlarge the covariance where the residuals are correlated in time; return the autocorrelation times (n_a,) too."""
    residuals = regression.residuals(estimate.values)
    times = np.array([autocorrelation_time(one) for one in residuals.T])
    if (times == 1).all():
        return estimate, times
    if method in ("ordinary", "robust", "instrumental"):  # the weights of the actuators stay
        return replace(estimate, covariance=estimate.covariance * times.max()), times
    found = solve(gram, estimate.noise * np.sqrt(times))
    return replace(found, noise=estimate.noise), times
