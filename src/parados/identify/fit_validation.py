"""Validation of a fit: predicted against measured efforts, on a held-out log or by cross validation in blocks of time.

The relative error of an actuator is ||measured - predicted|| / ||measured||, on the efforts as they were measured, unfiltered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.effort_errors import EffortErrors, relative_norms
from parados.identify.fit_statistics import whiteness
from parados.identify.gram_matrix import gram_factors
from parados.identify.quantity_units import effort_units
from parados.identify.regression_rows import Regression, row_names
from parados.identify.residual_spectra import Spectrum, residual_spectrum
from parados.text.result_display import Display, Shown, Table

__all__ = ["FitValidation", "cross_validation", "held_out_validation"]

Array = NDArray[np.float64]

BLOCKS = 5
"""Number of blocks of time of the cross validation."""


@dataclass(frozen=True, eq=False)
class FitValidation(EffortErrors, Shown):
    """Predicted and measured efforts.

    Attributes
    ----------
    kind : "held-out log", "cross validation" or "log"
    logs : names of the logs
    names : names of the actuators
    time : (N,) instants [s]; logs follow one another
    measured, predicted : (N, n_a) efforts [N m, N]
    file : (N, n_a) efforts that the numbers of the robot file predict
    step : distance of the samples [s]
    units : units of the efforts of the actuators
    """

    kind: str
    logs: tuple[str, ...]
    names: tuple[str, ...]
    time: Array = field(repr=False)
    measured: Array = field(repr=False)
    predicted: Array = field(repr=False)
    file: Array = field(repr=False)
    step: float = field(repr=False)
    units: tuple[str, ...] = ()

    @property
    def file_relative_errors(self) -> Array:
        """(n_a,) the same for the numbers of the robot file."""
        return relative_norms(self.measured - self.file, self.measured)

    @property
    def whiteness(self) -> Array:
        """(n_a,) probability that white noise is as correlated in time as the errors; small if the model misses something."""
        return np.array([whiteness(error) for error in self.errors.T])

    @property
    def spectrum(self) -> Spectrum:
        """Amplitude densities of the errors."""
        return residual_spectrum(self.errors, self.step)

    def _display(self) -> Display:
        head = ("actuator", "relative error", "file's numbers", "rms error", "mean error", "standard deviation", "whiteness")
        columns = (self.relative_errors, self.file_relative_errors, self.rms, self.mean, self.deviation, self.whiteness)
        rows = [
            [name, f"{100 * values[0]:.3g} %", f"{100 * values[1]:.3g} %", *[f"{value:.4g}" for value in values[2:]]]
            for name, *values in zip(self.names, *columns, strict=True)
        ]
        title = f"Validation by {self.kind}: {', '.join(self.logs)}"
        return Display(title, {"samples": len(self.time)}, [Table(head, rows)], picture=self.plot)

    def plot(self) -> Any:
        """Plot predicted against measured efforts over time, and their differences."""
        from parados.identify.fit_figures import effort_figure

        return effort_figure(self)


def held_out_validation(regression: Regression, values: Array, logs: Sequence[str], kind: str = "held-out log") -> FitValidation:
    """Predict the efforts of logs with estimated parameters (n_b,)."""
    return _compared(regression, [values for _ in regression.motions], logs, kind)


def cross_validation(regression: Regression, estimate: Callable[[Any], Array], logs: Sequence[str]) -> FitValidation:
    """Predict each block of time with the parameters that the other blocks give.

    estimate : function of Gram factors that returns the parameters (n_b,)
    """
    rows = [(W, tau) for W, tau in regression.rows()]
    W, tau = (np.concatenate([one[k] for one in rows]) for k in range(2))
    edges = np.linspace(0, len(W), BLOCKS + 1).astype(int)
    parts = [gram_factors([(W[a:b], tau[a:b])]) for a, b in pairwise(edges)]
    fitted = []
    for k in range(BLOCKS):
        others = [part for j, part in enumerate(parts) if j != k]
        total = others[0]
        for part in others[1:]:
            total = total + part
        fitted.append(estimate(total))
    return _compared(regression, fitted, logs, f"cross validation in {BLOCKS} blocks")


def _compared(regression: Regression, values: Sequence[Array], logs: Sequence[str], kind: str) -> FitValidation:
    """Compare efforts; with more sets of values than motions, each set belongs to a block of time of all motions together."""
    base, motions = regression.base, regression.motions
    time, measured, of_file, parts, start = [], [], [], [], 0.0
    for motion in motions:
        for rows, W, tau in regression.chunks(motion):
            known = base.measured(motion.tau[rows], motion.x[rows], mode=motion.mode, motion=True) - tau
            time.append(start + motion.time[rows] - motion.time[0])
            measured.append(tau + known)
            of_file.append(W @ base.values + known)
            parts.append((W, known))
        start += motion.time[-1] - motion.time[0] + motion.step
    if not time:
        raise InputError(
            "validation: no row is left in which the robot moves and that it can reach; check the units of the joint positions"
        )
    W, known = (np.concatenate([part[k] for part in parts]) for k in range(2))
    edges = np.linspace(0, len(W), len(values) + 1).astype(int)
    predicted = np.concatenate([W[a:b] @ one for (a, b), one in zip(pairwise(edges), values, strict=True)]) + known
    tables = [np.concatenate(one) for one in (time, measured)]
    names, step = row_names(base), motions[0].step
    units = effort_units(base.model, names)
    return FitValidation(kind, tuple(logs), names, tables[0], tables[1], predicted, np.concatenate(of_file), step, units)
